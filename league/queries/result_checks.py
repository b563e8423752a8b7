"""Why a match takes no result: its season, its players, its day."""

from collections.abc import Iterable, Iterator
from datetime import date

from games import Problem
from games.problems import _
from league.models import Decision, DecisionKind, Entry, Match, Season, Seat
from league.models.season import SeasonState
from league.rules.validation import build_problem

EXPUNGED = build_problem(
    "",
    "expunged",
    _("A player in this match has withdrawn and all their results were removed. Undo the withdrawal first."),
)


def check_season_open(season: Season) -> Iterator[Problem]:
    """Yield why the season takes no results."""
    if season.state == SeasonState.DRAFT:
        sentence = (
            _("The tournament has not started yet.")
            if season.competition.is_tournament
            else _("The season has not started yet.")
        )
        yield build_problem("", "season-not-open", sentence)
    if season.state == SeasonState.CLOSED:
        sentence = (
            _("The tournament has ended: its results can't be changed.")
            if season.competition.is_tournament
            else _("The season is closed: its results can't be changed.")
        )
        yield build_problem("", "season-closed", sentence)


def check_not_expunged(seats: Iterable[Seat]) -> Iterator[Problem]:
    """Yield why a match with these seats, read with their entries, takes no result and no decision.

    That is so if it would count for an entry none of whose matches is to count. Runs 1 query if an entry has
    left, else none.
    """
    if find_expunged_entries(seat.entry for seat in seats):
        yield EXPUNGED


def find_expunged_entries(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the ids of the entries that have left and none of whose matches counts.

    Runs 1 query if an entry has left, else none.
    """
    left = [entry.pk for entry in entries if entry.left]
    if not left:
        return frozenset()
    withdrawals = Decision.objects.active().filter(
        kind=DecisionKind.WITHDRAWAL, entry__in=left, detail__outcome="expunge"
    )
    return frozenset(entry for entry in withdrawals.values_list("entry", flat=True) if entry)


def check_played_on(season: Season, played_on: date, today: date) -> Iterator[Problem]:
    """Yield why hardly any match of the season was played then; `today` is today where the club is."""
    if season.starts_on and played_on < season.starts_on:
        yield build_problem(
            "played_on",
            "date-before-season",
            _("{day} is before the tournament starts ({start}).")
            if season.competition.is_tournament
            else _("{day} is before the season starts ({start})."),
            day=played_on.isoformat(),
            start=season.starts_on.isoformat(),
        )
    if played_on > today:
        yield build_problem(
            "played_on",
            "date-in-future",
            _("{day} is in the future; today is {today}."),
            day=played_on.isoformat(),
            today=today.isoformat(),
        )


def question_played_on(season: Season, played_on: date, today: date) -> Iterator[Problem]:
    """Yield why a match was hardly played on that day: as `check_played_on`, or because the season was over."""
    yield from check_played_on(season, played_on, today)
    if season.ends_on and season.ends_on < played_on <= today:
        yield build_problem(
            "played_on",
            "date-after-season",
            _("{day} is after the tournament ends ({end}).")
            if season.competition.is_tournament
            else _("{day} is after the season ends ({end})."),
            day=played_on.isoformat(),
            end=season.ends_on.isoformat(),
        )


def get_usual_day(season: Season, match: Match) -> date | None:
    """Return the day on which a match was played unless another is given.

    That is the day on which it was due, if that is neither still to come nor before the season starts; else None.
    The season was read with its competition and club.
    """
    if match.due_on is None or any(check_played_on(season, match.due_on, season.competition.club.today)):
        return None
    return match.due_on


def find_undo_obstacles(match: Match) -> list[Problem]:
    """Return why the result that counts can't be undone by any user. No queries."""
    current, problems = match.current, list(check_season_open(match.division.season))
    if current is None:
        problems.append(build_problem("", "changed-meanwhile", _("This match has no result to undo.")))
    elif current.decision_id or current.by_closing:
        sentence = _("A decision made this result. Undo the decision instead.")
        problems.append(build_problem("", "decided", sentence))
    return problems
