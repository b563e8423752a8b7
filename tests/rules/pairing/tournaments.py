"""Small tournaments with made-up results, for the tests of pairing systems."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from league.rules.pairing.protocol import (
    ByeKind,
    Pairing,
    PairingEntry,
    PairingInput,
    PairingSystem,
    PastBye,
    PastRound,
    PastTable,
)

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)
BYE_POINTS: Mapping[ByeKind, Fraction] = {"pairing": WIN, "full": WIN, "half": DRAW, "zero": LOSS}


def make_entries(number: int, *, teams: int = 0) -> tuple[PairingEntry, ...]:
    return tuple(
        PairingEntry(f"p{seed}", seed, f"t{seed % teams}" if teams else "") for seed in range(1, number + 1)
    )


def make_input(entries: int | tuple[PairingEntry, ...], rounds: int, **values) -> PairingInput:
    made = make_entries(entries) if isinstance(entries, int) else entries
    return PairingInput(made, values.pop("history", ()), rounds, values.pop("draw_seed", 1), **values)


def play_table(first: str, second: str, result: str = "1-0") -> PastTable:
    """Return a table of `1-0`, `0-1` or `=`; `+-` and `-+` are wins without playing."""
    points = {"1-0": (WIN, LOSS), "0-1": (LOSS, WIN), "=": (DRAW, DRAW), "+-": (WIN, LOSS), "-+": (LOSS, WIN)}
    return PastTable((first, second), points[result], played=result not in ("+-", "-+"))


def play_round(pairing: Pairing, results: Iterator[str]) -> PastRound:
    return PastRound(
        tuple(play_table(table.entries[0], table.entries[1], next(results)) for table in pairing.tables),
        {bye.entry: PastBye(bye.kind, BYE_POINTS[bye.kind]) for bye in pairing.byes},
    )


def draw_results(rng: random.Random, *, forfeits: float = 0) -> Iterator[str]:
    while True:
        yield rng.choice(("+-", "-+")) if rng.random() < forfeits else rng.choice(("1-0", "0-1", "="))


@dataclass(frozen=True)
class Happenings:
    """How often in a round an entry asks for a bye, withdraws or comes in late, and a player does not come."""

    absence: float = 0
    withdrawal: float = 0
    late: float = 0
    forfeit: float = 0


TIDY = Happenings()


def play_tournament(
    entries: int | tuple[PairingEntry, ...],
    rounds: int,
    rng: random.Random,
    system: PairingSystem,
    happenings: Happenings = TIDY,
    **values,
) -> list[tuple[PairingInput, Pairing]]:
    """Pair and play all rounds with random results; return what each was paired from, and how."""
    everyone = list(make_input(entries, rounds).entries)
    late = {
        entry.id: rng.randint(2, max(2, rounds // 2)) for entry in everyone if rng.random() < happenings.late
    }
    given = make_input((), rounds, **values)
    played = []
    results = draw_results(rng, forfeits=happenings.forfeit)
    left: set[str] = set()
    for number in range(1, rounds + 1):
        left |= {entry.id for entry in everyone if number > 1 and rng.random() < happenings.withdrawal}
        present = tuple(
            replace(entry, withdrawn=entry.id in left)
            for entry in everyone
            if late.get(entry.id, 1) <= number
        )
        kinds: tuple[ByeKind, ...] = ("half", "zero")
        absences = {
            entry.id: rng.choice(kinds)
            for entry in present
            if not entry.withdrawn and rng.random() < happenings.absence
        }
        given = replace(given, entries=present, absences=absences)
        if sum(not entry.withdrawn and entry.id not in absences for entry in present) < 2:
            break
        pairing = system(given)
        played.append((given, pairing))
        given = replace(given, history=(*given.history, play_round(pairing, results)))
    return played


def compute_scores(history: Iterable[PastRound]) -> dict[str, Fraction]:
    scores: dict[str, Fraction] = defaultdict(Fraction)
    for past in history:
        for table in past.tables:
            for entry, points in zip(table.entries, table.points, strict=True):
                scores[entry] += points or 0
        for entry, bye in past.byes.items():
            scores[entry] += bye.points
    return scores


def count_meetings(history: Iterable[PastRound]) -> Counter[frozenset[str]]:
    """Return how often each pair has met over the board."""
    return Counter(frozenset(table.entries) for past in history for table in past.tables if table.played)


@dataclass
class Measures:
    """How good rounds are: meetings again, differences of scores, and floats the same way twice running."""

    rematches: int = 0
    differences: Fraction = field(default_factory=Fraction)
    floats_again: int = 0
    down_again: int = 0

    def __add__(self, other: "Measures") -> "Measures":
        return Measures(
            self.rematches + other.rematches,
            self.differences + other.differences,
            self.floats_again + other.floats_again,
            self.down_again + other.down_again,
        )


def list_floats(
    tables: Iterable[tuple[str, ...]], paid: Iterable[str], scores: Mapping[str, Fraction]
) -> tuple[set[str], set[str]]:
    """Return who floats down and who floats up; whoever is paid without playing floats down."""
    down, up = set(paid), set()
    for first, second in tables:
        if scores[first] != scores[second]:
            down.add(max(first, second, key=lambda entry: scores[entry]))
            up.add(min(first, second, key=lambda entry: scores[entry]))
    return down, up


def measure_round(given: PairingInput, pairing: Pairing) -> Measures:
    scores, met = compute_scores(given.history), count_meetings(given.history)
    tables = [table.entries for table in pairing.tables]
    down, up = list_floats(tables, [bye.entry for bye in pairing.byes if bye.kind == "pairing"], scores)
    last_down: set[str] = set()
    last_up: set[str] = set()
    if given.history:
        last = given.history[-1]
        paid = [entry for entry, bye in last.byes.items() if bye.points > 0]
        paid += [
            entry
            for table in last.tables
            for entry, points in zip(table.entries, table.points, strict=True)
            if not table.played and points
        ]
        played = [table.entries for table in last.tables if table.played]
        last_down, last_up = list_floats(played, paid, compute_scores(given.history[:-1]))
    return Measures(
        sum(met[frozenset(pair)] > 0 for pair in tables),
        sum((abs(scores[a] - scores[b]) for a, b in tables), Fraction()),
        len(down & last_down) + len(up & last_up),
        len(down & last_down),
    )
