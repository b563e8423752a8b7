"""Swiss pairing by `club` beside FIDE's Dutch system by gacrux: how good, and how quick.

See docs/reference/pairing.md, Dutch.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from gacrux.pairingdutch import pairing_dutch

from bench.comparison import Row, compare, format_seconds
from games import Invalid
from league.rules.pairing.dutch import build_tournament, pair_dutch_round
from league.rules.pairing.protocol import Pairing, PairingInput
from league.rules.pairing.swiss import pair_club_round
from tests.rules.pairing.tournaments import (
    Happenings,
    Measures,
    draw_results,
    make_input,
    measure_round,
    play_round,
    play_tournament,
)

TOURNAMENTS, QUICK_TOURNAMENTS = 200, 40
MIN_PLAYERS, MAX_PLAYERS = 6, 40
MIN_ROUNDS, MAX_ROUNDS = 3, 9
HAPPENINGS = Happenings(absence=0.04, withdrawal=0.01, late=0.05, forfeit=0.03)

FIELDS = (200, 1000)
ROUNDS = 5  # of which the median is taken
TIMED_ROUND, ANNOUNCED_ROUNDS = 6, 9
MAX_TIME = 0.5

QUALITY = (
    "no time, but the sums over all rounds of random tournaments with byes, withdrawals, late entries and no-shows,"
    " made by dutch, each round paired anew by club from the same history; repeats are pairs that have met, differences"
    " those of the scores at a table, floats again are entries that float the same way as in the round before; more"
    " than 1, or a tournament in which club repeats more, ends with status 1"
)
SPEED = (
    "from what was played to tables with sides, byes and reasons, beside gacrux's pairing of the same round from its"
    " own form of the same history; both in one process, after import; more than 0.5 ends with status 1"
)


@dataclass
class Totals:
    """The measures of both systems over all tournaments, and in how many `club` repeats more."""

    club: Measures = field(default_factory=Measures)
    dutch: Measures = field(default_factory=Measures)
    tournaments: int = 0
    worse: int = 0


def measure(rounds: int) -> Iterator[Row]:
    yield from measure_quality(TOURNAMENTS if rounds >= ROUNDS else QUICK_TOURNAMENTS)
    for players in FIELDS:
        yield measure_speed(players, min(rounds, ROUNDS))


def measure_quality(tournaments: int) -> Iterator[Row]:
    totals = Totals()
    for seed in range(tournaments):
        add_tournament(totals, seed)
    club, dutch = totals.club, totals.dutch
    repeats = compute_ratio(club.rematches, dutch.rematches)
    yield build_row(
        f"repeats of club in {tournaments} tournaments: {club.rematches}, more in {totals.worse} of them",
        f"of dutch: {dutch.rematches}",
        math.inf if totals.worse else repeats,
    )
    yield build_row(
        f"differences of scores of club: {float(club.differences):g}",
        f"of dutch: {float(dutch.differences):g}",
        compute_ratio(float(club.differences), float(dutch.differences)),
    )
    yield build_row(
        f"floats again of club: {club.floats_again}, down {club.down_again}",
        f"of dutch: {dutch.floats_again}, down {dutch.down_again}",
        max(
            compute_ratio(club.floats_again, dutch.floats_again),
            compute_ratio(club.down_again, dutch.down_again),
        ),
    )


def build_row(measured: str, beside: str, ratio: float) -> Row:
    return Row(measured, beside, [ratio], "", counted=QUALITY, limit=1)


def compute_ratio(ours: float, theirs: float) -> float:
    if theirs:
        return ours / theirs
    return math.inf if ours else 1


def add_tournament(totals: Totals, seed: int) -> None:
    rng = random.Random(seed)
    players = rng.randint(MIN_PLAYERS, MAX_PLAYERS)
    rounds = rng.randint(MIN_ROUNDS, min(MAX_ROUNDS, players - 1))
    sums = [Measures(), Measures()]

    def pair_by_both(given: PairingInput) -> Pairing:
        made = pair_dutch_round(given)
        sums[0] += measure_round(given, pair_club_round(given))
        sums[1] += measure_round(given, made)
        return made

    with suppress(Invalid):  # where FIDE's rules allow no further round
        play_tournament(players, rounds, rng, pair_by_both, HAPPENINGS, draw_seed=seed)
    totals.club += sums[0]
    totals.dutch += sums[1]
    totals.tournaments += 1
    totals.worse += sums[0].rematches > sums[1].rematches


def measure_speed(players: int, rounds: int) -> Row:
    given = play_rounds(players)
    result = compare(lambda: pair_club_round(given), build_gacrux_work(given), rounds)
    return Row(
        f"club: round {TIMED_ROUND} of {players} players",
        "gacrux: the same round",
        result.ratios,
        format_seconds(result.seconds),
        counted=SPEED,
        limit=MAX_TIME,
    )


def play_rounds(players: int) -> PairingInput:
    """Return what the timed round is paired from: rounds by `club`, as gacrux's take minutes."""
    given = make_input(players, ANNOUNCED_ROUNDS)
    results = draw_results(random.Random(players))
    for _round in range(1, TIMED_ROUND):
        given = replace(given, history=(*given.history, play_round(pair_club_round(given), results)))
    return given


def build_gacrux_work(given: PairingInput) -> Callable[[], object]:
    tournament = build_tournament(given)
    parameters = {"experimental": [], "verbose": 0}
    return lambda: pairing_dutch(tournament, given.round, parameters).compute_pairing(False)
