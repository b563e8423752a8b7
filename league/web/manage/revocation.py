"""The page that undoes a decision, and shows what it restores."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

import games
from games import Problem
from league.actions.decisions.common import CHANGED
from league.actions.decisions.results import load_previous_results
from league.actions.decisions.revocation import (
    compute_digest,
    find_blockers,
    list_decided_matches,
    revoke_decision,
)
from league.actions.errors import ActionError
from league.forms import ProblemForm
from league.models import Decision, DecisionKind, Match, Player, Result, Season
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.models.user import Viewer
from league.permissions import can, get_required_permission
from league.principals import Principal, identify
from league.queries.decisions import (
    READ_WITH,
    DecisionLine,
    MatchPart,
    Seats,
    build_line,
    build_match_part,
    read_decision_facts,
    read_seats,
)
from league.queries.location import Location, locate_season
from league.queries.overtaken import PossibleEnd, build_questions, list_overtaken
from league.rules.snapshot import parse_settings
from league.web.base import ChangeView
from league.web.errors import build_not_found
from league.web.manage.base import name_people

MAX_LISTED = 40
MAX_BLOCKERS = 10  # of the obstacles of up to a hundred matches


@dataclass(frozen=True)
class Obstacle:
    """A reason against undoing: the `match` concerned, or the decision that has to be undone `first`."""

    said: str
    match: MatchPart | None
    first: int | None


@dataclass(frozen=True)
class MatchBack:
    """A match that undoing the decision restores.

    If a substitute is undone, the player of `sits` plays in it again; else it is to be played (`waits`), or a
    result counts again, with `scores` by seat if it was played.
    """

    match: MatchPart
    sits: str = ""
    waits: bool = False
    status: str = ""
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class TakingBackPage:
    """The context of the page; with `obstacles`, which keep it from being undone, no matches are listed.

    `opens`: reopening the season would help. Only the first matches are listed.
    """

    where: Location
    line: DecisionLine
    obstacles: tuple[Obstacle, ...]
    opens: bool
    matches: tuple[MatchBack, ...]
    total: int
    questions: tuple[Problem, ...] = ()  # about later matches of a bracket

    @property
    def more(self) -> int:
        return self.total - len(self.matches)


def find_decision(
    request: HttpRequest, by: Principal, club: str, competition: str, season: int, decision: int
) -> tuple[Season, Decision]:
    """Return a season and a decision of it, for users who may undo it; raise Http404 for others."""
    seasons = Season.objects.for_page().filter(
        competition__club__slug=club, competition__slug=competition, number=season
    )
    found = seasons.first()
    if found is None:
        raise build_not_found(request, club)
    decided = Decision.objects.select_related(*READ_WITH).filter(season=found, pk=decision).first()
    if decided is None or not can(by, get_required_permission(decided), found.competition.club_id):
        raise Http404
    decided.season = found
    return found, decided


def build_page(
    decision: Decision, season: Season, *, viewer: Viewer, by: Principal, refused: Sequence[Problem] = ()
) -> TakingBackPage:
    """Return the page about a decision, with the problems for which undoing it was `refused`.

    Runs at most 15 queries, whatever the number of matches; 8 more in a bracket.
    """
    problems = list(refused) or find_blockers(decision)
    decided = list_decided_matches(decision)
    facts = read_decision_facts(season, [decision], also=[match.pk for match in decided], viewer=viewer)
    list_matches = _list_sitters if decision.kind == DecisionKind.SUBSTITUTE else _list_results
    listed = [] if problems else decided[:MAX_LISTED]
    return TakingBackPage(
        where=locate_season(season),
        line=build_line(decision, season, facts, viewer=viewer, by=by),
        obstacles=_list_obstacles(problems, season.competition.club_id, viewer),
        opens=season.state == SeasonState.CLOSED and can(by, "run-seasons", season.competition.club_id),
        matches=tuple(list_matches(decision, season, listed, facts.seats, viewer)) if listed else (),
        total=len(decided),
        questions=_list_questions(decision, season, listed, viewer),
    )


def _list_questions(
    decision: Decision, season: Season, matches: Sequence[Match], viewer: Viewer
) -> tuple[Problem, ...]:
    """Return what undoing changes in later rounds of a bracket. At most 8 queries, none without a bracket."""
    settings = parse_settings(*season.settings)
    has_bracket = settings.rules.is_knockout or settings.rules.final
    if not (has_bracket and matches) or decision.kind == DecisionKind.SUBSTITUTE:
        return ()
    before = load_previous_results(decision, matches)
    ends = {match.pk: PossibleEnd.from_result(before.get(match.pk)) for match in matches}
    return build_questions(list_overtaken(matches[0].division, ends, settings, viewer=viewer))


def _list_sitters(
    decision: Decision, season: Season, matches: Iterable[Match], seats: Seats, viewer: Viewer
) -> Iterator[MatchBack]:
    """1 query."""
    before = decision.detail.get("before", {})
    players = Player.objects.filter(club=season.competition.club_id, key__in=set(before.values()))
    names = {player.key: player.get_name_for(viewer) for player in players}
    for match in matches:
        yield MatchBack(
            build_match_part(match, seats[match.pk], viewer), sits=names.get(before[match.key], "")
        )


def _list_results(
    decision: Decision, season: Season, matches: Sequence[Match], seats: Seats, viewer: Viewer
) -> Iterator[MatchBack]:
    """1 query."""
    standing = Result.objects.active().filter(match__in=matches).exclude(decision=decision)
    before = {result.match_id: result for result in standing.order_by("generation", "number")}
    for match in matches:
        part, result = build_match_part(match, seats[match.pk], viewer), before.get(match.pk)
        if result is None:
            yield MatchBack(part, waits=True)
        else:
            status = str(MatchStatus(result.status).label)
            yield MatchBack(part, status=status, scores=_compute_scores(result, season, len(part.names)))


def _compute_scores(result: Result, season: Season, seats: int) -> tuple[int, ...]:
    """Return the scores of a result's sheet, by seat; empty without a sheet."""
    if result.sheet is None:
        return ()
    settings = parse_settings(*season.settings)
    parsed = games.parse(settings.game, result.sheet, settings.options, seats)
    score = settings.score(parsed, seats)
    return tuple(seat.score for seat in score.seats)


