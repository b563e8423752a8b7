"""What a late entry would come to: the matches that somebody gets who comes in when the season runs already."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from games import Invalid, Problem
from games.problems import _
from league.models import Division, Entry, Player, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.rules import settings as rules_settings
from league.rules.pairing import late_entry, schedule_inference
from league.rules.pairing.fixtures import MAX_MATCHES, DivisionPlayers, Pairing, build_too_many_problem
from league.rules.pairing.late_entry import PlannedMatch, RunningDivision, SeasonFixture
from league.rules.snapshot import Settings, parse_settings
from league.rules.validation import build_problem

__all__ = ["Planned", "PlannedMatch", "planned"]

PAIR = 2
MAX_LATE_MATCHES = 2_000  # as many as the largest division of which a schedule can be made gives


@dataclass(frozen=True)
class Planned:
    """`seed` is the place at the end of the division; `matches` come by round."""

    division: Division
    player: Player
    seed: int
    matches: tuple[PlannedMatch, ...]

    @property
    def digest(self) -> str:
        """Another one wherever other matches would be shown."""
        shown = (self.division.pk, self.player.pk, self.seed, self.matches)
        return hashlib.sha256(repr(shown).encode()).hexdigest()


def planned(division: Division, player: Player) -> Planned:
    """Whom the player would meet, when and where. The division was read with its season, competition and club. 2
    queries.

    Raises games.Invalid where it cannot be: the season is not open, at `player` for somebody of another club or who is
    entered in the season, where nobody is left to meet, no table has a place, or numbers come to their end.
    """
    season = division.season
    if season.state != SeasonState.OPEN:
        sentence = _("Somebody comes in late only while the season is open.")
        raise Invalid(build_problem("", "season-not-open", sentence))
    settings = parse_settings(*season.settings)
    entries = list(
        Entry.objects.filter(season=season).select_related("player", "division").order_by("seed", "pk")
    )
    if wrong := _wrong(division, player, entries):
        raise Invalid(wrong)
    there = [entry for entry in entries if entry.division_id == division.pk]
    seed = max((entry.seed for entry in there), default=0) + 1
    if seed > late_entry.MAX_NUMBER:
        raise Invalid(
            build_problem("", "no-seed", _("No seed can be higher than {most}."), most=late_entry.MAX_NUMBER)
        )
    fixtures = _fixtures(season.pk)
    running = RunningDivision(division.level, fixtures, _in_a_room(entries, fixtures))
    if settings.table_size == PAIR:
        others = [entry.player.key for entry in there if not entry.left]
        if wrong := _too_many(len(fixtures), len(others) * settings.rules.meetings):
            raise Invalid(wrong)
        today = timezone.localdate(timezone=season.competition.club.tzinfo)
        matches = late_entry.plan_pair_matches(player.key, others, settings.rules.meetings, running, today)
    else:
        matches = late_entry.plan_table_joins(player.key, running, _sizes(settings))
    return Planned(division, player, seed, matches)


def _wrong(division: Division, player: Player, entries: Sequence[Entry]) -> Problem | None:
    """Why this player cannot come in."""
    if player.club_id != division.season.competition.club_id:
        return build_problem("player", "unknown-player", _("The club has no such player."))
    own = next((entry for entry in entries if entry.player_id == player.pk), None)
    if own is None:
        return None
    sentence = _("{player} is entered in division {division} already.")
    return build_problem("player", "entered-already", sentence, player=player.key, division=own.division.name)


def _too_many(season_matches: int, own_matches: int) -> Problem | None:
    """Why the newcomer cannot get so many matches in a season that has so many already."""
    if own_matches > MAX_LATE_MATCHES:
        sentence = _("This would make {matches} matches; a late entry has at most {most}.")
        return build_problem(
            "", "too-many-matches", sentence, matches=f"{own_matches:,}", most=f"{MAX_LATE_MATCHES:,}"
        )
    if season_matches + own_matches > MAX_MATCHES:
        remedy = _("Let them come in with the next season.")
        return build_too_many_problem("", season_matches + own_matches, remedy)
    return None


def _sizes(settings: Settings) -> frozenset[int]:
    """Of the tables that the game is played at by these settings, and that have points where places give them."""
    game, rules = settings.game, settings.rules
    possible = range(game.min_seats, game.most_seats(settings.options) + 1)
    return frozenset(size for size in possible if not list(rules_settings.find_missing_points(rules, [size])))


def _fixtures(season: int) -> list[SeasonFixture]:
    """All matches of the season. 1 query."""
    seated: dict[str, list[tuple[str, str]]] = defaultdict(list)
    matches: dict[str, tuple[int, int, int, date | None, str]] = {}
    seats: Any = Seat.objects.filter(match__division__season=season).order_by("match", "number")
    for key, level, round, table, day, status, entry, player in seats.values_list(
        "match__key",
        "match__division__level",
        "match__round",
        "match__table",
        "match__due_on",
        "match__status",
        "entry__player__key",
        "player__key",
    ):
        matches[key] = (level, round, table, day, status)
        seated[key].append((entry, player))
    return [
        SeasonFixture(
            key,
            level,
            round,
            table,
            day,
            seats=tuple(entry for entry, _player in seated[key]),
            sat=tuple(player for _entry, player in seated[key]),
            waits=status == MatchStatus.SCHEDULED,
            is_played=status == MatchStatus.PLAYED,
        )
        for key, (level, round, table, day, status) in matches.items()
    ]


def _in_a_room(entries: Sequence[Entry], fixtures: Sequence[SeasonFixture]) -> bool:
    """Whether a day's tables are numbered through all divisions."""
    players: dict[int, list[str]] = defaultdict(list)
    for entry in entries:
        players[entry.division.level].append(entry.player.key)
    groups = [DivisionPlayers(level, "", tuple(players[level])) for level in sorted(players)]
    pairings = [Pairing(one.level, one.round, one.day, one.table, one.seats) for one in fixtures]
    return bool(groups) and schedule_inference.is_in_shared_room(groups, pairings)
