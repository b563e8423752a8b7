"""Everything that a committee does to its leagues, at random: for several processes at once.

`change_at_random` performs it, and `inspect_changes` says what the database knows of it afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeVar
from uuid import uuid4

from django.db.models import Model, QuerySet

from league.actions.errors import ActionError, EditConflict
from league.actions.forfeit import forfeit_match, void_match
from league.actions.late_entry import add_late_entry
from league.actions.penalty import penalise_entry
from league.actions.result import submit_result
from league.actions.revocation import revoke_decision
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.season import close_season, reopen_season
from league.actions.substitution import substitute_player, substitute_rest_of_season
from league.actions.withdrawal import withdraw_entry
from league.models import Club, Decision, Division, Entry, Event, Match, Player, Result, Role, Season
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.principals import Person, Principal
from league.queries.club import verified
from league.queries.ending import Deciding
from league.queries.withdrawing import Outcome
from tests.actions.clubs import build_club_file, build_random_sheet, make_club, make_member

DONE, REFUSED, FAILED = "did", "refused", "failed"
REASON = "So it was decided"
SPARE_PLAYERS = 20  # who may enter late
NOTHING_LEFT = (REFUSED, "nothing-left", 0)


def make_busy_club(club: str) -> None:
    """Make a club of three leagues, with an owner and players who are in none of them."""
    file = build_club_file(slug=club, competitions=3, divisions=2, entries=5)
    file["players"] += [
        {"id": f"spare{number}", "name": f"Spare {number}"} for number in range(SPARE_PLAYERS)
    ]
    make_member(make_club(file), Role.OWNER)


def change_at_random(club: str, seed: int, times: int) -> list[tuple[str, str, int]]:
    """Change the club so often, and return what came of each: done, refused or failed.

    What was done is named as in the audit log, with the id of its result or decision. Each is also printed at
    once, in case the process is killed.
    """
    chance, answers = Random(seed), []
    for _ in range(times):
        answers.append(_change_once(club, chance))
        print(*answers[-1], flush=True)
    return answers


def _change_once(club: str, chance: Random) -> tuple[str, str, int]:
    try:
        by = Person(Club.objects.get(slug=club).memberships.get(role=Role.OWNER).user)
        seasons = Season.objects.select_related("competition__club").filter(competition__club__slug=club)
        season = chance.choice(seasons.filter(number=1).order_by("pk"))
        (work,) = chance.choices(list(WORKS), list(WORKS.values()))
        if season.state == SeasonState.CLOSED and chance.random() < 0.5:
            work = end_or_begin
        answer = work(season, chance, by)
        return (DONE, *answer) if answer else NOTHING_LEFT
    except EditConflict:
        return REFUSED, "overtaken", 0
    except ActionError as refused:
        return REFUSED, refused.problems[0].code, 0
    except Exception as error:  # noqa: BLE001  # whatever it is, the test shows it
        return FAILED, repr(error), 0


def inspect_changes(club: str) -> dict[str, Any]:
    """Return what the rows and the audit log say was changed, and what `verify` finds."""
    found = Club.objects.get(slug=club)
    decisions = Decision.objects.filter(season__competition__club=found)
    results = Result.objects.filter(match__club=found, decision=None, by_closing=False)
    events = Event.objects.filter(club=found).exclude(action="import_club")
    return {
        "events": Counter(events.values_list("action", flat=True)),
        "decided in events": sorted(
            events.filter(action__startswith="decide_").values_list("after__decision", flat=True)
        ),
        "decided": sorted(decisions.values_list("pk", flat=True)),
        "taken back": sorted(decisions.exclude(undone_at=None).values_list("pk", flat=True)),
        "results": sorted(results.values_list("pk", flat=True)),
        "differences": [str(difference) for difference in verified(found)],
    }


# --- what is done: each returns the action as in the audit log, with an id, or None where there is nothing to do

Answer = tuple[str, int] | None
Row = TypeVar("Row", bound=Model)


def enter_result(season: Season, chance: Random, by: Principal) -> Answer:
    match = _pick(chance, _list_matches(season, MatchStatus.SCHEDULED, MatchStatus.PLAYED))
    if match is None:
        return None
    sheet = build_random_sheet(chance.randrange(1000))
    result = submit_result(match=match, sheet=sheet, by=by, key=uuid4(), base=match.revision)
    return "submit_result", result.pk


def decide_match(season: Season, chance: Random, by: Principal) -> Answer:
    match = _pick(chance, _list_matches(season, MatchStatus.SCHEDULED))
    if match is None:
        return None
    if chance.random() < 0.3:
        return "decide_void", void_match(match=match, reason=REASON, by=by, base=match.revision).pk
    absent = chance.choice([[0], [1], [0, 1]])
    decision = forfeit_match(match=match, absent=absent, reason=REASON, by=by, base=match.revision)
    return "decide_forfeit", decision.pk


def withdraw(season: Season, chance: Random, by: Principal) -> Answer:
    entry = _pick(chance, _list_entries(season).filter(left=False))
    outcome: Outcome = chance.choice(["stand", "expunge"])
    if entry is None:
        return None
    return "decide_withdrawal", withdraw_entry(entry=entry, outcome=outcome, reason=REASON, by=by).pk


def penalise(season: Season, chance: Random, by: Principal) -> Answer:
    entry = _pick(chance, _list_entries(season))
    if entry is None:
        return None
    score = chance.randint(1, 9)
    return "decide_penalty", penalise_entry(entry=entry, points=0, score=score, reason=REASON, by=by).pk


def substitute(season: Season, chance: Random, by: Principal) -> Answer:
    match = _pick(chance, _list_matches(season, MatchStatus.SCHEDULED, MatchStatus.PLAYED))
    player = _pick(chance, _list_players(season))
    if match is None or player is None:
        return None
    seat = chance.randrange(2)
    decision = substitute_player(
        match=match, seat=seat, substitute=player, reason=REASON, by=by, base=match.revision
    )
    return "decide_substitute", decision.pk


def substitute_rest(season: Season, chance: Random, by: Principal) -> Answer:
    entry, player = _pick(chance, _list_entries(season)), _pick(chance, _list_players(season))
    if entry is None or player is None:
        return None
    return (
        "decide_substitute",
        substitute_rest_of_season(entry=entry, substitute=player, reason=REASON, by=by).pk,
    )


def enter_late(season: Season, chance: Random, by: Principal) -> Answer:
    divisions = Division.objects.select_related("season__competition__club")
    division = _pick(chance, divisions.filter(season=season))
    player = _pick(chance, _list_players(season).exclude(entries__season=season))
    if division is None or player is None:
        return None
    return "decide_late_entry", add_late_entry(division=division, player=player, reason=REASON, by=by).pk


def revoke(season: Season, chance: Random, by: Principal) -> Answer:
    decision = _pick(chance, Decision.objects.active().filter(season=season))
    if decision is None:
        return None
    decision.season = season
    revoke_decision(decision=decision, by=by)
    return "take_back", decision.pk


def end_or_begin(season: Season, chance: Random, by: Principal) -> Answer:
    """Close the season, reopen it, roll it over, or undo that: whichever it is time for."""
    following = Season.objects.select_related("competition__club").filter(rolled_from=season).first()
    if following:
        undo_rollover(season=following, by=by)
        return "undo_roll_over", 0
    if season.state == SeasonState.CLOSED and chance.random() < 0.6:
        reopen_season(season=season, by=by)
        return "reopen_season", 0
    missing: Deciding = chance.choice(["forfeit", "void"])
    if season.state == SeasonState.OPEN and chance.random() < 0.6:
        close_season(season=season, by=by, missing=missing)
        return "close_season", 0
    roll_over_season(season=season, by=by, missing=missing)
    return "roll_over", 0


WORKS: Mapping[Callable[[Season, Random, Principal], Answer], int] = {  # and how often, beside the others
    enter_result: 6,
    decide_match: 2,
    withdraw: 2,
    penalise: 2,
    substitute: 2,
    substitute_rest: 1,
    enter_late: 2,
    revoke: 5,
    end_or_begin: 2,
}


def _pick(chance: Random, rows: QuerySet[Row]) -> Row | None:
    found = list(rows.order_by("pk"))
    return chance.choice(found) if found else None


def _list_matches(season: Season, *statuses: MatchStatus) -> QuerySet[Match]:
    matches = Match.objects.select_related("division__season__competition__club")
    return matches.filter(division__season=season, status__in=statuses)


def _list_entries(season: Season) -> QuerySet[Entry]:
    entries = Entry.objects.select_related("player", "division", "season__competition__club")
    return entries.filter(season=season)


def _list_players(season: Season) -> QuerySet[Player]:
    return Player.objects.filter(club=season.competition.club_id)
