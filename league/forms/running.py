"""The score of a sheet while it is being typed."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext

import games
from games import Invalid, Layout, Problem, Score
from league.forms.problems import said_of, warned_of
from league.models.match import SeatOutcome
from league.queries.pages.places import ordinal
from league.queries.pages.saying import Said
from league.queries.pages.sheet import LaidOut, Table, deal_scores, sheet_of
from league.queries.pages.words import word
from league.rules.snapshot import JSON
from league.rules.standings.totals import PAIR_SIZE


@dataclass(frozen=True)
class Total:
    name: str
    score: int
    place: str  # so far, among more than two
    leads: bool
    outcome: "str | Promise"  # of a pair, once the match is complete


@dataclass(frozen=True)
class Running:
    """`problems` leaves out what is only not written yet; `scores` are those of each deal, by group. `warnings`: what
    is possible, and hardly ever so."""

    totals: tuple[Total, ...]
    so_far: str
    problems: tuple[Said, ...]
    scores: Mapping[str, str]
    complete: bool = False
    warnings: tuple[Said, ...] = ()

    @property
    def crowd(self) -> bool:
        """Whether there are more totals than stand side by side on a telephone."""
        return len(self.totals) > PAIR_SIZE

    @property
    def told(self) -> tuple[Total, ...]:
        """Those that are said aloud, over and over: of a crowd only who leads."""
        return tuple(total for total in self.totals if total.leads or not self.crowd)


def run(table: Table, laid: LaidOut) -> Running:
    """The score as far as the sheet goes: up to the first deal that is wrong or unfinished."""
    sheet = sheet_of(laid)
    problems = tuple(said_of(problems_of(table, sheet), laid, finished=False))
    left = _left(table, sheet)
    if left is None:
        return Running((), "", problems, {})
    score = left.score(table)
    return Running(
        totals=_totals(table, score),
        so_far=_so_far(table, score),
        problems=problems,
        scores=deal_scores(score),
        complete=score.complete,
        warnings=tuple(warned_of(left.warnings(table, sheet), laid)),
    )


def _totals(table: Table, score: Score) -> tuple[Total, ...]:
    """Of two it is plain who leads; among more each has a place, as soon as a deal is played."""
    places = [seat.place for seat in score.seats]
    pair = len(places) <= PAIR_SIZE
    placed = not pair and any(seat.deal_scores for seat in score.seats)
    return tuple(
        Total(
            name,
            seat.score,
            ordinal(seat.place) if placed else "",
            leads=placed and seat.place == 1 and len(set(places)) > 1,
            outcome=SeatOutcome(seat.outcome).label if pair and seat.outcome else "",
        )
        for name, seat in zip(table.players, score.seats, strict=True)
    )


def problems_of(table: Table, sheet: JSON) -> Sequence[Problem]:
    """What is wrong on a sheet that may be unfinished."""
    settings = table.settings
    try:
        games.parse(settings.game, sheet, settings.options, len(table.players))
    except Invalid as invalid:
        return invalid.problems
    return ()


# --- what is left of a sheet with something wrong on it


@dataclass(frozen=True)
class _Left:
    """A sheet without what is wrong, and the same read."""

    sheet: JSON
    parsed: Any

    def score(self, table: Table) -> Score:
        return table.settings.game.calculate(self.parsed, table.settings.options, len(table.players))

    def warnings(self, table: Table, whole: JSON) -> Iterable[Problem]:
        """Those whose places are the same on the whole sheet: a list from which lines were taken counts anew."""
        settings = table.settings
        for found in games.warnings(settings.game, self.parsed, settings.options, len(table.players)):
            _sheet, key, *_place = [*found.path.split("."), ""]
            if key in ("deals", "") or len(self.sheet.get(key, ())) == len(whole.get(key, ())):
                yield found


def _left(table: Table, sheet: JSON) -> _Left | None:
    """None where even what is left is wrong."""
    settings = table.settings
    try:
        return _Left(sheet, games.parse(settings.game, sheet, settings.options, len(table.players)))
    except Invalid as invalid:
        less = _without(table.layout, sheet, invalid.problems)
        return None if less == sheet else _left(table, less)


def _without(layout: Layout, sheet: JSON, problems: Sequence[Problem]) -> JSON:
    """The sheet without what is wrong and may be left out; else the deals before the first wrong one, and the
    lists without their wrong lines."""
    less = deepcopy(sheet)
    wrong: dict[str, set[int]] = defaultdict(set)
    for problem in problems:
        _sheet, key, number, *inside = [*problem.path.split("."), "", ""]
        if not number.isdecimal():
            continue
        place = _optional(layout, [part for part in inside if part]) if key == "deals" else []
        if not (place and _taken_out(less["deals"], [number, *place], of=sheet["deals"])):
            wrong[key].add(int(number))
    lists = {
        key: [line for number, line in enumerate(lines) if number not in wrong[key]]
        for key, lines in less.items()
    }
    return {**lists, "deals": less["deals"][: min(wrong["deals"], default=None)]}


def _optional(layout: Layout, inside: Sequence[str]) -> Sequence[str]:
    """The way to what may be left out, where a path within a deal leads there or below it; nothing where it does not.
    `bonus.1.pirates` may be one entry of many, each of which may be left out."""
    names = [part for part in inside if not part.isdecimal()]
    fields = [field for field in (*layout.per_seat, *layout.per_deal) if field.key.split(".")[0] in names[:1]]
    nested = [field for field in fields if field.key == ".".join(names[:2])]
    if not fields or any(field.required for field in nested or fields):
        return []
    last = nested[0].key.split(".")[-1] if nested else names[0]
    return inside[: inside.index(last) + 1]


def _taken_out(part: Any, way: Sequence[str], *, of: Any) -> bool:
    """Takes out of `part`, which is a copy of `of`, what the way leads to; False where there was nothing."""
    *above, last = way
    before, now = _at(of, above), _at(part, above)
    if not isinstance(before, dict) or last not in before:
        return False
    if isinstance(now, dict):  # else another problem has taken it out already
        now.pop(last, None)
    return True


def _at(part: Any, way: Iterable[str]) -> Any:
    """What a way leads to; None where there is nothing."""
    try:
        for step in way:
            part = part[int(step)] if isinstance(part, list) else part[step]
    except (KeyError, IndexError, TypeError):
        return None
    return part


def _so_far(table: Table, score: Score) -> str:
    if score.complete:
        return gettext("The match is complete.")
    by_deal = zip(*(seat.deal_scores for seat in score.seats), strict=True)
    played = sum(any(points is not None for points in deal) for deal in by_deal)
    deals = table.settings.deals
    counted = gettext("{played} of {deals} {word} so far") if deals else gettext("{played} {word} so far")
    thing = word(table.settings.game, "deal" if played == 1 and not deals else "deals")
    return counted.format(played=played, deals=deals, word=thing)
