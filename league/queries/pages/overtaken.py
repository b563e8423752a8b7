"""What is shown to somebody whose sheet was overtaken: both sheets, side by side."""

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils.functional import Promise

from league.models import Result
from league.models.match import Status
from league.queries.pages.laying_out import for_reading, lay_out
from league.queries.pages.match import changed_at, changed_by
from league.queries.pages.sheet import LaidOut, Remarks, Table, Typed, typed_of


@dataclass(frozen=True)
class OvertakenPart:
    """The result that came first, and the sheet it stopped. Cells that differ are marked in both."""

    number: int
    at: datetime  # club time
    by: str
    status: "str | Promise"
    theirs: LaidOut | None  # none: the newer result has no sheet
    mine: LaidOut
    same: bool
    played_on: date | None


def side_by_side(newer: Result, table: Table, typed: Typed, zone: ZoneInfo) -> OvertakenPart:
    """No queries: `newer` was read with its submission and who sent it."""
    kept = typed_of(table, newer.sheet)
    written = [for_reading(table, one) for one in (kept, typed)]
    lines = {key: max(one[key] for one in written) for key in written[0]}
    values = [{cell.name: cell.value for cell in lay_out(table, one, lines).cells} for one in (kept, typed)]
    differing = frozenset(name for name, value in values[0].items() if value != values[1][name])
    theirs, mine = (lay_out(table, one, lines, Remarks(marked=differing)) for one in (kept, typed))
    return OvertakenPart(
        number=newer.number,
        at=changed_at(newer, zone),
        by=changed_by(newer),
        status=Status(newer.status).label,
        theirs=None if newer.sheet is None else theirs,
        mine=mine,
        same=not differing,
        played_on=newer.played_on,
    )
