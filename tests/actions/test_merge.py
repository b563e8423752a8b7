"""Two records of one person become one, and two again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.account import leave_club
from league.actions.club import import_club
from league.actions.demo import DEMO_FILES
from league.actions.erasure import erase_players
from league.actions.errors import ActionError
from league.actions.invitation import invite_member
from league.actions.join_request import ask_to_join
from league.actions.merge import list_seasons, merge_players, plan_merge, undo_merge
from league.actions.player import (
    add_players,
    apply_name_privacy,
    change_visibility,
    forget_player,
    set_retired,
)
from league.actions.proof import mark_proved
from league.actions.statistics import refresh_statistics
from league.models import (
    Club,
    Competition,
    Entry,
    Event,
    Invitation,
    JoinRequest,
    Match,
    Player,
    PlayerMerge,
    Result,
    Role,
    Season,
    Seat,
    Standing,
    Statistics,
    User,
    Visibility,
)
from league.models.club import Privacy
from league.principals import CONSOLE, Person
from league.queries.club import export_club_file, verify_club
from league.rules.standings.tie_breaks import draw_lot
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


def merge(kept: str, merged: str, **more: Any) -> PlayerMerge:
    return merge_players(
        kept=find(kept), merged=find(merged), **{"reason": "Typed twice", "by": CONSOLE, **more}
    )


def refuse(kept: str, merged: str, **more: Any) -> list[str]:
    with pytest.raises(ActionError) as refused:
        merge(kept, merged, **more)
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
    plan = plan_merge(find("p1"), find("q1"))
    assert (plan.seasons, plan.matches, plan.awards, plan.problem) == (1, 3, 0, None)
    done = merge("p1", "q1")
    assert not Player.objects.filter(key="q1").exists()
    assert list(Standing.objects.order_by("pk").values_list("entry", "rank", "score")) == ranks
    assert len(list_seasons(find("p1"))) == 2
    refresh(club)
    assert verify_club(club) == []
    assert b'"q1"' not in export_club_file(club)
    assert Statistics.objects.filter(player__key="p1").count() == 2
    event = Event.objects.get(action="merge_players")
    assert (event.key, event.after, event.why) == ("p1", {"seasons": 1}, "Typed twice")
    undo_merge(merge=done, by=CONSOLE)
    refresh(club)
    assert verify_club(club) == []
    assert export_club_file(club) == before
    assert not PlayerMerge.objects.exists()
    assert not Player.objects.exclude(next_key="").exists()


@pytest.mark.django_db
def test_lots_stay_those_that_were_drawn() -> None:
    make_two_leagues()
    assert Entry.objects.get(player__key="q1").lot == ""
    done = merge("p1", "q1")
    assert Entry.objects.get(season__competition__slug="league-2", player__key="p1").lot
    undo_merge(merge=done, by=CONSOLE)
    assert not Entry.objects.exclude(lot="").exists()


@pytest.mark.django_db
def test_what_came_after_belongs_to_its_season_when_it_is_undone() -> None:
    club = make_two_leagues()
    done = merge("p1", "q1")
    later = Match.objects.filter(
        club=club, status="scheduled", division__season__competition__slug="league-2", seats__player__key="p1"
    )
    enter_result(later[0])
    undo_merge(merge=done, by=CONSOLE)
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
    assert refuse("p1", "q1", reason=" ") == ["missing"]
    for key, email in (("p1", "a@example.org"), ("q1", "b@example.org")):
        Player.objects.filter(key=key).update(user=make_member(club, Role.PLAYER, email).user)
    assert refuse("p1", "q1") == ["two-accounts"]
    assert export_club_file(club) == before


@pytest.mark.django_db
def test_player_who_is_being_anonymised_is_not_merged() -> None:
    make_two_leagues()
    forget_player(player=find("q1"), by=CONSOLE)
    for kept, merged in (("p1", "q1"), ("q1", "p1")):
        assert refuse(kept, merged) == ["being-erased"], kept
    erase_players()
    assert merge("p1", "former-player-1").key == "former-player-1"


@pytest.mark.django_db
def test_players_of_a_club_without_seasons_are_merged_and_parted() -> None:
    club = make_club({"format": "boolie-club/1", "club": {"slug": "new", "name": "New", "timezone": "UTC"}})
    add_players(club=club, names=["Ann", "Anne"], namesakes=False, by=CONSOLE)
    with pytest.raises(PermissionDenied):
        merge("ann", "anne", by=make_member(club, Role.SCORER))
    done = merge("ann", "anne")
    assert list(Player.objects.values_list("key", flat=True)) == ["ann"]
    undo_merge(merge=done, by=CONSOLE)
    assert set(Player.objects.values_list("key", flat=True)) == {"ann", "anne"}


@pytest.mark.django_db
def test_second_of_two_organisers_is_told() -> None:
    make_two_leagues()
    kept, merged = find("p1"), find("q1")
    merge("p1", "q1")
    with pytest.raises(ActionError) as refused:
        merge_players(kept=kept, merged=merged, reason="Typed twice", by=CONSOLE)
    assert [problem.code for problem in refused.value.problems] == ["player-gone"]


@pytest.mark.django_db
def test_undoing_twice_is_told_and_so_is_an_id_that_is_taken() -> None:
    club = make_two_leagues()
    done = merge("p1", "q1")
    [another] = add_players(club=club, names=["Q1"], namesakes=True, by=CONSOLE)
    assert another.key == "q1"
    with pytest.raises(ActionError) as refused:
        undo_merge(merge=done, by=CONSOLE)
    assert [problem.code for problem in refused.value.problems] == ["key-taken"]
    another.delete()
    undo_merge(merge=done, by=CONSOLE)
    with pytest.raises(ActionError) as refused:
        undo_merge(merge=done, by=CONSOLE)
    assert [problem.code for problem in refused.value.problems] == ["undone-already"]


@pytest.mark.django_db
def test_account_and_what_visitors_see_go_over_and_back() -> None:
    club = make_two_leagues()
    user = make_member(club, Role.PLAYER).user
    Player.objects.filter(key="q1").update(user=user, visibility=Visibility.MINOR)
    done = merge("p1", "q1")
    kept = find("p1")
    assert (kept.user, kept.visibility) == (user, Visibility.MINOR)
    undo_merge(merge=done, by=CONSOLE)
    kept, player = find("p1"), find("q1")
    assert (kept.user, kept.visibility) == (None, Visibility.NAME)
    assert (player.user, player.visibility) == (user, Visibility.MINOR)


@pytest.mark.django_db
def test_what_visitors_see_never_grows_by_undoing() -> None:
    make_two_leagues()
    done = merge("p1", "q1")
    change_visibility(player=find("p1"), visibility=Visibility.HIDDEN, by=CONSOLE)  # as somebody asked since
    undo_merge(merge=done, by=CONSOLE)
    assert {find(key).visibility for key in ("p1", "q1")} == {Visibility.HIDDEN}


@pytest.mark.django_db
def test_visibility_of_another_merged_record_counts_on() -> None:
    club = make_two_leagues()
    add_players(club=club, names=["Third"], namesakes=False, by=CONSOLE)
    Player.objects.filter(key="q1").update(visibility=Visibility.HIDDEN)
    Player.objects.filter(key="third").update(visibility=Visibility.MINOR)
    done = merge("p1", "q1")
    merge("p1", "third")
    undo_merge(merge=done, by=CONSOLE)
    assert find("p1").visibility == Visibility.MINOR
    assert find("q1").visibility == Visibility.HIDDEN


@pytest.mark.django_db
def test_visibility_is_not_that_of_a_player_who_was_merged_in_turn() -> None:
    club = make_two_leagues()
    add_players(club=club, names=["Third"], namesakes=False, by=CONSOLE)
    Player.objects.filter(key__in=["q1", "third"]).update(visibility=Visibility.MINOR)
    inner = merge("p1", "q1")
    merge("third", "p1")
    undo_merge(merge=inner, by=CONSOLE)
    assert find("third").visibility == Visibility.MINOR


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("before", "since", "shown"),
    [(Privacy.PUBLIC, Privacy.SHORT_NAMES, "short"), (Privacy.SHORT_NAMES, Privacy.PUBLIC, "name")],
)
def test_names_are_as_short_as_the_club_shows_them_by_now(before: str, since: str, shown: str) -> None:
    club = make_two_leagues()
    for privacy in (before, since):
        Club.objects.filter(pk=club.pk).update(privacy=privacy)
        club.refresh_from_db()
        apply_name_privacy(club)
        if privacy == before:
            done = merge("p1", "q1")
    undo_merge(merge=done, by=CONSOLE)
    assert {find(key).visibility for key in ("p1", "q1")} == {shown}


@pytest.mark.django_db
def test_account_that_was_unlinked_since_does_not_come_back() -> None:
    club = make_two_leagues()
    member = make_member(club, Role.PLAYER)
    Player.objects.filter(key="q1").update(user=member.user)
    done = merge("p1", "q1")
    leave_club(club=club, by=member)
    undo_merge(merge=done, by=CONSOLE)
    assert not Player.objects.filter(user=member.user).exists()


@pytest.mark.django_db
def test_retired_player_comes_back_as_one() -> None:
    make_two_leagues()
    set_retired(player=find("q1"), retired=True, by=CONSOLE)
    day = find("q1").retired_on
    undo_merge(merge=merge("p1", "q1"), by=CONSOLE)
    assert day and find("q1").retired_on == day and find("p1").retired_on is None


@pytest.mark.django_db
def test_invitations_and_requests_that_came_over_go_back() -> None:
    club = make_two_leagues()
    owner = make_member(club, Role.OWNER)
    for key in ("p1", "q1"):
        user = User.objects.create_user(f"{key}@example.org", name=key)
        mark_proved(user)
        ask_to_join(club=club, player=find(key), by=Person(user))
        invite_member(club=club, email=user.email, role="player", player=find(key), by=owner)
    done = merge("p1", "q1")
    assert JoinRequest.objects.filter(player__key="p1").count() == 2
    undo_merge(merge=done, by=CONSOLE)
    assert set(JoinRequest.objects.values_list("user__name", "player__key")) == {("p1", "p1"), ("q1", "q1")}
    assert set(Invitation.objects.values_list("email", "player__key")) == {
        ("p1@example.org", "p1"),
        ("q1@example.org", "q1"),
    }


@pytest.mark.django_db
def test_lots_that_were_drawn_since_stay_when_it_is_undone() -> None:
    make_two_leagues()
    done = merge("p1", "q1")
    PlayerMerge.objects.update(detail={**done.detail, "lots": []})  # as if the season had been opened since
    Entry.objects.update(lot="")
    seed = Season.objects.get(competition__slug="league-2").draw_seed
    undo_merge(merge=done, by=CONSOLE)
    entry = Entry.objects.get(player__key="q1")
    assert entry.lot and draw_lot(seed, "p1").startswith(entry.lot)


@pytest.mark.django_db
def test_merges_are_undone_in_any_order() -> None:
    club = make_two_leagues()
    add_players(club=club, names=["Third"], namesakes=False, by=CONSOLE)
    before = export_club_file(club)
    for first in (True, False):
        inner = merge("p1", "q1")
        outer = merge("third", "p1")
        for each in (inner, outer) if first else (outer, inner):
            undo_merge(merge=PlayerMerge.objects.get(pk=each.pk), by=CONSOLE)
        assert export_club_file(club) == before


@pytest.mark.django_db
def test_anonymised_player_takes_merged_ones_along() -> None:
    make_two_leagues()
    merge("p1", "q1")
    forget_player(player=find("p1"), by=CONSOLE)
    assert not PlayerMerge.objects.exists()


@pytest.mark.django_db
def test_only_organisers_merge() -> None:
    club = make_two_leagues()
    with pytest.raises(PermissionDenied):
        merge("p1", "q1", by=make_member(club, Role.SCORER))
    done = merge("p1", "q1", by=make_member(club, Role.ORGANISER))
    with pytest.raises(PermissionDenied):
        undo_merge(merge=done, by=make_member(club, Role.PLAYER))


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
    kept, merged = pairs[0] if pairs else (newcomer, players[0])
    done = merge_players(kept=kept, merged=merged, reason="Twice", by=CONSOLE)
    refresh(club)
    assert verify_club(club) == []
    undo_merge(merge=done, by=CONSOLE)
    refresh(club)
    assert verify_club(club) == []
    newcomer.delete()
    assert export_club_file(club) == before
