"""The form that puts a draft's players into divisions: what somebody typed or had filled in, and what it comes to.

It can be filled anew as often as somebody likes, and saves nothing until they say so; what was typed comes back.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games import Invalid, Problem
from games.problems import _
from league.actions.draft import MAX_DIVISIONS, DivisionAssignment
from league.queries.pages.divisions import DivisionsPage, PlayerLine
from league.rules.field_types import build_division_name
from league.rules.seasons import divisions
from league.rules.seasons.rollover import PlannedDivision
from league.rules.settings import MIN_DIVISION_SIZE, Rules, find_setting_errors
from league.rules.validation import build_problem, filter_independent

OUT, NOWHERE = "", "0"  # in place of a division: does not play; plays, but is in none yet
MOST_IN_A_DIVISION = 1000
MOST_OPTIONS = 15_000  # on one page; where there are more, divisions are typed by their numbers
NUMBER = re.compile(r"[0-9]{1,6}")
WAYS = ("numbers", "average", "last", "list")


@dataclass(frozen=True)
class Placing:
    """What stands in a player's row."""

    player: PlayerLine
    division: str  # a level from 1, or one of the two words above
    number: str

    @property
    def level(self) -> int | None:
        return int(self.division) if NUMBER.fullmatch(self.division) and int(self.division) else None

    @property
    def plays(self) -> bool:
        return self.division != OUT

    @property
    def order(self) -> int | None:
        return int(self.number) if NUMBER.fullmatch(self.number) else None


@dataclass(frozen=True)
class Filled:
    """What stands in the form: `names` of the divisions from the top, one more of them than are needed. `seen` is the
    digest of what was saved when it was first shown."""

    page: DivisionsPage
    names: tuple[str, ...]
    placings: tuple[Placing, ...]  # in the order of the club's list
    size: str
    everybody: bool  # those who do not play are filled in as well
    seen: str
    cut_off: bool = False  # it came in without a single player

    @property
    def groups(self) -> dict[int, list[Placing]]:
        """By level, in order of their numbers: whoever has none comes last, in order of the list."""
        found: dict[int, list[Placing]] = defaultdict(list)
        for placing in self.placings:
            if placing.level:
                found[placing.level].append(placing)
        return {level: sorted(found[level], key=_by_number) for level in sorted(found)}

    def arranged(self) -> list[DivisionAssignment]:
        """What is to be saved. Raises Invalid, at the rows where it cannot be read or a division is missing."""
        if self.cut_off:
            sentence = _(
                "The form came in without its players, so nothing was saved. Please send it once more."
            )
            raise Invalid(build_problem("", "incomplete", sentence))
        wrong = [said for placing in self.placings for said in self._wrong(placing)]
        if wrong:
            raise Invalid(*wrong)
        return [
            DivisionAssignment(self.names[level - 1], tuple(placing.player.key for placing in group))
            for level, group in self.groups.items()
        ]

    def _wrong(self, placing: Placing) -> Iterable[Problem]:
        if placing.division == NOWHERE:
            sentence = _("Plays, but is in no division yet.")
            yield build_problem(f"division-{placing.player.key}", "not-placed", sentence)
        elif placing.plays and not 1 <= (placing.level or 0) <= len(self.names):
            sentence = _("There is no such division: they are numbered from 1 to {most}.")
            yield build_problem(
                f"division-{placing.player.key}", "no-division", sentence, most=len(self.names)
            )
        if placing.plays and placing.number and placing.order is None:
            sentence = _("A place is a number like 1, 2 or 3.")
            yield build_problem(f"number-{placing.player.key}", "no-number", sentence)

    def at(self, refused: Problem) -> Problem:
        """Something that `assign_divisions` refused, at the field where it was typed."""
        place, index, *inside = [*refused.path.split("."), ""]
        if place != "divisions" or not index:
            return Problem("", refused.code, refused.message)
        level, group = list(self.groups.items())[int(index)]
        if inside[:1] == ["players"] and len(inside) > 2:
            return Problem(f"division-{group[int(inside[1])].player.key}", refused.code, refused.message)
        return Problem(f"name-{level}", refused.code, refused.message)

    def unworkable(self) -> list[str]:
        """Why a season of these divisions could not be opened, while there are any."""
        sizes = [len(group) for group in self.groups.values()]
        if not sizes:
            return []
        wrong = [
            divisions.build_too_few_problem(f"divisions.{index}.entries", size, self.page.fewest)
            for index, size in enumerate(sizes)
            if MIN_DIVISION_SIZE <= size < self.page.fewest  # a smaller one is not even saved
        ]
        if self.page.moves:
            wrong += filter_independent(find_setting_errors(self.page.rules, sizes), wrong)
        levels = list(self.groups)
        return [self._told(said, levels) for said in wrong]

    def _told(self, said: Problem, levels: Sequence[int]) -> str:
        text = said.message.translate(gettext)
        if not said.path.startswith("divisions."):
            return text
        level = levels[int(said.path.split(".")[1])]
        name = self.names[level - 1] if level <= len(self.names) else str(level)
        return gettext("Division {name}: {text}").format(name=name, text=text)


