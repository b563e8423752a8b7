"""The page on which a season's schedule is made: what there is to be played, and what a schedule would look like."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext

from league.models import Division, Entry, Match, Player, Result, Season
from league.models.season import SeasonState
from league.queries.pages.differing import (
    Differences,
    Line,
    build_meeting_lines,
    find_differences,
    name_meeting,
    pack,
    tell_meeting,
)
from league.queries.pages.fair import Fair, fair
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where
from league.queries.scheduled import settings_of
from league.rules.pairing.fixtures import Bye, Fixtures, Pairing, Round
from league.rules.pairing.schedules import build_table_draw

FIRST_SHOWN = 2  # rounds; the others are folded
UNDER_WAY = timedelta(seconds=30)  # several times what any part of it takes
MAX_LISTED_MATCHES = 2000  # matches, of the first rounds; of the others only the days


@dataclass(frozen=True)
class MakingPage:
    where: Where
    divisions: int
    players: int
    matches: int  # that are there already, and would be replaced
    is_open: bool
    unfinished: str  # why there is only part of a schedule; empty where there is none, or all of it

    @property
    def has_players(self) -> bool:
        return self.players > 0


@dataclass(frozen=True)
class Draw:
    """What there is to choose where more than two sit at a table. `usual` are the fewest and the most rounds that any
    division takes for everybody to meet everybody; `lot` the season's number, 0 before it has one; `keeps_lot`: it
    stays."""

    table_size: int
    usual: tuple[int, int]
    lot: int
    keeps_lot: bool


@dataclass(frozen=True)
class PreviewMatch:
    table: int
    division: str
    players: tuple[str, ...]  # by seat


@dataclass(frozen=True)
class Rest:
    division: str
    player: str


@dataclass(frozen=True)
class PreviewNight:
    """What is played of a round on one day; `day` is None where there are no days. `more` are the matches that are not
    listed."""

    day: date | None
    round: int
    matches: tuple[PreviewMatch, ...]
    more: int
    byes: tuple[Rest, ...]
    is_shown: bool


@dataclass(frozen=True)
class Preview:
    """`by_deadlines`: the days are last ones, until which the players meet when they like. `changed`: it is not the one
    that was looked at before. `lot`: the number it is drawn from, None where nothing is drawn."""

    digest: str
    shown: str  # what the form carries of it, to say what differs if that changes
    changed: bool
    differences: Differences | None
    nights: tuple[PreviewNight, ...]
    days: tuple[date, ...]
    rounds: int
    matches: int
    by_deadlines: bool
    lot: int | None
    fair: Fair  # how evenly it treats the players

    @property
    def first(self) -> date | None:
        return self.days[0] if self.days else None

    @property
    def last(self) -> date | None:
        return self.days[-1] if self.days else None


def has_results(season: Season) -> bool:
    """So that its schedule stays as it is; what was taken back is none. 1 query."""
    return Result.objects.active().filter(match__division__season=season).exists()


def page(season: Season) -> MakingPage:
    """Of a found season. 3 queries."""
    return MakingPage(
        where=where(season),
        divisions=Division.objects.filter(season=season).count(),
        players=Entry.objects.filter(season=season).count(),
        matches=0 if season.schedule_token else Match.objects.filter(division__season=season).count(),
        is_open=season.state == SeasonState.OPEN,
        unfinished=unfinished(season),
    )


def unfinished(season: Season) -> str:
    """What is told of a schedule that is being made, or that somebody began to make; nothing of any other."""
    if season.schedule_batch_at is None:
        return ""
    if timezone.now() - season.schedule_batch_at < UNDER_WAY:
        return gettext("The schedule is being made just now. Load this page again in a few seconds.")
    return gettext("The schedule is not finished: something stopped it on the way. Make it once more.")


def draw(season: Season) -> Draw | None:
    """Of a found season; None where two sit at a table, or its game is not installed here. 1 query, none for two."""
    settings = settings_of(season)
    wanted = build_table_draw(settings, draw_seed=season.lot) if settings else None
    if settings is None or wanted is None:
        return None
    divisions = Division.objects.filter(season=season).annotate(size=Count("entries"))
    rounds = [
        wanted.count_rounds(size, settings.rules.meetings)
        for size in divisions.values_list("size", flat=True)
        if size >= wanted.least
    ]
    usual = (min(rounds, default=0), max(rounds, default=0))
    return Draw(wanted.size, usual, season.lot, season.state == SeasonState.OPEN)


def preview(
    season: Season,
    laid_out: Fixtures,
    *,
    viewer: Viewer,
    digest: str,
    changed: bool = False,
    shown_before: str = "",
) -> Preview:
    """A schedule that is not kept yet, with the players' names, and what differs from what a page showed before. 1
    query."""
    club = Player.objects.filter(club=season.competition.club_id)
    players = club if shown_before else club.filter(entries__season=season)  # one of before may have gone
    names = {player.key: player.get_name_for(viewer) for player in players.only("key", "name", "user")}
    divisions = {group.level: group.name for group in laid_out.groups}
    nights = tuple(_nights(laid_out.rounds, divisions, names))
    lines, about = _build_lines(laid_out.pairings), f"schedule.{season.pk}"
    return Preview(
        digest=digest,
        shown=pack(lines, about=about),
        changed=changed,
        differences=find_differences(
            shown_before, lines, about=about, name=partial(name_meeting, names), tell=tell_meeting
        ),
        nights=nights,
        days=laid_out.days,
        rounds=len(laid_out.rounds),
        matches=sum(len(night.matches) + night.more for night in nights),
        by_deadlines=not laid_out.has_shared_room,
        lot=laid_out.draw_seed,
        fair=fair(laid_out.groups, list(laid_out.pairings), room=laid_out.has_shared_room),
    )


def _build_lines(pairings: Iterable[Pairing]) -> dict[str, Line]:
    return build_meeting_lines((one.players, one.round, one.table, one.day) for one in pairings)


def _nights(
    rounds: Iterable[Round], divisions: Mapping[int, str], names: Mapping[str, str]
) -> Iterator[PreviewNight]:
    left = MAX_LISTED_MATCHES
    for round in rounds:
        for number, night in enumerate(round.nights):
            listed = night.pairings[:left]
            left -= len(listed)
            yield PreviewNight(
                day=night.day,
                round=round.number,
                matches=tuple(_match(pairing, divisions, names) for pairing in listed),
                more=len(night.pairings) - len(listed),
                byes=tuple(_rest(bye, divisions, names) for bye in round.byes) if number == 0 else (),
                is_shown=round.number <= FIRST_SHOWN,
            )


def _match(pairing: Pairing, divisions: Mapping[int, str], names: Mapping[str, str]) -> PreviewMatch:
    seated = tuple(names[player] for player in pairing.players)
    return PreviewMatch(pairing.table, divisions[pairing.level], seated)


def _rest(bye: Bye, divisions: Mapping[int, str], names: Mapping[str, str]) -> Rest:
    return Rest(divisions[bye.level], names[bye.player])
