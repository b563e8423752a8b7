"""Assigning the players of a draft to divisions, in a form that can be filled automatically any number of times.

It saves only by its own button, and keeps everything that was typed.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext

from games import Invalid, Problem
from games.problems import _
from league.actions.draft import MAX_DIVISIONS, DivisionAssignment, assign_divisions
from league.actions.errors import ActionError
from league.forms import ProblemForm
from league.models import Player
from league.models.user import Viewer
from league.queries.draft import SavedDraft, load_draft
from league.queries.location import locate_season
from league.queries.opening import find_setting_problems
from league.queries.season_end import compute_season_end
from league.rules.names import build_division_name
from league.rules.records import FIELD_NAME
from league.rules.rule_checks import find_setting_errors
from league.rules.seasons import divisions as division_rules
from league.rules.seasons.rollover import PlannedDivision
from league.rules.settings import MIN_DIVISION_SIZE
from league.rules.validation import build_problem, filter_independent
from league.web.differences import Differences, Line, Lines, compare_lines, pack, unpack
from league.web.held import list_typed
from league.web.limits import limit_body
from league.web.manage.season import SeasonChangeView

PAUSES, WAITS = "", "0"  # in place of a division: does not play; plays, but is unassigned
MAX_PLAYERS = 4000  # with two fields each, the most that a form may have (DATA_UPLOAD_MAX_NUMBER_FIELDS)
MAX_DIVISION_SIZE = 1000
MAX_OPTIONS = 15_000  # on a page; with more, divisions are typed by their numbers
SCHEDULE = "?"  # the key of the line for an existing schedule; no player has this key
NUMBER = re.compile(r"[0-9]{1,6}")
WAYS = ("numbers", "average", "last", "list")


@dataclass
class Row:
    """The values typed for a player, and their problems."""

    player: Player
    average: Fraction | None
    division: str  # a level from 1, or PAUSES or WAITS
    number: str
    division_problems: list[str] = field(default_factory=list)
    number_problems: list[str] = field(default_factory=list)

    @property
    def level(self) -> int | None:
        return int(self.division) if NUMBER.fullmatch(self.division) and int(self.division) else None

    @property
    def plays(self) -> bool:
        return self.division != PAUSES

    @property
    def order(self) -> int | None:
        return int(self.number) if NUMBER.fullmatch(self.number) else None


class DivisionsForm(ProblemForm):
    """The values typed for each player, the names of the divisions from the top, and how to fill them in.

    There is always a name for an additional division, except where all players of a tournament are in one: then it only
    asks who plays. Players who were not sent keep their places. `seen` and `shown` are the digest and the lines of the
    draft when the form was first shown, to find what differs.
    """

    def __init__(self, sent: QueryDict | None, *, draft: SavedDraft, reader: Viewer) -> None:
        super().__init__(sent)
        self.draft, self.reader = draft, reader
        self.problems: dict[str, list[str]] = defaultdict(list)  # by field, in order of discovery
        sent = sent or QueryDict()
        self.size = sent.get("size", str(draft.rules.division_size)).strip()
        self.everybody = "everybody" in sent  # players who do not play are filled in as well
        self.seen, self.shown = sent.get("seen", ""), sent.get("shown", "")
        self.names: list[str] = []
        while f"name-{len(self.names) + 1}" in sent and len(self.names) <= MAX_DIVISIONS:
            self.names.append(sent.get(f"name-{len(self.names) + 1}", "").strip())
        self.names += draft.names[len(self.names) :]
        if not draft.is_league and not self.names:
            self.names = [FIELD_NAME]
        self.is_whole_field = not draft.is_league and self.names == [FIELD_NAME]
        self.is_cut_off = not any(f"division-{player.key}" in sent for player in draft.players)
        self.rows = list(self._read_rows(sent))
        is_last_used = not self.is_bound or not self.names or len(self.names) in self.groups
        if is_last_used and not self.is_whole_field:
            self.add_division()

    def _read_rows(self, sent: QueryDict) -> Iterator[Row]:
        """Yield a row for each player; in an empty draft the players of the last season play, or all players."""
        draft, places = self.draft, self.draft.places
        for player in draft.players:
            level, number = places.get(player.key, (PAUSES, ""))
            if not self.is_bound and not places and (draft.last is None or player.key in draft.last_players):
                level = WAITS if draft.is_league else PAUSES
            yield Row(
                player=player,
                average=draft.averages.get(player.pk),
                division=sent.get(f"division-{player.key}", str(level)).strip(),
                number=sent.get(f"number-{player.key}", str(number)).strip(),
            )

    def add_division(self) -> None:
        """Add a division, up to MAX_DIVISIONS."""
        self.is_whole_field = False
        if len(self.names) < MAX_DIVISIONS:
            self.names.append(build_division_name(len(self.names) + 1))

    @property
    def groups(self) -> dict[int, list[Row]]:
        """Return the rows by level, in order of their numbers; players without a number come last."""
        groups: dict[int, list[Row]] = defaultdict(list)
        for row in self.rows:
            if row.level:
                groups[row.level].append(row)
        return {level: sorted(groups[level], key=_sort_by_number) for level in sorted(groups)}

    # --- saving

    def build_assignments(self) -> list[DivisionAssignment]:
        """Return the assignments to save; raise ActionError with the rows that are invalid or lack a division."""
        if self.is_cut_off:
            sentence = _("Nothing was saved, because the list of players didn't arrive. Please save again.")
            raise ActionError(build_problem("", "incomplete", sentence))
        if wrong := [problem for row in self.rows for problem in self._check_row(row)]:
            raise ActionError(*wrong)
        return [
            DivisionAssignment(
                self.names[level - 1],
                tuple(row.player.key for row in rows),
                tuple(row.order for row in rows),
            )
            for level, rows in self.groups.items()
        ]

    def _check_row(self, row: Row) -> Iterator[Problem]:
        place = f"division-{row.player.key}"
        if row.division == WAITS:
            sentence = (
                _("Choose a division for this player.")
                if self.draft.is_league
                else _("Choose a group for this player.")
            )
            yield build_problem(place, "not-placed", sentence)
        elif row.plays and not 1 <= (row.level or 0) <= len(self.names):
            sentence = (
                _("Enter a division from 1 to {most}.")
                if self.draft.is_league
                else _("Enter a group from 1 to {most}.")
            )
            yield build_problem(place, "no-division", sentence, most=len(self.names))
        if row.plays and row.number and row.order is None:
            sentence = _("Enter a seed such as 1, 2 or 3.")
            yield build_problem(f"number-{row.player.key}", "no-number", sentence)

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show problems at their fields; set `is_outdated` if the draft has changed meanwhile."""
        problems = list(problems)
        self.is_outdated |= any(problem.code == "changed-meanwhile" for problem in problems)
        rows = {row.player.key: row for row in self.rows}
        for problem in problems:
            text = problem.message.translate(gettext)
            self.add_error(None, text)
            place = self._find_field(problem.path)
            self.problems[place].append(text)
            kind, _dash, key = place.partition("-")
            if key in rows and kind == "division":
                rows[key].division_problems.append(text)
            elif key in rows and kind == "number":
                rows[key].number_problems.append(text)

    def _find_field(self, path: str) -> str:
        """Return the form field for a path of `assign_divisions`, such as `divisions.0.players.2`."""
        place, index, *inside = [*path.split("."), ""]
        if place != "divisions" or not index:
            return path
        level, rows = list(self.groups.items())[int(index)]
        if inside[:1] in (["players"], ["seeds"]) and len(inside) > 2:
            kind = "division" if inside[0] == "players" else "number"
            return f"{kind}-{rows[int(inside[1])].player.key}"
        return f"name-{level}"

    # --- filling it automatically

    def fill(self, way: str) -> None:
        """Assign all players who play to divisions, or show problems at the fields that have to be changed."""
        playing = [row for row in self.rows if row.plays or self.everybody]
        try:
            if not playing:
                sentence = _("No player is playing. Tick this to include them all, or choose players below.")
                raise Invalid(build_problem("everybody", "nobody-plays", sentence))
            planned = self._divide_as_last(playing) if way == "last" else self._divide_by(way, playing)
        except Invalid as invalid:
            self.add_problems(invalid.problems)
            return
        names = [division.name for division in planned] if way == "last" else self.names[: len(planned)]
        self.names = names + [build_division_name(level) for level in range(len(names) + 1, len(planned) + 1)]
        if not self.is_whole_field:
            self.add_division()
        levels = {player: level for level, division in enumerate(planned, 1) for player in division.players}
        numbers = {player: number for number, player in enumerate(levels, 1)}
        for row in self.rows:
            row.division = str(levels.get(row.player.key, PAUSES))
            row.number = str(numbers.get(row.player.key, ""))
        self.everybody = False

    def _divide_by(self, way: str, playing: Sequence[Row]) -> list[PlannedDivision]:
        players = [row.player.key for row in playing]
        if way == "numbers":
            orders = {row.player.key: row.order for row in playing if row.order is not None}
            players = division_rules.sort_by_number(players, orders)
        elif way == "average":
            averages = {row.player.key: row.average for row in playing if row.average is not None}
            players = division_rules.sort_by_average(players, averages)
        if self.is_whole_field:
            return division_rules.divide_in_order(players, [len(players)])
        least = self.draft.min_size
        if not NUMBER.fullmatch(self.size) or not least <= int(self.size) <= MAX_DIVISION_SIZE:
            sentence = (
                _("Enter {least} to {most} players per division.")
                if self.draft.is_league
                else _("Enter {least} to {most} players per group.")
            )
            raise Invalid(
                build_problem("size", "division-size", sentence, least=least, most=MAX_DIVISION_SIZE)
            )
        rules = self.draft.rules.model_copy(update={"division_size": int(self.size)})
        sizes = division_rules.compute_division_sizes(len(players), rules, least)
        return division_rules.divide_in_order(players, sizes)

    def _divide_as_last(self, playing: Sequence[Row]) -> list[PlannedDivision]:
        if self.draft.last is None:
            sentence = _("There is no earlier season to go by.")
            raise Invalid(build_problem("", "no-season", sentence))
        last = compute_season_end(self.draft.last)
        tables, players = [division.table for division in last.standings], [row.player.key for row in playing]
        return division_rules.divide_by_last_season(tables, last.settings.rules, players, self.draft.min_size)

    # --- for the template

    def list_names(self) -> list[tuple[int, str, int, list[str]]]:
        """Return each division's level, name and number of players, and the problems of its name."""
        groups = self.groups
        return [
            (level, name, len(groups.get(level, ())), self.problems.get(f"name-{level}", []))
            for level, name in enumerate(self.names, 1)
        ]

    def list_rows(self) -> list[Row]:
        """Return the rows by division and number; then unassigned players; then players who do not play."""

        def sort_key(row: Row) -> tuple[int, int, bool, int]:
            part = 0 if row.level else 1 if row.plays else 2
            return part, row.level or 0, *_sort_by_number(row)

        return sorted(self.rows, key=sort_key)

    def list_options(self) -> list[tuple[str, str]]:
        """Return the choices of each row; empty if divisions are typed by their numbers."""
        if self.is_whole_field:
            return [(PAUSES, gettext("Not playing")), ("1", gettext("Playing"))]
        if len(self.rows) * (len(self.names) + 2) > MAX_OPTIONS:
            return []
        divisions = [
            (str(level), name or build_division_name(level)) for level, name in enumerate(self.names, 1)
        ]
        return [(PAUSES, gettext("Not playing")), (WAITS, gettext("Unassigned")), *divisions]

    @property
    def size_problems(self) -> list[str]:
        return self.problems.get("size", [])

    @property
    def everybody_problems(self) -> list[str]:
        return self.problems.get("everybody", [])

    def list_labelled_problems(self) -> list[tuple[str, str, str]]:
        """Return the field, label and text of each problem; field and label are empty for those of the whole form."""
        labels = {
            "size": gettext("Players per division") if self.draft.is_league else gettext("Players per group"),
            "everybody": gettext("Include players who are not playing"),
        }
        for level, name in enumerate([] if self.is_whole_field else self.names, 1):
            name = name or build_division_name(level)
            labels[f"name-{level}"] = (
                gettext("Division {name}").format(name=name) if self.draft.is_league else name
            )
        for row in self.rows:
            name = row.player.get_name_for(self.reader)
            labels |= {f"division-{row.player.key}": name, f"number-{row.player.key}": name}
        return [
            (place if place in labels else "", labels.get(place, ""), text)
            for place, texts in self.problems.items()
            for text in texts
        ]

    def list_obstacles(self) -> list[str]:
        """Return the problems that would keep a season with these divisions from being started."""
        sizes, levels = [len(rows) for rows in self.groups.values()], list(self.groups)
        least = self.draft.min_size
        wrong = [
            division_rules.build_too_few_problem(
                f"divisions.{index}.entries",
                size,
                least,
                is_group=not self.draft.is_league,
                is_whole_field=self.is_whole_field,
            )
            for index, size in enumerate(sizes)
            if MIN_DIVISION_SIZE <= size < least  # a smaller division is not even saved
        ]
        if self.draft.is_league and sizes:
            wrong += filter_independent(find_setting_errors(self.draft.rules, sizes), wrong)
        return [self._tell_obstacle(problem, levels) for problem in wrong]

    def _tell_obstacle(self, problem: Problem, levels: Sequence[int]) -> str:
        text = problem.message.translate(gettext)
        if self.is_whole_field or not problem.path.startswith("divisions."):
            return text
        level = levels[int(problem.path.split(".")[1])]
        name = self.names[level - 1] if level <= len(self.names) else str(level)
        sentence = gettext("Division {name}: {text}") if self.draft.is_league else gettext("{name}: {text}")
        return sentence.format(name=name, text=text)


