"""The page that takes an earlier version of a result back: what will happen, and both sheets side by side."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from league.queries.pages.comparing import compare
from league.queries.pages.match import Found
from league.queries.pages.season_head import Viewer
from league.queries.pages.sheet import Table, typed_of
from league.queries.pages.versions import Version, of_match
from league.queries.pages.words import Where
from league.queries.withdrawing import expunged


@dataclass(frozen=True)
class RestorePage:
    """`now` is what counts, `then` what is to count again; cells that differ are marked in both."""

    where: Where
    key: str
    players: tuple[str, ...]
    now: Version
    then: Version
    undoes: bool  # it is the one before
    obstacle: str  # why it cannot be; empty: it can

    @property
    def next(self) -> int:
        """The number that it gets."""
        return self.now.number + 1


def page(found: Found, number: int, *, viewer: Viewer, helps: bool) -> RestorePage | None:
    """None where there is no such version. 1 query; 1 more each where a version had seated others, and where
    somebody has left."""
    results, versions = of_match(
        found.match, found.seats, found.table, found.where.zone, viewer=viewer, helps=helps
    )
    numbers = [version.number for version in versions]
    if number not in numbers:
        return None
    place = numbers.index(number)
    now, then = versions[0], versions[place]
    one, other = results[0].sheet, results[place].sheet
    if one is not None and other is not None:
        tables = [Table(found.table.settings, version.names) for version in (now, then)]
        both = compare((tables[0], typed_of(tables[0], one)), (tables[1], typed_of(tables[1], other)))
        now, then = replace(now, sheet=both.one), replace(then, sheet=both.other)
    return RestorePage(
        where=found.where,
        key=found.match.key,
        players=found.table.players,
        now=now,
        then=then,
        undoes=place == 1 and not (now.decided or then.decided),
        obstacle=_obstacle(found, place, then),
    )


def _obstacle(found: Found, place: int, then: Version) -> str:
    if not found.is_open:
        return gettext("The season is not open: its results stay as they are.")
    if place == 0:
        return gettext("This version counts already.")
    if expunged(seat.entry for seat in found.seats):
        return gettext(
            "Somebody of this match has left the season, and none of their matches counts. That has to be taken back "
            "first."
        )
    if not then.same_people:
        return gettext("Other people sat there in this version.")
    return ""
