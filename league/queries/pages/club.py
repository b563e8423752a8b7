"""The home page of a club: what is on, what comes next, the latest results, and who leads."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, Q
from django.utils.functional import Promise

from games import installed
from league.models import Club, Competition, Match, Season, Seat
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.pages.leading import Leading, leading
from league.queries.pages.not_installed import LeftOut, left_out
from league.queries.pages.places import by_place
from league.queries.pages.season_head import Viewer
from league.queries.pages.season_matches import Side, sides
from league.queries.pages.words import Where, where_in
from league.rules.standings.totals import PAIR_SIZE

SOON = timedelta(days=14)
MOST_DUE = 20  # matches still to be played
LATEST = 8  # results
PAST = 5  # seasons of a competition


@dataclass(frozen=True)
class MatchLine:
    key: str
    competition: str
    sides: tuple[Side, ...]
    scored: bool
    note: "str | Promise"  # what is to be said where there is no score
    on: date | None

    @property
    def many(self) -> bool:
        return len(self.sides) > PAIR_SIZE

    @property
    def by_place(self) -> tuple[Side, ...]:
        """Best first, at a table of more than two; else nobody."""
        return by_place(self.sides, scored=self.scored)


@dataclass(frozen=True)
class SeasonLine:
    """A season that is on. `due_today` may be more than are shown; nothing is to be played in a draft."""

    competition: str
    competition_name: str
    number: int
    state: str
    state_name: "str | Promise"
    starts_on: date | None
    ends_on: date | None
    matches: int
    decided: int
    to_play: int
    due_today: int
    overdue: int

    @property
    def is_over(self) -> bool:
        """Open, and every match is decided."""
        return self.state == SeasonState.OPEN and 0 < self.matches == self.decided


@dataclass(frozen=True)
class CompetitionLine:
    slug: str
    name: str
    game: str
    past: tuple[int, ...]  # closed seasons, the latest first
    rolls_over: int | None  # the season from which the next one would come


@dataclass(frozen=True)
class ClubPage:
    where: Where
    on: tuple[SeasonLine, ...]
    today: tuple[MatchLine, ...]
    soon: tuple[MatchLine, ...]
    latest: tuple[MatchLine, ...]
    leading: tuple[Leading, ...]
    competitions: tuple[CompetitionLine, ...]
    left_out: tuple[LeftOut, ...]
    players: int
    helps: bool
    may_run: bool
    may_manage: bool

    @property
    def more_today(self) -> int:
        """So many are due today beside those shown."""
        return sum(season.due_today for season in self.on) - len(self.today)

    @property
    def has_several(self) -> bool:
        return len(self.competitions) > 1


def find(slug: str) -> Club | None:
    """The club, with the number of its players. 1 query."""
    return Club.objects.annotate(playing=Count("players")).filter(slug=slug).first()


def page(club: Club, *, viewer: Viewer, helps: bool, may_run: bool, may_manage: bool) -> ClubPage:
    """All that the page shows; `helps`: drafts too, and competitions of which no season was opened. At most 8 queries,
    whatever the size."""
    where = where_in(club)
    competitions = list(Competition.objects.filter(club=club).order_by("name", "slug"))
    seasons = _seasons(club, helps)
    if not helps:
        opened = {season.competition_id for season in seasons}
        competitions = [competition for competition in competitions if competition.pk in opened]
    on = [season for season in seasons if season.state != SeasonState.CLOSED]
    due = _due(on, where.today)
    latest = _latest(club, helps)
    seats = _seats([*due, *latest])
    lines = [_match(match, seats[match.pk], viewer) for match in due]
    missing = left_out(seasons)
    return ClubPage(
        where=where,
        on=tuple(_progress(on, where.today)),
        today=tuple(line for line in lines if line.on == where.today),
        soon=tuple(line for line in lines if line.on != where.today),
        latest=tuple(_match(match, seats[match.pk], viewer) for match in latest),
        leading=leading(
            _featured(season for season in seasons if season.competition_id not in missing), viewer=viewer
        ),
        competitions=tuple(_competitions(competitions, seasons)),
        left_out=tuple(missing.values()),
        players=club.playing,  # type: ignore[attr-defined]
        helps=helps,
        may_run=may_run,
        may_manage=may_manage,
    )


# --- reading


def _seasons(club: Club, helps: bool) -> list[Season]:
    """By competition, the latest first. 1 query."""
    seasons = Season.objects.filter(competition__club=club).select_related("competition__club")
    if not helps:
        seasons = seasons.exclude(state=SeasonState.DRAFT)
    return list(seasons.order_by("competition__name", "competition__slug", "-number"))


def _due(on: Iterable[Season], today: date) -> list[Match]:
    """What is to be played from today on, by day. 1 query."""
    return list(
        Match.objects.filter(
            division__season__in=[season.pk for season in on if season.state == SeasonState.OPEN],
            status=MatchStatus.SCHEDULED,
            due_on__gte=today,
            due_on__lte=today + SOON,
        )
        .select_related("division__season__competition")
        .order_by("due_on", "division__season", "division__level", "round", "table", "key")[:MOST_DUE]
    )


def _latest(club: Club, helps: bool) -> list[Match]:
    """What was played last, in all competitions. 1 query."""
    matches = Match.objects.filter(
        club=club, status__in=(MatchStatus.PLAYED, MatchStatus.FORFEIT), current__played_on__isnull=False
    )
    if not helps:
        matches = matches.exclude(division__season__state=SeasonState.DRAFT)
    return list(
        matches.select_related("current", "division__season__competition").order_by(
            "-current__played_on", "-current"
        )[:LATEST]
    )


def _seats(matches: Iterable[Match]) -> Mapping[int, list[Seat]]:
    """1 query."""
    found: dict[int, list[Seat]] = defaultdict(list)
    seats = Seat.objects.filter(match__in=[match.pk for match in matches]).select_related("player")
    for seat in seats.order_by("match", "number"):
        found[seat.match_id].append(seat)
    return found


# --- telling


def _progress(on: Sequence[Season], today: date) -> Iterable[SeasonLine]:
    """How far each season is. 1 query."""
    waits = Q(status=MatchStatus.SCHEDULED)
    counted: dict[int, Any] = {
        row["division__season"]: row
        for row in Match.objects.filter(division__season__in=[season.pk for season in on])
        .order_by()
        .values("division__season")
        .annotate(
            matches=Count("pk"),
            decided=Count("pk", filter=~waits),
            due_today=Count("pk", filter=waits & Q(due_on=today)),
            overdue=Count("pk", filter=waits & Q(due_on__lt=today)),
        )
    }
    for season in on:
        row = counted.get(season.pk, {})
        is_open = season.state == SeasonState.OPEN
        state = SeasonState(season.state)
        yield SeasonLine(
            competition=season.competition.slug,
            competition_name=season.competition.name,
            number=season.number,
            state=state.value,
            state_name=state.label,
            starts_on=season.starts_on,
            ends_on=season.ends_on,
            matches=row.get("matches", 0),
            decided=row.get("decided", 0),
            to_play=row.get("matches", 0) - row.get("decided", 0) if is_open else 0,
            due_today=row.get("due_today", 0) if is_open else 0,
            overdue=row.get("overdue", 0) if is_open else 0,
        )


def _featured(seasons: Iterable[Season]) -> list[Season]:
    """The open seasons of each competition, or else the one that was closed last."""
    by_competition: dict[int, list[Season]] = defaultdict(list)
    for season in seasons:
        if season.state != SeasonState.DRAFT:
            by_competition[season.competition_id].append(season)
    return [
        season
        for found in by_competition.values()
        for season in ([one for one in found if one.state == SeasonState.OPEN] or found[:1])
    ]


def _match(match: Match, seats: Sequence[Seat], viewer: Viewer) -> MatchLine:
    status = MatchStatus(match.status)
    return MatchLine(
        key=match.key,
        competition=match.division.season.competition.name,
        sides=sides(seats, viewer),
        scored=status == MatchStatus.PLAYED,
        note="" if status in (MatchStatus.PLAYED, MatchStatus.SCHEDULED) else status.label,
        on=match.current.played_on if match.current else match.due_on,
    )


def _competitions(
    competitions: Iterable[Competition], seasons: Sequence[Season]
) -> Iterable[CompetitionLine]:
    names = {game.key: game.name for game in installed()}
    for competition in competitions:
        past = [
            season.number
            for season in seasons
            if season.competition_id == competition.pk and season.state == SeasonState.CLOSED
        ]
        yield CompetitionLine(
            slug=competition.slug,
            name=competition.name,
            game=names.get(competition.game, competition.game),
            past=tuple(past[:PAST]),
            rolls_over=past[0] if past and competition.kind == CompetitionKind.LEAGUE else None,
        )
