"""Promotion, relegation and the divisions of the next season (docs/reference/promotion.md, Next season).

`plan_rollover` returns all of it: each player's movement, and the divisions of the next season. When a season
is closed `break_boundary_ties` comes first: it draws lots where a tie would decide who moves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby
from typing import Literal

from games import Text
from games.problems import _
from league.rules.names import build_division_name
from league.rules.seasons.promotion import FinalEntry, FinalTable, explain_movement, find_promotions
from league.rules.settings import MIN_DIVISION_SIZE, Rules
from league.rules.standings import ranking
from league.rules.standings.ranking import RankedEntry

__all__ = [
    "DivisionStandings",
    "FinalEntry",
    "FinalTable",
    "Move",
    "Movement",
    "PlannedDivision",
    "PlayerMovement",
    "Reason",
    "RolloverPlan",
    "break_boundary_ties",
    "find_final_movements",
    "plan_rollover",
]

Movement = Literal["promoted", "relegated", "stays"]
Reason = Literal["promoted", "relegated", "vacancy", "newcomer", "split", "joined"]


@dataclass(frozen=True)
class PlannedDivision:
    """A division of the next season: player ids in seed order."""

    level: int
    name: str
    players: tuple[str, ...]


@dataclass(frozen=True)
class Move:
    """A player's step into another division; `came_from` is None for a newcomer."""

    player: str
    came_from: int | None
    to: int
    reason: Reason


@dataclass(frozen=True)
class PlayerMovement:
    """A player's movement at the end of the season, with its reasons in sentences.

    `came_from` and `movement` are None for a newcomer, `to` for a player who has left.
    """

    player: str
    came_from: int | None
    movement: Movement | None
    to: int | None
    reason: Reason | None  # None for those who are where they were, or have left
    movement_reasons: tuple[Text, ...]  # why the movement
    resize_reasons: tuple[Text, ...] = ()  # where the division is then split or joined

    @property
    def because(self) -> tuple[Text, ...]:
        return self.movement_reasons + self.resize_reasons


@dataclass(frozen=True)
class RolloverPlan:
    """The movements of all players, and the divisions of the next season.

    `player_movements` are in order of the old season's tables, newcomers last; `divisions` are from the top.
    """

    player_movements: tuple[PlayerMovement, ...]
    divisions: tuple[PlannedDivision, ...]

    @property
    def movements(self) -> dict[str, Movement]:
        """Return the movements by player id; newcomers have none."""
        return {
            player_movement.player: player_movement.movement
            for player_movement in self.player_movements
            if player_movement.movement
        }

    @property
    def moves(self) -> list[Move]:
        """Return the moves in order of the divisions that they lead to, and of the seeds there."""
        # Newcomers come last here: a player who has left and is also a newcomer counts as a newcomer.
        by_player = {movement.player: movement for movement in self.player_movements}
        return [
            Move(player, by_player[player].came_from, division.level, reason)
            for division in self.divisions
            for player in division.players
            if (reason := by_player[player].reason)
        ]


def plan_rollover(
    tables: Sequence[FinalTable],
    rules: Rules,
    newcomers: Iterable[str] = (),
    *,
    least: int = MIN_DIVISION_SIZE,
) -> RolloverPlan:
    """Return each player's movement and the divisions of the next season.

    `tables` are those of the season's end, from the top; settings that cannot work must have been refused
    before (`rule_checks.find_setting_errors`). `least` is how many players a division needs to fill a table; it
    does not affect any player's movement.
    """
    if not tables:
        return RolloverPlan((), ())
    return _RolloverPlanner(tables, rules, list(newcomers), least).build_plan()


