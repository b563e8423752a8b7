"""Players and clubs are found by their names, whatever case, accents or alphabet these are typed in."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from league.actions.player import add_players, change_player
from league.actions.suspension import suspend_club
from league.models import Club, Player, User
from league.models.player import Visibility
from league.principals import CONSOLE
from league.queries.search import MAX_FOUND, search
from league.rules.names import fold_name
from tests.actions.clubs import make_club
from tests.scenarios import scenario


@scenario
def club() -> Club:
    club = make_club(entries=2)
    add_players(
        club=club, names=["Zoë Ångström", "Ольга", "José María", "Łukasz Żak"], namesakes=True, by=CONSOLE
    )
    return club


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("zoe", "Zoë Ångström"), ("ANGSTROM", "Zoë Ångström"), ("ольга", "Ольга"), ("ОЛЬГА", "Ольга")),
        *(("jose maria", "José María"), ("Jose\u0301", "José María"), ("lukasz zak", "Łukasz Żak")),
    ],
)
def test_player_is_found_whatever_case_and_accents(club: Club, text: str, name: str) -> None:
    assert [player.name for player in search(text, reader=AnonymousUser()).players] == [name]


def test_every_player_has_a_folded_name(club: Club) -> None:
    player = Player.objects.get(name="Ольга")
    change_player(player=player, name="Olga Ω", user=None, by=CONSOLE)
    assert [found.name for found in search("olga", reader=AnonymousUser()).players] == ["Olga Ω"]
    assert all(row.folded_name == fold_name(row.name) for row in Player.objects.all())


def test_own_club_comes_first_then_names_that_begin_with_it(club: Club) -> None:
    other = make_club(slug="other", entries=2)
    add_players(club=other, names=["Mary Lou", "Lou Ann"], namesakes=True, by=CONSOLE)
    add_players(club=club, names=["Mary Lou"], namesakes=True, by=CONSOLE)
    found = [
        (player.club.slug, player.name)
        for player in search("lou", reader=AnonymousUser(), first=club.slug).players
    ]
    assert found == [(club.slug, "Mary Lou"), ("other", "Lou Ann"), ("other", "Mary Lou")]


def test_administrators_find_names_that_others_read_shortened(club: Club) -> None:
    Player.objects.filter(name="Zoë Ångström").update(visibility=Visibility.SHORT)
    administrator = User.objects.create_superuser("ada@example.org")
    readers = (AnonymousUser(), User.objects.create_user("stranger@example.org"), administrator)
    found = [[player.name for player in search("angstrom", reader=reader).players] for reader in readers]
    assert found == [[], [], ["Zoë Ångström"]]


def test_nothing_is_found_in_a_suspended_club(club: Club) -> None:
    suspend_club(club=club, reason="Abuse", by=CONSOLE)
    assert not search("zoe", reader=AnonymousUser()) and not search(club.name, reader=AnonymousUser())


def test_page_shows_what_is_found(club: Club) -> None:
    page = Client().get("/-/search/", {"q": "ZOE"}).content.decode()
    [player] = search("zoe", reader=AnonymousUser()).players
    assert f'<a href="{player.get_absolute_url()}"><bdi>Zoë Ångström</bdi></a>' in page
    assert "No player or club" in Client().get("/-/search/", {"q": "xyzzy"}).content.decode()
    assert "No player or club" not in Client().get("/-/search/").content.decode()


def test_list_alone_is_for_who_is_typing(club: Club) -> None:
    page = Client().get("/-/search/", {"q": "ZOE"}, headers={"HX-Request": "true"}).content.decode()
    assert "Zoë Ångström" in page and "<html" not in page


def test_long_list_is_cut(club: Club) -> None:
    add_players(
        club=club, names=[f"Brown {number}" for number in range(MAX_FOUND + 5)], namesakes=True, by=CONSOLE
    )
    page = Client().get("/-/search/", {"q": "brown"}).content.decode()
    assert page.count("<bdi>Brown") == MAX_FOUND and "More results:" in page


@pytest.mark.parametrize("text", ["", " ", "\u200b", "%", "_", "\0", "'", "x" * 5000])
def test_nothing_is_found_by_what_is_no_name(club: Club, text: str) -> None:
    assert Client().get("/-/search/", {"q": text}).status_code == 200
    assert not search(text, reader=AnonymousUser())
