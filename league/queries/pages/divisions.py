"""The page on which a draft's players are put into divisions: who there is, where they are, what they can be put by."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from games import fraction_text
from league.models import Division, Entry, Match, Player, Season, Statistics
from league.models.competition import CompetitionKind
from league.models.season import SeasonState
from league.queries.drafted import Shape, digest, shape
from league.queries.ending import ending
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where
from league.rules.seasons.divisions import get_min_division_size
from league.rules.seasons.rollover import FinalTable
from league.rules.settings import Rules
from league.rules.snapshot import parse_settings

MOST_PLAYERS = 4000  # two fields each: as many as a form may have (DATA_UPLOAD_MAX_NUMBER_FIELDS)


@dataclass(frozen=True)
class PlayerLine:
    key: str
    name: str
    average: str | None
    exact: Fraction | None  # the same, to put by


@dataclass(frozen=True)
class LastSeason:
    """The latest season before the draft, as it ended or as it stands."""

    season: Season
    players: frozenset[str]  # ids

    @property
    def number(self) -> int:
        return self.season.number

    @property
    def closed(self) -> bool:
        return self.season.state == SeasonState.CLOSED

    def tables(self) -> tuple[list[FinalTable], Rules]:
        """From the top, and the rules by which its players move. 4 queries."""
        found = ending(self.season)
        return [one.table for one in found.standings], found.settings.rules


@dataclass(frozen=True)
class DivisionsPage:
    """`players` in the order in which they came into the club; `placed` by id: level, and number through all levels;
    `digest` of what is saved."""

    where: Where
    players: tuple[PlayerLine, ...]
    names: tuple[str, ...]  # of the divisions there are, from the top
    placed: Mapping[str, tuple[int, int]]
    last: LastSeason | None
    rules: Rules
    fewest: int  # players to a division, so that it has a table
    moves: bool  # it is a league: some go up and down
    has_matches: bool
    digest: str

    @property
    def too_many(self) -> bool:
        return len(self.players) > MOST_PLAYERS


def page(season: Season, *, viewer: Viewer) -> DivisionsPage:
    """All that the form begins with, for a found draft. At most 7 queries, whatever the size."""
    divisions = list(Division.objects.filter(season=season).order_by("stage", "level"))
    entries = Entry.objects.filter(season=season).select_related("player").order_by("seed", "pk")
    saved = shape(divisions, entries)
    has_matches = not season.schedule_token and Match.objects.filter(division__season=season).exists()
    league = season.competition.kind == CompetitionKind.LEAGUE
    settings = parse_settings(*season.settings)
    return DivisionsPage(
        where=where(season),
        players=_players(season, viewer),
        names=tuple(name for name, _players in saved),
        placed=_placed(saved),
        last=_last(season) if league else None,
        rules=settings.rules,
        fewest=get_min_division_size(settings.game),
        moves=league,
        has_matches=has_matches,
        digest=digest(saved, has_matches=has_matches),
    )


def _placed(saved: Shape) -> dict[str, tuple[int, int]]:
    in_order = [(player, level) for level, (_name, players) in enumerate(saved, 1) for player in players]
    return {player: (level, number) for number, (player, level) in enumerate(in_order, 1)}


def _players(season: Season, viewer: Viewer) -> tuple[PlayerLine, ...]:
    """Everybody in the club, with the average over the competition. 2 queries."""
    played = Statistics.objects.filter(competition=season.competition_id, deals__gt=0)
    averages = {
        player: Fraction(score, deals)
        for player, score, deals in played.values_list("player", "score", "deals")
    }
    return tuple(
        PlayerLine(
            player.key,
            player.get_name_for(viewer),
            fraction_text(averages.get(player.pk)),
            averages.get(player.pk),
        )
        for player in Player.objects.filter(club=season.competition.club_id).order_by("pk")
    )


def _last(season: Season) -> LastSeason | None:
    """2 queries."""
    before = Season.objects.filter(competition=season.competition_id, number__lt=season.number)
    last = (
        before.exclude(state=SeasonState.DRAFT)
        .select_related("competition__club")
        .order_by("-number")
        .first()
    )
    if last is None:
        return None
    entered = frozenset(Entry.objects.filter(season=last, left=False).values_list("player__key", flat=True))
    return LastSeason(last, entered) if entered else None
