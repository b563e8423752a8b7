"""All that players and organisers do on a ladder, at random: for several processes at once.

`climb_at_random` performs it, and `inspect_ladder` says what the database knows of it afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from league.actions import ladder
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.errors import ActionError
from league.models import Challenge, Club, Entry, Event, Match, Player, Role, Season, Standing
from league.models.challenge import ChallengeState
from league.principals import Person, Principal
from league.queries.club import export_club_file, verify_club
from tests.actions.clubs import make_member
from tests.actions.tournaments import make_tournament
from tests.commands.console import run_on_file
from tests.concurrency.mixed_changes import NothingThere
from tests.concurrency.round_changes import attempt, enter

MIN_PLAYERS = 6  # who don't withdraw


def make_busy_ladder(club: str, players: int) -> None:
    """Make a club with an owner and a ladder."""
    made = Club.objects.create(slug=club, name=club.title())
    make_member(made, Role.OWNER)
    Player.objects.bulk_create(
        [Player(club=made, key=f"p{number}", name=f"Player {number}") for number in range(1, players + 1)]
    )
    names = list(Player.objects.filter(club=made).order_by("pk").values_list("name", flat=True))
    make_tournament(made, names=names, kind="ladder", name="Ladder")


def challenge_first(club: str) -> str:
    """Let the second challenge the first."""
    season = Season.objects.for_page().get(competition__club__slug=club)
    by = Person(season.competition.club.memberships.get().user)
    try:
        made = ladder.challenge_player(season=season, challenger="p2", challenged="p1", by=by)
    except ActionError as refused:
        return f"refused: {refused.problems[0].code}"
    return f"challenge {made.number}"


def climb_at_random(club: str, seed: int, times: int) -> list[tuple[str, str, int]]:
    """Do each of WORKS so many times, in any order; return what came of each attempt.

    Done, with the action as in the audit log, and a number; refused, with the code; or failed, if anything else goes
    wrong.
    """
    chance = Random(seed)
    works = [work for work, often in WORKS.items() for _ in range(often * times)]
    chance.shuffle(works)
    return [attempt(work, club, chance) for work in works]


def inspect_ladder(club: str) -> dict[str, Any]:
    """Return what the rows and the audit log say was changed, and what `verify` finds, in the database and the file."""
    found = Club.objects.get(slug=club)
    challenges = Challenge.objects.filter(division__season__competition__club=found)
    opened = challenges.filter(state=ChallengeState.OPEN).values_list("challenger", "challenged")
    busy = Counter(entry for pair in opened for entry in pair)
    ranks = Standing.objects.filter(entry__season__competition__club=found).values_list("rank", flat=True)
    return {
        "events": Counter(Event.objects.filter(club=found).values_list("action", flat=True)),
        "challenged twice": [entry for entry, number in busy.items() if number > 1],
        "numbers": sorted(challenges.values_list("number", flat=True)),
        "left over": Match.objects.filter(club=found, challenge=None).count(),
        "ranks": sorted(ranks),
        "differences": [str(difference) for difference in verify_club(found)],
        "verified": run_on_file("verify", export_club_file(found)).code,
    }


# --- what is done: each returns the action as in the audit log, with a number

Work = Callable[[Season, Random, Principal], tuple[str, int]]


def challenge(season: Season, chance: Random, by: Principal) -> tuple[str, int]:
    ranked = Entry.objects.filter(season=season, left=False).order_by("standing__rank")
    there = list(ranked.values_list("player__key", flat=True))
    lower = chance.randrange(1, len(there))
    upper = chance.randrange(max(0, lower - 3), lower)
    made = ladder.challenge_player(season=season, challenger=there[lower], challenged=there[upper], by=by)
    return "challenge_player", made.number


def decline(season: Season, chance: Random, by: Principal) -> tuple[str, int]:
    number = _find_challenge(season, chance)
    ladder.decline_challenge(season=season, level=1, number=number, by=by)
    return "decline_challenge", number


def withdraw(season: Season, chance: Random, by: Principal) -> tuple[str, int]:
    number = _find_challenge(season, chance)
    ladder.withdraw_challenge(season=season, level=1, number=number, by=by)
    return "withdraw_challenge", number


def leave(season: Season, chance: Random, by: Principal) -> tuple[str, int]:
    entries = Entry.objects.select_related("player", "division", "season__competition__club")
    there = list(entries.filter(season=season, left=False))
    if len(there) <= MIN_PLAYERS:
        raise NothingThere
    decision = withdraw_entry(entry=chance.choice(there), outcome="stand", reason="Ill", by=by)
    return "decide_withdrawal", decision.pk


def _find_challenge(season: Season, chance: Random) -> int:
    opened = Challenge.objects.filter(division__season=season, state=ChallengeState.OPEN)
    numbers = list(opened.values_list("number", flat=True))
    if not numbers:
        raise NothingThere
    return chance.choice(numbers)


WORKS: Mapping[Work, int] = {challenge: 8, decline: 2, withdraw: 1, leave: 1, enter: 4}  # and how often
