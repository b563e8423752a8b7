"""What a competition plays, and the club's own variants: their pages, through their addresses."""

import re
from dataclasses import replace
from typing import Annotated, Any, Literal
from unittest.mock import patch

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import games
from games import Field, Game, Strict, Text, registry
from games.sheets import between
from league.actions.club import create_club
from league.actions.competition import create_competition
from league.actions.variant import save_variant
from league.models import Club, Competition, Event, Membership, Role, Season, User, Variant
from league.permissions import can
from league.principals import CONSOLE, Principal
from tests.actions.clubs import PRINTED_SHEET, build_club_file, make_club
from tests.scenarios import discard_changes, scenario
from tests.web.entry.test_garbage import TEXTS, sent
from tests.web.manage.test_founding import read_field
from tests.web.sheets import summary, text

GAME = "/foxes/night/game/"
OWN = "/foxes/-/variants/"
USUAL = {"option_target": "11", "option_no_trick_penalty": "3", "option_floor": "0", "name": ""}


@scenario
def foxes() -> Club:
    club = create_club(name="Foxes", slug="", zone="UTC", by=CONSOLE)
    create_competition(club=club, name="Night", game="hucklebuck", rules={}, by=CONSOLE)
    return club


@scenario
def organiser(foxes: Club) -> Client:
    user = User.objects.create_user("oscar@example.org", name="Oscar Organ")
    Membership.objects.create(user=user, club=foxes, role=Role.ORGANISER)
    client = Client()
    client.force_login(user)
    return client


@scenario
def thursday(foxes: Club) -> Variant:
    options = {"target": 7, "floor": None}
    return save_variant(club=foxes, name="Thursday", game="hucklebuck", options=options, by=CONSOLE)


def options() -> Any:
    return Competition.objects.get().options


# --- what is played


def test_page_says_in_words_what_is_played_and_what_could_be(organiser: Client, thursday: Variant) -> None:
    page = text(organiser.get(GAME))
    assert "House rules: Night" in page and "Current rules: Hucklebuck" in page
    assert "A match is won with 11 points or more. Standard." in page
    assert "Hucklebuck to 15 A match is won with 15 points or more." in page
    assert "Thursday Club variant. A match is won with 7 points or more." in page
    organiser.post(GAME, {"use": "hucklebuck/hucklebuck-15"})
    page = text(organiser.get(GAME))
    assert "Current rules: Hucklebuck to 15" in page
    assert "15 points or more. Standard: A match is won with 11 points or more." in page
    assert "Hucklebuck Standard rules. Use this variant: Hucklebuck" in page


@pytest.mark.parametrize(
    ("value", "name", "agreed"),
    [
        ("hucklebuck/hucklebuck-15", "Hucklebuck to 15", {"target": 15}),
        ("own:thursday", "Thursday", {"target": 7, "floor": None}),
        ("hucklebuck", "Hucklebuck", {}),
    ],
)
def test_variant_is_played_by_pressing_its_button(
    organiser: Client, thursday: Variant, value: str, name: str, agreed: Any
) -> None:
    page = organiser.post(GAME, {"use": value}, follow=True)
    assert page.redirect_chain == [(GAME, 302)]
    assert f"Switched to {name}." in text(page) and options() == agreed


@pytest.mark.parametrize("value", ["", "skuck", "own:nothing", "hucklebuck/", "\x00"])
def test_variant_that_is_none_is_refused(organiser: Client, value: str) -> None:
    response = organiser.post(GAME, {"use": value})
    assert response.status_code == 200 and "This variant no longer exists." in text(response)
    assert options() == {} and "<title>Not changed" in response.content.decode()


def test_form_holds_the_options_as_they_are_and_sending_it_changes_nothing(organiser: Client) -> None:
    page, changes = organiser.get(GAME), Event.objects.count()
    assert {name: read_field(page, name) for name in USUAL if name != "name"} == {
        name: value for name, value in USUAL.items() if name != "name"
    }
    assert "-1000 to 0. Leave blank: none." in text(page)
    assert organiser.post(GAME, USUAL).status_code == 302
    assert Event.objects.count() == changes


