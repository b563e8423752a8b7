"""The page on which a decision is taken back: what will be as it was before."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q

import games
from games import Problem
from league.models import Decision, DecisionKind, Match, Player, Result, Season
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.permissions import can, get_required_permission
from league.principals import Principal
from league.queries.pages.decisions import READ_WITH, DecisionLine, line, told_with
from league.queries.pages.obstacles import Obstacle, obstacles
from league.queries.pages.season_head import Viewer
from league.queries.pages.seated import MatchPart, Seats, match_part
from league.queries.pages.words import Where, where
from league.queries.revocation import find_blockers
from league.rules.snapshot import parse_settings

MOST_LISTED = 40


@dataclass(frozen=True)
class MatchBack:
    """A match that will be as it was: `sits` there again who did before, where a substitute is taken back; else it is
    to be played (`waits`), or a result counts again, of `scores`, by seat, where it was played."""

    match: MatchPart
    sits: str = ""
    waits: bool = False
    status: str = ""
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class TakingBackPage:
    """`obstacles` are why it cannot be: then nothing is promised. `opens`: opening the season again would help. The
    first of the matches are listed."""

    where: Where
    line: DecisionLine
    obstacles: tuple[Obstacle, ...]
    opens: bool
    made: int  # matches that were made for who came in late
    joined: int  # tables that they joined
    matches: tuple[MatchBack, ...]
    total: int

    @property
    def more(self) -> int:
        return self.total - len(self.matches)


def find(season: Season, number: int, by: Principal) -> Decision | None:
    """The decision of that season, for those who may take it back. 1 query; and the reader's roles."""
    found = Decision.objects.select_related(*READ_WITH).filter(season=season, pk=number).first()
    if found is None or not can(by, get_required_permission(found), season.competition.club_id):
        return None
    found.season = season
    return found


def page(
    decision: Decision, season: Season, *, viewer: Viewer, by: Principal, refused: Sequence[Problem] = ()
) -> TakingBackPage:
    """Of a found decision, and what taking it back was `refused` for. At most 15 queries, whatever the number of
    matches."""
    problems = list(refused) or find_blockers(decision)
    decided = list(
        Match.objects.filter(_of(decision))
        .select_related("current")
        .order_by("division", "round", "table", "key")
    )
    told = told_with(season, decision, also=[match.pk for match in decided], viewer=viewer)
    back = _sitters if decision.kind == DecisionKind.SUBSTITUTE else _results
    listed = [] if problems else decided[:MOST_LISTED]
    is_late = decision.kind == DecisionKind.LATE_ENTRY  # else a number may stand there
    return TakingBackPage(
        where=where(season),
        line=line(decision, season, told, viewer=viewer, by=by),
        obstacles=obstacles(problems, season.competition.club_id, viewer),
        opens=season.state == SeasonState.CLOSED and can(by, "run-seasons", season.competition.club_id),
        made=len(decision.detail.get("matches", ())) if is_late else 0,
        joined=len(decision.detail.get("joined", ())) if is_late else 0,
        matches=tuple(back(decision, season, listed, told.seats, viewer)) if listed else (),
        total=len(decided),
    )


def _of(decision: Decision) -> Q:
    """The matches that it changed: in some of them only who sits there. One that has had another result since keeps
    that."""
    if decision.kind == DecisionKind.SUBSTITUTE:
        return Q(division__season=decision.season_id, key__in=list(decision.detail.get("before", ())))
    return Q(current__decision=decision)


def _sitters(
    decision: Decision, season: Season, matches: Iterable[Match], seats: Seats, viewer: Viewer
) -> Iterator[MatchBack]:
    """1 query."""
    before = decision.detail.get("before", {})
    players = Player.objects.filter(club=season.competition.club_id, key__in=set(before.values()))
    names = {player.key: player.get_name_for(viewer) for player in players}
    for match in matches:
        yield MatchBack(match_part(match, seats[match.pk], viewer), sits=names.get(before[match.key], ""))


def _results(
    decision: Decision, season: Season, matches: Sequence[Match], seats: Seats, viewer: Viewer
) -> Iterator[MatchBack]:
    """1 query."""
    standing = Result.objects.active().filter(match__in=matches).exclude(decision=decision)
    before = {result.match_id: result for result in standing.order_by("series", "number")}
    for match in matches:
        part, result = match_part(match, seats[match.pk], viewer), before.get(match.pk)
        if result is None:
            yield MatchBack(part, waits=True)
        else:
            status = str(MatchStatus(result.status).label)
            yield MatchBack(part, status=status, scores=_scores(result, season, len(part.names)))


def _scores(result: Result, season: Season, seats: int) -> tuple[int, ...]:
    """What its sheet gave, by seat; nothing where it has none."""
    if result.sheet is None:
        return ()
    settings = parse_settings(*season.settings)
    parsed = games.parse(settings.game, result.sheet, settings.options, seats)
    score = settings.game.calculate(parsed, settings.options, seats)
    return tuple(seat.score for seat in score.seats)
