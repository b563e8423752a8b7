"""The page on which somebody comes into a season that runs: into which division, and the matches they would get."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial

from django.db.models import Count, Q

from league.models import Division, Entry, Season
from league.queries.late import Planned
from league.queries.pages.differing import (
    Differences,
    build_meeting_lines,
    find_differences,
    name_meeting,
    pack,
    tell_meeting,
)
from league.queries.pages.members import PlayerName
from league.queries.pages.season_head import Viewer, is_two_handed
from league.queries.pages.who import called
from league.queries.pages.words import Where, where


@dataclass(frozen=True)
class DivisionChoice:
    """`players` play on in it."""

    id: int
    name: str
    players: int


@dataclass(frozen=True)
class LateEntryPage:
    where: Where
    names: Mapping[str, str]  # by id
    free: tuple[PlayerName, ...]  # players of the club who are not in the season
    divisions: tuple[DivisionChoice, ...]
    two_handed: bool


@dataclass(frozen=True)
class LateMatch:
    """`names` by seat; `on` is None for a match without a day. `joins`: the others meet there anyhow."""

    round: int
    table: int
    on: date | None
    names: tuple[str, ...]
    joins: bool


@dataclass(frozen=True)
class LateEntryPreview:
    name: str
    division: str
    matches: tuple[LateMatch, ...]
    undated: int  # so many have no day yet
    seen: str
    shown: str  # what the form carries of it, to say what differs if that changes
    differences: Differences | None


def page(season: Season, *, viewer: Viewer) -> LateEntryPage:
    """Of a season that was read with its competition and club. 3 queries, whatever the size."""
    names = called(season, viewer=viewer)
    inside = set(Entry.objects.filter(season=season).values_list("player__key", flat=True))
    divisions = Division.objects.filter(season=season).order_by("stage", "level")
    counted = divisions.annotate(players=Count("entries", filter=Q(entries__left=False)))
    return LateEntryPage(
        where=where(season),
        names=names,
        free=tuple(PlayerName(key, name) for key, name in names.items() if key not in inside),
        divisions=tuple(DivisionChoice(one.pk, one.name, one.players) for one in counted),
        two_handed=is_two_handed(season),
    )


def preview(planned: Planned, *, names: Mapping[str, str], shown_before: str = "") -> LateEntryPreview:
    """What was planned, and what differs from what a page showed before; `names`: what everybody is called. No
    query."""
    matches = tuple(
        LateMatch(
            round=one.round,
            table=one.table,
            on=one.due_on,
            names=tuple(names[key] for key in one.players),
            joins=bool(one.joins),
        )
        for one in planned.matches
    )
    lines = build_meeting_lines((one.players, one.round, one.table, one.due_on) for one in planned.matches)
    about = f"late-entry.{planned.division.season_id}"
    return LateEntryPreview(
        name=names[planned.player.key],
        division=planned.division.name,
        matches=matches,
        undated=sum(one.on is None for one in matches),
        seen=planned.digest,
        shown=pack(lines, about=about),
        differences=find_differences(
            shown_before, lines, about=about, name=partial(name_meeting, names), tell=tell_meeting
        ),
    )