def test_each_option_can_be_agreed_on_and_kept_under_a_name(organiser: Client) -> None:
    sent = {"option_target": "21", "option_no_trick_penalty": "0", "option_floor": "", "name": "Long night"}
    page = organiser.post(GAME, sent, follow=True)
    assert "also as the club variant Long night." in text(page)
    assert "Current rules: Long night" in text(page)
    kept = {"target": 21, "no_trick_penalty": 0, "floor": None}
    assert options() == Variant.objects.get().options == kept
    assert 'id="id_option_floor" value' not in page.content.decode()  # there is none


def test_what_cannot_be_is_refused_at_the_field_with_everything_still_typed(
    organiser: Client, thursday: Variant
) -> None:
    for wrong, place, said in (
        ({"option_target": "0"}, "id_option_target", "Can't be less than 1."),
        ({"option_target": ""}, "id_option_target", "Please fill this in."),
        ({"option_target": "ten"}, "id_option_target", "Enter a whole number."),
        ({"option_floor": "1"}, "id_option_floor", "Can't be more than 0."),
        ({"name": "a\x07b"}, "id_name", "control characters"),
        ({"name": "x" * 81}, "id_name", "at most 80"),
        ({"name": "thursday"}, "id_name", "The club already has a variant called thursday."),
    ):
        response = organiser.post(GAME, USUAL | {"option_no_trick_penalty": "9"} | wrong)
        assert response.status_code == 200, wrong
        assert [(where, said in sentence) for where, sentence in summary(response)] == [(place, True)], wrong
        assert f'id="{place}_error"' in response.content.decode(), wrong
        assert read_field(response, "option_no_trick_penalty") == "9", wrong
        assert options() == {} and Variant.objects.count() == 1, wrong


def test_what_a_draft_with_results_was_counted_by_stays(client: Client, db: None) -> None:
    file = build_club_file(state="draft")
    matches = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    matches[0] |= {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}
    club = make_club(file)
    user = User.objects.create_user("olga@example.org")
    Membership.objects.create(user=user, club=club, role=Role.OWNER)
    client.force_login(user)
    save_variant(club=club, name="Long", game="skuck", options={"deals": 8}, by=CONSOLE)
    for form in ({"use": "own:long"}, {"option_deals": "8"}):
        response = client.post("/riverside/league-1/game/", form)
        assert "Season 1 already has results" in text(response)
    assert options() == {}


def test_without_its_game_options_stay_as_they_are_and_the_reason_is_told(organiser: Client) -> None:
    Competition.objects.update(game="whist", options={"trumps": 2})
    for page in (organiser.get(GAME), organiser.post(GAME, {"use": "whist"}), organiser.post(GAME, USUAL)):
        assert page.status_code == 200 and "No game called whist is installed." in text(page)
    assert options() == {"trumps": 2}


def test_pages_lead_there_and_say_for_which_seasons_it_counts(organiser: Client) -> None:
    organiser.post(GAME, {"use": "hucklebuck/hucklebuck-15"})
    settings = organiser.get("/foxes/night/settings/")
    assert "Hucklebuck: A match is won with 15 points or more. · Edit rules" in text(settings)
    assert f'href="{GAME}"' in settings.content.decode()
    assert f'href="{OWN}"' in organiser.get("/foxes/-/manage/").content.decode()
    Season.objects.create(competition=Competition.objects.get(), number=1, state="open", game="hucklebuck")
    assert "Changes apply from the next season on." in text(organiser.get(GAME))


# --- whatever options a game has


class Choosy(Strict):
    """One option of each kind that a form can ask for, and one of a kind that it cannot."""

    suit: Literal["hearts", "spades"] = "hearts"
    partner: Literal["left", "right"] | None = None
    jokers: Annotated[int, between(0, 3)] | None = 2
    open_hands: bool = False
    order: list[int] = [1, 2]


FIELDS = (
    Field(
        "suit", "Trump", "choice", choices={"hearts": "Hearts", "spades": "Spades"}, symbols={"hearts": "♥"}
    ),
    Field("partner", "Partner", "choice", choices={"left": "Left", "right": "Right"}, out="nobody"),
    Field("jokers", "Jokers", "count", 0, 3, out="no matter", help="Red and black."),
    Field("open_hands", "Cards on the table", "switch", help="From the first trick on."),
)
CHOOSY = {"option_suit": "hearts", "option_partner": "-", "option_jokers": "2", "name": ""}