class _RolloverPlanner:
    """A planner that works on tables by their index from the top, as levels may have gaps."""

    def __init__(self, tables: Sequence[FinalTable], rules: Rules, newcomers: list[str], least: int) -> None:
        self.tables, self.rules, self.newcomers, self.least = tables, rules, newcomers, least
        self.target_table: dict[str, int] = {}  # by player, the table that they go to or stay in
        self.sizes = [0] * len(tables)  # by table, how many will play there
        self.promotions = find_promotions(tables, rules)
        self.later_reasons: dict[str, list[Text]] = {}  # by player, beside their rank
        self.vacancy_fillers: set[str] = set()  # players promoted into a vacancy

    def find_movements(self) -> dict[str, Movement]:
        """Return the movements by player id, without their reasons, which take most of the time."""
        self._move_players()
        return {
            place.player: self._find_movement(place.player, index)
            for index, table in enumerate(self.tables)
            for place in table.places
        }

    def build_plan(self) -> RolloverPlan:
        self._move_players()
        divisions = [
            PlannedDivision(table.level, table.name, self._order_players(index))
            for index, table in enumerate(self.tables)
        ]
        divided, parted = _split_lowest(divisions, self.rules, self.least)
        joined, merged = _join_small(divided, self.least)
        return RolloverPlan(tuple(self._build_player_movements(joined, parted | merged)), tuple(joined))

    def _move_players(self) -> None:
        self._apply_promotions()
        self.sizes[-1] += len(self.newcomers)
        for index in range(len(self.tables) - 1):
            self._fill_vacancies(index)

    # --- by rank

    def _apply_promotions(self) -> None:
        for index, (table, promotion_places) in enumerate(zip(self.tables, self.promotions, strict=True)):
            steps = dict.fromkeys(promotion_places.promoted, -1) | dict.fromkeys(
                promotion_places.relegated, 1
            )
            for number, place in enumerate(table.places):
                self.target_table[place.player] = index + steps.get(number, 0)
                if not place.left:
                    self.sizes[self.target_table[place.player]] += 1

    def _list_reasons(self, index: int, number: int) -> tuple[Text, ...]:
        """Return why the entry of that number in a table moves or stays."""
        table, lowest = self.tables[index], len(self.tables) - 1
        place = table.places[number]
        by_rank = explain_movement(
            table, number, self.promotions[index], self.rules, above=index > 0, below=index < lowest
        )
        left = [Text(_("Withdrawn: no place in the next season."))] if place.left else []
        return (by_rank, *left, *self.later_reasons.get(place.player, ()))

    # --- vacancies

    def _fill_vacancies(self, index: int) -> None:
        """Fill vacancies until the division is as large as last season, or no player is left to move.

        See docs/reference/promotion.md, Vacancies.
        """
        ways: list[Callable[[int], bool]] = [self._keep_relegated, self._promote_next]
        if self.rules.vacancies == "promote-more":
            ways.reverse()
        while self.sizes[index] < len(self.tables[index].places):
            if not any(way(index) for way in [*ways, self._promote_anybody]):
                return

    def _keep_relegated(self, index: int) -> bool:
        """Keep the best-ranked of those who were to be relegated from the division."""
        best = next(
            (place for place in self._remaining_entries(index) if self.target_table[place.player] > index),
            None,
        )
        sentence = _("Stays up: fills a vacancy in division {division}.")
        return best is not None and self._reassign(best, index, sentence)

    def _promote_next(self, index: int) -> bool:
        """Promote the best-ranked below who has played enough and was not promoted."""
        return self._promote_best(index, self.rules.min_played)

    def _promote_anybody(self, index: int) -> bool:
        return self._promote_best(index, 0)

    def _promote_best(self, index: int, min_played: int) -> bool:
        best = next(
            (
                place
                for place in self._remaining_entries(index + 1)
                if self.target_table[place.player] > index and place.played >= min_played
            ),
            None,
        )
        if best is None:
            return False
        self.vacancy_fillers.add(best.player)
        return self._reassign(best, index, _("Goes up: fills a vacancy in division {division}."))

    def _remaining_entries(self, index: int) -> Iterator[FinalEntry]:
        """Return the entries of the division that have not left, best first."""
        return (place for place in self.tables[index].places if not place.left)

    def _reassign(self, place: FinalEntry, index: int, sentence: str) -> bool:
        self.sizes[self.target_table[place.player]] -= 1
        self.sizes[index] += 1
        self.target_table[place.player] = index
        reason = Text(sentence, {"division": self.tables[index].name})
        self.later_reasons.setdefault(place.player, []).append(reason)
        return True

    # --- the next season

    def _order_players(self, index: int) -> tuple[str, ...]:
        """Return a division's players in seed order.

        First come those relegated into it, then those who stay, then those promoted into it, each by last
        season's rank; then newcomers.
        """
        around = range(max(0, index - 1), min(len(self.tables), index + 2))
        players = [
            place.player
            for other in around
            for place in self._remaining_entries(other)
            if self.target_table[place.player] == index
        ]
        lowest = index == len(self.tables) - 1
        return (*players, *(self.newcomers if lowest else ()))

    def _build_player_movements(
        self, divisions: Sequence[PlannedDivision], resized: "_ResizeReasons"
    ) -> Iterator[PlayerMovement]:
        levels = {player: division.level for division in divisions for player in division.players}
        for index, table in enumerate(self.tables):
            for number, place in enumerate(table.places):
                player, moved = place.player, self._list_reasons(index, number)
                movement = self._find_movement(player, index)
                if place.left:
                    yield PlayerMovement(player, table.level, movement, None, None, moved)
                    continue
                to = levels[player]
                reason, texts = resized.get(player, (self._find_reason(player, movement), ()))
                changed = reason if to != table.level else None
                yield PlayerMovement(player, table.level, movement, to, changed, moved, texts)
        for player in self.newcomers:
            _reason, texts = resized.get(player, (None, ()))
            joins = Text(_("New: starts in the lowest division."))
            yield PlayerMovement(player, None, None, levels[player], "newcomer", (joins,), texts)

    def _find_movement(self, player: str, index: int) -> Movement:
        if self.target_table[player] == index:
            return "stays"
        return "promoted" if self.target_table[player] < index else "relegated"

    def _find_reason(self, player: str, movement: Movement) -> Reason | None:
        if player in self.vacancy_fillers:
            return "vacancy"
        return None if movement == "stays" else movement


