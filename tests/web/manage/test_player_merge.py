"""Merging two records of one person on the pages: preview, the old address, and undoing it."""

from __future__ import annotations

import pytest
from django.test import Client

from league.actions.player import apply_name_privacy
from league.models import Club, Player, PlayerMerge, Role, Visibility
from league.models.club import Privacy
from tests.actions.clubs import make_member
from tests.actions.test_merge import find, make_two_leagues, merge

PAGE = "/riverside/-/players/p1/merge/"

pytestmark = pytest.mark.django_db


def log_in(club: Club) -> Client:
    client = Client()
    client.force_login(make_member(club, Role.ORGANISER).user)
    return client


def test_preview_says_what_moves_and_then_it_moves() -> None:
    client = log_in(make_two_leagues())
    assert b"Player q1" in client.get(PAGE).content
    sent = {"player": "q1", "reason": "Entered twice"}
    page = client.post(PAGE, sent).content.decode()
    assert "What moves: seasons: 1, matches: 3, awards: 0." in page
    assert Player.objects.filter(key="q1").exists()
    answer = client.post(PAGE, sent | {"merge": "1"}, follow=True)
    assert "Player q1 is now part of Player p1." in answer.content.decode()
    assert not Player.objects.filter(key="q1").exists()


def test_obstacle_is_told_instead_of_a_preview() -> None:
    client = log_in(make_two_leagues())
    page = client.post(PAGE, {"player": "p2", "reason": "Entered twice"}).content.decode()
    assert "They have played in the same match: they are two people." in page
    assert "Merge the two" not in page


def test_player_who_is_gone_meanwhile_is_told() -> None:
    client = log_in(make_two_leagues())
    merge("p2", "q1")
    page = client.post(PAGE, {"player": "q1", "reason": "Entered twice", "merge": "1"}).content.decode()
    assert "player" in page and not PlayerMerge.objects.filter(kept__key="p1").exists()


def test_old_address_leads_to_the_player_who_stays_until_it_is_undone() -> None:
    client = log_in(make_two_leagues())
    done = merge("p1", "q1")
    for reader in (client, Client()):
        for key in ("q1", f"_{done.number}") if reader is client else ("q1",):
            answer = reader.get(f"/riverside/players/{key}/")
            assert (answer.status_code, answer["Location"]) == (302, "/riverside/players/p1/")
    assert "Merged with" in client.get("/riverside/-/players/p1/edit/").content.decode()
    undo = f"{PAGE}{done.pk}/undo/"
    assert "two players again?" in client.get(undo).content.decode()
    assert "is a separate player again" in client.post(undo, follow=True).content.decode()
    assert client.get("/riverside/players/q1/").status_code == 200
    assert not PlayerMerge.objects.exists()
    assert client.get(undo).status_code == 404


def test_old_address_of_a_hidden_player_confirms_no_guess() -> None:
    make_two_leagues()
    Player.objects.filter(key="q1").update(visibility=Visibility.HIDDEN)
    done = merge("p1", "q1")
    Player.objects.filter(pk=done.kept_id).update(visibility=Visibility.SHORT)
    assert Client().get("/riverside/players/q1/").status_code == 404
    assert Client().get(f"/riverside/players/_{done.number}/").status_code == 302


def test_undo_belongs_to_the_player_in_its_address() -> None:
    client = log_in(make_two_leagues())
    done = merge("p1", "q1")
    assert client.get(f"/riverside/-/players/p2/merge/{done.pk}/undo/").status_code == 404
    assert find("p1").merges.count() == 1


def test_player_is_retired_and_brought_back_by_one_button_each() -> None:
    client = log_in(make_two_leagues())
    edit, retire = "/riverside/-/players/p1/edit/", "/riverside/-/players/p1/retire/"
    assert "Retire player" in client.get(edit).content.decode()
    page = client.post(retire, {"retired": "1"}, follow=True).content.decode()
    assert "Player p1 has retired." in page
    assert "Bring back" in page
    assert "retired" in Client().get("/riverside/players/p1/").content.decode()
    assert "Player p1 plays again." in client.post(retire, {"retired": "0"}, follow=True).content.decode()
    assert client.post(retire, {}).status_code == 302
    assert Player.objects.active().filter(key="p1").exists()


def test_old_address_confirms_no_guess_once_the_club_shows_short_names() -> None:
    club = make_two_leagues()
    done = merge("p1", "q1")
    Club.objects.filter(pk=club.pk).update(privacy=Privacy.SHORT_NAMES)
    club.refresh_from_db()
    apply_name_privacy(club)
    assert Client().get("/riverside/players/q1/").status_code == 404
    answer = Client().get(f"/riverside/players/_{done.number}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/riverside/players/_{find('p1').pk}/")
    assert log_in(club).get("/riverside/players/q1/").status_code == 302