def _sort_by_number(row: Row) -> tuple[bool, int]:
    return row.order is None, row.order or 0


@method_decorator(limit_body(1_000_000), name="dispatch")
class DivisionsView(SeasonChangeView[DivisionsForm]):
    """Fills the form in on request, or saves it; shows what was saved since."""

    template_name = "manage/divisions.html"
    draft: SavedDraft

    def find(self) -> HttpResponse | None:
        super().find()
        if not self.season.is_draft:
            return self.lead_to_season(
                gettext("The tournament has started, so its players can't be changed here.")
                if self.season.competition.is_tournament
                else gettext("The season has started, so its divisions can't be changed.")
            )
        if problems := find_setting_problems(self.season.competition):
            return self._show_reason(problems=problems)
        self.draft = load_draft(self.season)
        if not self.draft.players or len(self.draft.players) > MAX_PLAYERS:
            return self._show_reason(has_players=bool(self.draft.players))
        return None

    def _show_reason(self, **reason: Any) -> HttpResponse:
        """Show why the form is not available."""
        return TemplateResponse(
            self.request,
            "manage/no_divisions.html",
            {
                "where": locate_season(self.season),
                "typed": list_typed(dict(self.request.POST.lists())),
                **reason,
            },
        )

    def build_form(self, sent: QueryDict | None) -> DivisionsForm:
        form = DivisionsForm(sent, draft=self.draft, reader=self.request.user)
        if sent and not self.is_confirmed():
            way = sent.get("fill", "")
            if way in WAYS:
                form.fill(way)
            elif "more" in sent:
                form.add_division()
        return form

    def is_confirmed(self) -> bool:
        return "save" in self.request.POST

    def change(self, form: DivisionsForm) -> HttpResponse:
        assign_divisions(season=self.season, divisions=form.build_assignments(), by=self.by, seen=form.seen)
        is_tournament = self.season.competition.is_tournament
        message = gettext("Players saved.") if is_tournament else gettext("Divisions saved.")
        messages.success(self.request, message)
        return redirect("set-up", *self.address)

    def get_context(self, form: DivisionsForm) -> dict[str, Any]:
        lines, about = _build_lines(self.draft), f"divisions.{self.season.pk}"
        is_new = form.is_outdated or not form.is_bound
        seen = unpack(form.shown if form.is_outdated else "", about=about)
        return {
            **super().get_context(form),
            "draft": self.draft,
            "seen": self.draft.digest if is_new else form.seen,
            "shown": pack(lines, about=about) if is_new else form.shown,
            "differences": None if seen is None else self._compare(seen, lines),
            "is_filled_in": self.request.POST.get("fill") in WAYS and not form.errors,
            "has_averages": any(row.average is not None for row in form.rows),
            "playing": sum(row.plays for row in form.rows),
        }

    def _compare(self, seen: Lines, now: Lines) -> Differences:
        """Return the players who changed division, were added or removed; of those who stay, only the reordered."""
        stayed_before, stayed_now = _list_stayers(seen, now), _list_stayers(now, seen)
        unmoved = {
            player
            for division, players in stayed_before.items()
            if stayed_now[division] == players
            for player in players
        }
        names = {player.key: player.get_name_for(self.request.user) for player in self.draft.players}
        names[SCHEDULE] = gettext("Schedule")
        return compare_lines(
            {key: line for key, line in seen.items() if key not in unmoved},
            {key: line for key, line in now.items() if key not in unmoved},
            name=lambda key: names.get(key, key),
            tell=_tell_line
            if self.draft.is_league
            else _tell_seed
            if len(self.draft.shape) < 2
            else _tell_group,
        )


def _list_stayers(lines: Lines, others: Lines) -> Mapping[object, list[str]]:
    """Return the players who are in the same division in both, by division, in the order of the first."""
    stayers: dict[object, list[str]] = defaultdict(list)
    for key, line in lines.items():
        if line and others.get(key) and others[key][0] == line[0]:
            stayers[line[0]].append(key)
    return stayers


def _build_lines(draft: SavedDraft) -> Lines:
    """Return each player's division and seed, and whether there is a schedule."""
    lines: dict[str, Line] = {
        player: (name, place) for name, players in draft.shape for place, player in enumerate(players, 1)
    }
    return lines | {SCHEDULE: ()} if draft.has_matches else lines


def _tell_seed(line: Line) -> str:
    return gettext("seed {place}").format(place=line[1]) if line else gettext("created")


def _tell_group(line: Line) -> str:
    return (
        gettext("{group}, seed {place}").format(group=line[0], place=line[1]) if line else gettext("created")
    )


def _tell_line(line: Line) -> str:
    if not line:
        return gettext("created")
    division, place = line
    return gettext("division {division}, seed {place}").format(division=division, place=place)
