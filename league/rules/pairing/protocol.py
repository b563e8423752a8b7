"""What a pairing system is given, and what it answers.

A pairing system is a pure function from a `PairingInput` to a `Pairing`: the same on every machine. It knows
entries by their ids only; who they are is for the pages to say. See docs/reference/pairing.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

ByeKind = Literal["pairing", "full", "half", "zero"]


@dataclass(frozen=True)
class PairingEntry:
    """An entry that may be paired; `seed` counts from 1 and no two entries have the same."""

    id: str
    seed: int
    team: str = ""  # entries with the same team are kept apart where that is possible
    withdrawn: bool = False


@dataclass(frozen=True)
class TableDeals:
    """What is compared of a table's deals, by seat, where all tables play the same cards.

    `scores` are those of each deal, none where no sheet gave any; `awards` are what the director gives instead, in per
    cent by the number of the deal from 0; None for a deal that is left out.
    """

    scores: tuple[tuple[int | None, ...], ...]
    absent: tuple[bool, ...]
    awards: tuple[Mapping[int, int | None], ...]


@dataclass(frozen=True)
class PastTable:
    """A table of an earlier round, by seat.

    `points` are in units of the rules; None where a seat has no result yet. Where a match was not `played`, as
    with a no-show, its players have not met. Of several `legs` the points are added up, and `wins` are how many of
    them each seat has won so far. `tie_values` are those of the key that decides level ties, more being better; none
    where the rules have no such key, or nothing was played. `deals` are there where all tables play the same cards, and
    a sheet, an absence or the director says what they give.
    """

    entries: tuple[str, ...]
    points: tuple[Fraction | None, ...]
    played: bool = True
    legs: int = 1
    wins: tuple[int, ...] = ()
    tie_values: tuple[int | None, ...] = ()
    deals: TableDeals | None = None


@dataclass(frozen=True)
class BracketOptions:
    """How a bracket is played, beside its system (docs/reference/pairing.md, Knockout).

    `third_place`: who loses a semi-final plays for it. `best_of` are the matches of a tie by round, from the last round
    back; one where it says nothing. `reseeding`: in a knockout, the best who is left meets the last in each round.
    `consolation`: in a knockout, who loses the first match plays on in one of their own. `tie_key` decides ties that
    end level.
    """

    third_place: bool = False
    best_of: tuple[int, ...] = ()
    reseeding: bool = False
    consolation: bool = False
    tie_key: str | None = None


@dataclass(frozen=True)
class TableCut:
    """How a knockout at larger tables is played: of each table the first `go_on` go on.

    Tables have `wanted` seats where that can be, and from `least` to `most`.
    """

    go_on: int
    wanted: int
    least: int
    most: int


def compute_default_cut(table_size: int) -> int:
    """Return how many of a table go on unless the rules say it: half of them, rounded up."""
    return (table_size + 1) // 2


@dataclass(frozen=True)
class PastBye:
    """A round of an entry without a match."""

    kind: ByeKind
    points: Fraction


@dataclass(frozen=True)
class PastRound:
    """An earlier round; an entry that stands nowhere in it had neither a match nor a bye.

    `void` are the entries whose match is void: they have not met, but were there.
    """

    tables: tuple[PastTable, ...]
    byes: Mapping[str, PastBye] = field(default_factory=dict)
    void: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PairingInput:
    """All that a round is paired from.

    The round to be paired comes after those of `history`; `rounds` is how many are announced. `absences` are
    the entries that have asked not to be paired, or are not there, each with the bye that it gets for it.
    """

    entries: tuple[PairingEntry, ...]
    history: tuple[PastRound, ...]
    rounds: int
    draw_seed: int
    absences: Mapping[str, ByeKind] = field(default_factory=dict)
    forbidden: frozenset[frozenset[str]] = frozenset()  # pairs that must not meet, whatever it costs
    table_sizes: tuple[int, ...] = ()  # of this round, the largest first; none: two at a table
    win: Fraction = Fraction(1)  # points of a win, and so of a bye for want of an opponent
    bracket: BracketOptions = BracketOptions()
    cut: TableCut | None = None  # of a knockout at larger tables

    @property
    def round(self) -> int:
        """Return the number of the round to be paired."""
        return len(self.history) + 1


@dataclass(frozen=True)
class Reason:
    """Why, as a code and its figures, so that it can be put into words later, in any language."""

    code: str
    values: Mapping[str, str | int | list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class PairedTable:
    """A table: its entries in order of seats, and why these."""

    entries: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class PairedBye:
    """An entry that does not play in the round, and why."""

    entry: str
    kind: ByeKind
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Pairing:
    """A round: its tables from table 1, byes by seed, and what could not be avoided."""

    tables: tuple[PairedTable, ...]
    byes: tuple[PairedBye, ...] = ()
    warnings: tuple[Reason, ...] = ()


PairingSystem = Callable[[PairingInput], Pairing]  # raises games.Invalid where no round can be paired
