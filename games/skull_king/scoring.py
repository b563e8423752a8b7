"""What a Skull King sheet is worth: bids, the cards that were taken, Loot and wagers (scoring.md 4.2 to 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq
from typing import NamedTuple

from games.places import compute_outcome, compute_place
from games.protocol import Score, SeatScore
from games.skull_king.editions import CAPTURES, MIN_SEATS
from games.skull_king.sheet import Bonus, Deal, Options, Sheet, get_edition, list_cards_dealt

POINTS_PER_TRICK = 20  # for each one bid and made
POINTS_PER_MISS = 10  # for each trick off
POINTS_PER_CARD = 10  # a bid of none, and the Rascal's scoring
CANNONBALL_POINTS_PER_CARD = 15  # for each card
FULL_SHARE = 100  # per cent
SHARES_BY_MISS = {0: FULL_SHARE, 1: 50}  # by tricks off, in the Rascal's scoring

# --- what a bid is worth


# What a bid comes to: points, and how many per cent of the cards that were taken count beside them.
BidScore = tuple[int, int]


def score_classic_bid(bid: int, tricks: int, cards: int) -> BidScore:
    """Scoring.md 4.2."""
    if bid == tricks:
        return POINTS_PER_TRICK * bid or POINTS_PER_CARD * cards, FULL_SHARE
    return -POINTS_PER_MISS * abs(bid - tricks) if bid else -POINTS_PER_CARD * cards, 0


def score_rascal_bid(bid: int, tricks: int, cards: int) -> BidScore:
    """Scoring.md 4.4, without a cannonball."""
    share = SHARES_BY_MISS.get(abs(bid - tricks), 0)
    return POINTS_PER_CARD * cards * share // FULL_SHARE, share


def score_cannonball_bid(bid: int, tricks: int, cards: int) -> BidScore:
    """All or nothing."""
    return (CANNONBALL_POINTS_PER_CARD * cards, FULL_SHARE) if bid == tricks else (0, 0)


SCORING_FUNCTIONS = {"classic": score_classic_bid, "rascal": score_rascal_bid}

# --- a round


NO_BONUS = Bonus()


class PlayedDeal(NamedTuple):
    """A deal and what follows from all of it: the bids that bind in the end, and between whom there are alliances."""

    deal: Deal
    cards: int
    bids: Sequence[int]
    alliances: Sequence[tuple[int, int]]
    options: Options

    def get_bonus(self, seat: int) -> Bonus:
        return self.deal.bonus[seat] if self.deal.bonus else NO_BONUS

    def is_exact(self, seat: int) -> bool:
        return self.bids[seat] == self.deal.tricks[seat]

    def compute_score(self, seat: int) -> int:
        (points, share), bonus = self.score_bid(seat), self.get_bonus(seat)
        if bonus.model_fields_set:
            points += sum([each for _kind, _count, each in self.score_captures(seat, share)])
            points += bonus.wager if self.is_exact(seat) else -bonus.wager
        return points + self.score_loot(seat)

    def score_bid(self, seat: int) -> BidScore:
        worth = (
            score_cannonball_bid
            if self.get_bonus(seat).cannonball
            else SCORING_FUNCTIONS[self.options.scoring]
        )
        return worth(self.bids[seat], self.deal.tricks[seat], self.cards)

    def score_captures(self, seat: int, share: int) -> list[tuple[str, int, int]]:
        """What was taken and is worth something: the kind, how many, and the points for all of them."""
        bonus, worth = self.get_bonus(seat), get_edition(self.options).points_by_bonus
        taken = [(kind, getattr(bonus, kind), worth.get(kind, 0)) for kind in CAPTURES]
        return [
            (kind, count, count * each * share // FULL_SHARE) for kind, count, each in taken if count and each
        ]

    def list_allies(self, seat: int) -> list[int]:
        """The other side of each alliance over a Loot card, whoever of the two played it."""
        return [one if other == seat else other for one, other in self.alliances if seat in (one, other)]

    def score_loot(self, seat: int) -> int:
        """An alliance pays where both bids are exact."""
        if not self.alliances or not self.is_exact(seat):
            return 0
        return self.loot_points * sum(map(self.is_exact, self.list_allies(seat)))

    @property
    def loot_points(self) -> int:
        """To each of the two."""
        return get_edition(self.options).points_by_bonus["loot"]


def list_played_deals(sheet: Sheet, options: Options, seats: int) -> list[PlayedDeal]:
    return [
        _build_played_deal(deal, cards, options)
        for deal, cards in zip(sheet.deals, list_cards_dealt(options, seats), strict=False)
    ]


def _build_played_deal(deal: Deal, cards: int, options: Options) -> PlayedDeal:
    if deal.bonus is None:
        return PlayedDeal(deal, cards, deal.bids, (), options)
    bids = [bid + bonus.bid_change for bid, bonus in zip(deal.bids, deal.bonus, strict=True)]
    return PlayedDeal(deal, cards, bids, _list_alliances(deal.bonus), options)


def _list_alliances(bonuses: Sequence[Bonus]) -> list[tuple[int, int]]:
    """Nobody is allied with themselves, and two players never are (scoring.md 4.3)."""
    if len(bonuses) == MIN_SEATS:
        return []
    return [(seat, taker) for seat, bonus in enumerate(bonuses) for taker in bonus.loot if taker != seat]


def score_deal(played: PlayedDeal) -> list[int]:
    """What a round is worth to each seat."""
    if played.deal.bonus is not None:
        return [played.compute_score(seat) for seat in range(len(played.bids))]
    worth, cards = SCORING_FUNCTIONS[played.options.scoring], played.cards
    return [worth(bid, tricks, cards)[0] for bid, tricks in zip(played.bids, played.deal.tricks, strict=True)]


# --- the game


def is_complete(sheet: Sheet, options: Options) -> bool:
    return len(sheet.deals) == len(options.schedule)


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """What the sheet is worth; an unfinished one is scored as far as it goes."""
    rounds = list_played_deals(sheet, options, seats)
    scores = group_by_seat([score_deal(played) for played in rounds], seats)
    bids = group_by_seat([played.bids for played in rounds], seats)
    tricks = group_by_seat([played.deal.tricks for played in rounds], seats)
    totals = [sum(own) for own in scores]
    complete = is_complete(sheet, options)
    return Score(
        complete=complete,
        seats=tuple(
            [
                _build_seat_score(*own, totals, complete)
                for own in zip(totals, scores, bids, tricks, strict=True)
            ]
        ),
    )


def group_by_seat(rounds: Sequence[Sequence[int]], seats: int) -> list[tuple[int, ...]]:
    """The numbers of each seat, round by round."""
    return list(zip(*rounds, strict=True)) or [()] * seats


def _build_seat_score(
    score: int,
    scores: tuple[int, ...],
    bids: Sequence[int],
    tricks: Sequence[int],
    totals: Sequence[int],
    complete: bool,
) -> SeatScore:
    return SeatScore(
        score=score,
        place=compute_place(score, totals),
        outcome=compute_outcome(score, totals) if complete else None,
        deals=len(bids),
        deal_scores=scores,
        bids=len(bids),
        bids_made=sum(map(eq, bids, tricks)),
        bid_total=sum(bids),
        tricks=sum(tricks),
    )
