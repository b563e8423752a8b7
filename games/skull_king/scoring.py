"""The score of a Skull King sheet: bids, the cards that were taken, Loot and wagers.

See docs/reference/scoring.md, Skull King: Scoring a deal; docs/reference/scoring.md, Skull King: Scoring a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq
from typing import NamedTuple

from games.places import compute_outcome, compute_place
from games.score import Score, SeatScore
from games.skull_king.editions import CAPTURES, MIN_SEATS
from games.skull_king.sheet import Bonus, Deal, Options, Sheet, get_edition, list_cards_with_ties

POINTS_PER_TRICK = 20  # of a bid that is made
POINTS_PER_MISS = 10  # lost for each trick off
POINTS_PER_CARD = 10  # for a bid of none, and in the Rascal's scoring
CANNONBALL_POINTS_PER_CARD = 15
FULL_SHARE = 100  # per cent
SHARES_BY_MISS = {0: FULL_SHARE, 1: 50}  # by tricks off, in the Rascal's scoring

# --- the score of a bid


# The points of a bid, and the share of the captures, in per cent, that counts beside them.
BidScore = tuple[int, int]


def score_classic_bid(bid: int, tricks: int, cards: int) -> BidScore:
    """Return the score of a bid in the classic scoring."""
    if bid == tricks:
        return POINTS_PER_TRICK * bid or POINTS_PER_CARD * cards, FULL_SHARE
    return -POINTS_PER_MISS * abs(bid - tricks) if bid else -POINTS_PER_CARD * cards, 0


def score_rascal_bid(bid: int, tricks: int, cards: int) -> BidScore:
    """Return the score of a bid in the Rascal's scoring, without a cannonball."""
    share = SHARES_BY_MISS.get(abs(bid - tricks), 0)
    return POINTS_PER_CARD * cards * share // FULL_SHARE, share


def score_cannonball_bid(bid: int, tricks: int, cards: int) -> BidScore:
    """Return the score of a cannonball: all or nothing."""
    return (CANNONBALL_POINTS_PER_CARD * cards, FULL_SHARE) if bid == tricks else (0, 0)


SCORING_FUNCTIONS = {"classic": score_classic_bid, "rascal": score_rascal_bid}

# --- a round


NO_BONUS = Bonus()


class PlayedDeal(NamedTuple):
    """A deal as a whole: its final bids and its alliances."""

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
            points += sum([worth for _kind, _count, worth in self.score_captures(seat, share)])
            points += bonus.wager if self.is_exact(seat) else -bonus.wager
        return points + self.score_loot(seat)

    def score_bid(self, seat: int) -> BidScore:
        score = (
            score_cannonball_bid
            if self.get_bonus(seat).cannonball
            else SCORING_FUNCTIONS[self.options.scoring]
        )
        return score(self.bids[seat], self.deal.tricks[seat], self.cards)

    def score_captures(self, seat: int, share: int) -> list[tuple[str, int, int]]:
        """Return the captures that are worth something: the kind, the count, and the points for all of them.

        `share` is the part of the points that counts, in per cent.
        """
        bonus, worth = self.get_bonus(seat), get_edition(self.options).points_by_bonus
        taken = [(kind, getattr(bonus, kind), worth.get(kind, 0)) for kind in CAPTURES]
        return [
            (kind, count, count * points * share // FULL_SHARE)
            for kind, count, points in taken
            if count and points
        ]

    def list_allies(self, seat: int) -> list[int]:
        """Return the other seat of each of the seat's alliances, whichever of the two played the Loot."""
        return [
            player if taker == seat else taker for player, taker in self.alliances if seat in (player, taker)
        ]

    def score_loot(self, seat: int) -> int:
        """Return the points for the seat's alliances; an alliance pays where both bids are exact."""
        if not self.alliances or not self.is_exact(seat):
            return 0
        return self.loot_points * sum(map(self.is_exact, self.list_allies(seat)))

    @property
    def loot_points(self) -> int:
        """The points of an alliance to each of the two; none in an edition without Loot, where a check refuses it."""
        return get_edition(self.options).points_by_bonus.get("loot", 0)


def list_played_deals(sheet: Sheet, options: Options, seats: int) -> list[PlayedDeal]:
    return [
        _build_played_deal(deal, cards, options)
        for deal, cards in zip(sheet.deals, list_cards_with_ties(options, seats), strict=False)
    ]


def _build_played_deal(deal: Deal, cards: int, options: Options) -> PlayedDeal:
    if deal.bonus is None:
        return PlayedDeal(deal, cards, deal.bids, (), options)
    bids = [bid + bonus.bid_change for bid, bonus in zip(deal.bids, deal.bonus, strict=True)]
    return PlayedDeal(deal, cards, bids, _list_alliances(deal.bonus), options)


def _list_alliances(bonuses: Sequence[Bonus]) -> list[tuple[int, int]]:
    """Return the alliances, each as the seat that played the Loot card and the seat that took it.

    No seat is allied with itself, and there are no alliances at a table of two
    (docs/reference/scoring.md, Skull King: Scoring a deal).
    """
    if len(bonuses) == MIN_SEATS:
        return []
    return [(seat, taker) for seat, bonus in enumerate(bonuses) for taker in bonus.loot if taker != seat]


def score_deal(played: PlayedDeal) -> list[int]:
    """Return the score of a round for each seat."""
    if played.deal.bonus is not None:
        return [played.compute_score(seat) for seat in range(len(played.bids))]
    score, cards = SCORING_FUNCTIONS[played.options.scoring], played.cards
    return [score(bid, tricks, cards)[0] for bid, tricks in zip(played.bids, played.deal.tricks, strict=True)]


# --- the game


def is_complete(rounds: int, totals: Sequence[int], options: Options) -> bool:
    """Return whether a game is over after so many rounds: the last is played, and no tie is to be broken by another."""
    is_tied = options.another_round and totals.count(max(totals)) > 1
    return rounds >= len(options.schedule) and not is_tied


def find_last_round(sheet: Sheet, options: Options, seats: int) -> int | None:
    """Return after how many rounds the game was over, if it was; others on the sheet are too many."""
    totals = [0] * seats
    for number, played in enumerate(list_played_deals(sheet, options, seats), 1):
        totals = [total + points for total, points in zip(totals, score_deal(played), strict=True)]
        if is_complete(number, totals, options):
            return number
    return None


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """Return the score of a sheet; an unfinished sheet is scored as far as it goes."""
    rounds = list_played_deals(sheet, options, seats)
    scores = group_by_seat([score_deal(played) for played in rounds], seats)
    bids = group_by_seat([played.bids for played in rounds], seats)
    tricks = group_by_seat([played.deal.tricks for played in rounds], seats)
    totals = [sum(own) for own in scores]
    complete = is_complete(len(sheet.deals), totals, options)
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
    """Return the numbers of each seat, round by round, from those of each round, seat by seat."""
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