def _list_obstacles(problems: Sequence[Problem], club: int, viewer: Viewer) -> tuple[Obstacle, ...]:
    """Return the first problems as obstacles, with names; 3 queries, or none without problems."""
    if not problems:
        return ()
    problems = problems[:MAX_BLOCKERS]
    parts = _load_matches(_list_values(problems, "match"), club, viewer)
    players = Player.objects.filter(club=club, key__in=_list_values(problems, "player"))
    names = {player.key: player.get_name_for(viewer) for player in players}
    called = {key: " – ".join(part.names) for key, part in parts.items()}
    return tuple(
        Obstacle(
            said=name_people(problem, names, called).message.translate(gettext),
            match=parts.get(str(problem.message.values.get("match"))),
            first=_read_number(problem.message.values.get("decision")),
        )
        for problem in problems
    )


def _list_values(problems: Iterable[Problem], key: str) -> set[str]:
    return {str(problem.message.values[key]) for problem in problems if key in problem.message.values}


def _load_matches(keys: Collection[str], club: int, viewer: Viewer) -> dict[str, MatchPart]:
    """Return matches by id; 2 queries."""
    found = list(Match.objects.filter(club=club, key__in=keys))
    seats = read_seats((), also=[match.pk for match in found])
    return {match.key: build_match_part(match, seats[match.pk], viewer) for match in found}


def _read_number(value: object) -> int | None:
    return value if isinstance(value, int) and value else None


class RevocationView(ChangeView[ProblemForm]):
    """Shows what undoing the decision restores, or why it is impossible; then undoes it."""

    template_name = "manage/take_back.html"
    form_class = ProblemForm
    season: Season
    decision: Decision
    refused: tuple[Problem, ...] = ()

    def find(self) -> HttpResponse | None:
        self.by = identify(self.request.user)
        self.season, self.decision = find_decision(self.request, self.by, **self.kwargs)
        if not self.decision.revoked_at:
            return None
        messages.info(self.request, gettext("This decision has already been undone."))
        return self._lead_on()

    def change(self, form: ProblemForm) -> HttpResponse:
        try:
            revoke_decision(decision=self.decision, by=self.by, seen=self.request.POST.get("seen", ""))
        except ActionError as refused:
            if not Decision.objects.filter(pk=self.decision.pk).exists():  # replaced by a club file
                messages.info(self.request, refused.problems[0].message.translate(gettext))
                return self._lead_on()
            if refused.problems == (CHANGED,):  # the decision is shown as it is now, and may be undone
                messages.warning(self.request, CHANGED.message.translate(gettext))
            else:
                self.refused = refused.problems
            raise
        messages.success(self.request, gettext("Decision undone."))
        return self._lead_on()

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        page = build_page(
            self.decision, self.season, viewer=self.request.user, by=self.by, refused=self.refused
        )
        return {"page": page, "refused": bool(self.refused), "seen": compute_digest(self.decision)}

    def _lead_on(self) -> HttpResponse:
        return redirect("season-decisions", *list(self.kwargs.values())[:3])
