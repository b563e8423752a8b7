"""A draft as it is saved, to see whether it is still what a form was filled from; and why it cannot change or go."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q

from games import Problem
from games.problems import _
from league.models import Division, Entry, Match, Player, Season, Statistics
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.confirmations import has_waiting
from league.queries.location import get_season_title
from league.rules.records import FIRST_STAGE
from league.rules.seasons.divisions import get_min_division_size
from league.rules.settings import Rules
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

Shape = list[tuple[str, tuple[str, ...]]]


def read_shape(divisions: Sequence[Division], entries: Iterable[Entry]) -> Shape:
    """Return names and player ids by division, in their order; the entries were read with their players."""
    groups: dict[int, list[str]] = {division.pk: [] for division in divisions}
    for entry in entries:
        groups[entry.division_id].append(entry.player.key)
    return [(division.name, tuple(groups[division.pk])) for division in divisions]


def compute_draft_digest(saved: Shape, *, has_matches: bool) -> str:
    """Return another digest wherever saving a form would take something away that its page did not show."""
    return hashlib.sha256(repr((saved, has_matches)).encode()).hexdigest()


@dataclass(frozen=True)
class SavedDraft:
    """A draft as it is saved, with the data by which its players can be put into divisions.

    `players` are all of the club, in the order in which they came; `averages` are those in the competition, by player.
    """

    shape: Shape
    has_matches: bool
    players: Sequence[Player]
    averages: Mapping[int, Fraction]
    last: Season | None  # the latest season before it, if a match was played there
    last_players: frozenset[str]
    rules: Rules
    min_size: int
    is_league: bool

    @property
    def names(self) -> list[str]:
        return [name for name, _players in self.shape]

    @property
    def places(self) -> dict[str, tuple[int, int]]:
        """Return where each player is: the level of the division, and a number through all of them."""
        in_order = [
            (player, level) for level, (_name, players) in enumerate(self.shape, 1) for player in players
        ]
        return {player: (level, number) for number, (player, level) in enumerate(in_order, 1)}

    @property
    def digest(self) -> str:
        return compute_draft_digest(self.shape, has_matches=self.has_matches)


def load_draft(season: Season) -> SavedDraft:
    """Return a draft as it is saved. At most 7 queries, whatever the size."""
    divisions = list(Division.objects.filter(season=season, stage__number=FIRST_STAGE).order_by("level"))
    entries = (
        Entry.objects.filter(season=season, stage__number=FIRST_STAGE)
        .select_related("player")
        .order_by("seed", "pk")
    )
    entered = {entry.player_id for entry in entries}
    is_league = season.competition.kind == CompetitionKind.LEAGUE
    played = Statistics.objects.filter(competition=season.competition_id, deals__gt=0)
    last, last_players = _find_last_season(season) if is_league else (None, frozenset())
    settings = parse_settings(*season.settings)
    return SavedDraft(
        shape=read_shape(divisions, entries),
        has_matches=not season.schedule_token and Match.objects.filter(division__season=season).exists(),
        players=[
            player
            for player in Player.objects.filter(club=season.competition.club_id).order_by("pk")
            if player.retired_on is None or player.pk in entered
        ],
        averages={
            player: Fraction(score, deals)
            for player, score, deals in played.values_list("player", "score", "deals")
        },
        last=last,
        last_players=last_players,
        rules=settings.rules,
        min_size=get_min_division_size(settings.game),
        is_league=is_league,
    )


def _find_last_season(season: Season) -> tuple[Season | None, frozenset[str]]:
    """Return the latest season before a draft, and the players who have not left it. 2 queries."""
    before = Season.objects.filter(competition=season.competition_id, number__lt=season.number)
    last = (
        before.exclude(state=SeasonState.DRAFT)
        .select_related("competition__club")
        .order_by("-number")
        .first()
    )
    entries = Entry.objects.filter(season=last, left=False).values_list("player__key", flat=True)
    players = frozenset(entries) if last else frozenset()
    return (last, players) if players else (None, players)


def has_results(season: Season) -> bool:
    """Return whether any match has a result, or a result that waits to be confirmed. 1 query.

    Results by closing are deleted when the season is opened again.
    """
    decided = ~Q(status=MatchStatus.SCHEDULED)
    return Match.objects.filter(decided | Q(has_waiting()), division__season=season).exists()


def find_change_blockers(season: Season) -> Iterator[Problem]:
    """Yield why a draft cannot be changed: those with results come out of club files only. 1 query."""
    if has_results(season):
        sentence = _("{season} has results, so it can't be deleted.")
        yield build_problem("season", "draft-has-results", sentence, season=get_season_title(season))


def find_deletion_blockers(season: Season) -> Iterator[Problem]:
    """Yield why a draft cannot be deleted by itself. 2 queries."""
    yield from find_change_blockers(season)
    if season.rolled_from_id:
        sentence = _("Season {season} was created from the season before. Undo the rollover instead.")
        yield build_problem("season", "rolled-over", sentence, season=season.number)
    after = Season.objects.filter(competition=season.competition_id, number__gt=season.number)
    if later := after.order_by("-number").first():
        sentence = _("{later} came after it.")
        yield build_problem("season", "not-the-latest", sentence, later=get_season_title(later))
