"""The name of a player, which organisers correct."""

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.errors import ActionError
from league.actions.player import rename_player
from league.models import Club, Event, Player, Role
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
