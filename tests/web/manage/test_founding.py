"""Making a club in three steps, through the addresses: the club, its players, its first league."""

import re
import string
from html import unescape
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils.html import escape
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.actions.club import MAX_CLUBS_A_DAY, MAX_OWNED_CLUBS, create_club
from league.actions.player import add_players
from league.models import Club, Competition, Match, Membership, Player, Role, Season, User
from league.principals import CONSOLE, Person, Principal
from league.web.manage.access import require_permission
from tests.fuzzer.hostile import GARBAGE
from tests.scenarios import discard_changes
from tests.web.entry.test_garbage import TEXTS, sent
from tests.web.sheets import summary, text

NEW = "/-/clubs/new/"
ADD = "/foxes/-/players/add/"
GAME = "/foxes/-/competitions/new/"
CLUB = {"name": "Foxes", "timezone": "Europe/Berlin", "slug": ""}
LEAGUE = {"name": "Tuesday League", "game": "skuck", "division_size": "4", "promoted": "2", "meetings": "1"}
SIXTEEN = "\r\n".join(f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP")


def names() -> list[str]:
    return list(Player.objects.order_by("pk").values_list("name", flat=True))


def read_field(response: Any, field: str) -> str:
    """What a field holds of the form that came back."""
    page = response.content.decode()
    found = re.search(rf'<textarea name="{field}"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL) or re.search(
        rf'<input [^>]*name="{field}"[^>]* value="([^"]*)"', page
    )
    assert found, field
    return unescape(found[1])


# --- all three


def test_club_is_made_in_three_steps_and_its_season_is_there_to_look_at(stranger: Client) -> None:
    assert "Step 1 of 3" in text(stranger.get(NEW))
    page = stranger.post(NEW, CLUB, follow=True)
    assert page.redirect_chain == [(ADD, 302)]
    assert "Club created." in text(page) and "Step 2 of 3" in text(page)
    page = stranger.post(ADD, {"names": SIXTEEN}, follow=True)
    assert page.redirect_chain == [(GAME, 302)]
    assert "16 players added." in text(page) and "Step 3 of 3" in text(page)
    assert (
        stranger.post(GAME, LEAGUE).headers["Location"]
        == "/foxes/tuesday-league/1/set-up/schedule/?how=weekly"
    )
    season = Season.objects.get()
    assert season.state == "draft" and season.divisions.count() == 4
    assert Match.objects.filter(division__season=season).count() == 24
    user = User.objects.get(email="stranger@example.org")
    assert Membership.objects.get(user=user).role == Role.OWNER


def test_league_without_a_name_is_called_after_its_game(sixteen: Client) -> None:
    assert "e.g. Tuesday League. Leave blank to name it after the game." in text(sixteen.get(GAME))
    unnamed = LEAGUE | {"name": ""}
    assert (
        sixteen.post(GAME, unnamed).headers["Location"] == "/foxes/skuck-league/1/set-up/schedule/?how=weekly"
    )
    assert Competition.objects.get().name == "SKUCK League"
    again = sixteen.post(GAME, unnamed)
    assert summary(again)[0][0] == "id_name" and "The club already has a league called SKUCK League." in text(
        again
    )
    assert Competition.objects.count() == 1


def test_games_that_are_not_there_can_be_added(sixteen: Client) -> None:
    assert "Is your game missing, such as Schafkopf or Doppelkopf?" in text(sixteen.get(GAME))


def test_later_they_are_no_steps_any_more(sixteen: Client) -> None:
    sixteen.post(GAME, LEAGUE)
    assert "Step" not in text(sixteen.get(ADD)) and "Step" not in text(sixteen.get(GAME))
    assert sixteen.post(ADD, {"names": "Ann Archer"}).headers["Location"] == "/foxes/players/"
    assert "1 player added." in text(sixteen.get("/foxes/players/"))
    assert (
        sixteen.post(GAME, LEAGUE).headers["Location"]
        == "/foxes/tuesday-league-2/1/set-up/schedule/?how=weekly"
    )
    assert Competition.objects.count() == 2


def test_pages_lead_there(founder: Client, client: Client) -> None:
    for address in ("/", "/-/my/"):
        assert f'href="{NEW}"' in founder.get(address).content.decode()
    assert f'href="{NEW}"' not in client.get("/").content.decode()
    assert f'href="{ADD}"' in founder.get("/foxes/players/").content.decode()
    founder.post(ADD, {"names": SIXTEEN})
    assert f'href="{ADD}"' in founder.get("/foxes/-/manage/").content.decode()
    assert f'href="{ADD}"' not in client.get("/foxes/players/").content.decode()


def test_site_without_a_club_says_how_to_make_one(stranger: Client, client: Client) -> None:
    assert "Create the first one" in text(stranger.get("/"))
    assert "Create the first one" in text(client.get("/"))


# --- the club


@pytest.mark.parametrize(
    ("wrong", "place", "said"),
    [
        ({"name": ""}, "id_name", "Please fill this in."),
        ({"name": "x" * 81}, "id_name", "at most 80"),
        ({"name": "a\x00b"}, "id_name", "Null characters"),
        ({"name": "\u200f"}, "id_name", "needs at least one visible character"),
        ({"timezone": ""}, "id_timezone", "Please make a choice."),
        ({"timezone": "Mars/Olympus"}, "id_timezone", "Please make a choice."),
        ({"slug": "red foxes"}, "id_slug", "letters, digits and -"),
        ({"slug": "Riverside"}, "id_slug", "Another club has the address Riverside."),
    ],
)
def test_club_that_cannot_be_is_refused_at_the_field(
    stranger: Client, wrong: dict[str, str], place: str, said: str
) -> None:
    Club.objects.create(slug="riverside", name="Riverside")
    response = stranger.post(NEW, CLUB | {"slug": "red"} | wrong)
    assert response.status_code == 200
    ((where, sentence),) = summary(response)
    assert where == place and said in sentence
    assert f'id="{place}_error"' in response.content.decode()
    assert Club.objects.count() == 1
    for field in ("name", "slug"):
        wanted = (CLUB | {"slug": "red"} | wrong)[field]
        assert not wanted or read_field(response, field) == wanted


def test_chosen_zone_stays_chosen(stranger: Client) -> None:
    page = stranger.post(NEW, CLUB | {"name": ""}).content.decode()
    assert '<option value="Europe/Berlin" selected>Berlin</option>' in page
    assert '<optgroup label="Europe">' in page and "Argentina, Buenos Aires" in page
    assert '<option value="UTC">' in page and "localtime" not in page


def test_zones_are_listed_by_the_names_that_the_language_has_for_cities(stranger: Client) -> None:
    User.objects.update(language="de")
    page = stranger.post(NEW, CLUB | {"name": ""}).content.decode()
    assert '<optgroup label="Europa">' in page and '<option value="Europe/Vienna">Wien</option>' in page
    assert page.index(">Warschau<") < page.index(">Wien<") < page.index(">Wilna<") < page.index(">Zürich<")


def test_eleventh_club_is_refused_with_the_reason(stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    by = Person(User.objects.get(email="stranger@example.org"))
    monkeypatch.setattr("league.actions.club.MAX_CLUBS_A_DAY", MAX_OWNED_CLUBS)
    for letter in string.ascii_uppercase[:MAX_OWNED_CLUBS]:
        create_club(name=f"Foxes {letter}", slug="", zone="UTC", by=by)
    response = stranger.post(NEW, CLUB)
    assert summary(response)[0][0] == "" and "You own 10 clubs" in text(response)
    assert read_field(response, "name") == "Foxes"


def test_sixth_club_of_a_day_and_a_name_like_anothers_are_told_at_the_form(stranger: Client) -> None:
    by = Person(User.objects.get(email="stranger@example.org"))
    for letter in string.ascii_uppercase[:MAX_CLUBS_A_DAY]:
        create_club(name=f"Foxes {letter}", slug="", zone="UTC", by=by)
    response = stranger.post(NEW, CLUB)
    assert summary(response)[0][0] == "" and "You have created 5 clubs in the last 24 hours" in text(response)
    assert read_field(response, "name") == "Foxes"
    response = make_stranger("other@example.org").post(NEW, CLUB | {"name": "FOXES A"})
    assert summary(response)[0][0] == "id_name" and "http://localhost:8000/foxes-a/" in text(response)
    assert read_field(response, "name") == "FOXES A"


def make_stranger(email: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(email))
    return client


def test_visitor_is_asked_to_log_in_first(client: Client, db: None) -> None:
    assert client.get(NEW).headers["Location"] == f"/-/log-in/?next={NEW}"
    assert client.post(NEW).headers["Location"] == f"/-/log-in/?next={NEW}"
    assert "Log in and your entries will be back" in text(client.post(NEW, CLUB))
    assert not Club.objects.exists()


# --- the players


def test_list_is_taken_as_people_keep_it(founder: Client) -> None:
    pasted = "\r\n".join(
        [
            "1. Ann Archer",
            "2) Bob Birch\tbob@example.org\t12",
            "",
            "  ",
            "3\tCarla  Cruz",
            "4.\tDev Dhar",
            "• Eve Ek",
            "- Fay\xa0Fu",
            "* Guy O'Neil-Smith",
            "5.Hana Ito\t",
            "\t",
            "17",
            "100 Ivo the 2nd",
            "سارة العلي",
        ]
    )
    founder.post(ADD, {"names": pasted})
    assert names() == [
        "Ann Archer",
        "Bob Birch",
        "Carla Cruz",
        "Dev Dhar",
        "Eve Ek",
        "Fay Fu",
        "Guy O'Neil-Smith",
        "Hana Ito",
        "100 Ivo the 2nd",
        "سارة العلي",
    ]


def test_names_that_are_wrong_are_told_by_line_and_nothing_is_lost(founder: Client) -> None:
    add_players(club=Club.objects.get(), names=["Ann Archer"], namesakes=False, by=CONSOLE)
    pasted = f"Bob Birch\r\n\r\nann archer\r\n{'x' * 81}\r\nbob birch"
    response = founder.post(ADD, {"names": pasted})
    (first,) = summary(response)
    assert first == (
        "id_names",
        f"Players (one per line): Line 4, {'x' * 80}: A name must have 1 to 80 characters, not 81.",
    )
    pasted = pasted.replace("x" * 81, "Carla")
    response = founder.post(ADD, {"names": pasted})
    assert [said.partition(": ")[2] for _place, said in summary(response)] == [
        "Line 3, ann archer: The club already has a player of this name.",
        "bob birch is listed twice (lines 1 and 5).",
    ]
    assert read_field(response, "names") == pasted
    assert names() == ["Ann Archer"]


def test_namesakes_come_in_when_they_are_said_to_be(founder: Client) -> None:
    assert 'name="namesakes"' not in founder.get(ADD).content.decode()
    response = founder.post(ADD, {"names": "Kim Lee\nKim Lee"})
    assert "Kim Lee is listed twice (lines 1 and 2)." in text(response)
    assert 'name="namesakes"' in response.content.decode()
    assert "These are two different people" in text(response)
    assert "These are different people" in text(founder.post(ADD, {"names": "Ann\nAnn\nBob\nBob"}))
    assert founder.post(ADD, {"names": "Kim Lee\nKim Lee", "namesakes": "on"}).headers["Location"] == GAME
    assert list(Player.objects.order_by("pk").values_list("key", flat=True)) == ["kim-lee", "kim-lee-2"]


def test_of_many_wrong_lines_the_first_are_told(founder: Client) -> None:
    response = founder.post(ADD, {"names": "Kim Lee\n" * 500})
    said = summary(response)
    assert len(said) == 21 and "And 479 more like these." in said[-1][1]


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("", "Please fill this in."),
        (" \r\n1.\r\n-", "Please fill this in."),
        ("Ann\x00", "Null characters"),
        ("Name\n" * 2001, "You can add at most 2000 players at once; these are 2001."),
    ],
)
def test_list_that_is_none_is_refused(founder: Client, pasted: str, said: str) -> None:
    response = founder.post(ADD, {"names": pasted})
    ((place, sentence),) = summary(response)
    assert place == "id_names" and said in sentence
    assert names() == []


