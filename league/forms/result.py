"""The entry of a result: what somebody typed, whatever it is; the sheet it makes; and what is to be said of it.

Nothing typed is ever lost: what comes in goes back out as it came, with the problems at its cells.
"""

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID, uuid4, uuid5

from django.utils.translation import gettext

import games
from games import Invalid, Problem
from games.problems import _
from league.actions.errors import ActionError
from league.forms.offering import rests
from league.forms.problems import offers, said_of, warned_of
from league.forms.running import Running, problems_of, run
from league.models import Match
from league.queries.pages.laying_out import (
    as_they_are,
    for_correcting,
    for_typing,
    lay_out,
    longer,
)
from league.queries.pages.saying import Said
from league.queries.pages.sheet import LaidOut, Remarks, Table, Typed, sheet_of, typed_of
from league.queries.pages.words import word
from league.rules.field_types import parse_day
from league.rules.snapshot import JSON
from league.rules.validation import build_problem

MOST_KEPT = 200  # characters of a cell, for somebody who has not logged in yet
WHY_MISSING = build_problem("why", "why-missing", _("Say in a few words why it is changed."))
REASONS = (
    _("Typed wrongly"),
    _("Misread on the sheet"),
    _("The sheet itself was put right"),
    _("Entered for the wrong match"),
)


@dataclass(frozen=True)
class Filled:
    """What stands in the form. `key` and `base` are the submission's (see `submit_result`); `waved` are the warnings
    that somebody has seen and means to pass over."""

    table: Table
    typed: Typed
    lines: Mapping[str, int]
    played_on: str
    why: str  # the reason, where something is corrected
    key: UUID
    base: int
    waved: frozenset[str] = frozenset()

    @property
    def sheet(self) -> JSON:
        return sheet_of(self.laid())

    @property
    def day(self) -> date | None:
        """None: what stands there is no day."""
        try:
            return parse_day(self.played_on)
        except ValueError:
            return None

    def must_be_whole(self) -> None:
        """Raises Refused where what stands beside the sheet is wrong, with what is wrong on the sheet as well."""
        beside = []
        if self.day is None:
            beside.append(build_problem("played_on", "date", _("A date is written like 2026-01-31.")))
        if self.base and not self.why:
            beside.append(WHY_MISSING)
        if beside:
            raise ActionError(*beside, *problems_of(self.table, self.sheet))

    def warnings(self) -> tuple[Problem, ...]:
        """What is unlikely about the sheet of a whole match, as long as one of them has not been waved through."""
        game, options, seats = self.table.settings.game, self.table.settings.options, len(self.table.players)
        try:
            parsed = games.parse(game, self.sheet, options, seats)
        except Invalid:
            return ()
        if not game.calculate(parsed, options, seats).complete:
            return ()
        found = games.warnings(game, parsed, options, seats)
        return () if self.waved.issuperset(map(waving, found)) else found

    @property
    def submission_key(self) -> UUID:
        """One for the same sheet from the same form: a form that is sent again with other numbers (after going
        back in the browser) is another submission, not the first one once more."""
        return key_of(self.key, self.sheet, self.played_on, self.base, self.why)

    def laid(self, remarks: Remarks | None = None) -> LaidOut:
        return lay_out(self.table, self.typed, self.lines, remarks)

    def longer(self, key: str) -> "Filled | None":
        """With one more line of a list; None where it may have none."""
        lines = longer(self.table, self.lines, key)
        return replace(self, lines=lines) if lines else None

    def again(self, base: int) -> "Filled":
        """The same, to be sent in anew."""
        return replace(self, key=uuid4(), base=base)


