"""Whom a club shows its pages and its players' names, and what its members see all the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils.translation import override

from league.actions.club import change_club, import_club
from league.actions.errors import ActionError
from league.actions.player import add_players, change_visibility, forget_player, rename_player
from league.models import Club, Competition, Event, Player, Privacy, Role, Statistics, User, Visibility
from league.principals import CONSOLE, Visitor
from league.queries.club import export_club_file, verify_club
from league.queries.directory import find_clubs
from league.queries.page_versions import get_player_version
from league.queries.search import search
from league.rules.names import shorten_name
from tests.actions.clubs import make_club, make_member
from tests.scenarios import scenario

VISITOR = AnonymousUser()


@scenario
def club() -> Club:
    return make_club(entries=4)


def get_player(club: Club, key: str = "p1") -> Player:
    return Player.objects.get(club=club, key=key)


def set_privacy(club: Club, privacy: str) -> None:
    change_club(club=club, name=club.name, zone=club.timezone, privacy=privacy, by=CONSOLE)


def make_account(address: str = "someone@example.org") -> User:
    return User.objects.create_user(address)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        *(("Ann Archer", "Ann A."), ("Ann Maria van Archer", "Ann A."), ("Archer, Ann", "Ann A.")),
        *(
            ("Ann", "Ann"),
            ("Ann 2", "Ann"),
            ("Ann Archer (junior) 2", "Ann j."),
            ("  Ann   Archer ", "Ann A."),
        ),
        *(
            ("E\u0301mile E\u0301tienne", "E\u0301mile É."),
            ("אילן נר", "אילן נ."),
            ("Former player 3", "Former player 3"),
        ),
    ],
)
def test_short_names(name: str, short: str) -> None:
    assert shorten_name(name) == short


def test_only_those_of_the_club_read_names_that_are_shortened_or_hidden(club: Club) -> None:
    rename_player(player=get_player(club), name="Ann Archer", by=CONSOLE)
    Player.objects.filter(club=club, key="p2").update(user=make_account("p2@example.org"))
    own = [Player.objects.get(key="p2").user, make_member(club, Role.SCORER).user]
    administrator = User.objects.create_superuser("pat@example.org")
    for visibility, shown in (("name", "Ann Archer"), ("minor", "Ann A."), ("hidden", "Player ")):
        change_visibility(player=get_player(club), visibility=visibility, by=CONSOLE)
        player = get_player(club)
        assert {player.get_name_for(reader) for reader in (*own, administrator)} == {"Ann Archer"}
        assert all(
            player.get_name_for(reader).startswith(shown) for reader in (VISITOR, make_stranger(), None)
        )
        assert player.has_page_for(VISITOR) is (visibility == "name")
        assert (
            "p1" in player.get_absolute_url()
            if visibility == "name"
            else "p1" not in player.get_absolute_url()
        )


def test_anonymised_player_is_named_in_the_language_of_the_reader(club: Club) -> None:
    """Files have the name in English, as it is stored; a name that is only like it stays."""
    forget_player(player=get_player(club), by=CONSOLE)
    rename_player(player=get_player(club, "p2"), name="Former player, Ann", by=CONSOLE)
    with override("de"):
        assert get_player(club).get_name_for(VISITOR) == "Ehemaliger Spieler 1"
        assert get_player(club, "p2").get_name_for(VISITOR) == "Former player, Ann"
    assert get_player(club).get_name_for(VISITOR) == get_player(club).name == "Former player 1"


def make_stranger() -> User:
    return User.objects.filter(email="stranger@example.org").first() or make_account("stranger@example.org")


def test_club_with_short_names_shortens_those_it_has_and_those_that_come(club: Club) -> None:
    change_visibility(player=get_player(club, "p2"), visibility="hidden", by=CONSOLE)
    set_privacy(club, Privacy.SHORT_NAMES)
    club.refresh_from_db()
    add_players(club=club, names=["Zoe Zimmer"], namesakes=False, by=CONSOLE)
    shown = dict(Player.objects.filter(club=club).values_list("key", "visibility"))
    assert shown["p2"] == "hidden" and set(shown.values()) == {"hidden", "short"}
    newest = Player.objects.get(club=club, name="Zoe Zimmer")
    assert newest.get_name_for(VISITOR) == "Zoe Z." and newest.has_page_for(VISITOR)
    change_visibility(player=get_player(club, "p2"), visibility="name", by=CONSOLE)
    assert get_player(club, "p2").visibility == Visibility.SHORT
    set_privacy(club, Privacy.PUBLIC)
    assert set(Player.objects.filter(club=club).values_list("visibility", flat=True)) == {"name"}


def test_club_for_members_is_listed_for_them_alone(club: Club) -> None:
    set_privacy(club, Privacy.MEMBERS)
    member = make_member(club, Role.SCORER).user
    assert not find_clubs(reader=VISITOR) and not find_clubs(club.name, reader=make_stranger())
    assert list(find_clubs(reader=member)) == [club]
    name = get_player(club).name
    assert not search(name, reader=VISITOR) and not search(name, reader=make_stranger())
    assert get_player(club) in search(name, reader=member).players


def test_page_at_a_neutral_address_is_made_anew_with_the_statistics(club: Club) -> None:
    set_privacy(club, Privacy.SHORT_NAMES)
    player = get_player(club)
    total = Statistics.objects.create(player=player, competition=Competition.objects.get(), revision=7)
    before = get_player_version(club.slug, player.public_key)
    Statistics.objects.filter(pk=total.pk).update(revision=8)
    assert get_player_version(club.slug, player.public_key) not in (before, None)


def test_search_does_not_tell_visitors_who_is_behind_a_short_name(club: Club) -> None:
    rename_player(player=get_player(club), name="Ann Archer", by=CONSOLE)
    change_visibility(player=get_player(club), visibility="minor", by=CONSOLE)
    assert not search("archer", reader=VISITOR).players and not search("ann", reader=make_stranger()).players
    assert search("archer", reader=make_member(club, Role.SCORER).user).players == [get_player(club)]


def test_change_is_recorded_without_a_name_or_an_address(club: Club) -> None:
    before = club.revision
    change_visibility(player=get_player(club), visibility="minor", by=CONSOLE)
    event = Event.objects.latest("pk")
    assert (event.action, event.key, event.before, event.after) == (
        *("change_visibility", "p1"),
        *({"visibility": "name"}, {"visibility": "minor"}),
    )
    assert Club.objects.get().revision != before
    change_visibility(player=get_player(club), visibility="minor", by=CONSOLE)
    assert Event.objects.latest("pk") == event
    change_club(club=club, name=club.name, zone=club.timezone, privacy_email="a@b.example", by=CONSOLE)
    assert "a@b.example" not in json.dumps(list(Event.objects.values()), default=str)
    assert Club.objects.get().privacy_email == "a@b.example"


def test_what_is_refused(club: Club) -> None:
    for visibility in ("short", "secret", ""):
        with pytest.raises(ActionError):
            change_visibility(player=get_player(club), visibility=visibility, by=CONSOLE)
    for by in (Visitor(), make_member(club, Role.SCORER), make_member(club, Role.PLAYER)):
        with pytest.raises(PermissionDenied):
            change_visibility(player=get_player(club), visibility="hidden", by=by)
    wrongs: tuple[dict[str, Any], ...] = ({"privacy": "secret"}, {"privacy_email": "nowhere"})
    for wrong in wrongs:
        with pytest.raises(ActionError):
            change_club(club=club, name=club.name, zone=club.timezone, by=CONSOLE, **wrong)


def test_club_file_keeps_privacy_and_one_that_says_nothing_leaves_it(club: Club) -> None:
    earlier = export_club_file(club)
    assert b"privacy" not in earlier and b"visibility" not in earlier
    change_visibility(player=get_player(club), visibility="minor", by=CONSOLE)
    set_privacy(club, Privacy.SHORT_NAMES)
    now = export_club_file(Club.objects.get())
    assert import_club(earlier, by=CONSOLE).changed["players"] == []
    assert export_club_file(Club.objects.get()) == now and verify_club(club) == []
    Player.objects.update(visibility="name")
    Club.objects.update(privacy="public")
    import_club(now, by=CONSOLE)
    assert export_club_file(Club.objects.get()) == now
    assert set(Player.objects.values_list("visibility", flat=True)) == {"minor", "short"}
