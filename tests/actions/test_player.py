"""The name of a player, which organisers correct."""

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.errors import ActionError
from league.actions.player import rename_player, set_retired
from league.models import Club, Event, Player, Role, Season, User
from league.principals import CONSOLE
from league.queries.draft import load_draft
from league.queries.player_choices import get_player_names, list_club_players
from league.queries.rollover import list_free_players
from tests.actions.clubs import make_club, make_member
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def club() -> Club:
    return make_club()


def test_organiser_edits_a_name_and_the_audit_log_holds_neither(club: Club) -> None:
    player, by = Player.objects.get(club=club, key="p1"), make_member(club, Role.ORGANISER)
    Player.objects.filter(pk=player.pk).update(user=by.user)
    rename_player(player=player, name="Ann Archer-Smith", by=by)
    player.refresh_from_db()
    assert (player.key, player.name, player.user) == ("p1", "Ann Archer-Smith", by.user)
    (event,) = Event.objects.filter(club=club, action="rename_player")
    assert (event.noun, event.key, event.before, event.after) == ("player", "p1", None, {"renamed": True})
    rename_player(player=player, name="Ann Archer-Smith", by=by)
    assert Event.objects.filter(action="rename_player").count() == 1


def test_bad_name_is_refused_at_its_field(club: Club) -> None:
    player, by = Player.objects.get(club=club, key="p1"), make_member(club, Role.ORGANISER)
    for name in ("", "x" * 81, "Sam\x07"):
        with pytest.raises(ActionError) as refused:
            rename_player(player=player, name=name, by=by)
        assert [problem.path for problem in refused.value.problems] == ["name"], name


def test_scorers_edit_no_names(club: Club) -> None:
    with pytest.raises(PermissionDenied):
        rename_player(
            player=Player.objects.get(club=club, key="p1"), name="Ann", by=make_member(club, Role.SCORER)
        )


# --- retiring


def test_retired_player_is_not_offered_and_comes_back(club: Club) -> None:
    season = Season.objects.get()
    player = Player.objects.get(key="substitute")
    viewer = User.objects.create(email="olga@example.org", is_superuser=True)
    for retired in (True, True, False):
        set_retired(player=player, retired=retired, by=CONSOLE)
        offered = {each.key for each in list_club_players(season, viewer=viewer)}
        assert ("substitute" not in offered) is retired
        assert ("substitute" not in {each.key for each in list_free_players(season)}) is retired
        assert "substitute" in get_player_names(season, viewer=viewer)
        assert Player.objects.active().filter(club=club).count() == 5 - retired
    actions = Event.objects.filter(noun="player").order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["retire_player", "bring_back_player"]


def test_draft_keeps_a_retired_player_who_is_in_it() -> None:
    make_club(slug="drafts", state="draft")
    season = Season.objects.select_related("competition").get()
    for key in ("p1", "substitute"):
        set_retired(player=Player.objects.get(key=key), retired=True, by=CONSOLE)
    assert [player.key for player in load_draft(season).players] == ["p1", "p2", "p3", "p4"]


def test_only_organisers_retire_players(club: Club) -> None:
    with pytest.raises(PermissionDenied):
        set_retired(player=Player.objects.get(key="p1"), retired=True, by=make_member(club, Role.SCORER))