@dataclass(frozen=True)
class ResultForm:
    """All that the page shows of the form. `problems` are those it was refused for, `warnings` those it was not saved
    for; `waved` names what is waved through when it is sent in again."""

    laid: LaidOut
    more_deals: str  # what a button says that adds one; empty where their number is fixed
    played_on: str
    why: str
    key: UUID
    base: int
    problems: tuple[Said, ...]
    running: Running
    warnings: tuple[Said, ...] = ()
    waved: str = ""

    @property
    def reasons(self) -> list[str]:
        """To be chosen from, or not."""
        return [gettext(reason) for reason in REASONS]

    @property
    def corrects(self) -> bool:
        return bool(self.base)

    @property
    def begins(self) -> str:
        """The cell to begin with on a new sheet; on another one nobody knows."""
        return "" if self.corrects or self.problems or self.warnings else self.laid.first_blank

    @property
    def date_problems(self) -> list[Said]:
        return [said for said in self.problems if said.cell == "played_on"]

    @property
    def reason_problems(self) -> list[Said]:
        return [said for said in self.problems if said.cell == "why"]


def kept(match: Match, table: Table, *, today: date) -> Filled:
    """What counts now, to be corrected; or an empty sheet, played today."""
    current = match.current
    typed = typed_of(table, current.sheet if current else None)
    lines = for_correcting(table, typed) if typed else for_typing(table, typed)
    day = (current and current.played_on) or today
    return Filled(table, typed, lines, day.isoformat(), "", uuid4(), match.revision)


def received(table: Table, sent: Mapping[str, str], *, today: date, more: bool = False) -> Filled:
    """What was sent in, from a browser or anything else. `more`: with more lines to type on."""
    return Filled(
        table=table,
        typed=sent,
        lines=for_typing(table, sent, more=more),
        played_on=sent.get("played_on", today.isoformat()).strip(),
        why=sent.get("why", "").strip(),
        key=read_key(sent.get("key", "")),
        base=read_revision(sent.get("base", "")),
        waved=frozenset(re.findall(r"\b[0-9a-f]{12}\b", sent.get("waved", ""))),
    )


def underway(table: Table, sent: Mapping[str, str], *, today: date) -> Filled:
    """What stands in a form that somebody is typing in, line by line as it is there."""
    return replace(received(table, sent, today=today), lines=as_they_are(table, sent))


def form(filled: Filled, problems: Iterable[Problem] = (), warnings: Iterable[Problem] = ()) -> ResultForm:
    """The form as it is shown, with the score so far and what it was refused for, or is warned of.

    A cell that was left blank comes back with what the others leave for it, to be seen before it is saved.
    """
    blank = filled.laid()
    left = rests(blank)
    said = tuple(said_of(problems, blank, rests=left))
    offered = offers(said, left)
    running = run(filled.table, filled.laid(Remarks(offered=offered)) if offered else blank)
    by_place: dict[str, list[Said]] = defaultdict(list)
    for one in (*(said or running.problems), *running.warnings):
        by_place[one.at].append(one)
    warned = tuple(warnings)
    remarks = Remarks(
        marked=frozenset(cell for one in said or running.problems for cell in one.cells),
        problems=by_place,
        scores=running.scores,
        offered=offered,
    )
    return ResultForm(
        filled.laid(remarks),
        _more_deals(filled.table),
        filled.played_on,
        filled.why,
        filled.key,
        filled.base,
        said,
        running,
        tuple(warned_of(warned, blank)),
        " ".join(sorted(filled.waved | set(map(waving, warned)))),
    )


def _more_deals(table: Table) -> str:
    if table.settings.deals and not table.layout.passes:
        return ""
    return gettext("Another {thing}").format(thing=word(table.settings.game, "deal"))


def fields(filled: Filled) -> dict[str, str]:
    """What was typed, in the names it is sent in by: to be kept until after a log-in."""
    typed = {cell.name: cell.typed for cell in filled.laid().cells}
    return {**typed, "played_on": filled.played_on, "why": filled.why, "base": str(filled.base)}


# --- also of the form that takes a version back


def key_of(key: UUID, *sent: object) -> UUID:
    """One for the same content of the same form."""
    return uuid5(key, json.dumps(sent))


def read_key(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return uuid4()


def waving(warning: Problem) -> str:
    """What names a warning in the form: the same kind at the same place is the same."""
    return hashlib.sha256(f"{warning.path} {warning.code}".encode()).hexdigest()[:12]


def read_revision(text: str) -> int:
    """No revision that can be read is none at all: what counts meanwhile is then shown, never overwritten."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0
