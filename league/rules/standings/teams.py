"""The ranking of a tournament's teams: the sums of their best players (docs/reference/ranking.md, Teams)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from league.rules.snapshot import Settings

ADDED_UP = {"points": "points", "score": "score", "wins": "won"}  # ranking keys, and what a row calls them


class Totals(Protocol):
    """A row of the standings, stored or computed."""

    @property
    def points(self) -> int: ...
    @property
    def score(self) -> int: ...
    @property
    def won(self) -> int: ...
    @property
    def figures(self) -> Mapping[str, int]: ...


@dataclass(frozen=True)
class TeamMember:
    """A player of a team; `values` are by the keys of `list_team_keys`."""

    player: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class TeamRow:
    """A team with its rank; `values` are the sums over those who count. `missing` are players it has too few."""

    team: str
    rank: int
    values: tuple[int, ...]
    counted: tuple[TeamMember, ...]
    others: tuple[TeamMember, ...]
    missing: int


def list_team_keys(settings: Settings) -> tuple[str, ...]:
    """Return the ranking keys that can be added up over players, in their order; the score where there are none."""
    own = {figure.key for figure in settings.ranked_figures if figure.add == "sum"}
    keys = tuple(key for key in settings.rules.ranking if key in ADDED_UP or key in own)
    return keys or ("score",)


def rank_teams(members: Iterable[tuple[str, str, Any]], settings: Settings) -> list[TeamRow]:
    """Return the teams, best first, those that nothing separates in order of their names.

    `members` are the team, the id and the row of the standings of each player; who has no team is left out.
    """
    keys, counted = list_team_keys(settings), settings.rules.team_counts
    measure = build_measure(keys, settings)
    teams: dict[str, list[TeamMember]] = {}
    for team, player, row in members:
        if team:
            teams.setdefault(team, []).append(TeamMember(player, list_values(row, keys)))

    rows = []
    for team, of_team in sorted(teams.items()):
        best_first = sorted(of_team, key=lambda member: member.player)
        best_first.sort(key=lambda member: measure(member.values), reverse=True)
        most = counted or len(best_first)
        best = tuple(best_first[:most])
        values = tuple(map(sum, zip(*(member.values for member in best), strict=True)))
        rows.append(TeamRow(team, 0, values, best, tuple(best_first[most:]), most - len(best)))
    rows.sort(key=lambda row: measure(row.values), reverse=True)
    order = [measure(row.values) for row in rows]
    return [
        TeamRow(row.team, order.index(own) + 1, row.values, row.counted, row.others, row.missing)
        for row, own in zip(rows, order, strict=True)
    ]


def list_values(row: Totals, keys: Sequence[str]) -> tuple[int, ...]:
    """Return what a row of the standings has of each key; 0 of a figure that no sheet gave."""
    return tuple(getattr(row, ADDED_UP[key]) if key in ADDED_UP else row.figures.get(key, 0) for key in keys)


def build_measure(keys: Sequence[str], settings: Settings) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return the function that makes of values by these keys numbers of which more is always better."""
    signs = [-1 if key in settings.fewest_figures else 1 for key in keys]

    def measure(values: Sequence[int]) -> tuple[int, ...]:
        return tuple(sign * value for sign, value in zip(signs, values, strict=True))

    return measure


def rank_by_values(
    values: Mapping[str, Sequence[int]], keys: Sequence[str], settings: Settings
) -> dict[str, int]:
    """Return the rank of each player by their values, shared by players whom no key separates."""
    measure = build_measure(keys, settings)
    order = sorted(map(measure, values.values()), reverse=True)
    return {player: order.index(measure(own)) + 1 for player, own in values.items()}
