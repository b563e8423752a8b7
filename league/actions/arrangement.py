"""Arrange a match of a bracket or of a ladder: its players say on which day and where they play.

See docs/reference/schedule.md, Day and place.
"""

from collections.abc import Iterator
from datetime import date

from games import Problem
from games.problems import _
from league.actions.changes import change
from league.actions.errors import ActionError, NameInput, validate
from league.actions.schedule import check_distance
from league.actions.standings import bump_revision
from league.actions.submissions import check_not_moved, open_match
from league.models import Match
from league.models.match import MatchStatus
from league.notifications.arrangements import notify_of_arrangement
from league.permissions import ResultReport, require
from league.principals import Principal
from league.queries.match import is_arranged_by_players
from league.rules.validation import build_problem


def arrange_match(*, match: Match, arranged_on: date | None, venue: str, by: Principal) -> Match:
    """Save the day and the place that the players of a match have arranged; either may be empty.

    What is due stays due: the day is no later than that. The other players of the match are told. The place is free
    text, so its event says only whether there is one. Locks the division. Returns the match as it is then. Raises
    PermissionDenied; ActionError at `arranged_on` or `venue`, for a match with a result, and outside brackets and
    ladders.
    """
    with change("arrange_match", match, by=by) as event:
        context = open_match(event)
        require(by, "arrange-match", ResultReport(context.seats, context.match.current))
        current = context.match
        problems = [*check_not_moved(context), *_check_match(current), *_check_day(current, arranged_on)]
        try:
            venue = validate(NameInput, name=venue.strip()).name if venue.strip() else ""
        except ActionError as refused:
            problems += [Problem("venue", problem.code, problem.message) for problem in refused.problems]
        if problems:
            raise ActionError(*problems)
        if (current.arranged_on, current.venue) == (arranged_on, venue):
            return current
        before = _build_event_data(current)
        current.arranged_on, current.venue = arranged_on, venue
        current.save(update_fields=["arranged_on", "venue"])
        event.log(before, _build_event_data(current))
        bump_revision(current.division_id)
        notify_of_arrangement(current, author=by.user)
    return current


def _check_match(match: Match) -> Iterator[Problem]:
    season = match.division.season
    if not is_arranged_by_players(match):
        sentence = _("Only players of a bracket or a ladder arrange their matches.")
        yield build_problem("", "not-arranged", sentence)
    elif not season.is_open:
        yield build_problem("", "not-open", _("The day and place of this match can't be changed now."))
    elif match.status != MatchStatus.SCHEDULED:
        sentence = _("This match has a result, so its day and place can't be changed.")
        yield build_problem("", "match-decided", sentence)


def _check_day(match: Match, day: date | None) -> Iterator[Problem]:
    season = match.division.season
    yield from check_distance("arranged_on", day, season)
    if day is None or day == match.arranged_on:
        return
    if day < season.competition.club.today:
        yield build_problem("arranged_on", "past-day", _("This day is past. Choose a later one."))
    elif match.due_on and day > match.due_on:
        sentence = _("The match is to be played by {day}. Choose an earlier day.")
        yield build_problem("arranged_on", "after-due", sentence, day=match.due_on)


def _build_event_data(match: Match) -> dict[str, str | bool | None]:
    day = match.arranged_on
    return {"arranged_on": day.isoformat() if day else None, "venue": bool(match.venue)}
