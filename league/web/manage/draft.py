"""A draft season: creating it, showing it, and starting it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib import messages
from django.db.models import F, OuterRef, Prefetch, Subquery
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from league.actions.draft import create_season
from league.actions.season import open_season
from league.forms import ProblemForm
from league.models import Competition, Division, Entry, Match, Player, Season, Seat
from league.models.competition import CompetitionKind
from league.models.season import SeasonState
from league.queries.draft import find_deletion_blockers
from league.queries.location import locate_competition
from league.queries.opening import (
    find_opening_blockers,
    find_setting_problems,
    format_problem,
    list_possible_sizes,
)
from league.queries.paired_rounds import is_ladder, is_paired
from league.queries.registration import list_registrations, list_small_teams
from league.queries.schedule import get_schedule_source
from league.rules.pairing.fairness import Fairness, MeetingStats, have_own_tables, measure_schedule
from league.rules.pairing.fixtures import DivisionPlayers, Pairing
from league.rules.pairing.schedules import build_table_draw
from league.rules.records import FIRST_STAGE
from league.rules.snapshot import parse_settings
from league.web.base import ChangeView
from league.web.manage.access import get_competition_to_run
from league.web.manage.schedule import describe_unfinished_schedule
from league.web.manage.season import SeasonChangeView

OPEN_ROUNDS = 2  # the others are collapsed
MAX_FOLDED_MATCHES = 400  # with more, only the expanded rounds are shown
MAX_LISTED = 40  # matches of a round

Seats = Mapping[int, Sequence[Entry]]  # the players of each match, by seat


class BeginView(ChangeView[ProblemForm]):
    """Shows what a new season begins with; then creates it."""

    template_name = "manage/begin_season.html"
    form_class = ProblemForm
    competition: Competition

    def find(self) -> HttpResponse | None:
        self.competition, self.by = get_competition_to_run(self.request, **self.kwargs)
        return None

    def change(self, form: ProblemForm) -> HttpResponse:
        season = create_season(competition=self.competition, by=self.by)
        return redirect("set-up-divisions", *self.kwargs.values(), season.number)

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        seasons = Season.objects.filter(competition=self.competition)
        states = dict(seasons.values_list("number", "state"))
        latest = max(states, default=None)
        draft = min((number for number, state in states.items() if state == SeasonState.DRAFT), default=None)
        return {
            "where": locate_competition(self.competition),
            "number": (latest or 0) + 1,
            "draft": draft,
            "latest": latest if self.competition.kind == CompetitionKind.LEAGUE else None,
            "is_latest_open": latest is not None and states[latest] == SeasonState.OPEN,
        }


class SetUpView(SeasonChangeView[ProblemForm]):
    """Shows a draft and its checklist; then starts the season."""

    template_name = "manage/set_up.html"
    form_class = ProblemForm

    def find(self) -> HttpResponse | None:
        super().find()
        return None if self.season.is_draft else self.lead_to_season()

    def change(self, form: ProblemForm) -> HttpResponse:
        open_season(season=self.season, by=self.by)
        name = self.season.name or self.season.competition.name
        if is_paired(self.season):
            message = gettext("{name} has started. Pair round 1.")
            messages.success(self.request, message.format(name=name))
            return redirect("run-rounds", *self.address)
        if is_ladder(self.season):
            message = gettext("{name} has started. Players can challenge each other.")
            messages.success(self.request, message.format(name=name))
            return redirect("ladder", *self.address)
        if self.season.competition.is_tournament:
            message = gettext("{name} has started.").format(name=name)
        else:
            message = gettext("Season {number} started. You can enter results now.").format(
                number=self.season.number
            )
        messages.success(self.request, message)
        return redirect("season", *self.address)

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        season = self.season
        divisions = list_divisions(season)
        matches = [] if season.schedule_token else list_matches(divisions)
        seats = find_seats(season, divisions) if matches else {}
        matches = [match for match in matches if match.pk in seats]
        rounds = list(list_rounds(divisions, matches, seats))
        is_whole_field = season.competition.is_tournament and len(divisions) == 1
        names = [] if is_whole_field else [division.name for division in divisions]
        wrong: dict[str, list[str]] = defaultdict(list)  # by subject: divisions, rules, or ""
        for problem in find_opening_blockers(season):
            sentence = format_problem(problem, names, of_tournament=season.competition.is_tournament)
            wrong[problem.path.split(".")[0]].append(sentence)
        registered = (
            list_registrations(season, reader=self.request.user)
            if season.competition.kind == CompetitionKind.TOURNAMENT
            else None
        )
        context = {
            **super().get_context(form),
            "registered": registered,
            "is_league": season.competition.kind == CompetitionKind.LEAGUE,
            "is_playable": not find_setting_problems(season.competition),
            "divisions": divisions,
            "player_count": len(registered.entered)
            if registered
            else sum(len(division.entries.all()) for division in divisions),
            "match_count": len(matches),
            "has_days": any(match.due_on for match in matches),
            "unfinished": describe_unfinished_schedule(season),
            "round_count": len(rounds),
            "open_rounds": rounds[:OPEN_ROUNDS],
            "folded_rounds": rounds[OPEN_ROUNDS:] if len(matches) <= MAX_FOLDED_MATCHES else [],
            "fairness": measure_fixtures(divisions, matches, seats),
            "obstacles": [sentence for sentences in wrong.values() for sentence in sentences],
            "wrong": dict(wrong),
            "can_go": not list(find_deletion_blockers(season)),
        }
        if context["is_playable"]:
            settings = parse_settings(*season.settings)
            sizes = [len(division.entries.all()) for division in divisions]
            context["warnings"] = [
                *settings.list_option_warnings(list_possible_sizes(settings, sizes)),
                *(list_small_teams(registered, settings) if registered else ()),
            ]
            draw = build_table_draw(settings, draw_seed=season.draw_seed) if season.draw_seed else None
            context |= {"settings": settings, "is_drawn": draw is not None}
        return context


def list_divisions(season: Season) -> list[Division]:
    """Return the divisions of the first stage from the top, each with its entries by seed. 2 queries.

    If the season was created from another, each entry has `level_before` and `division_before`: those of the
    player's division there, None for a newcomer.
    """
    entries = Entry.objects.select_related("player").order_by("seed")
    if season.rolled_from_id:
        before = Entry.objects.filter(
            season=season.rolled_from_id, stage__number=FIRST_STAGE, player=OuterRef("player")
        )
        entries = entries.annotate(
            level_before=Subquery(before.values("division__level")[:1]),
            division_before=Subquery(before.values("division__name")[:1]),
        )
    of_stage = (
        Division.objects.filter(season=season, stage__number=FIRST_STAGE)
        .select_related("stage")
        .order_by("level")
    )
    divisions = list(of_stage.prefetch_related(Prefetch("entries", queryset=entries)))
    for division in divisions:
        division.season = season  # with its competition, by which divisions are titled
    return divisions


def list_matches(divisions: Sequence[Division]) -> list[Match]:
    """Return the matches of these divisions by round, day and table. 1 query."""
    matches = Match.objects.filter(division__in=divisions).select_related("division", "round")
    day = F("due_on").asc(nulls_first=True)
    return list(matches.order_by("round__number", day, "division__level", "table", "key"))


def find_seats(season: Season, divisions: Sequence[Division]) -> Seats:
    """Return the players of each match, by seat. 1 query.

    Matches whose players are not in these divisions are left out: the draft is being saved concurrently.
    """
    entries = {entry.pk: entry for division in divisions for entry in division.entries.all()}
    seats: dict[int, list[Entry]] = defaultdict(list)
    seated = Seat.objects.filter(match__division__season=season).order_by("match", "number")
    others: set[int] = set()
    for match, entry in seated.values_list("match", "entry"):
        if entry in entries:
            seats[match].append(entries[entry])
        else:
            others.add(match)
    return {match: sitting for match, sitting in seats.items() if match not in others}


@dataclass(frozen=True)
class DraftRound:
    """A round of the schedule: its matches with their players, of which `more` are not listed, and its byes."""

    number: int
    days: Sequence[date]
    matches: Sequence[tuple[Match, Sequence[Player]]]
    more: int
    byes: Sequence[Player]


def list_rounds(
    divisions: Sequence[Division], matches: Sequence[Match], seats: Seats
) -> Iterator[DraftRound]:
    """Yield the rounds of a schedule. No queries."""
    by_round: dict[int, list[Match]] = defaultdict(list)
    for match in matches:
        by_round[match.round.number].append(match)
    entries = {division.pk: division.entries.all() for division in divisions}
    for number, own in by_round.items():
        playing = {entry.pk for match in own for entry in seats[match.pk]}
        playing_divisions = {match.division_id for match in own}
        byes = [
            entry.player
            for division in playing_divisions
            for entry in entries[division]
            if entry.pk not in playing
        ]
        yield DraftRound(
            number=number,
            days=sorted({match.due_on for match in own if match.due_on}),
            matches=[(match, [entry.player for entry in seats[match.pk]]) for match in own[:MAX_LISTED]],
            more=max(0, len(own) - MAX_LISTED),
            byes=byes[:MAX_LISTED],
        )


def measure_fixtures(
    divisions: Sequence[Division], matches: Sequence[Match], seats: Seats
) -> Fairness | MeetingStats | None:
    """Return how evenly a schedule treats the players; None without matches. No queries."""
    groups = [
        DivisionPlayers(
            division.level, division.name, tuple(entry.player.key for entry in division.entries.all())
        )
        for division in divisions
    ]
    pairings = [
        Pairing(
            match.division.level,
            match.round.number,
            match.due_on,
            match.table,
            tuple(entry.player.key for entry in seats[match.pk]),
        )
        for match in matches
    ]
    source = get_schedule_source(divisions[0].stage) if divisions else None
    has_shared_room = source is not None and source.has_shared_room and have_own_tables(pairings)
    return measure_schedule(groups, pairings, has_shared_room=has_shared_room)