@pytest.fixture
def choosy(monkeypatch: pytest.MonkeyPatch, foxes: Club) -> Game:
    game = replace(
        games.get("hucklebuck"),
        key="choosy",
        name="Choosy",
        Options=Choosy,
        option_fields=FIELDS,
        option_words={"order": lambda value: Text("Order {order}.", {"order": str(value)})},
        variants=(
            games.Variant("old", "Old Choosy", {"jokers": 0}, "a book", certain=False),
            games.Variant("broken", "Broken", {"jokers": 9}, "a slip of the pen"),
        ),
        rules=lambda options: (),
        examples=(),
    )
    monkeypatch.setattr(registry, "_load_games", lambda: {"choosy": game})
    Competition.objects.update(game="choosy", options={"order": [2, 1]})
    return game


def test_each_kind_of_option_has_its_field(organiser: Client, choosy: Game) -> None:
    page = organiser.get(GAME).content.decode()
    assert re.search(
        r'<option value="hearts" selected>♥ Hearts</option>\s*<option value="spades">Spades', page
    )
    assert '<option value="-" selected>nobody</option>' in page
    assert '<option value="2" selected>2</option>' in page and '<option value="-">no matter</option>' in page
    assert '<input type="checkbox" name="option_open_hands"' in page and "From the first trick on." in page
    assert "Order [2, 1]." in page and 'name="option_order"' not in page


def test_what_is_chosen_is_kept_and_what_has_no_field_stays(organiser: Client, choosy: Game) -> None:
    assert organiser.post(GAME, CHOOSY).status_code == 302
    assert options() == {"order": [2, 1]}
    other = {
        "option_suit": "spades",
        "option_partner": "left",
        "option_jokers": "-",
        "option_open_hands": "on",
    }
    assert organiser.post(GAME, CHOOSY | other).status_code == 302
    kept = {"suit": "spades", "partner": "left", "jokers": None, "open_hands": True, "order": [2, 1]}
    assert options() == kept
    page = organiser.get(GAME).content.decode()
    assert '<option value="-" selected>no matter</option>' in page and " checked" in page


@pytest.mark.parametrize("wrong", [{"option_suit": "clubs"}, {"option_jokers": "4"}, {"option_partner": ""}])
def test_choice_that_is_none_is_refused_at_its_field(
    organiser: Client, choosy: Game, wrong: dict[str, str]
) -> None:
    ((place, said),) = summary(organiser.post(GAME, CHOOSY | wrong))
    assert place == f"id_{next(iter(wrong))}" and "Please make a choice." in said


def test_what_is_not_certain_is_said_and_what_cannot_be_played_is_not_offered(
    organiser: Client, choosy: Game
) -> None:
    page = text(organiser.get(GAME))
    assert "Old Choosy jokers: 0 Reconstructed: check with your club." in page
    assert "Broken" not in page


def test_game_without_options_has_nothing_to_agree_on(organiser: Client, choosy: Game) -> None:
    class Nothing(Strict):
        """No choice."""

    alone = replace(choosy, Options=Nothing, option_fields=(), variants=())
    Competition.objects.update(options={})
    with patch.object(registry, "_load_games", lambda: {"choosy": alone}):
        page = organiser.get(GAME)
        assert "This game has no optional rules." in text(page) and "option_" not in page.content.decode()


# --- the club's own


def test_list_says_what_each_variant_is_and_removes_it(organiser: Client, thursday: Variant) -> None:
    page = organiser.get(OWN)
    assert "Thursday Hucklebuck. A match is won with 7 points or more." in text(page)
    assert "It can no longer be chosen. Leagues that use it don't change." in text(page)
    address = f"{OWN}{thursday.pk}/remove/"
    assert f'action="{address}"' in page.content.decode()
    assert organiser.get(address).status_code == 405 and Variant.objects.exists()
    page = organiser.post(address, follow=True)
    assert page.redirect_chain == [(OWN, 302)] and "Variant Thursday removed." in text(page)
    assert "The club has no variants yet." in text(page) and not Variant.objects.exists()
    assert organiser.post(address).status_code == 404


