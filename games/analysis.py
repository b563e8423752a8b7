"""What the sheets of a player tell over many matches: tables, and the deals that stand out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.problems import Text, _
from games.score import Score

Value = int | Fraction | Text | None


@dataclass(frozen=True)
class PlayedSheet:
    """A valid sheet that a player sat at, with its options, its score and the player's seat."""

    sheet: Any
    options: Any
    seat: int
    score: Score


@dataclass(frozen=True)
class NotedDeal:
    """A deal that stands out; `match` is the index of its sheet, and deals are numbered from 0."""

    match: int
    deal: int
    text: Text


@dataclass(frozen=True)
class Analysis:
    """A part of what a player's sheets tell: a table whose first column heads the rows, and deals that stand out."""

    key: str
    heading: Text
    about: Text
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Value, ...], ...] = ()
    deals: tuple[NotedDeal, ...] = ()


def compute_average(values: Sequence[int]) -> Fraction:
    """Return the average of one or more values."""
    return Fraction(sum(values), len(values))


# --- the bids of an auction


@dataclass(frozen=True)
class Contract:
    bid: int
    score: int

    @property
    def is_made(self) -> bool:
        return self.score > 0


def analyse_auction(played: Sequence[PlayedSheet]) -> tuple[Analysis, ...]:
    """Return a player's bids as declarer by value, made and failed, of sheets whose deals have `declarer` and `bid`."""
    contracts = list(_list_contracts(played))
    if not contracts:
        return ()
    values = sorted({contract.bid for contract in contracts})
    rows = [
        (value, *_count([contract for contract in contracts if contract.bid == value])) for value in values
    ]
    total = (Text(_("All")), *_count(contracts))
    return (
        Analysis(
            "bids",
            Text(_("Bids as declarer")),
            Text(_("Each bid with which the player became declarer, with how often it was made and failed.")),
            (_("Bid"), _("Made"), _("Failed"), _("Average score")),
            (*rows, total),
        ),
    )


def _list_contracts(played: Iterable[PlayedSheet]) -> Iterator[Contract]:
    for match in played:
        scores = match.score.seats[match.seat].deal_scores
        for deal, score in zip(match.sheet.deals, scores, strict=False):
            if deal.declarer == match.seat and deal.bid is not None and deal.bid > 0 and score is not None:
                yield Contract(deal.bid, score)


def _count(contracts: Sequence[Contract]) -> tuple[Value, ...]:
    made = sum(contract.is_made for contract in contracts)
    return made, len(contracts) - made, compute_average([contract.score for contract in contracts])
