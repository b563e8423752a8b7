"""What a Skull King sheet is worth: bids, the cards that were taken, Loot and wagers (scoring.md 4.2 to 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq
from typing import NamedTuple

from games.places import outcome, place
from games.protocol import Score, SeatScore
from games.skull_king.editions import CAPTURES, FEWEST_SEATS
from games.skull_king.sheet import Bonus, Deal, Options, Sheet, cards_dealt, edition_of

A_TRICK = 20  # for each one bid and made
A_MISS = 10  # for each trick off
A_CARD = 10  # a bid of none, and the Rascal's scoring
A_CANNONBALL = 15  # for each card
WHOLE = 100  # per cent
SHARES = {0: WHOLE, 1: 50}  # by tricks off, in the Rascal's scoring

# --- what a bid is worth


# What a bid comes to: points, and how many per cent of the cards that were taken count beside them.
Worth = tuple[int, int]


def classic(bid: int, tricks: int, cards: int) -> Worth:
    """Scoring.md 4.2."""
    if bid == tricks:
        return A_TRICK * bid or A_CARD * cards, WHOLE
    return -A_MISS * abs(bid - tricks) if bid else -A_CARD * cards, 0


def rascal(bid: int, tricks: int, cards: int) -> Worth:
    """Scoring.md 4.4, without a cannonball."""
    share = SHARES.get(abs(bid - tricks), 0)
    return A_CARD * cards * share // WHOLE, share


def cannonball(bid: int, tricks: int, cards: int) -> Worth:
    """All or nothing."""
    return (A_CANNONBALL * cards, WHOLE) if bid == tricks else (0, 0)


SCORINGS = {"classic": classic, "rascal": rascal}

# --- a round


NOTHING = Bonus()


class Round(NamedTuple):
    """A deal and what follows from all of it: the bids that bind in the end, and between whom there are alliances."""

    deal: Deal
    cards: int
    bids: Sequence[int]
    alliances: Sequence[tuple[int, int]]
    options: Options

    def bonus(self, seat: int) -> Bonus:
        return self.deal.bonus[seat] if self.deal.bonus else NOTHING

    def is_exact(self, seat: int) -> bool:
        return self.bids[seat] == self.deal.tricks[seat]

    def score(self, seat: int) -> int:
        (points, share), bonus = self.bid(seat), self.bonus(seat)
        if bonus.model_fields_set:
            points += sum([each for _kind, _count, each in self.captures(seat, share)])
            points += bonus.wager if self.is_exact(seat) else -bonus.wager
        return points + self.loot(seat)

    def bid(self, seat: int) -> Worth:
        worth = cannonball if self.bonus(seat).cannonball else SCORINGS[self.options.scoring]
        return worth(self.bids[seat], self.deal.tricks[seat], self.cards)

    def captures(self, seat: int, share: int) -> list[tuple[str, int, int]]:
        """What was taken and is worth something: the kind, how many, and the points for all of them."""
        bonus, worth = self.bonus(seat), edition_of(self.options).worth
        taken = [(kind, getattr(bonus, kind), worth.get(kind, 0)) for kind in CAPTURES]
        return [(kind, count, count * each * share // WHOLE) for kind, count, each in taken if count and each]

    def allies(self, seat: int) -> list[int]:
        """The other side of each alliance over a Loot card, whoever of the two played it."""
        return [one if other == seat else other for one, other in self.alliances if seat in (one, other)]

    def loot(self, seat: int) -> int:
        """An alliance pays where both bids are exact."""
        if not self.alliances or not self.is_exact(seat):
            return 0
        return self.loot_worth * sum(map(self.is_exact, self.allies(seat)))

    @property
    def loot_worth(self) -> int:
        """To each of the two."""
        return edition_of(self.options).worth["loot"]


def rounds_of(sheet: Sheet, options: Options, seats: int) -> list[Round]:
    return [
        _round(deal, cards, options)
        for deal, cards in zip(sheet.deals, cards_dealt(options, seats), strict=False)
    ]


def _round(deal: Deal, cards: int, options: Options) -> Round:
    if deal.bonus is None:
        return Round(deal, cards, deal.bids, (), options)
    bids = [bid + bonus.bid_change for bid, bonus in zip(deal.bids, deal.bonus, strict=True)]
    return Round(deal, cards, bids, _alliances(deal.bonus), options)


def _alliances(bonuses: Sequence[Bonus]) -> list[tuple[int, int]]:
    """Nobody is allied with themselves, and two players never are (scoring.md 4.3)."""
    if len(bonuses) == FEWEST_SEATS:
        return []
    return [(seat, taker) for seat, bonus in enumerate(bonuses) for taker in bonus.loot if taker != seat]


def scores_of(played: Round) -> list[int]:
    """What a round is worth to each seat."""
    if played.deal.bonus is not None:
        return [played.score(seat) for seat in range(len(played.bids))]
    worth, cards = SCORINGS[played.options.scoring], played.cards
    return [worth(bid, tricks, cards)[0] for bid, tricks in zip(played.bids, played.deal.tricks, strict=True)]


# --- the game


def is_complete(sheet: Sheet, options: Options) -> bool:
    return len(sheet.deals) == len(options.schedule)


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """What the sheet is worth; an unfinished one is scored as far as it goes."""
    rounds = rounds_of(sheet, options, seats)
    scores = by_seat([scores_of(played) for played in rounds], seats)
    bids = by_seat([played.bids for played in rounds], seats)
    tricks = by_seat([played.deal.tricks for played in rounds], seats)
    totals = [sum(own) for own in scores]
    complete = is_complete(sheet, options)
    return Score(
        complete=complete,
        seats=tuple(
            [_seat_score(*own, totals, complete) for own in zip(totals, scores, bids, tricks, strict=True)]
        ),
    )


def by_seat(rounds: Sequence[Sequence[int]], seats: int) -> list[tuple[int, ...]]:
    """The numbers of each seat, round by round."""
    return list(zip(*rounds, strict=True)) or [()] * seats


def _seat_score(
    score: int,
    scores: tuple[int, ...],
    bids: Sequence[int],
    tricks: Sequence[int],
    totals: Sequence[int],
    complete: bool,
) -> SeatScore:
    return SeatScore(
        score=score,
        place=place(score, totals),
        outcome=outcome(score, totals) if complete else None,
        deals=len(bids),
        deal_scores=scores,
        bids=len(bids),
        bids_made=sum(map(eq, bids, tricks)),
        bid_total=sum(bids),
        tricks=sum(tricks),
    )
