"""Everything that a committee does to its leagues, at random: for several processes at once.

`change_at_random` performs it, and `inspect_changes` says what the database knows of it afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, TypeVar
from uuid import uuid4

from django.db.models import Model

from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.penalty import penalise_entry
from league.actions.decisions.revocation import find_blockers, revoke_decision
from league.actions.decisions.substitution import substitute_player, substitute_rest_of_season
from league.actions.decisions.void import void_match
from league.actions.decisions.withdrawal import Outcome, withdraw_entry
from league.actions.errors import ActionError, EditConflict
from league.actions.result import submit_result
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.season import close_season, reopen_season
from league.models import Club, Decision, Division, Entry, Event, Match, Player, Result, Role, Season
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.principals import Person, Principal
from league.queries.club import verify_club
from league.queries.season_end import Deciding
from tests.actions.clubs import build_club_file, build_random_sheet, make_club, make_member

DONE, REFUSED, FAILED = "did", "refused", "failed"
REASON = "So it was decided"
SPARE_PLAYERS = 40  # who may enter late, or sit for others
MIN_RUNNING = 3  # leagues that go on when others have ended
MAX_LOOKS = 3  # of one attempt: the second and third after it was overtaken


def make_busy_club(club: str) -> None:
    """Make a club of five leagues, with an owner and players who are in none of them."""
    file = build_club_file(slug=club, competitions=5, divisions=2, entries=8)
    file["players"] += [
        {"id": f"spare{number}", "name": f"Spare {number}"} for number in range(SPARE_PLAYERS)
    ]
    make_member(make_club(file), Role.OWNER)


def change_at_random(club: str, seed: int, rounds: int) -> list[tuple[str, str, int]]:
    """Do everything in WORKS as often as it says there, in any order, for so many rounds.

    Returns what came of each attempt: done, refused or failed. An attempt is something that somebody of the committee
    means to do, such as to enter a result. They look for where it can be done now; if somebody else was faster they
    look again, as people do, and the attempt is refused if that has been so MAX_LOOKS times. It has failed if anything
    else goes wrong, such as a lock that does not come in time: then nothing is tried again.

    What was done is named as in the audit log, with the id of its result or decision. Each is also printed at once,
    in case the process is killed.
    """
    chance, answers = Random(seed), []
    works = [work for work, often in WORKS.items() for _ in range(often)]
    for _ in range(rounds):
        chance.shuffle(works)
        for work in works:
            answers.append(_attempt(work, club, chance))
            print(*answers[-1], flush=True)
    return answers


def _attempt(work: Work, slug: str, chance: Random) -> tuple[str, str, int]:
    refusal = ""
    try:
        club = Club.objects.get(slug=slug)
        by = Person(club.memberships.get(role=Role.OWNER).user)
        for _ in range(MAX_LOOKS):
            try:
                return DONE, *work(club, chance, by)
            except NothingThere:
                refusal = f"nothing-to-{work.__name__}"
            except EditConflict:
                refusal = "overtaken"
            except ActionError as refused:
                refusal = refused.problems[0].code
    except Exception as error:  # noqa: BLE001  # whatever it is, the test shows it
        return FAILED, repr(error), 0
    return REFUSED, refusal, 0


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
        "undone": sorted(decisions.exclude(revoked_at=None).values_list("pk", flat=True)),
        "results": sorted(results.values_list("pk", flat=True)),
        "differences": [str(difference) for difference in verify_club(found)],
    }


# --- what is done: each returns the action as in the audit log, with an id

Work = Callable[[Club, Random, Principal], tuple[str, int]]
Row = TypeVar("Row", bound=Model)


class NothingThere(Exception):
    """There is nothing with which it could be done."""


def enter_result(club: Club, chance: Random, by: Principal) -> tuple[str, int]:
    match = _pick_match(club, chance, MatchStatus.SCHEDULED, MatchStatus.PLAYED)
    sheet = build_random_sheet(chance.randrange(1000))
    result = submit_result(match=match, sheet=sheet, by=by, key=uuid4(), base=match.revision)
    return "submit_result", result.pk if result else 0


def forfeit(club: Club, chance: Random, by: Principal) -> tuple[str, int]:
    match = _pick_match(club, chance, MatchStatus.SCHEDULED, MatchStatus.PLAYED)
    absent = chance.choice([[0], [1], [0, 1]])
    decision = forfeit_match(match=match, absent=absent, reason=REASON, by=by, base=match.revision)
    return "decide_forfeit", decision.pk


def declare_void(club: Club, chance: Random, by: Principal) -> tuple[str, int]:
    match = _pick_match(club, chance, MatchStatus.SCHEDULED, MatchStatus.PLAYED)
    return "decide_void", void_match(match=match, reason=REASON, by=by, base=match.revision).pk


def withdraw(club: Club, chance: Random, by: Principal) -> tuple[str, int]:
    outcome: Outcome = chance.choice(["stand", "expunge"])
    decision = withdraw_entry(entry=_pick_entry(club, chance), outcome=outcome, reason=REASON, by=by)
    return "decide_withdrawal", decision.pk


def penalise(club: Club, chance: Random, by: Principal) -> tuple[str, int]:
    entry, score = _pick_entry(club, chance), chance.randint(1, 9)
    return "decide_penalty", penalise_entry(entry=entry, points=0, score=score, reason=REASON, by=by).pk


def substitute(club: Club, chance: Random, by: Principal) -> tuple[str, int]:
    match = _pick_match(club, chance, MatchStatus.SCHEDULED, MatchStatus.PLAYED)
    decision = substitute_player(
        match=match,
        seat=chance.randrange(2),
        substitute=_pick_outsider(match.division.season, chance),
        reason=REASON,
        by=by,
        base=match.revision,
    )
    return "decide_substitute", decision.pk


def substitute_rest(club: Club, chance: Random, by: Principal) -> tuple[str, int]:
    match = _pick_match(club, chance, MatchStatus.SCHEDULED)
    entry = Entry.objects.select_related("player", "division", "season__competition__club").get(
        seats__match=match, seats__number=0
    )
    player = _pick_outsider(entry.season, chance)
    decision = substitute_rest_of_season(entry=entry, substitute=player, reason=REASON, by=by)
    return "decide_substitute", decision.pk


def enter_late(club: Club, chance: Random, by: Principal) -> tuple[str, int]:
    divisions = Division.objects.select_related("season__competition__club")
    division = _pick(chance, divisions.filter(season__in=_list_seasons(club, SeasonState.OPEN)))
    player = _pick_outsider(division.season, chance)
    return "decide_late_entry", add_late_entry(division=division, player=player, reason=REASON, by=by).pk


def revoke(club: Club, chance: Random, by: Principal) -> tuple[str, int]:
    """Take a decision back, one of which the page says that it can be."""
    decisions = Decision.objects.active().select_related("season__competition__club", "player", "match")
    decision = _pick(
        chance,
        decisions.filter(season__in=_list_seasons(club, SeasonState.OPEN)),
        lambda decision: not find_blockers(decision),
    )
    revoke_decision(decision=decision, by=by)
    return "take_back", decision.pk


def end_or_begin(club: Club, chance: Random, by: Principal) -> tuple[str, int]:
    """End a season, or begin one again, in whichever way has been done less often; some go on."""
    running, ended = _list_seasons(club, SeasonState.OPEN), _list_seasons(club, SeasonState.CLOSED)
    missing: Deciding = chance.choice(["forfeit", "void"])
    done = Counter(Event.objects.filter(club=club).values_list("action", flat=True))
    if len(running) > MIN_RUNNING and (not ended or chance.random() < 0.5):
        season = _pick(chance, running)
        if done["close_season"] <= done["roll_over"]:
            close_season(season=season, by=by, missing=missing)
            return "close_season", 0
        roll_over_season(season=season, by=by, missing=missing)
        return "roll_over", 0
    made = Season.objects.select_related("competition__club").filter(rolled_from__in=ended)
    kept = [season for season in ended if season.pk not in {following.rolled_from_id for following in made}]
    if made and (not kept or done["undo_roll_over"] <= done["reopen_season"]):
        undo_rollover(season=_pick(chance, made), by=by)
        return "undo_roll_over", 0
    reopen_season(season=_pick(chance, kept), by=by)
    return "reopen_season", 0


WORKS: Mapping[Work, int] = {  # and how often in a round
    enter_result: 5,
    forfeit: 1,
    declare_void: 1,
    withdraw: 2,
    penalise: 2,
    substitute: 2,
    substitute_rest: 1,
    enter_late: 1,
    revoke: 3,
    end_or_begin: 2,
}


def _pick(chance: Random, rows: Iterable[Row], is_fit: Callable[[Row], bool] = lambda row: True) -> Row:
    """Return any of the rows that is fit for it; raise NothingThere if none is."""
    found = sorted(rows, key=lambda row: row.pk)
    chance.shuffle(found)
    for row in found:
        if is_fit(row):
            return row
    raise NothingThere


def _pick_match(club: Club, chance: Random, *statuses: MatchStatus) -> Match:
    """Return a match of a running season, of players who have not left it."""
    matches = Match.objects.select_related("division__season__competition__club")
    seasons = _list_seasons(club, SeasonState.OPEN)
    return _pick(
        chance,
        matches.filter(division__season__in=seasons, status__in=statuses).exclude(seats__entry__left=True),
    )


def _pick_entry(club: Club, chance: Random) -> Entry:
    entries = Entry.objects.select_related("player", "division", "season__competition__club")
    return _pick(chance, entries.filter(season__in=_list_seasons(club, SeasonState.OPEN), left=False))


def _pick_outsider(season: Season, chance: Random) -> Player:
    """Return a player of the club who has not entered the season."""
    players = Player.objects.filter(club=season.competition.club_id)
    return _pick(chance, players.exclude(entries__season=season))


def _list_seasons(club: Club, state: SeasonState) -> list[Season]:
    """Return the first seasons of the leagues that are in this state; what a rollover makes stays a draft."""
    seasons = Season.objects.select_related("competition__club").filter(competition__club=club, number=1)
    return list(seasons.filter(state=state))