# --- divisions that have become too large or too small


_ResizeReasons = dict[str, tuple[Reason | None, tuple[Text, ...]]]  # by player: whom it moves, and why


def _split_lowest(
    divisions: list[PlannedDivision], rules: Rules, least: int
) -> tuple[list[PlannedDivision], _ResizeReasons]:
    """Split the lowest division in two where it has become too large and both parts would be large enough.

    See docs/reference/promotion.md, Splits.
    """
    *others, last = divisions
    size = len(last.players)
    upper = size - size // 2  # the larger, so that it has a table where the lower part has a table
    needed = rules.promoted + rules.relegated if others else rules.promoted
    if size <= rules.division_size + 1 or upper < needed or size - upper < max(rules.promoted + 1, least):
        return divisions, {}
    taken = {division.name for division in divisions}
    level = last.level + 1
    name = next(name for name in map(build_division_name, count(level)) if name not in taken)
    lower = PlannedDivision(level, name, last.players[upper:])
    text = Text(
        _("Division {division} has become too large: its lower half becomes division {new}."),
        {"division": last.name, "new": name},
    )
    return (
        [*others, replace(last, players=last.players[:upper]), lower],
        dict.fromkeys(lower.players, ("split", (text,))),
    )


def _join_small(divisions: list[PlannedDivision], least: int) -> tuple[list[PlannedDivision], _ResizeReasons]:
    """Join each division of fewer than `least` players to the division above, which may then be joined in turn.

    See docs/reference/promotion.md, Joined divisions.
    """
    joined = list(divisions)
    resized: _ResizeReasons = {}
    for index in range(len(divisions) - 1, 0, -1):
        small, above = joined[index], joined[index - 1]
        if len(small.players) >= least:
            continue
        text = Text(
            _("Division {division} has become too small: it becomes part of division {above}."),
            {"division": small.name, "above": above.name},
        )
        for player in small.players:
            _reason, before = resized.get(player, (None, ()))
            resized[player] = ("joined", (*before, text))
        joined[index - 1 : index + 1] = [replace(above, players=above.players + small.players)]
    return joined, resized


# --- ties at a boundary


@dataclass(frozen=True)
class DivisionStandings:
    """A division's ranked rows, and the players who have left it."""

    level: int
    name: str
    ranked: tuple[RankedEntry, ...]
    left: frozenset[str] = frozenset()
    stage: int = 1

    @property
    def table(self) -> FinalTable:
        return FinalTable(
            self.level,
            self.name,
            tuple(
                FinalEntry(entry.row.player, entry.rank, entry.row.played, entry.row.player in self.left)
                for entry in self.ranked
            ),
        )


def break_boundary_ties(
    standings: Sequence[DivisionStandings], rules: Rules, draw_seed: int
) -> tuple[DivisionStandings, ...]:
    """Return the final standings, with ties at a boundary broken by lot.

    A group that is still tied, and whose members would move differently, is ordered by lot as a whole
    (docs/reference/promotion.md, Lots at a boundary).
    """
    return _settle(standings, rules, draw_seed)[0]


def find_final_movements(
    standings: Sequence[DivisionStandings], rules: Rules, draw_seed: int
) -> dict[str, Movement]:
    """Return the movements by player id, with ties at a boundary broken as in `break_boundary_ties`."""
    return _settle(standings, rules, draw_seed)[1]


def _settle(
    standings: Sequence[DivisionStandings], rules: Rules, draw_seed: int
) -> tuple[tuple[DivisionStandings, ...], dict[str, Movement]]:
    settled = tuple(standings)
    while True:
        movements = _find_movements([division.table for division in settled], rules)
        drawn = tuple(_draw_lots(division, movements, draw_seed) for division in settled)
        if drawn == settled:
            return settled, movements
        settled = drawn  # the new order may change who moves elsewhere, such as where a player has left


def _find_movements(tables: Sequence[FinalTable], rules: Rules) -> dict[str, Movement]:
    """Return the movements by player id that `plan_rollover` gives, without newcomers and reasons."""
    return _RolloverPlanner(tables, rules, [], MIN_DIVISION_SIZE).find_movements() if tables else {}


def _draw_lots(
    standings: DivisionStandings, movements: dict[str, Movement], draw_seed: int
) -> DivisionStandings:
    if len({entry.rank for entry in standings.ranked}) == len(standings.ranked):
        return standings  # nobody is tied
    ranked: list[RankedEntry] = []
    for _rank, tied in groupby(standings.ranked, key=lambda entry: entry.rank):
        group = list(tied)
        if len(group) > 1 and len({movements[entry.row.player] for entry in group}) > 1:
            group = ranking.order_by_lot(group, draw_seed)
        ranked += group
    return replace(standings, ranked=tuple(ranked))