@pytest.mark.parametrize("name", ['<b onclick="x">Ann</b> & Söhne', "سارة", "{{ 7 }}"])
def test_what_is_typed_stands_as_text(founder: Client, name: str) -> None:
    page = founder.post(ADD, {"names": f"{name}\n{name}"}).content.decode()
    assert escape(name) in page and "<b onclick" not in page


# --- the league


def test_what_is_usual_stands_in_the_form(sixteen: Client) -> None:
    page = sixteen.get(GAME)
    assert "We put all 16 players into divisions" in text(page)
    assert [read_field(page, field) for field in ("promoted", "meetings")] == ["2", "1"]
    assert 'name="division_size" value' not in page.content.decode()
    assert "Leave blank for the usual size (4 for two-player games)." in text(page)
    assert "SKUCK Two players each bid" in text(page)


@pytest.mark.parametrize(
    ("wrong", "place", "said"),
    [
        ({"name": "x" * 81}, "id_name", "at most 80"),
        ({"name": "a\u2028b"}, "id_name", "control characters"),
        ({"game": "chess"}, "id_game_0", "Please make a choice."),
        ({"game": ""}, "id_game_0", "Please make a choice."),
        ({"game": "own:skuck"}, "id_game_0", "Please make a choice."),
        ({"division_size": "1"}, "id_division_size", "Can't be less than 2."),
        ({"division_size": "four"}, "id_division_size", "Enter a whole number."),
        ({"division_size": "1_0"}, "id_division_size", "Enter a whole number."),
        ({"division_size": "9" * 30}, "id_division_size", "Can't be more than 1000."),
        ({"division_size": "9" * 5000}, "id_division_size", "Enter a whole number."),
        ({"promoted": "3"}, "id_promoted", "With divisions of 4, at most 2 can be promoted"),
        ({"promoted": "-1"}, "id_promoted", "Can't be less than 0."),
        ({"meetings": "21"}, "id_meetings", "Can't be more than 20."),
    ],
)
def test_league_that_cannot_be_is_refused_at_the_field(
    sixteen: Client, wrong: dict[str, str], place: str, said: str
) -> None:
    response = sixteen.post(GAME, LEAGUE | wrong)
    assert response.status_code == 200
    ((where, sentence),) = summary(response)
    assert where == place and said in sentence
    for field in ("name", "division_size", "promoted", "meetings"):
        wanted = (LEAGUE | wrong)[field]
        assert not wanted or read_field(response, field) == wanted
    assert not Competition.objects.exists()