def test_empty_list_says_what_to_do(organiser: Client) -> None:
    assert f'href="{GAME}">House rules: <bdi>Night</bdi>' in organiser.get(OWN).content.decode()
    Competition.objects.all().delete()
    assert 'href="/foxes/-/competitions/new/">Create a league' in organiser.get(OWN).content.decode()


def test_variant_that_cannot_be_played_any_more_is_listed_with_the_reason(organiser: Client) -> None:
    club = Club.objects.get()
    Variant.objects.create(club=club, key="whist", name="Whist", game="whist")
    Variant.objects.create(club=club, key="old", name="Old", game="hucklebuck", options={"jokers": 2})
    page = text(organiser.get(OWN))
    assert "whist: No game called whist is installed." in page and "Unknown field: jokers." in page
    assert "Use this variant: Old" not in text(organiser.get(GAME))


# --- how much it takes, for whom, and with what


@pytest.mark.parametrize(("address", "queries"), [(GAME, 6), (OWN, 5)])
def test_number_of_queries_does_not_grow(
    organiser: Client, thursday: Variant, django_assert_num_queries: Any, address: str, queries: int
) -> None:
    with django_assert_num_queries(queries):  # session, user, club or competition, role; the page's own
        organiser.get(address)
    club, competition = Club.objects.get(), Competition.objects.get()
    for number in range(5):
        Variant.objects.create(club=club, key=f"v{number}", name=f"V {number}", game="hucklebuck")
        Season.objects.create(competition=competition, number=number + 1, state="open", game="hucklebuck")
    with django_assert_num_queries(queries):
        organiser.get(address)


def test_there_are_no_such_pages_for_anybody_else(foxes: Club, thursday: Variant, stranger: Client) -> None:
    readers = [stranger]
    for role in (Role.SCORER, Role.PLAYER):
        user = User.objects.create_user(f"{role.value}@example.org")
        Membership.objects.create(user=user, club=foxes, role=role)
        readers.append(Client())
        readers[-1].force_login(user)
    remove = f"{OWN}{thursday.pk}/remove/"
    for reader in readers:
        for address in (GAME, OWN, remove):
            assert reader.get(address).status_code == 404
            assert reader.post(address, {"use": "own:thursday"}).status_code == 404
    for address, after in ((GAME, GAME), (OWN, OWN), (remove, OWN)):
        assert Client().post(address).headers["Location"] == f"/-/log-in/?next={after}"
    assert options() == {} and Variant.objects.exists()


def test_variant_of_another_club_is_not_found(organiser: Client) -> None:
    other = create_club(name="Owls", slug="", zone="UTC", by=CONSOLE)
    theirs = save_variant(club=other, name="Late", game="hucklebuck", options={"target": 5}, by=CONSOLE)
    assert organiser.post(f"{OWN}{theirs.pk}/remove/").status_code == 404
    assert organiser.post(f"/owls/-/variants/{theirs.pk}/remove/").status_code == 404
    assert "This variant no longer exists." in text(organiser.post(GAME, {"use": "own:late"}))


@pytest.mark.parametrize("sent", [{"use": "own:thursday"}, {**USUAL, "option_target": "5"}, {}])
def test_who_loses_the_right_meanwhile_finds_nothing(
    organiser: Client, thursday: Variant, sent: dict[str, str]
) -> None:
    def can_until_asked(by: Principal, permission: str, club: Any) -> bool:
        """As the page asks, a moment before somebody else takes the right away."""
        allowed = can(by, permission, club)
        Membership.objects.filter(user=by.user).update(role=Role.SCORER)
        return allowed

    with patch("league.web.manage.access.can", can_until_asked):
        address = GAME if sent else f"{OWN}{thursday.pk}/remove/"
        assert organiser.post(address, sent).status_code == 404
    assert options() == {} and Variant.objects.exists()


POSTS = st.dictionaries(
    st.sampled_from([*USUAL, "use", "\x00"]), st.lists(TEXTS, min_size=1, max_size=2), max_size=4
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(posted=POSTS)
def test_nothing_that_is_posted_is_too_much(organiser: Client, posted: dict[str, list[str]]) -> None:
    with discard_changes():
        response = organiser.post(GAME, USUAL | sent(posted))
    assert response.status_code in (200, 302, 413)
