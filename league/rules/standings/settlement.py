"""The settlement of an evening: what each player pays and has won, in cents (docs/reference/ranking.md, Money)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from league.rules.money import ALL_FEES, MoneyRules, PrizeMoney

PrizeKind = Literal["place", "match", "team"]


@dataclass(frozen=True)
class Participant:
    """A player of the evening: the games lost in each match, and what each match brought.

    `rank` is the place in the standings, None for who can't win a prize by it, and `may_win` says whether the best
    match can be theirs.
    """

    player: str
    lost: Sequence[int] = ()
    results: Sequence[int] = ()
    rank: int | None = None
    team: str = ""
    is_guest: bool = False
    may_win: bool = True


class WonPrize(NamedTuple):
    """A prize, or a part of it: for a place, which is 0 for others, for the best match, or for the best team."""

    kind: PrizeKind
    place: int
    cents: int


@dataclass(frozen=True)
class SettlementRow:
    """What a player pays and has won; a positive balance is paid out to them."""

    player: str
    fee: int
    lost: Sequence[int]  # games, by match
    lost_cost: int
    prizes: Sequence[WonPrize] = ()

    @property
    def lost_games(self) -> int:
        return sum(self.lost)

    @property
    def won(self) -> int:
        return sum(prize.cents for prize in self.prizes)

    @property
    def balance(self) -> int:
        return self.won - self.fee - self.lost_cost


@dataclass(frozen=True)
class Settlement:
    """The rows of all players, and what of the prizes stays in the till.

    `unclaimed` are prizes that nobody has, and `rest` is what is left by rounding down to whole cents.
    """

    rows: Sequence[SettlementRow]
    unclaimed: int = 0
    rest: int = 0

    @property
    def fees(self) -> int:
        return sum(row.fee for row in self.rows)

    @property
    def lost_games(self) -> int:
        return sum(row.lost_games for row in self.rows)

    @property
    def lost_cost(self) -> int:
        return sum(row.lost_cost for row in self.rows)

    @property
    def won(self) -> int:
        return sum(row.won for row in self.rows)

    @property
    def balance(self) -> int:
        return sum(row.balance for row in self.rows)

    @property
    def till(self) -> int:
        """Return what stays with the club; less than 0 where it gives out more than it takes."""
        return self.fees + self.lost_cost - self.won


def settle(
    participants: Sequence[Participant], money: MoneyRules, team_ranks: Mapping[str, int] | None = None
) -> Settlement:
    """Return what each of these players pays and has won; lost games cost nothing where the year settles them."""
    paid_now = money.lost_games if not money.costs_at_years_end else None
    fees = [money.get_fee(is_guest=each.is_guest) for each in participants]
    giving = _PrizeGiving(participants)
    if money.prizes:
        giving.give_prizes(money.prizes, sum(fees), team_ranks or {})
    return Settlement(
        [
            SettlementRow(
                each.player,
                fee,
                each.lost,
                sum(map(paid_now.compute_cost, each.lost)) if paid_now else 0,
                tuple(giving.won[each.player]),
            )
            for each, fee in zip(participants, fees, strict=True)
        ],
        giving.unclaimed,
        giving.rest,
    )


class _PrizeGiving:
    """Gives the prizes to those who have won them: `won` by player, and what is left of them."""

    def __init__(self, participants: Sequence[Participant]) -> None:
        self.participants = participants
        self.won: dict[str, list[WonPrize]] = {each.player: [] for each in participants}
        self.unclaimed = self.rest = 0

    def give_prizes(self, prizes: PrizeMoney, fees: int, team_ranks: Mapping[str, int]) -> None:
        """Give the prizes of the places, of the best match and of the best team, as far as there are any."""
        is_share = prizes.unit == "percent"

        def compute(amount: int) -> int:
            return fees * amount // ALL_FEES if is_share else amount

        of_places = [compute(amount) for amount in prizes.places]
        of_match, of_team = compute(prizes.best_match), compute(prizes.best_team)
        if is_share:  # what rounding each share leaves of all that is given out
            self.rest = compute(prizes.total) - sum((*of_places, of_match, of_team))
        self._give_places(of_places)
        if prizes.best_match:
            self._give_best_match(of_match)
        if prizes.best_team:
            self._give_best_teams(of_team, {team for team, rank in team_ranks.items() if rank == 1})

    def _give_places(self, amounts: Sequence[int]) -> None:
        """Give the prizes of the places; players who share a place share those of as many."""
        taken = 0
        for rank in sorted({each.rank for each in self.participants if each.rank is not None}):
            if taken >= len(amounts):
                break
            winners = [each.player for each in self.participants if each.rank == rank]
            shared = amounts[taken : taken + len(winners)]
            self._give("place", sum(shared), winners, place=taken + 1)
            taken += len(winners)
        self.unclaimed += sum(amounts[taken:])

    def _give_best_match(self, amount: int) -> None:
        could_win = [each for each in self.participants if each.may_win and each.results]
        best = max((max(each.results) for each in could_win), default=None)
        self._give("match", amount, [each.player for each in could_win if max(each.results) == best])

    def _give_best_teams(self, amount: int, teams: Collection[str]) -> None:
        """Give a prize to the players of these teams, each team in equal parts."""
        members = {
            team: [each.player for each in self.participants if each.team == team] for team in sorted(teams)
        }
        if not members:
            self.unclaimed += amount
            return
        self.rest += amount % len(members)
        for winners in members.values():
            self._give("team", amount // len(members), winners)

    def _give(self, kind: PrizeKind, amount: int, winners: Sequence[str], *, place: int = 0) -> None:
        """Give an amount to players in equal parts, rounded down."""
        if not winners:
            self.unclaimed += amount
            return
        part, rest = divmod(amount, len(winners))
        self.rest += rest
        for player in winners:
            if part:
                self.won[player].append(WonPrize(kind, place, part))