@pytest.mark.parametrize("players", ["", "Ann Archer"])
def test_before_there_are_two_players_there_is_no_form_but_the_way_to_them(
    founder: Client, players: str
) -> None:
    founder.post(ADD, {"names": players})
    for page in (founder.get(GAME), founder.post(GAME, LEAGUE)):
        assert page.status_code == 200 and "A league needs at least 2." in text(page)
        main = page.content.decode().partition("<main")[2].partition("</main>")[0]
        assert f'<a class="button" href="{ADD}">Add players first</a>' in main
        assert "<form" not in main and "<button" not in main
    assert not Competition.objects.exists()


@pytest.mark.parametrize(("game", "divisions"), [("skuck", 4), ("hucklebuck", 1)])
def test_size_of_divisions_that_is_not_written_follows_from_the_game(
    sixteen: Client, game: str, divisions: int
) -> None:
    assert sixteen.post(GAME, LEAGUE | {"game": game, "division_size": ""}).status_code == 302
    assert Season.objects.get().divisions.count() == divisions


def test_club_too_small_for_the_game_is_told_at_the_game(founder: Client) -> None:
    founder.post(ADD, {"names": "Ann\nBob"})
    response = founder.post(GAME, LEAGUE | {"game": "hucklebuck"})
    ((place, said),) = summary(response)
    assert place == "id_game_0" and "at least 3 players; this one has 2." in said


