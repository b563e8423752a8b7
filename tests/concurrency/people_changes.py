"""What two organisers do about the same people at once: answering a request to join, merging two records."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db import connection, connections

from league.actions.account import delete_account
from league.actions.erasure import StillInUse, erase_players
from league.actions.errors import ActionError
from league.actions.join_request import approve_join_request, ask_to_join, refuse_join_request
from league.actions.merge import merge_players
from league.actions.player import add_players, forget_player
from league.actions.proof import mark_proved
from league.actions.user import change_user
from league.models import Club, Event, JoinRequest, Player, PlayerMerge, Role, User
from league.principals import CONSOLE, Person
from league.queries.club import verify_club
from tests.actions.clubs import build_club_file, make_club, make_member
from tests.concurrency.installation import wait_for_others

CLUB = "riverside"
OF_TWO = 2


def make_requests(count: int) -> list[int]:
    """Make a club, its owner, and requests to join: every other one as a player of the club, the others by name."""
    club = make_club(build_club_file(slug=CLUB, divisions=(count + 1) // 2, entries=2))
    make_member(club, Role.OWNER)
    requests = []
    for number in range(count):  # not more than a club gets on one day
        user = User.objects.create_user(f"{number}@people.example", name=f"Person {number}")
        mark_proved(user)
        player = Player.objects.get(club=club, key=f"p{number + 1}") if number % OF_TWO else None
        asked = ask_to_join(club=club, player=player, name=user.name, by=Person(user))
        requests.append(asked.pk)
    return requests


def answer_in_lockstep(requests: list[int], how: str) -> list[str]:
    """Approve or refuse each request, or suspend or delete its account, when told to; return what came of it."""
    by = Person(Club.objects.get(slug=CLUB).memberships.get(role=Role.OWNER).user)
    answers = []
    for number in requests:
        asked = JoinRequest.objects.select_related("user").get(pk=number)
        wait_for_others()
        try:
            if how == "approve":
                approve_join_request(join_request=asked, by=by)
            elif how == "refuse":
                refuse_join_request(join_request=asked, reason="No", by=by)
            elif how == "delete":
                delete_account(user=asked.user, by=Person(asked.user))
            else:
                user = asked.user
                change_user(
                    user=user, name=user.name, is_active=False, is_staff=False, permissions=[], by=CONSOLE
                )
        except ActionError as refused:
            answers.append(refused.problems[0].code)
        else:
            answers.append(how)
    return answers


def inspect_requests() -> dict[str, Any]:
    """Return how the requests ended, how many accounts have a player and how many players were added."""
    club = Club.objects.get(slug=CLUB)
    return {
        "states": Counter(JoinRequest.objects.values_list("state", flat=True)),
        "linked": Player.objects.filter(club=club, user__isnull=False).count(),
        "added": Player.objects.filter(club=club, name__startswith="Person").count(),
        "events": Counter(
            Event.objects.filter(action__endswith="_join_request").values_list("action", flat=True)
        ),
    }


def make_pairs(count: int) -> None:
    """Make a club of so many players in a season, and as many records that are to be theirs, with none."""
    club = make_club(build_club_file(slug=CLUB, divisions=(count + 1) // 2, entries=2))
    make_member(club, Role.OWNER)
    add_players(club=club, names=[f"Again {number}" for number in range(count)], namesakes=False, by=CONSOLE)


def merge_in_lockstep(count: int, keeps_first: bool) -> list[str]:
    """Merge both records of each player when told to, the one that has a season into the other or the other way."""
    club = Club.objects.get(slug=CLUB)
    by = Person(club.memberships.get(role=Role.OWNER).user)
    answers = []
    for number in range(count):
        first = Player.objects.get(club=club, key=f"p{number + 1}")
        again = Player.objects.get(club=club, name=f"Again {number}")
        kept, merged = (first, again) if keeps_first else (again, first)
        wait_for_others()
        try:
            merge_players(kept=kept, merged=merged, reason="One person", by=by)
        except ActionError as refused:
            answers.append(refused.problems[0].code)
        else:
            answers.append("merged")
    return answers


def inspect_merges() -> dict[str, Any]:
    """Return how many records, merges and events there are, and what `verify` finds."""
    club = Club.objects.get(slug=CLUB)
    return {
        "players": Player.objects.filter(club=club).exclude(key="substitute").count(),
        "merges": PlayerMerge.objects.filter(club=club).count(),
        "events": Event.objects.filter(club=club, action="merge_players").count(),
        "differences": [str(difference) for difference in verify_club(club)],
    }


def erase_while_read() -> list[str]:
    """Anonymise a player, and have the id replaced while somebody reads, then again; return what came of each.

    On SQLite the reader holds the log of the database.
    """
    club = make_club(build_club_file(slug=CLUB))
    forget_player(player=Player.objects.get(club=club, key="p1"), by=CONSOLE)
    connection.close()
    connection.settings_dict["OPTIONS"] |= {"timeout": 0.1} if connection.vendor == "sqlite" else {}
    reader = connections.create_connection("default")
    answers = []
    try:
        with reader.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT COUNT(*) FROM league_player")
            answers.append(_try_to_erase())
    finally:
        reader.close()
    return [*answers, _try_to_erase()]


def _try_to_erase() -> str:
    try:
        erased = str(erase_players())
    except StillInUse:
        erased = "in use"
    player = Player.objects.get(name="Former player 1")
    return f"{erased}, {player.key}, {'waits' if player.to_erase else 'done'}"
