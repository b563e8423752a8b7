"""The versions of a match's result: what each says, why it came, and in what it differs from the one before."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext

import games
from league.models import Match, Player, Result, Seat
from league.models.match import MatchStatus
from league.queries.pages.comparing import Difference, compare, read
from league.queries.pages.places import endings
from league.queries.pages.season_head import Viewer
from league.queries.pages.sheet import LaidOut, Table, typed_of
from league.queries.pages.words import told_apart

MOST_TOLD = 3


@dataclass(frozen=True)
class VersionSeat:
    name: str
    score: int | None
    outcome: str  # win, draw, loss; empty where there is none
    outcome_shown: "str | Promise"  # at a table of more than two the place
    absent: bool


@dataclass(frozen=True)
class Version:
    """`sheet` has the cells marked that differ from the version before."""

    number: int
    at: datetime  # club time
    by: str | None  # only for those who help in the club
    status: "str | Promise"
    played_on: date | None
    why: str
    restores: int | None  # the number of the version that it let count again
    seats: tuple[VersionSeat, ...]
    sheet: LaidOut | None
    differences: tuple[Difference, ...]
    same_people: bool  # as sit there now
    decided: bool  # for want of a sheet, or in spite of it

    @property
    def few_differences(self) -> tuple[Difference, ...]:
        """All of them, where they are few enough to be told one by one."""
        return self.differences if len(self.differences) <= MOST_TOLD else ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)


def of_match(
    match: Match, seats: Sequence[Seat], table: Table, zone: ZoneInfo, *, viewer: Viewer, helps: bool
) -> tuple[list[Result], tuple[Version, ...]]:
    """The match's results and what to show of them, the newest first. 1 query; 1 more where one had seated others."""
    results = list(
        Result.objects.active()
        .filter(match=match)
        .select_related("submission__by", "decision__player", "decision__instead", "decision__by")
        .order_by("-number")
    )
    names = _names(match, seats, results, viewer)
    now = _people([seat.entry.player.key for seat in seats], [seat.player.key for seat in seats])
    tables = [_table_then(result, table, names) for result in results]
    told = []
    for place, (result, then) in enumerate(zip(results, tables, strict=True)):
        before = place + 1
        older = (results[before], tables[before]) if before < len(results) else None
        people = _people(result.seats, result.sat or result.seats)
        told.append(version(result, then, zone, helps=helps, older=older, same_people=people == now))
    return results, tuple(told)


def version(
    result: Result,
    table: Table,
    zone: ZoneInfo,
    *,
    helps: bool,
    older: tuple[Result, Table] | None = None,
    same_people: bool = True,
) -> Version:
    """No queries: the result was read with its submission and who sent it."""
    content = json.loads(result.submission.content)
    sheet = None if result.sheet is None else read(table, result.sheet)
    differences: tuple[Difference, ...] = ()
    if older and sheet and older[0].sheet is not None:
        compared = compare(
            (older[1], typed_of(older[1], older[0].sheet)), (table, typed_of(table, result.sheet))
        )
        sheet, differences = compared.other, compared.differences
    return Version(
        number=result.number,
        at=timezone.localtime(result.submission.at, zone),
        by=_sender(result) if helps else None,
        status=MatchStatus(result.status).label,
        played_on=result.played_on,
        why=content.get("why", ""),
        restores=content.get("restores"),
        seats=tuple(_seats(result, table)),
        sheet=sheet,
        differences=differences,
        same_people=same_people,
        decided=result.decision_id is not None,
    )


def _sender(result: Result) -> str | None:
    if result.submission.by:
        return str(result.submission.by)
    return None if result.decision_id else gettext("a club file")


def _seats(result: Result, table: Table) -> Iterator[VersionSeat]:
    if result.sheet is None:
        for number, name in enumerate(table.players):
            yield VersionSeat(name, None, "", "", number in result.absent)
        return
    settings, many = table.settings, len(table.players)
    parsed = games.parse(settings.game, result.sheet, settings.options, many)
    score = settings.game.calculate(parsed, settings.options, many)
    for name, seat, ending in zip(table.players, score.seats, endings(score.seats), strict=True):
        yield VersionSeat(name, seat.score, ending.outcome, ending.said, absent=False)


def _names(match: Match, seats: Sequence[Seat], results: Sequence[Result], viewer: Viewer) -> dict[str, str]:
    """The names, by id, of everybody who sat there in any version."""
    players = {player.key: player for seat in seats for player in (seat.player, seat.entry.player)}
    others = {key for result in results for key in (result.sat or result.seats)} - set(players)
    if others:
        players |= {
            player.key: player for player in Player.objects.filter(club=match.club_id, key__in=others)
        }
    return {key: player.get_name_for(viewer) for key, player in players.items()}


def _table_then(result: Result, table: Table, names: Mapping[str, str]) -> Table:
    """Who sat there when that version was made: a later one may have seated others."""
    return Table(table.settings, told_apart(names[key] for key in result.sat or result.seats))


def _people(entries: Sequence[str], sat: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(entries), tuple(sat)
