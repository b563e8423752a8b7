"""What a finished match gave each seat: the plain data that standings are added up from."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games import Score


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """One seat of one finished match. `entry` is the player id of the entry it counts for."""

    entry: str
    outcome: str = ""  # win, draw, loss; empty where the match counts for nothing
    place: int | None = None
    score: int = 0
    deals: int = 0
    bids: int = 0
    bids_made: int = 0
    bid_total: int = 0
    absent: bool = False


# The columns of SeatFigures that are kept and compared, wherever they are.
FIGURES = ("outcome", "place", "score", "deals", "bids", "bids_made", "bid_total", "absent")


def of_played(entries: Sequence[str], score: Score) -> tuple[SeatFigures, ...]:
    """The figures of a complete sheet, by seat."""
    return tuple(
        SeatFigures(
            entry,
            outcome=seat.outcome or "",
            place=seat.place,
            score=seat.score,
            deals=seat.deals,
            bids=seat.bids,
            bids_made=seat.bids_made,
            bid_total=seat.bid_total,
        )
        for entry, seat in zip(entries, score.seats, strict=True)
    )


def of_forfeit(
    entries: Sequence[str], absent: Collection[int], *, forfeit_score: int | None, deals: int | None
) -> tuple[SeatFigures, ...]:
    """The figures of a forfeit (contract.md, `report`): `absent` holds seat numbers.

    Absent seats lose, with `forfeit_score` for each of the match's `deals` where the rules have one; whoever
    is there wins, or draws with the others there, without score or deals.
    """
    present = len(entries) - len(absent)
    counted = deals or 0 if forfeit_score is not None else 0
    lost = SeatFigures("", outcome="loss", score=(forfeit_score or 0) * counted, deals=counted, absent=True)
    there = SeatFigures("", outcome="win" if present == 1 else "draw")
    return tuple(_for(entry, lost if seat in absent else there) for seat, entry in enumerate(entries))


def of_nothing(entries: Sequence[str]) -> tuple[SeatFigures, ...]:
    """A match that is scheduled or void: nothing for anyone."""
    return tuple(SeatFigures(entry) for entry in entries)


def _for(entry: str, like: SeatFigures) -> SeatFigures:
    return SeatFigures(entry, outcome=like.outcome, score=like.score, deals=like.deals, absent=like.absent)
