"""The money of a tournament: entry fee, what lost games cost, and prizes, in whole cents.

See docs/reference/ranking.md, Money.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from games import Game, Problem, Strict, Text, complaint
from games.figures import MINUS, format_number
from games.problems import WITH_DECIMALS, _
from league.rules.records import IF_ANY, IF_TRUE

if TYPE_CHECKING:
    from league.rules.settings import Rules

CENTS = 100  # a unit of each currency
MAX_CENTS = 100_000_000
MAX_PRIZES = 100
ALL_FEES = 100  # per cent
# The currencies of ISO 4217 that have a hundred cents, by whatever name.
CODES = """
AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR
MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG
SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST
XCD YER ZAR ZMW
"""
CURRENCIES = frozenset(CODES.split())
SIGNS = ("€", "$", "£", "¢", "₴", "₺", "₽", "₹", "kr", "Kč", "zł", "Ft", "Fr.", "lei")
BEFORE_AMOUNT = frozenset("€$£₺₹")
SIGN_FIRST = _("{currency}{amount}")


def _require_currency(currency: str) -> str:
    if currency not in CURRENCIES and currency not in SIGNS:
        sentence = _(
            "This is no currency with a hundred cents: write three letters such as EUR, or one of {signs}."
        )
        raise complaint("currency", sentence, signs=" ".join(SIGNS))
    return currency


def _require_whole_cents(amount: object) -> object:
    if not isinstance(amount, int) or isinstance(amount, bool):
        raise complaint("cents", _("Amounts are whole cents: write 50 for 0.50."))
    return amount


Cents = Annotated[int, BeforeValidator(_require_whole_cents), Field(ge=0, le=MAX_CENTS)]
Currency = Annotated[str, AfterValidator(_require_currency)]
IF_NOT_EVENING = Field(exclude_if="evening".__eq__)
IF_NOT_CENTS = Field(exclude_if="cents".__eq__)


class LostGameMoney(Strict):
    """What the games that a player has lost cost, in cents: `each` of the first so many of a match, then `then`.

    Without `first` all cost the same. `settled` says whether they are paid for after the evening or after the year.
    """

    each: Cents
    first: Annotated[Annotated[int, Field(ge=1, le=1000)] | None, IF_ANY] = None
    then: Annotated[Cents | None, IF_ANY] = None
    settled: Annotated[Literal["evening", "year"], IF_NOT_EVENING] = "evening"

    def compute_cost(self, lost: int) -> int:
        """Return what so many lost games of one match cost."""
        cheap = lost if self.first is None else min(lost, self.first)
        return cheap * self.each + (lost - cheap) * (self.then or 0)


class PrizeMoney(Strict):
    """What is won by the places, from the first, by the best match and by the best team.

    In `unit`: cents, or per cent of the entry fees.
    """

    unit: Annotated[Literal["cents", "percent"], IF_NOT_CENTS] = "cents"
    places: Annotated[list[Cents], Field(max_length=MAX_PRIZES)] = []
    best_match: Annotated[Cents, IF_TRUE] = 0
    best_team: Annotated[Cents, IF_TRUE] = 0

    @property
    def total(self) -> int:
        return sum(self.places) + self.best_match + self.best_team


class MoneyRules(Strict):
    """What a player of an evening pays and can win (docs/reference/ranking.md, Money). Amounts are in cents.

    `guest_fee` is the entry fee of guests; None where it is that of all.
    """

    currency: Currency
    entry_fee: Cents = 0
    guest_fee: Annotated[Cents | None, IF_ANY] = None
    lost_games: Annotated[LostGameMoney | None, IF_ANY] = None
    prizes: Annotated[PrizeMoney | None, IF_ANY] = None

    def get_fee(self, *, is_guest: bool) -> int:
        return self.guest_fee if is_guest and self.guest_fee is not None else self.entry_fee

    @property
    def costs_at_years_end(self) -> bool:
        """Return whether lost games are paid for once a year."""
        return self.lost_games is not None and self.lost_games.settled == "year"


def find_money_problems(rules: "Rules", game: Game) -> Iterator[Problem]:
    """Yield what keeps the money of these rules from being worked out."""
    if rules.money is None:
        return
    lost, prizes = rules.money.lost_games, rules.money.prizes
    if lost:
        yield from _find_lost_game_problems(lost, rules, game)
    if prizes is None:
        return
    if prizes.unit == "percent" and prizes.total > ALL_FEES:
        sentence = _("The prizes add up to {total} %: they can't be more than 100 % of the entry fees.")
        yield _build("prizes", "shares", Text(sentence, {"total": prizes.total}))
    if prizes.unit == "percent" and not (rules.money.entry_fee or rules.money.guest_fee):
        yield _build("prizes.unit", "no-fee", Text(_("There is no entry fee to share: set one, or amounts.")))
    if prizes.places and rules.groups and not rules.final:
        sentence = _("Each group has its own first place: without a final there are no prizes for places.")
        yield _build("prizes.places", "no-final", Text(sentence))
    if prizes.best_team and not rules.team_counts:
        sentence = _("For this prize say how many players of a team count.")
        yield _build("prizes.best_team", "no-teams", Text(sentence))


def _find_lost_game_problems(lost: LostGameMoney, rules: "Rules", game: Game) -> Iterator[Problem]:
    if not game.lost_figure:
        sentence = _("{game} doesn't count lost games: remove this.")
        yield _build("lost_games", "no-lost-games", Text(sentence, {"game": game.name}))
    if lost.first is None and lost.then is not None:
        sentence = _("Say how many lost games cost less before this amount counts.")
        yield _build("lost_games.first", "lost-steps", Text(sentence))
    if lost.first is not None and lost.then is None:
        sentence = _("Say what the lost games after the first {first} cost.")
        yield _build("lost_games.then", "lost-steps", Text(sentence, {"first": lost.first}))
    if lost.settled == "year" and rules.evenings is None:
        sentence = _("Only the evenings of a year can be settled at its end: choose the evening.")
        yield _build("lost_games.settled", "no-year", Text(sentence))


def _build(path: str, code: str, message: Text) -> Problem:
    return Problem(f"rules.money.{path}", code, message)


def format_cents(cents: int, pattern: str = "{whole}.{decimals}") -> str:
    """Return an amount without its currency: 1234 is 12.34; `pattern` is `games.problems.WITH_DECIMALS`, translated."""
    return format_number(Fraction(cents, CENTS), pattern=pattern)


def format_money(cents: int, currency: str, gettext: Callable[[str], str] = str) -> str:
    """Return an amount as people read it in the language of `gettext`: €12.34, or 12.34 EUR."""
    amount = format_cents(abs(cents), gettext(WITH_DECIMALS))
    shown = (
        gettext(SIGN_FIRST).format(currency=currency, amount=amount)
        if currency in BEFORE_AMOUNT
        else f"{amount} {currency}"
    )
    return f"{MINUS if cents < 0 else ''}{shown}"