# --- for whom, and with what


@pytest.mark.parametrize(("address", "form"), [(ADD, {"names": "Ann"}), (GAME, LEAGUE)])
def test_who_loses_the_right_meanwhile_finds_nothing(
    sixteen: Client, address: str, form: dict[str, str]
) -> None:
    user = User.objects.get(email="stranger@example.org")

    def ask(request: Any, permission: str, club: Club | int) -> Principal:
        """As the page does, a moment before somebody else takes the right away."""
        by = require_permission(request, permission, club)
        Membership.objects.filter(user=user).update(role=Role.SCORER)
        return by

    with patch("league.web.manage.access.require_permission", ask):
        assert sixteen.post(address, form).status_code == 404
    assert Player.objects.count() == 16 and not Competition.objects.exists()


@pytest.mark.parametrize("address", ["/nowhere/-/players/add/", "/nowhere/-/competitions/new/"])
def test_club_that_is_not_there_is_not_found(founder: Client, address: str) -> None:
    assert founder.get(address).status_code == 404 and founder.post(address).status_code == 404


FIELDS = [
    "name",
    "timezone",
    "slug",
    "names",
    "namesakes",
    "game",
    "division_size",
    "promoted",
    "meetings",
    "\x00",
]
POSTS = st.dictionaries(st.sampled_from(FIELDS), st.lists(TEXTS, min_size=1, max_size=2), max_size=6)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(posted=POSTS, address=st.sampled_from([NEW, ADD, GAME]))
def test_nothing_that_is_posted_is_too_much(
    sixteen: Client, posted: dict[str, list[str]], address: str
) -> None:
    form = {NEW: CLUB, ADD: {"names": "Ann\nBob"}, GAME: LEAGUE}[address]
    with discard_changes():
        assert sixteen.post(address, form | sent(posted)).status_code in (200, 302, 413)


def test_garbage_in_a_list_of_names_is_a_name_or_refused(founder: Client) -> None:
    for (garbage,) in (sent({"": [garbage]})[""] for garbage in GARBAGE):
        with discard_changes():
            answer = founder.post(ADD, {"names": f"Ann\n{garbage}\nBob"})
        assert answer.status_code in (200, 302), garbage
