"""What is shown to somebody whose sheet was overtaken: both sheets, side by side."""

from dataclasses import dataclass

from league.models import Result
from league.queries.pages.comparing import compare
from league.queries.pages.match import Found
from league.queries.pages.sheet import LaidOut, Typed, typed_of
from league.queries.pages.versions import Version, version


@dataclass(frozen=True)
class OvertakenPart:
    """The result that came first, and the sheet it stopped. Cells that differ are marked in both."""

    newer: Version
    theirs: LaidOut | None  # none: the newer result has no sheet
    mine: LaidOut
    same: bool
    may_save: bool


def side_by_side(newer: Result, found: Found, typed: Typed, *, helps: bool, may_save: bool) -> OvertakenPart:
    """No queries: `newer` was read with its submission and who sent it."""
    both = compare((found.table, typed_of(found.table, newer.sheet)), (found.table, typed))
    return OvertakenPart(
        newer=version(newer, found.table, found.where.zone, helps=helps),
        theirs=None if newer.sheet is None else both.one,
        mine=both.other,
        same=newer.sheet is not None and not both.differences,
        may_save=may_save,
    )
