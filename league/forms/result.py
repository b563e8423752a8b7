"""The entry of a result: what somebody typed, whatever it is; the sheet it makes; and what is to be said of it.

Nothing typed is ever lost: what comes in goes back out as it came, with the problems at its cells.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID, uuid4, uuid5

from games import Problem
from games.problems import _
from league.actions.errors import Refused
from league.forms.problems import said_of
from league.forms.running import Running, problems_of, run
from league.models import Match
from league.queries.pages.laying_out import for_typing, lay_out
from league.queries.pages.sheet import LaidOut, Remarks, Said, Table, Typed, sheet_of, typed_of
from league.rules.book import JSON
from league.rules.check import problem
from league.rules.texts import read_day

MOST_KEPT = 200  # characters of a cell, for somebody who has not logged in yet


@dataclass(frozen=True)
class Filled:
    """What stands in the form. `key` and `base` are the submission's (see `submit_result`)."""

    table: Table
    typed: Typed
    lines: Mapping[str, int]
    played_on: str
    key: UUID
    base: int

    @property
    def sheet(self) -> JSON:
        return sheet_of(self.laid())

    @property
    def day(self) -> date:
        """Raises Refused where it is none, with what is wrong on the sheet as well."""
        try:
            return read_day(self.played_on)
        except ValueError:
            no_date = problem("played_on", "date", _("A date is written like 2026-01-31."))
            raise Refused(no_date, *problems_of(self.table, self.sheet)) from None

    @property
    def submission_key(self) -> UUID:
        """One for the same sheet from the same form: a form that is sent again with other numbers (after going
        back in the browser) is another submission, not the first one once more."""
        said = json.dumps([self.sheet, self.played_on, self.base])
        return uuid5(self.key, said)

    def laid(self, remarks: Remarks | None = None) -> LaidOut:
        return lay_out(self.table, self.typed, self.lines, remarks)

    def again(self, base: int) -> "Filled":
        """The same, to be sent in anew."""
        return replace(self, key=uuid4(), base=base)


@dataclass(frozen=True)
class ResultForm:
    """All that the page shows of the form. `problems` are those it was refused for."""

    laid: LaidOut
    played_on: str
    key: UUID
    base: int
    problems: tuple[Said, ...]
    running: Running

    @property
    def date_problems(self) -> list[Said]:
        return [said for said in self.problems if said.cell == "played_on"]


def kept(match: Match, table: Table, *, today: date) -> Filled:
    """What counts now, to be corrected; or an empty sheet, played today."""
    current = match.current
    typed = typed_of(table, current.sheet if current else None)
    day = (current and current.played_on) or today
    return Filled(table, typed, for_typing(table, typed), day.isoformat(), uuid4(), match.revision)


def received(table: Table, sent: Mapping[str, str], *, today: date, more: bool = False) -> Filled:
    """What was sent in, from a browser or anything else. `more`: with more lines to type on."""
    return Filled(
        table=table,
        typed=sent,
        lines=for_typing(table, sent, more=more),
        played_on=sent.get("played_on", today.isoformat()).strip(),
        key=_uuid(sent.get("key", "")),
        base=_revision(sent.get("base", "")),
    )


def form(filled: Filled, problems: Iterable[Problem] = ()) -> ResultForm:
    """The form as it is shown, with the score so far and what it was refused for."""
    running = run(filled.table, filled.laid())
    said = tuple(said_of(problems, filled.laid()))
    by_place: dict[str, list[Said]] = defaultdict(list)
    for one in said or running.problems:
        by_place[one.at].append(one)
    remarks = Remarks(
        marked=frozenset(cell for one in said or running.problems for cell in one.cells),
        problems=by_place,
        scores=running.scores,
    )
    return ResultForm(filled.laid(remarks), filled.played_on, filled.key, filled.base, said, running)


def fields(filled: Filled) -> dict[str, str]:
    """What was typed, in the names it is sent in by: to be kept until after a log-in."""
    typed = {cell.name: cell.typed[:MOST_KEPT] for cell in filled.laid().cells}
    return {**typed, "played_on": filled.played_on[:MOST_KEPT], "base": str(filled.base)}


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return uuid4()


def _revision(text: str) -> int:
    """No revision that can be read is none at all: what counts meanwhile is then shown, never overwritten."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0
