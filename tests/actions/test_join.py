"""Two records of one person become one, and two again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.club import import_club
from league.actions.demo import DEMO_FILES
from league.actions.errors import ActionError
from league.actions.join import join_players, list_seasons, plan_join, undo_join
from league.actions.player import add_players, forget_player
from league.actions.statistics import refresh_statistics
from league.models import (
    Club,
    Competition,
    Entry,
    Event,
    Match,
    Player,
    PlayerJoin,
    Result,
    Role,
    Seat,
    Standing,
    Statistics,
    Visibility,
)
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from tests.actions.clubs import build_club_file, list_matches, make_club, make_member
from tests.actions.submissions import enter_result


def make_two_leagues() -> Club:
    """Make a club with a league of p1 to p4, another one of q1 to q4, and results in both."""
    file = build_club_file(entries=4, competitions=2)
    other = json.loads(re.sub(r'"p(\d)"', r'"q\1"', json.dumps(file["competitions"][1])))
    other["rules"]["ranking"] = ["lot"]
    file["competitions"][1] = other
    file["players"] += [{"id": f"q{number}", "name": f"Player q{number}"} for number in range(1, 5)]
    club = make_club(file)
    for number, match in enumerate(list_matches(club)):
        if number % 2:
            enter_result(match)
    return club


def find(key: str) -> Player:
    return Player.objects.select_related("club").get(key=key)


def join(kept: str, joined: str, **more: Any) -> PlayerJoin:
    return join_players(
        kept=find(kept), joined=find(joined), **{"reason": "Typed twice", "by": CONSOLE, **more}
    )


def refuse(kept: str, joined: str, **more: Any) -> list[str]:
    with pytest.raises(ActionError) as refused:
        join(kept, joined, **more)
    return [problem.code for problem in refused.value.problems]


def refresh(club: Club) -> None:
    for competition in club.competitions.all():
        refresh_statistics(competition=competition.pk)


@pytest.mark.django_db
def test_everything_of_the_one_becomes_that_of_the_other_and_goes_back() -> None:
    club = make_two_leagues()
    refresh(club)
    before = export_club_file(club)
    ranks = list(Standing.objects.order_by("pk").values_list("entry", "rank", "score"))
    plan = plan_join(find("p1"), find("q1"))
    assert (plan.seasons, plan.matches, plan.awards, plan.problem) == (1, 3, 0, None)
    done = join("p1", "q1")
    assert not Player.objects.filter(key="q1").exists()
    assert list(Standing.objects.order_by("pk").values_list("entry", "rank", "score")) == ranks
    assert len(list_seasons(find("p1"))) == 2
    refresh(club)
    assert verify_club(club) == []
    assert b'"q1"' not in export_club_file(club)
    assert Statistics.objects.filter(player__key="p1").count() == 2
    event = Event.objects.get(action="join_players")
    assert (event.key, event.after, event.why) == ("p1", {"seasons": 1}, "Typed twice")
    undo_join(join=done, by=CONSOLE)
    refresh(club)
    assert verify_club(club) == []
    assert export_club_file(club) == before
    assert not PlayerJoin.objects.exists()
    assert not Player.objects.exclude(next_key="").exists()


@pytest.mark.django_db
def test_lots_stay_those_that_were_drawn() -> None:
    make_two_leagues()
    assert Entry.objects.get(player__key="q1").lot == ""
    done = join("p1", "q1")
    assert Entry.objects.get(season__competition__slug="league-2", player__key="p1").lot
    undo_join(join=done, by=CONSOLE)
    assert not Entry.objects.exclude(lot="").exists()


@pytest.mark.django_db
def test_what_came_after_belongs_to_its_season_when_it_is_undone() -> None:
    club = make_two_leagues()
    done = join("p1", "q1")
    later = Match.objects.filter(
        club=club, status="scheduled", division__season__competition__slug="league-2", seats__player__key="p1"
    )
    enter_result(later[0])
    undo_join(join=done, by=CONSOLE)
    assert (
        Result.objects.filter(seats__icontains='"q1"').count()
        == Seat.objects.filter(player__key="q1", match__status="played").count()
    )
    refresh(club)
    assert verify_club(club) == []


@pytest.mark.django_db
def test_who_cannot_be_one_person_is_refused() -> None:
    club = make_two_leagues()
    before = export_club_file(club)
    assert refuse("p1", "p1") == ["same-player"]
    assert refuse("p1", "p2") == ["have-met", "same-season"]
    assert refuse("p1", "q1", reason=" ") == ["reason"]
    for key, email in (("p1", "a@example.org"), ("q1", "b@example.org")):
        Player.objects.filter(key=key).update(user=make_member(club, Role.PLAYER, email).user)
    assert refuse("p1", "q1") == ["two-accounts"]
    assert export_club_file(club) == before


@pytest.mark.django_db
def test_second_of_two_organisers_is_told() -> None:
    make_two_leagues()
    kept, joined = find("p1"), find("q1")
    join("p1", "q1")
    with pytest.raises(ActionError) as refused:
        join_players(kept=kept, joined=joined, reason="Typed twice", by=CONSOLE)
    assert [problem.code for problem in refused.value.problems] == ["player-gone"]


@pytest.mark.django_db
def test_undoing_twice_is_told_and_so_is_an_id_that_is_taken() -> None:
    club = make_two_leagues()
    done = join("p1", "q1")
    [another] = add_players(club=club, names=["Q1"], namesakes=True, by=CONSOLE)
    assert another.key == "q1"
    with pytest.raises(ActionError) as refused:
        undo_join(join=done, by=CONSOLE)
    assert [problem.code for problem in refused.value.problems] == ["key-taken"]
    another.delete()
    undo_join(join=done, by=CONSOLE)
    with pytest.raises(ActionError) as refused:
        undo_join(join=done, by=CONSOLE)
    assert [problem.code for problem in refused.value.problems] == ["undone-already"]


@pytest.mark.django_db
def test_account_and_what_visitors_see_go_over_and_back() -> None:
    club = make_two_leagues()
    user = make_member(club, Role.PLAYER).user
    Player.objects.filter(key="q1").update(user=user, visibility=Visibility.MINOR)
    done = join("p1", "q1")
    kept = find("p1")
    assert (kept.user, kept.visibility) == (user, Visibility.MINOR)
    undo_join(join=done, by=CONSOLE)
    kept, player = find("p1"), find("q1")
    assert (kept.user, kept.visibility) == (None, Visibility.NAME)
    assert (player.user, player.visibility) == (user, Visibility.MINOR)


@pytest.mark.django_db
def test_joins_are_undone_in_any_order() -> None:
    club = make_two_leagues()
    add_players(club=club, names=["Third"], namesakes=False, by=CONSOLE)
    before = export_club_file(club)
    for first in (True, False):
        inner = join("p1", "q1")
        outer = join("third", "p1")
        for each in (inner, outer) if first else (outer, inner):
            undo_join(join=PlayerJoin.objects.get(pk=each.pk), by=CONSOLE)
        assert export_club_file(club) == before


@pytest.mark.django_db
def test_anonymised_player_takes_joined_ones_along() -> None:
    make_two_leagues()
    join("p1", "q1")
    forget_player(player=find("p1"), by=CONSOLE)
    assert not PlayerJoin.objects.exists()


@pytest.mark.django_db
def test_only_organisers_join() -> None:
    club = make_two_leagues()
    with pytest.raises(PermissionDenied):
        join("p1", "q1", by=make_member(club, Role.SCORER))
    done = join("p1", "q1", by=make_member(club, Role.ORGANISER))
    with pytest.raises(PermissionDenied):
        undo_join(join=done, by=make_member(club, Role.PLAYER))


@pytest.mark.django_db
def test_demo_club_is_as_before_once_it_is_undone() -> None:
    import_club(DEMO_FILES[1].read_bytes(), by=CONSOLE)
    club = Club.objects.get()
    for competition in Competition.objects.all():
        refresh_statistics(competition=competition.pk)
    before = export_club_file(club)
    players = sorted(Player.objects.select_related("club"), key=lambda player: player.key)
    seasons = {player.pk: list_seasons(player) for player in players}
    pairs = [
        (one, other)
        for one in players
        for other in players
        if one.pk < other.pk
        and seasons[one.pk]
        and seasons[other.pk]
        and not seasons[one.pk] & seasons[other.pk]
    ]
    [newcomer] = add_players(club=club, names=["Newcomer"], namesakes=False, by=CONSOLE)
    kept, joined = pairs[0] if pairs else (newcomer, players[0])
    done = join_players(kept=kept, joined=joined, reason="Twice", by=CONSOLE)
    refresh(club)
    assert verify_club(club) == []
    undo_join(join=done, by=CONSOLE)
    refresh(club)
    assert verify_club(club) == []
    newcomer.delete()
    assert export_club_file(club) == before
