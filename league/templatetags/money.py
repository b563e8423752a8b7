"""Filters for amounts of money, and the sentences that say what is paid and won."""

from collections.abc import Iterator

from django import template
from django.utils.translation import gettext

from games import Game
from games.problems import WITH_DECIMALS
from league.queries.endings import format_ordinal
from league.queries.game_words import get_match_word
from league.rules.money import MoneyRules, format_cents, format_money
from league.rules.standings.settlement import WonPrize

register = template.Library()


@register.filter
def cents(amount: int) -> str:
    """Return an amount without its currency: `{{ amount|cents }}`."""
    return format_cents(amount, gettext(WITH_DECIMALS))


@register.filter
def money(amount: int, currency: str) -> str:
    """Return an amount with its currency: `{{ amount|money:currency }}`."""
    return format_money(amount, currency, gettext)


@register.filter
def prize_name(prize: WonPrize, game: Game) -> str:
    """Return what a prize is for: `{{ prize|prize_name:game }}`."""
    if prize.kind == "place":
        return gettext("{place} prize").format(place=format_ordinal(prize.place))
    if prize.kind == "team":
        return gettext("best team")
    return gettext("best {match}").format(match=get_match_word(game))


@register.filter
def money_sentences(money: MoneyRules, game: Game) -> list[str]:
    """Return what the rules say of money, in sentences: `{{ rules.money|money_sentences:game }}`."""
    return [*_describe_costs(money, game), *_describe_prizes(money, game)]


def _describe_costs(money: MoneyRules, game: Game) -> Iterator[str]:
    def write(cents: int) -> str:
        return format_money(cents, money.currency, gettext)

    if money.guest_fee is not None:
        sentence = gettext("The entry fee is {fee}, for guests {guest_fee}.")
        yield sentence.format(fee=write(money.entry_fee), guest_fee=write(money.guest_fee))
    elif money.entry_fee:
        yield gettext("The entry fee is {fee}.").format(fee=write(money.entry_fee))
    if lost := money.lost_games:
        if lost.first is None:
            yield gettext("Each lost game costs {each}.").format(each=write(lost.each))
        else:
            sentence = gettext("A lost game costs {each}, from the {number} of a {match} {then}.")
            yield sentence.format(
                each=write(lost.each),
                number=format_ordinal(lost.first + 1),
                match=get_match_word(game),
                then=write(lost.then or 0),
            )
        if money.costs_at_years_end:
            yield gettext("Lost games are paid for after the year.")


def _describe_prizes(money: MoneyRules, game: Game) -> Iterator[str]:
    def write(cents: int) -> str:
        return format_money(cents, money.currency, gettext)

    prizes = money.prizes
    if prizes is None or not prizes.total:
        return
    is_share = prizes.unit == "percent"

    def write_prize(amount: int) -> str:
        return gettext("{number} %").format(number=amount) if is_share else write(amount)

    named = [
        *(WonPrize("place", place, amount) for place, amount in enumerate(prizes.places, 1)),
        WonPrize("match", 0, prizes.best_match),
        WonPrize("team", 0, prizes.best_team),
    ]
    listed = ", ".join(
        f"{prize_name(prize, game)} {write_prize(prize.cents)}" for prize in named if prize.cents
    )
    sentence = (
        gettext("Prizes, as shares of the entry fees: {prizes}.")
        if is_share
        else gettext("Prizes: {prizes}.")
    )
    yield sentence.format(prizes=listed)
