"""Plans for a tournament: what can be played by so many players in so many hours.

See docs/reference/pairing.md, Plans for a tournament.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, lcm, log2
from typing import Literal

import games
from games import Game
from league.rules.pairing.bracket import MAX_PLAYERS
from league.rules.pairing.knockout import build_bracket
from league.rules.pairing.protocol import BracketOptions
from league.rules.settings import BRACKETS, MAX_ROUNDS, BracketSystem
from league.rules.snapshot import JSON
from league.rules.standings.totals import PAIR_SIZE

PAIRED_RANKING = ("points", "buchholz_cut_1", "buchholz", "sonneborn_berger", "direct", "wins")
TABLE_RANKING = ("points", "wins")
WIN, DRAW, LOSS = 2, 1, 0

MAX_SERIES = 4  # of an evening or a day

FROM_EACH_GROUP, USUAL_GROUP_SIZE, MIN_GROUP_SIZE = 2, 4, 3

PlanKind = Literal["swiss", "round-robin", "groups", "series", "standings", "even", "ladder"] | BracketSystem


@dataclass(frozen=True)
class TournamentPlan:
    """A way to play a tournament; `is_possible` says whether the time is enough for it.

    A ladder has no rounds, and takes months: of it both are 0.
    """

    kind: PlanKind
    rounds: int
    minutes: int
    rules: JSON
    is_possible: bool = True

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.rounds}"


def propose_plans(
    game: Game, options: JSON, players: int, minutes: int, *, minutes_a_match: int | None = None
) -> list[TournamentPlan]:
    """Return what can be played in the time, best first; the last may be what would take longer.

    Nothing is proposed for fewer players than a table has.
    """
    parsed = games.parse_options(game, options)
    length = minutes_a_match or game.count_minutes(parsed)
    if players < game.min_seats:
        return []
    affordable = max(1, min(MAX_ROUNDS, minutes // length))
    propose = _propose_for_two if game.table_size == PAIR_SIZE else _propose_for_more
    return list(propose(game, players, affordable, length))


def _propose_for_two(game: Game, players: int, affordable: int, length: int) -> Iterator[TournamentPlan]:
    everyone = players - 1 if players % 2 == 0 else players
    if everyone <= affordable:
        yield _build_plan(game, "round-robin", everyone, length)
    swiss = min(affordable, everyone)
    needed = max(1, ceil(log2(players)))  # rounds after which one player at most has won all
    if players > PAIR_SIZE + 1:
        yield _build_plan(game, "swiss", swiss, length)
        if needed < swiss:
            yield _build_plan(game, "swiss", needed, length)
    if 4 <= players <= MAX_PLAYERS:
        for kind in BRACKETS:
            rounds = build_bracket(kind, players, BracketOptions(third_place=True)).rounds
            if rounds <= affordable:
                yield _build_plan(game, kind, rounds, length)
    if groups := choose_groups(players):
        size = ceil(players / groups)
        rounds = size - 1 if size % 2 == 0 else size
        rounds += build_bracket("knockout", FROM_EACH_GROUP * groups, BracketOptions(third_place=True)).rounds
        if rounds <= affordable:
            yield _build_plan(game, "groups", rounds, length, groups=groups)
    yield _build_plan(game, "ladder", 0, length)
    if everyone > affordable:
        yield _build_plan(game, "round-robin", everyone, length, is_possible=False)


def _propose_for_more(game: Game, players: int, affordable: int, length: int) -> Iterator[TournamentPlan]:
    if game.series_points:
        yield _build_plan(game, "series", min(affordable, MAX_SERIES), length)
    yield _build_plan(game, "standings", affordable, length)
    yield _build_plan(game, "even", affordable, length)
    if affordable > 1:
        yield _build_plan(game, "even", affordable - 1, length)


def choose_groups(players: int) -> int | None:
    """Return into how many groups so many players are divided, so that a knockout of the first two needs no byes.

    The groups have about USUAL_GROUP_SIZE players; None where they would have fewer than MIN_GROUP_SIZE.
    """
    possible = [2**power for power in range(1, 6) if players // 2**power >= MIN_GROUP_SIZE]
    return min(possible, key=lambda groups: abs(players / groups - USUAL_GROUP_SIZE), default=None)


def _build_plan(
    game: Game,
    kind: PlanKind,
    rounds: int,
    length: int,
    *,
    is_possible: bool = True,
    groups: int | None = None,
) -> TournamentPlan:
    rules = build_rules(game, kind, rounds, groups)
    return TournamentPlan(kind, rounds, rounds * length, rules, is_possible)


def build_rules(game: Game, kind: PlanKind, rounds: int, groups: int | None = None) -> JSON:
    """Return the rules of a tournament of this kind; what they leave out has its defaults.

    `groups` is how many groups one of the kind `groups` has.
    """
    if kind == "series":
        return {
            "promoted": 0,
            "relegated": 0,
            "ranking": ["points", *game.series_ties, "lot"],
            "points": {"figure": game.series_points},
            "pairing": "score",
            "rounds": rounds,
        }
    own = [key for key in game.ranking if key not in ("lot", "head-to-head", "wins", "points")]
    if kind in ("swiss", "round-robin", "groups", "ladder", *BRACKETS):
        ranking = [*(PAIRED_RANKING if kind == "swiss" else ("points", "head-to-head", "wins")), *own, "lot"]
        points: JSON = {"win": WIN, "draw": DRAW, "loss": LOSS}
    else:
        ranking = [*TABLE_RANKING, *own, "lot"]
        points = {"win": WIN, "draw": DRAW, "loss": LOSS, "places": build_places(game)}
    rules: JSON = {"promoted": 0, "relegated": 0, "ranking": ranking, "points": points}
    if kind in BRACKETS:
        third_place = {"third_place": True} if kind == "knockout" else {}
        return rules | {"ranking": ["bracket", "wins", *own, "lot"], "pairing": kind, **third_place}
    if kind == "ladder":
        return rules | {"ranking": ["ladder", "wins", *own, "lot"], "pairing": kind}
    if kind == "groups":
        final = {"pairing": "knockout", "from_each": FROM_EACH_GROUP, "third_place": True}
        return rules | {"groups": groups, "final": final}
    system = {"swiss": "club", "standings": "club", "even": "tables"}.get(kind)
    return rules | ({"pairing": system, "rounds": rounds} if system else {})


def build_places(game: Game) -> JSON:
    """Return points for each place at tables of each size, with as many for the first everywhere, and 0 for the last.

    They are whole numbers in equal steps, and the smallest with which that is possible at tables of the usual size,
    one smaller and one larger.
    """
    usual = [
        size
        for size in (game.table_size - 1, game.table_size, game.table_size + 1)
        if max(2, game.min_seats) <= size <= game.max_seats
    ]
    first = lcm(*(size - 1 for size in usual))
    sizes = range(max(2, game.min_seats), game.max_seats + 1)
    return {str(size): [first * (size - 1 - place) // (size - 1) for place in range(size)] for size in sizes}
