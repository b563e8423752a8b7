"""Plans for a tournament: what can be played by so many players in so many hours.

See docs/reference/pairing.md, Plans for a tournament.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil, lcm, log2
from typing import Any, Literal

import games
from games import Game, Invalid
from league.rules.pairing.bracket import MAX_PLAYERS
from league.rules.pairing.knockout import build_bracket
from league.rules.pairing.movement import count_sides, has_movement, measure_movement
from league.rules.pairing.protocol import BracketOptions, TableCut, compute_default_cut
from league.rules.pairing.table_knockout import count_table_rounds
from league.rules.settings import BRACKETS, MAX_ROUNDS, MOVEMENT, BracketSystem
from league.rules.snapshot import JSON
from league.rules.standings.totals import COMPARISONS, MATCHPOINTS, PAIR_SIZE

PAIRED_RANKING = ("points", "buchholz_cut_1", "buchholz", "sonneborn_berger", "direct", "wins")
TABLE_RANKING = ("points", "wins")
WIN, DRAW, LOSS = 2, 1, 0

MAX_SERIES = 4  # of an evening or a day

FROM_EACH_GROUP, USUAL_GROUP_SIZE, MIN_GROUP_SIZE = 2, 4, 3

PlanKind = (
    Literal[
        "swiss",
        "round-robin",
        "groups",
        "series",
        "standings",
        "even",
        "ladder",
        "table-knockout",
        "same-cards",
        "same-cards-swiss",
    ]
    | BracketSystem
)
# How many deals a round may have where all tables play the same cards: at larger tables each seat then holds each
# position equally often.
DEALS_OF_SAME_CARDS = {2: (1, 2, 4), 3: (3, 6, 12)}


@dataclass(frozen=True)
class TournamentPlan:
    """A way to play a tournament; `is_possible` says whether the time is enough for it.

    A ladder has no rounds, and takes months: of it both are 0. Where all tables play the same cards, `options` say how
    many deals a round has, which take `packs`; `together` are the fewest and most rounds in which two players hold the
    same cards, and `sides` the fewest and most deals in which a player has those of the first position.
    """

    kind: PlanKind
    rounds: int
    minutes: int
    rules: JSON
    is_possible: bool = True
    options: JSON = field(default_factory=dict)
    packs: int = 0
    together: tuple[int, int] | None = None
    sides: tuple[int, int] | None = None

    @property
    def key(self) -> str:
        deals = self.options.get("deals")
        return f"{self.kind}-{self.rounds}" if deals is None else f"{self.kind}-{self.rounds}-{deals}"


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
    if game.table_size == PAIR_SIZE:
        proposed = list(_propose_for_two(game, players, affordable, length))
    else:
        proposed = list(_propose_for_more(game, parsed, players, affordable, length))
    return [*proposed, *_propose_same_cards(game, options, players, minutes, minutes_a_match)]


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


def _propose_for_more(
    game: Game, options: Any, players: int, affordable: int, length: int
) -> Iterator[TournamentPlan]:
    if game.series_points:
        yield _build_plan(game, "series", min(affordable, MAX_SERIES), length)
    yield _build_plan(game, "standings", affordable, length)
    yield _build_plan(game, "even", affordable, length)
    rounds = _count_table_rounds(game, options, players)
    if 1 < rounds <= affordable:
        yield _build_plan(game, "table-knockout", rounds, length)
    if affordable > 1:
        yield _build_plan(game, "even", affordable - 1, length)


def _propose_same_cards(
    game: Game, options: JSON, players: int, minutes: int, minutes_a_match: int | None
) -> Iterator[TournamentPlan]:
    """Yield how all tables can play the same cards, with the deals a round may have; the fewest take the least time."""
    duplicate = game.duplicate
    if duplicate is None or "deals" not in game.Options.model_fields or players < 2 * duplicate.seats:
        return
    usual = game.deals(games.parse_options(game, options))
    for deals in DEALS_OF_SAME_CARDS.get(duplicate.seats, ()):
        changed = games.parse_options(game, {**options, "deals": deals})
        if game.count_deals(changed, duplicate.seats) != deals:  # as many for each player, not for the table
            continue
        length = game.count_minutes(changed)
        if minutes_a_match and usual:
            length = max(1, minutes_a_match * deals // usual)
        packs = players // duplicate.seats * deals

        def build(kind: PlanKind, rounds: int, together: tuple[int, int] | None) -> TournamentPlan:
            return TournamentPlan(
                kind,
                rounds,
                rounds * length,  # noqa: B023  (called at once)
                build_rules(game, kind, rounds),
                is_possible=rounds * length <= minutes,  # noqa: B023
                options={"deals": deals},  # noqa: B023
                packs=packs,  # noqa: B023
                together=together,
                sides=count_sides(players, rounds, deals) if together else None,  # noqa: B023
            )

        everyone = players - 1 if players % 2 == 0 else players
        affordable = max(1, min(MAX_ROUNDS, minutes // length))
        if duplicate.seats == PAIR_SIZE and has_movement(players):
            yield build("same-cards", everyone, measure_movement(players, everyone))
        if affordable < everyone or duplicate.seats != PAIR_SIZE or not has_movement(players):
            yield build("same-cards-swiss", min(affordable, everyone), None)


def _count_table_rounds(game: Game, options: Any, players: int) -> int:
    """Return how many rounds a knockout at tables takes so many players; 0 where they can't be seated."""
    size = game.table_size
    cut = TableCut(compute_default_cut(size), size, game.min_seats, game.most_seats(options))
    try:
        return count_table_rounds(players, cut)
    except Invalid:
        return 0


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
    in_twos = game.table_size == PAIR_SIZE
    if kind in ("swiss", "round-robin", "groups", "ladder", *BRACKETS) or (
        in_twos and kind in ("same-cards", "same-cards-swiss")
    ):
        ranking = [*(PAIRED_RANKING if kind == "swiss" else ("points", "head-to-head", "wins")), *own, "lot"]
        points: JSON = {"win": WIN, "draw": DRAW, "loss": LOSS}
    else:
        ranking = [*TABLE_RANKING, *own, "lot"]
        points = {"win": WIN, "draw": DRAW, "loss": LOSS, "places": build_places(game)}
    rules: JSON = {"promoted": 0, "relegated": 0, "ranking": ranking, "points": points}
    if kind in BRACKETS:
        third_place = {"third_place": True} if kind == "knockout" else {}
        return rules | {"ranking": ["bracket", "wins", *own, "lot"], "pairing": kind, **third_place}
    if kind == "table-knockout":
        return rules | {"ranking": ["bracket", *ranking], "pairing": kind}
    if kind == "ladder":
        return rules | {"ranking": ["ladder", "wins", *own, "lot"], "pairing": kind}
    if kind == "groups":
        final = {"pairing": "knockout", "from_each": FROM_EACH_GROUP, "third_place": True}
        return rules | {"groups": groups, "final": final}
    if kind in ("same-cards", "same-cards-swiss"):
        systems = {"same-cards": MOVEMENT, "same-cards-swiss": "club" if in_twos else "tables"}
        own_keys = [key for key in own if key not in COMPARISONS]
        seats = game.duplicate.seats if game.duplicate else game.table_size
        return rules | {
            "ranking": [MATCHPOINTS, "points", "wins", *own_keys, "lot"],
            "pairing": systems[kind],
            "rounds": rounds,
            "same_cards": True,
            **({"table_size": seats} if seats != game.table_size else {}),
        }
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
