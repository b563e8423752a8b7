"""All that organisers do to a running tournament, at random: for several processes at once.

`run_rounds_at_random` performs it, and `inspect_rounds` says what the database knows of it afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any
from uuid import uuid4

from django.db import OperationalError

from league.actions import proposals, rounds
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.errors import ActionError, EditConflict
from league.actions.locks import is_busy
from league.actions.result import submit_result
from league.models import Club, Entry, Event, Match, Player, Result, Role, Round, Season, Seat
from league.models.match import MatchStatus
from league.models.round import RoundState
from league.principals import Person, Principal
from league.queries.club import export_club_file, verify_club
from tests.actions.clubs import build_random_sheet, make_member
from tests.actions.tournaments import begin_round, make_tournament
from tests.commands.console import run_on_file
from tests.concurrency.mixed_changes import DONE, FAILED, REFUSED, NothingThere

MIN_PLAYERS = 6  # who don't withdraw


def make_busy_tournament(club: str, players: int, announced: int) -> None:
    """Make a club with an owner and a running tournament; lots of rounds are announced."""
    made = Club.objects.create(slug=club, name=club.title())
    make_member(made, Role.OWNER)
    Player.objects.bulk_create(
        [Player(club=made, key=f"p{number}", name=f"Player {number}") for number in range(1, players + 1)]
    )
    names = list(Player.objects.filter(club=made).values_list("name", flat=True))
    make_tournament(made, names=names, rounds=min(announced, players - 1))
    season = Season.objects.for_page().get(competition__club=made)
    rounds.announce_rounds(season=season, rounds=announced, by=Person(made.memberships.get().user))


def make_bracket(club: str, players: int) -> list[str]:
    """Make a club with a knockout whose first round is published; return the ids of its matches."""
    made = Club.objects.create(slug=club, name=club.title())
    make_member(made, Role.OWNER)
    names = [f"Player {number}" for number in range(1, players + 1)]
    season = make_tournament(made, names=names, kind="knockout")
    begin_round(season)
    return list(Match.objects.filter(club=made).order_by("table").values_list("key", flat=True))


def pair_once(club: str) -> str:
    season = Season.objects.for_page().get(competition__club__slug=club)
    try:
        made = rounds.pair_next_round(
            season=season, by=Person(season.competition.club.memberships.get().user)
        )
    except ActionError as refused:
        return f"refused: {refused.problems[0].code}"
    return f"round {made.number}"


def run_rounds_at_random(club: str, seed: int, times: int) -> list[tuple[str, str, int]]:
    """Do each of WORKS so many times, in any order; return what came of each attempt, and print it at once.

    Done, with the action as in the audit log, and the number of its round or the id of its result; refused, with the
    code; or failed, if anything else goes wrong.
    """
    chance, answers = Random(seed), []
    works = [work for work, often in WORKS.items() for _ in range(often * times)]
    chance.shuffle(works)
    for work in works:
        answers.append(attempt(work, club, chance))
        print(*answers[-1], flush=True)
    return answers


def attempt(work: Work, slug: str, chance: Random) -> tuple[str, str, int]:
    """Let the owner do it; return whether it was done, what, and a number, as `run_rounds_at_random` does."""
    try:
        season = Season.objects.for_page().get(competition__club__slug=slug)
        by = Person(season.competition.club.memberships.get(role=Role.OWNER).user)
        return DONE, *work(season, chance, by)
    except NothingThere:
        return REFUSED, "nothing-there", 0
    except EditConflict:
        return REFUSED, "overtaken", 0
    except ActionError as refused:
        return REFUSED, refused.problems[0].code, 0
    except OperationalError as error:  # its lock was not to be had in time: a page would ask to try again
        return REFUSED if is_busy(error) else FAILED, repr(error), 0
    except Exception as error:  # noqa: BLE001  # whatever it is, the test shows it
        return FAILED, repr(error), 0


def inspect_rounds(club: str) -> dict[str, Any]:
    """Return what the rows and the audit log say was changed, and what `verify` finds, in the database and the file."""
    found = Club.objects.get(slug=club)
    events = Event.objects.filter(club=found)
    content = export_club_file(found)
    seats = Counter(
        Seat.objects.filter(match__club=found).values_list("match__round__number", "entry__player__key")
    )
    rounds_there = Round.objects.filter(stage__season__competition__club=found).order_by("number")
    return {
        "events": Counter(events.values_list("action", flat=True)),
        "results": sorted(
            Result.objects.filter(match__club=found, decision=None).values_list("pk", flat=True)
        ),
        "seated twice": [list(place) for place, number in seats.items() if number > 1],
        "states": list(rounds_there.values_list("state", flat=True)),
        "differences": [str(difference) for difference in verify_club(found)],
        "verified": run_on_file("verify", content).code,
    }


# --- what is done: each returns the action as in the audit log, with a number

Work = Callable[[Season, Random, Principal], tuple[str, int]]


def pair(season: Season, chance: Random, by: Principal) -> tuple[str, int]:
    return "pair_round", rounds.pair_next_round(season=season, by=by).number


def publish(season: Season, chance: Random, by: Principal) -> tuple[str, int]:
    number = _find_round(season, RoundState.PAIRED)
    rounds.publish_round(season=season, number=number, by=by)
    return "publish_round", number


def unpair(season: Season, chance: Random, by: Principal) -> tuple[str, int]:
    number = _find_round(season, RoundState.PAIRED, RoundState.PUBLISHED)
    rounds.unpair_round(season=season, number=number, by=by)
    return "unpair_round", number


def exchange_at_random(season: Season, chance: Random, by: Principal) -> tuple[str, int]:
    number = _find_round(season, RoundState.PAIRED)
    there = list(Entry.objects.filter(season=season, left=False).values_list("player__key", flat=True))
    first, second = chance.sample(there, 2)
    proposals.exchange_players(season=season, number=number, first=first, second=second, by=by)
    return "exchange_players", number


def give_bye(season: Season, chance: Random, by: Principal) -> tuple[str, int]:
    number = _find_round(season, RoundState.PLANNED)
    there = list(Entry.objects.filter(season=season, left=False).values_list("player__key", flat=True))
    kind = chance.choice(["half", "zero", ""])
    rounds.give_bye(season=season, number=number, player=chance.choice(there), kind=kind, by=by)
    return "give_bye", number


def withdraw(season: Season, chance: Random, by: Principal) -> tuple[str, int]:
    entries = Entry.objects.select_related("player", "division", "season__competition__club")
    there = list(entries.filter(season=season, left=False))
    if len(there) <= MIN_PLAYERS:
        raise NothingThere
    decision = withdraw_entry(entry=chance.choice(there), outcome="stand", reason="Ill", by=by)
    return "decide_withdrawal", decision.pk


def enter(season: Season, chance: Random, by: Principal) -> tuple[str, int]:
    waiting = list(
        Match.objects.filter(division__season=season, status=MatchStatus.SCHEDULED).select_related(
            "division__season__competition__club"
        )
    )
    if not waiting:
        raise NothingThere
    sheet = build_random_sheet(chance.randrange(1000))
    match = chance.choice(waiting)
    result = submit_result(match=match, sheet=sheet, by=by, key=uuid4(), base=match.revision)
    return "submit_result", result.pk if result else 0


def _find_round(season: Season, *states: str) -> int:
    found = Round.objects.filter(stage__season=season, state__in=states).order_by("number").first()
    if found is None:
        raise NothingThere
    return found.number


WORKS: Mapping[Work, int] = {  # and how often
    pair: 4,
    publish: 4,
    unpair: 1,
    exchange_at_random: 1,
    give_bye: 1,
    withdraw: 1,
    enter: 8,
}
