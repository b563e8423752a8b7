"""What a TRF file says, as data (docs/reference/pairing.md, TRF)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from league.rules.pairing.protocol import ByeKind

MAX_NUMBER = 9999  # a starting number has four columns
MAX_ROUNDS = 999  # the number of a round has three

WHITE, BLACK = "w", "b"
# Results of a game by what they are worth: rated, without rating, and decided by a player who did not come.
GAME_RESULTS = {"1": "win", "=": "draw", "0": "loss", "W": "win", "D": "draw", "L": "loss"}
FORFEIT_RESULTS = {"+": "win", "-": "absence"}
BYE_KINDS: Mapping[str, ByeKind] = {"U": "pairing", "F": "full", "H": "half", "Z": "zero"}
BYE_CODES = {kind: code for code, kind in BYE_KINDS.items()}
# How older files write byes.
OLD_BYES = {"+": "F", "=": "H", "-": "Z"}
RESULTS = (*GAME_RESULTS, *FORFEIT_RESULTS, *BYE_KINDS)

ResultValue = Literal["win", "draw", "loss", "absence"]


@dataclass(frozen=True)
class PointSystem:
    """What a result is worth, in points; `absence` is a forfeit lost or a bye with zero points."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    absence: Fraction = Fraction(0)
    pairing_bye: Fraction | None = None  # as a win, unless stated

    def get_points(self, result: str) -> Fraction:
        """Return what a result code other than a blank is worth."""
        if result in BYE_KINDS:
            return self.get_bye_points(BYE_KINDS[result])
        value: Fraction = getattr(self, GAME_RESULTS.get(result) or FORFEIT_RESULTS[result])
        return value

    def get_bye_points(self, kind: ByeKind) -> Fraction:
        """Return what a bye is worth."""
        pairing = self.win if self.pairing_bye is None else self.pairing_bye
        return {"pairing": pairing, "full": self.win, "half": self.draw, "zero": self.absence}[kind]


@dataclass(frozen=True, slots=True)
class ReportedRound:
    """A round of one player: a game against `opponent`, or without one a bye.

    `colour` is `w` or `b`, empty without an opponent, or where a player did not come; `result` is one of RESULTS, empty
    for a game that has none yet.
    """

    opponent: int | None
    colour: str
    result: str


@dataclass(frozen=True)
class ReportedPlayer:
    """A player by starting number; None among `rounds` is a round in which the player was not there."""

    number: int
    name: str
    rounds: tuple[ReportedRound | None, ...] = ()
    points: Fraction | None = None  # as the file says them
    rank: int | None = None
    sex: str = ""
    title: str = ""
    rating: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    line: int = 0


@dataclass(frozen=True)
class ForbiddenGroup:
    """Players of whom no two may meet from one round to another, both included."""

    first_round: int
    last_round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class TournamentReport:
    """A tournament: players by starting number, and what is announced.

    `byes` are requested ones by round and starting number. `details` are lines that only inform, by their three
    characters (`012` is the tournament's name). `accelerated_line` is the line that adds points for the pairing only.
    """

    players: tuple[ReportedPlayer, ...]
    rounds: int | None = None  # announced
    first_colour: str = ""  # of the first player in round 1
    points: PointSystem = PointSystem()
    byes: Mapping[tuple[int, int], ByeKind] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()  # from the next round
    forbidden: tuple[ForbiddenGroup, ...] = ()
    details: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    accelerated_line: int | None = None

    @property
    def paired_rounds(self) -> int:
        """Return the number of the last round in which there was a game, or a bye given by the pairing."""
        return max((count_paired_rounds(player.rounds) for player in self.players), default=0)

    def get_round(self, player: ReportedPlayer, number: int) -> ReportedRound | None:
        """Return a round of a player; a requested bye may stand in the player's own line or in another."""
        played = player.rounds[number - 1] if number <= len(player.rounds) else None
        if played is None and (kind := self.byes.get((number, player.number))):
            return ReportedRound(None, "", BYE_CODES[kind])
        return played


def count_paired_rounds(rounds: tuple[ReportedRound | None, ...]) -> int:
    """Return the number of the last round of a player that the pairing has given: not a requested bye."""
    for number in range(len(rounds), 0, -1):
        played = rounds[number - 1]
        if played and (played.opponent is not None or played.result == "U"):
            return number
    return 0


def get_round_column(round_number: int) -> int:
    """Return the first column of the opponent in a round; the colour is 5 columns further, the result 7."""
    return 82 + 10 * round_number


def format_position(line: int, column: int) -> str:
    return f"line {line}, column {column}"


def format_points(points: Fraction) -> str:
    """Return points as the format writes them, with one decimal: 2.5."""
    return f"{float(points):.1f}"