def _by_number(placing: Placing) -> tuple[bool, int]:
    return placing.order is None, placing.order or 0


def looked_at_again(filled: Filled, page: DivisionsPage) -> Filled:
    """As it was typed, before what has been saved meanwhile."""
    return replace(filled, page=page, seen=page.digest)


def with_one_more(filled: Filled) -> Filled:
    """With room for one more division."""
    return replace(filled, names=_one_more(filled.names))


# --- what comes in


def kept(page: DivisionsPage) -> Filled:
    """As it has been saved. Of an empty draft those play who played last, or everybody."""

    def placing(player: PlayerLine) -> Placing:
        if player.key in page.placed:
            level, number = page.placed[player.key]
            return Placing(player, str(level), str(number))
        waits = not page.placed and (page.last is None or player.key in page.last.players)
        return Placing(player, NOWHERE if waits else OUT, "")

    placings = tuple(placing(player) for player in page.players)
    size = str(page.rules.division_size)
    return Filled(page, _one_more(page.names), placings, size, everybody=False, seen=page.digest)


def received(page: DivisionsPage, sent: Mapping[str, str]) -> Filled:
    """What was sent in, from a browser or anything else. Whoever it says nothing of keeps the place they have."""

    def placing(player: PlayerLine) -> Placing:
        level, number = page.placed.get(player.key, (OUT, ""))
        division = sent.get(f"division-{player.key}", str(level))
        return Placing(player, division.strip(), sent.get(f"number-{player.key}", str(number)).strip())

    names: list[str] = []
    while f"name-{len(names) + 1}" in sent and len(names) <= MAX_DIVISIONS:
        names.append(sent[f"name-{len(names) + 1}"].strip())
    filled = Filled(
        page,
        (*names, *page.names[len(names) :]),
        tuple(placing(player) for player in page.players),
        sent.get("size", str(page.rules.division_size)).strip(),
        everybody="everybody" in sent,
        seen=sent.get("seen", ""),
        cut_off=not any(f"division-{player.key}" in sent for player in page.players),
    )
    needed = not filled.names or len(filled.names) in filled.groups  # the last one has been used
    return with_one_more(filled) if needed else filled


def _one_more(names: Sequence[str]) -> tuple[str, ...]:
    """With the name of a division that can still be added."""
    return (*names, build_division_name(len(names) + 1)) if len(names) < MAX_DIVISIONS else tuple(names)


# --- filling it anew


def fill(filled: Filled, way: str) -> Filled:
    """The form with everybody who plays put into a division. Raises Invalid, at `everybody`, at `size` or for the
    rules' reasons."""
    playing = [placing for placing in filled.placings if placing.plays or filled.everybody]
    if not playing:
        sentence = _("Everybody pauses. Tick this to put them in, or let some play below.")
        raise Invalid(build_problem("everybody", "nobody-plays", sentence))
    players = [placing.player.key for placing in playing]
    divisions = (
        _as_last_season(filled, players) if way == "last" else _by(way, filled, playing, _rules(filled))
    )
    where = {player: division.level for division in divisions for player in division.players}
    numbers = {
        player: number
        for number, player in enumerate((one for division in divisions for one in division.players), 1)
    }
    used = [name for name, _division in zip(filled.names, divisions, strict=False)]
    names = [division.name for division in divisions] if way == "last" else used
    names += [build_division_name(level) for level in range(len(names) + 1, len(divisions) + 1)]
    return replace(
        filled,
        names=_one_more(names),
        placings=tuple(
            Placing(one.player, str(where.get(one.player.key, OUT)), str(numbers.get(one.player.key, "")))
            for one in filled.placings
        ),
        everybody=False,
    )


def _by(way: str, filled: Filled, playing: Sequence[Placing], rules: Rules) -> list[PlannedDivision]:
    players = [placing.player.key for placing in playing]
    if way == "numbers":
        players = divisions.sort_by_number(
            players, {one.player.key: one.order for one in playing if one.order is not None}
        )
    elif way == "average":
        averages = {one.player.key: one.player.exact for one in playing if one.player.exact is not None}
        players = divisions.sort_by_average(players, averages)
    return divisions.divide_in_order(
        players, divisions.compute_division_sizes(len(players), rules, filled.page.fewest)
    )


