"""A competition's rules, and whether a season can be run by them (contract.md)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from games import Game, Problem, Strict, Text, validated
from games.problems import _

RankingKey = Literal[
    "average", "score", "wins", "points", "zeros", "win_rate", "played", "seed", "head-to-head", "lot"
]
DEFAULT_RANKING: list[RankingKey] = ["average", "head-to-head", "wins", "lot"]
Count = Annotated[int, Field(ge=0, le=1000)]
Points = Annotated[int, Field(ge=-1000, le=1000)]


class PointsTable(Strict):
    """What a match is worth in the `points` key."""

    win: Points = 2
    draw: Points = 1
    loss: Points = 0


class Rules(Strict):
    """The fields in the order of a club file; the defaults are contract.md's, or the game's."""

    division_size: Annotated[int, Field(ge=2, le=1000)] = 4
    promoted: Count = 2
    relegated: Count = 2
    meetings: Annotated[int, Field(ge=1, le=20)] = 1
    ranking: Annotated[list[RankingKey], Field(min_length=1)] = DEFAULT_RANKING
    points: PointsTable = PointsTable()
    min_played: Count = 0
    vacancies: Literal["relegate-fewer", "promote-more"] = "relegate-fewer"
    min_matches: Count = 4
    forfeit_score: Annotated[int, Field(ge=-10_000, le=10_000)] | None = None  # a deal


def parse(given: object, game: Game) -> Rules:
    """The rules as a club wrote them, in full. Raises games.Invalid with paths that start at `rules`."""
    if not isinstance(given, dict):
        return validated(Rules, given, "rules")
    by_game = {"ranking": list(game.ranking) or DEFAULT_RANKING, "forfeit_score": game.forfeit_score}
    rules = validated(Rules, {**by_game, **given}, "rules")
    return rules if "relegated" in given else rules.model_copy(update={"relegated": rules.promoted})


def unworkable(rules: Rules, sizes: Sequence[int]) -> Iterator[Problem]:
    """Why a league with divisions of these sizes, best first, cannot be run by these rules.

    Paths are relative: `rules.relegated`, or `divisions.N.entries`.
    """
    if rules.promoted != rules.relegated:
        yield Problem(
            "rules.relegated",
            "numbers-differ",
            Text(
                _("As many go down as go up: promoted is {promoted}, relegated is {relegated}."),
                {"promoted": rules.promoted, "relegated": rules.relegated},
            ),
        )
        return
    for index, size in enumerate(sizes):
        down = rules.relegated if index < len(sizes) - 1 else 0
        up = rules.promoted if index > 0 else 0
        if size < up + down:
            yield Problem(
                f"divisions.{index}.entries",
                "division-too-small",
                Text(
                    _("{up} go up and {down} go down from this division, which has only {size} entries."),
                    {"up": up, "down": down, "size": size},
                ),
            )
