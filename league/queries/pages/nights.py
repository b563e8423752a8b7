"""The page of a season's days: which matches fall on each, and how many of them are decided."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.functional import Promise

from league.models import Match, Season, Seat
from league.models.match import MatchStatus
from league.queries.pages.season_head import SeasonHead, Viewer, head

MANY = 60  # matches of a day
CHUNK = 5000  # matches in one query


@dataclass(frozen=True)
class NightMatch:
    key: str
    division: str
    round: int
    table: int
    players: tuple[str, ...]
    status_name: "str | Promise"
    waits: bool  # so that it can be moved


@dataclass(frozen=True)
class Night:
    """A day on which matches are played, or by which they are: `day` is None for those without one. `matches` are
    listed; where there are many, some of those that are not decided, and `more` of these are not."""

    day: date | None
    matches: tuple[NightMatch, ...]
    of: int
    decided: int
    rounds: tuple[int, ...]
    more: int
    is_next: bool  # the first on which something is still to be played

    @property
    def waits(self) -> bool:
        return self.decided < self.of

    @property
    def is_cut(self) -> bool:
        return len(self.matches) < self.of


@dataclass(frozen=True)
class NightsPage:
    """`can_be_made`: there is no result yet, so that the schedule can be another one."""

    head: SeasonHead
    nights: tuple[Night, ...]  # those with a day, the first first
    dayless: Night | None
    can_be_made: bool

    @property
    def is_empty(self) -> bool:
        return not self.nights and self.dayless is None


def page(season: Season, *, viewer: Viewer) -> NightsPage:
    """All days of a found season. 2 queries, whatever the size; more names only by bulk chunks."""
    by_day: dict[date | None, list[Match]] = defaultdict(list)
    scheduled = (
        Match.objects.none() if season.schedule_token else Match.objects.filter(division__season=season)
    )
    matches = list(
        scheduled.select_related("division")
        .only("key", "round", "table", "status", "series", "due_on", "division__name")
        .order_by("round", "division__stage", "division__level", "table", "key")
    )
    for match in matches:
        by_day[match.due_on].append(match)
    listed = {day: _listed(own) for day, own in by_day.items()}
    names = _names([match for own in listed.values() for match in own], viewer)
    days = sorted(day for day in by_day if day)
    coming = next((day for day in days if any(_waits(match) for match in by_day[day])), None)
    nights = {
        day: _night(day, own, [_line(match, names[match.pk]) for match in listed[day]], day in (coming, None))
        for day, own in by_day.items()
    }
    return NightsPage(
        head=head(season),
        nights=tuple(nights[day] for day in days),
        dayless=nights.get(None),
        can_be_made=all(_waits(match) and match.series == 1 for match in matches),
    )


def _listed(own: Sequence[Match]) -> Sequence[Match]:
    """Where there are many, what is not decided, and of that not more than one can look through."""
    return own if len(own) <= MANY else [match for match in own if _waits(match)][:MANY]


def _night(day: date | None, own: Sequence[Match], lines: Sequence[NightMatch], is_next: bool) -> Night:
    to_play = sum(_waits(match) for match in own)
    return Night(
        day=day,
        matches=tuple(lines),
        of=len(own),
        decided=len(own) - to_play,
        rounds=tuple(sorted({match.round for match in own})),
        more=to_play - sum(line.waits for line in lines),
        is_next=is_next,
    )


def _waits(match: Match) -> bool:
    return match.status == MatchStatus.SCHEDULED


def _names(matches: Sequence[Match], viewer: Viewer) -> dict[int, list[str]]:
    """Who sits in each of them, by seat. 1 query, more only by bulk chunks."""
    names: dict[int, list[str]] = defaultdict(list)
    for start in range(0, len(matches), CHUNK):
        for seat in (
            Seat.objects.filter(match__in=matches[start : start + CHUNK])
            .select_related("player")
            .only("match_id", "player")
            .order_by("match", "number")
        ):
            names[seat.match_id].append(seat.player.get_name_for(viewer))
    return names


def _line(match: Match, names: Sequence[str]) -> NightMatch:
    return NightMatch(
        key=match.key,
        division=match.division.name,
        round=match.round,
        table=match.table,
        players=tuple(names),
        status_name=MatchStatus(match.status).label,
        waits=_waits(match),
    )