def _as_last_season(filled: Filled, players: Sequence[str]) -> list[PlannedDivision]:
    if filled.page.last is None:
        raise Invalid(build_problem("", "no-season", _("No season has been played before this one.")))
    tables, rules = filled.page.last.tables()
    found = divisions.divide_by_last_season(tables, rules, players, filled.page.fewest)
    return [replace(division, level=level) for level, division in enumerate(found, 1)]


def _rules(filled: Filled) -> Rules:
    """The competition's, with the size that was typed."""
    fewest = filled.page.fewest
    if not NUMBER.fullmatch(filled.size) or not fewest <= int(filled.size) <= MOST_IN_A_DIVISION:
        raise Invalid(
            build_problem(
                "size",
                "division-size",
                _("From {least} to {most} players to a division."),
                least=fewest,
                most=MOST_IN_A_DIVISION,
            )
        )
    return filled.page.rules.model_copy(update={"division_size": int(filled.size)})


# --- as it is shown


@dataclass(frozen=True)
class Option:
    value: str
    text: str


@dataclass(frozen=True)
class Row:
    key: str
    name: str
    average: str
    division: str
    number: str
    division_problems: tuple[str, ...]
    number_problems: tuple[str, ...]


@dataclass(frozen=True)
class NameField:
    level: int
    name: str
    players: int
    problems: tuple[str, ...]


@dataclass(frozen=True)
class Said:
    """A problem, and the field where it is put right, if there is one."""

    text: str
    field: str
    what: str  # whose field it is


@dataclass(frozen=True)
class DivisionsForm:
    """All that the page shows of the form."""

    names: tuple[NameField, ...]
    rows: tuple[Row, ...]  # by division and number; then who has none yet; then who does not play
    options: tuple[Option, ...]  # empty where divisions are typed by their numbers
    size: str
    everybody: bool
    seen: str
    size_problems: tuple[str, ...]
    everybody_problems: tuple[str, ...]
    problems: tuple[Said, ...]
    warnings: tuple[str, ...]  # why the season could not be opened
    has_averages: bool
    playing: int


def form(filled: Filled, problems: Iterable[Problem] = ()) -> DivisionsForm:
    """The form as it is shown, with what it was refused for."""
    by_field: dict[str, list[str]] = defaultdict(list)
    for one in problems:
        by_field[one.path].append(one.message.translate(gettext))
    groups = filled.groups
    names = tuple(
        NameField(level, name, len(groups.get(level, ())), tuple(by_field.get(f"name-{level}", ())))
        for level, name in enumerate(filled.names, 1)
    )
    rows = tuple(_row(placing, by_field) for placing in sorted(filled.placings, key=_shown))
    many = len(rows) * (len(names) + 2) > MOST_OPTIONS
    return DivisionsForm(
        names=names,
        rows=rows,
        options=() if many else _options(filled.names),
        size=filled.size,
        everybody=filled.everybody,
        seen=filled.seen,
        size_problems=tuple(by_field.get("size", ())),
        everybody_problems=tuple(by_field.get("everybody", ())),
        problems=tuple(_said(filled, by_field)),
        warnings=tuple(filled.unworkable()),
        has_averages=any(row.average for row in rows),
        playing=sum(placing.plays for placing in filled.placings),
    )


def _shown(placing: Placing) -> tuple[int, int, bool, int]:
    part = 0 if placing.level else 1 if placing.plays else 2
    return part, placing.level or 0, *_by_number(placing)


def _row(placing: Placing, by_field: Mapping[str, list[str]]) -> Row:
    player = placing.player
    return Row(
        key=player.key,
        name=player.name,
        average=player.average or "",
        division=placing.division,
        number=placing.number,
        division_problems=tuple(by_field.get(f"division-{player.key}", ())),
        number_problems=tuple(by_field.get(f"number-{player.key}", ())),
    )


def _options(names: Sequence[str]) -> tuple[Option, ...]:
    return (
        Option(OUT, gettext("pauses")),
        Option(NOWHERE, gettext("waits")),
        *(Option(str(level), name or build_division_name(level)) for level, name in enumerate(names, 1)),
    )


def _said(filled: Filled, by_field: Mapping[str, list[str]]) -> Iterable[Said]:
    """In the order in which they were found."""
    whose = {"size": gettext("Players to a division"), "everybody": gettext("Put in those who pause, too")}
    for level, name in enumerate(filled.names, 1):
        whose[f"name-{level}"] = gettext("Division {name}").format(name=name or build_division_name(level))
    for placing in filled.placings:
        for kind in ("division", "number"):
            whose[f"{kind}-{placing.player.key}"] = placing.player.name
    for field, texts in by_field.items():
        for text in texts:
            yield Said(text, field if field in whose else "", whose.get(field, ""))
