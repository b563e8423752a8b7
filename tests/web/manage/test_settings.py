"""The settings of a club and of a competition, through their addresses."""

import json
import re
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.models import (
    Club,
    Competition,
    Event,
    Match,
    Membership,
    Role,
    Season,
    User,
)
from league.permissions import can
from league.principals import CONSOLE, Principal
from league.rules.settings import RANKING_KEYS
from tests.scenarios import discard_changes, scenario
from tests.web.entry.test_garbage import TEXTS, sent
from tests.web.manage.test_founding import read_field
from tests.web.sheets import summary, text

CLUB = "/riverside/-/settings/"
LEAGUE = "/riverside/skuck-league/settings/"
RANKING = ["average", "zeros", "head-to-head", "wins", "lot"]
TYPED = {
    "name": "SKUCK League",
    "division_size": "4",
    "meetings": "1",
    "promoted": "2",
    "min_played": "0",
    "vacancies": "relegate-fewer",
    "min_matches": "4",
    "forfeit_score": "-5",
    **{f"ranking_{place}": key for place, key in enumerate(RANKING, 1)},
}


@scenario
def draft(organiser: Client) -> Season:
    """The third season once more as a draft, without its results."""
    document = json.loads(RIVERSIDE.read_text())
    document["club"]["slug"] = "lakeside"
    (competition,) = document["competitions"]
    third = competition["seasons"][-1]
    for name in ("lot", "report", "game", "options", "rules"):
        third.pop(name, None)
    third["state"] = "draft"
    for division in third["divisions"]:
        division["matches"] = [
            {"id": match["id"], "seats": match["seats"], "round": match["round"]}
            for match in division["matches"]
        ]
    import_club(json.dumps(document).encode(), by=CONSOLE)
    club = Club.objects.get(slug="lakeside")
    Membership.objects.create(user=User.objects.get(name="Oscar Organ"), club=club, role=Role.ORGANISER)
    return Season.objects.get(competition__club=club, state="draft")


def rules(slug: str = "riverside") -> Any:
    return Competition.objects.get(club__slug=slug).rules


# --- the club


def test_club_gets_another_name_and_zone(organiser: Client, riverside: Club) -> None:
    page = organiser.get(CLUB)
    assert read_field(page, "name") == "Riverside Card Club"
    assert '<option value="America/Toronto" selected>' in page.content.decode()
    sent = {"name": "Card Club on the River", "timezone": "Europe/Berlin"}
    assert organiser.post(CLUB, sent).headers["Location"] == "/riverside/"
    riverside.refresh_from_db()
    assert (riverside.name, riverside.timezone) == ("Card Club on the River", "Europe/Berlin")
    assert "Changes saved." in text(organiser.get("/riverside/"))


@pytest.mark.parametrize(
    ("wrong", "place"),
    [({"name": ""}, "id_name"), ({"name": "a\x07"}, "id_name"), ({"timezone": "x"}, "id_timezone")],
)
def test_wrong_name_or_zone_is_refused_at_the_field(
    organiser: Client, riverside: Club, wrong: dict[str, str], place: str
) -> None:
    response = organiser.post(CLUB, {"name": "River", "timezone": "UTC"} | wrong)
    assert [where for where, _said in summary(response)] == [place]
    riverside.refresh_from_db()
    assert riverside.name == "Riverside Card Club"


# --- the competition


def test_form_holds_the_rules_as_they_are_and_sending_it_changes_nothing(organiser: Client) -> None:
    before, changes = rules(), Event.objects.count()
    page = organiser.get(LEAGUE)
    for field in (
        "name",
        "division_size",
        "meetings",
        "promoted",
        "min_played",
        "min_matches",
        "forfeit_score",
    ):
        assert read_field(page, field) == TYPED[field]
    selected = re.findall(
        r'<select name="ranking_\d+".*?<option value="([^"]*)" selected>', page.content.decode(), re.DOTALL
    )
    assert selected == [*RANKING, "", ""]
    labels = re.findall(r'<label for="id_ranking_\d+">\s*([^<]*?)\s*<', page.content.decode())
    assert labels == ["First", *["then"] * 6]
    assert organiser.post(LEAGUE, TYPED).headers["Location"] == "/riverside/skuck-league/"
    assert (rules(), Event.objects.count()) == (before, changes)


def test_each_rule_can_be_changed(organiser: Client) -> None:
    new = {
        "name": "River League",
        "division_size": "6",
        "meetings": "2",
        "promoted": "1",
        "min_played": "2",
        "vacancies": "promote-more",
        "min_matches": "3",
        "forfeit_score": "",
        "ranking_1": "points",
        "ranking_2": "",
        "ranking_3": "wins",
        "ranking_4": "",
        "ranking_5": "",
        "win": "3",
        "draw": "1",
        "loss": "-1",
    }
    page = organiser.post(LEAGUE, TYPED | new, follow=True)
    assert "Changes saved." in text(page) and "River League" in text(page)
    assert rules() == {
        "division_size": 6,
        "promoted": 1,
        "relegated": 1,
        "meetings": 2,
        "ranking": ["points", "wins"],
        "points": {"win": 3, "draw": 1, "loss": -1},
        "min_played": 2,
        "vacancies": "promote-more",
        "min_matches": 3,
        "forfeit_score": None,
    }


def test_whoever_fills_all_boxes_gets_two_more_until_there_is_nothing_more_to_compare(
    organiser: Client,
) -> None:
    def boxes(response: Any) -> int:
        return len(re.findall(r'<select name="ranking_', response.content.decode()))

    more = {"ranking_6": "points", "ranking_7": "seed", "win": "2", "draw": "1", "loss": "0"}
    assert boxes(organiser.post(LEAGUE, TYPED | more | {"name": ""})) == 9  # as they were read_field
    assert organiser.post(LEAGUE, TYPED | more).status_code == 302
    assert rules()["ranking"] == [*RANKING, "points", "seed"]
    page = organiser.get(LEAGUE)
    assert boxes(page) == 9 and "Need more? Save, then add another." in text(page)
    Competition.objects.update(rules=rules() | {"ranking": list(RANKING_KEYS)})
    page = organiser.get(LEAGUE)
    assert boxes(page) == len(RANKING_KEYS) == 10 and "Need more? Save, then add another." not in text(page)


def test_without_its_game_the_rules_stay_as_they_are_and_the_reason_is_told(organiser: Client) -> None:
    before = rules()
    Competition.objects.update(game="whist")
    for page in (organiser.get(LEAGUE), organiser.post(LEAGUE, TYPED | {"name": "Whist"})):
        assert page.status_code == 200 and "No game called whist is installed." in text(page)
        assert f'href="{CLUB}"' in page.content.decode()
    assert rules() == before and not Competition.objects.filter(name="Whist").exists()


def test_points_matter_only_where_they_are_compared(organiser: Client) -> None:
    assert organiser.post(LEAGUE, TYPED | {"win": "many", "min_matches": "3"}).status_code == 302
    assert (rules()["points"]["win"], rules()["min_matches"]) == (2, 3)
    response = organiser.post(LEAGUE, TYPED | {"ranking_1": "points", "win": "many", "draw": "1"})
    assert [place for place, _said in summary(response)] == ["id_win", "id_loss"]


def test_what_cannot_work_is_refused_at_the_field_with_everything_still_typed(organiser: Client) -> None:
    before = rules()
    for wrong, place, said in (
        ({"name": ""}, "id_name", "Please fill this in."),
        ({"name": "a\x07"}, "id_name", "control characters"),
        ({"division_size": "1001"}, "id_division_size", "Can't be more than 1000."),
        ({"division_size": "x"}, "id_division_size", "Enter a whole number."),
        ({"meetings": "0"}, "id_meetings", "Can't be less than 1."),
        ({"promoted": "3"}, "id_promoted", "With divisions of 4, at most 2 can be promoted and relegated."),
        ({"promoted": "1001"}, "id_promoted", "Can't be more than 1000."),
        ({"promoted": ""}, "id_promoted", "Please fill this in."),
        ({"min_played": "-1"}, "id_min_played", "Can't be less than 0."),
        ({"vacancies": "sell"}, "id_vacancies", "Please make a choice."),
        ({"min_matches": "9" * 30}, "id_min_matches", "Can't be more than 1000."),
        ({"forfeit_score": "10001"}, "id_forfeit_score", "Can't be more than 10000."),
        ({"ranking_1": ""}, "id_ranking_1", "Please make a choice."),
        ({"ranking_2": "beauty"}, "id_ranking_2", "Please make a choice."),
        ({"ranking_3": "average"}, "id_ranking_3", "This is already listed above. Choose another one."),
        (
            {"ranking_1": "points", "win": "1001", "draw": "0", "loss": "0"},
            "id_win",
            "Can't be more than 1000.",
        ),
    ):
        response = organiser.post(LEAGUE, TYPED | {"min_matches": "7"} | wrong)
        assert response.status_code == 200, wrong
        assert [(where, said in sentence) for where, sentence in summary(response)] == [(place, True)], wrong
        assert f'id="{place}_error"' in response.content.decode(), wrong
        assert read_field(response, "min_matches") == wrong.get("min_matches", "7"), wrong
        assert rules() == before, wrong


def test_page_says_for_which_seasons_the_rules_count(organiser: Client, draft: Season) -> None:
    page = text(organiser.get(LEAGUE))
    assert "Seasons that have started keep their settings." in page and "from the next season on" in page
    page = text(organiser.get("/lakeside/skuck-league/settings/"))
    assert "Changes apply to season 3 (draft)." in page
    assert "Changing the rounds will delete the schedule of season 3; you can make a new one." in page
    Match.objects.filter(division__season=draft).delete()
    assert "will delete the schedule of season 3" not in text(
        organiser.get("/lakeside/skuck-league/settings/")
    )


def test_rules_must_fit_the_draft(organiser: Client, draft: Season) -> None:
    sent = TYPED | {"division_size": "8", "promoted": "4"}
    response = organiser.post("/lakeside/skuck-league/settings/", sent)
    ((place, said),) = summary(response)
    assert place == "id_promoted" and "Season 3 is a draft. Its division B" in said
    assert read_field(response, "promoted") == "4"
    assert organiser.post("/lakeside/skuck-league/settings/", TYPED | {"meetings": "2"}).status_code == 302
    assert not Match.objects.filter(division__season=draft).exists()


def test_tournament_has_no_rules_of_leagues(organiser: Client, riverside: Club) -> None:
    before = rules() | {"promoted": 1, "relegated": 1, "meetings": 3}
    Competition.objects.create(
        club=riverside, slug="cup", name="Cup", kind="tournament", game="skuck", rules=before
    )
    page = organiser.get("/riverside/cup/settings/").content.decode()
    for field in ("division_size", "promoted", "meetings", "min_played", "vacancies", "min_matches"):
        assert f'name="{field}"' not in page
    assert (
        organiser.post("/riverside/cup/settings/", TYPED | {"min_matches": "1", "meetings": "9"}).status_code
        == 302
    )
    assert Competition.objects.get(slug="cup").rules == before


def test_number_of_queries_does_not_grow(organiser: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(5):  # session, user, competition, role; the page's own
        organiser.get(LEAGUE)
    competition = Competition.objects.get()
    for number in range(4, 10):
        Season.objects.create(competition=competition, number=number, state="open", game="skuck")
    with django_assert_num_queries(5):
        organiser.get(LEAGUE)


# --- for whom, and with what


@pytest.mark.parametrize("address", [CLUB, LEAGUE])
def test_there_are_no_such_pages_for_anybody_else(scorer: Client, stranger: Client, address: str) -> None:
    for reader in (scorer, stranger):
        assert reader.get(address).status_code == 404
        assert reader.post(address, TYPED | {"name": "Mine", "timezone": "UTC"}).status_code == 404
    assert Client().get(address).headers["Location"] == f"/-/log-in/?next={address}"
    assert not Event.objects.exclude(action="import_club").exists()


@pytest.mark.parametrize("address", [CLUB, LEAGUE])
def test_who_loses_the_right_meanwhile_finds_nothing(organiser: Client, address: str) -> None:
    def can_until_asked(by: Principal, permission: str, club: Any) -> bool:
        """As the page asks, a moment before somebody else takes the right away."""
        allowed = can(by, permission, club)
        Membership.objects.filter(user=by.user).update(role=Role.SCORER)
        return allowed

    with patch("league.web.manage.access.can", can_until_asked):
        response = organiser.post(address, TYPED | {"name": "Mine", "timezone": "UTC"})
    assert response.status_code == 404
    assert not Event.objects.exclude(action="import_club").exists()


@pytest.mark.parametrize("address", ["/nowhere/-/settings/", "/riverside/nowhere/settings/"])
def test_what_is_not_there_is_not_found(organiser: Client, address: str) -> None:
    assert organiser.get(address).status_code == 404


POSTS = st.dictionaries(
    st.sampled_from([*TYPED, "timezone", "win", "draw", "loss", "ranking_10", "ranking_99", "\x00"]),
    st.lists(st.one_of(TEXTS, st.sampled_from([*RANKING, "points"])), min_size=1, max_size=2),
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(posted=POSTS, address=st.sampled_from([CLUB, LEAGUE]))
def test_nothing_that_is_posted_is_too_much(
    organiser: Client, posted: dict[str, list[str]], address: str
) -> None:
    with discard_changes():
        response = organiser.post(address, TYPED | {"timezone": "UTC"} | sent(posted))
    assert response.status_code in (200, 302, 413)


# --- awards and the final table


def test_win_rate_of_games_and_the_dishes_are_off_until_a_club_wants_them(organiser: Client) -> None:
    page = organiser.get(LEAGUE)
    assert "With games counted, 6 of 8 won in two matches are 75 %." in text(page)
    assert "Give more awards" not in text(page)  # the game has none
    organiser.post(LEAGUE, TYPED)
    assert not {"win_rate_of", "dishes"} & rules().keys()
    organiser.post(LEAGUE, TYPED | {"win_rate_of": "deals", "dishes": "on"})
    assert (rules()["win_rate_of"], rules()["dishes"]) == ("deals", True)
    organiser.post(LEAGUE, TYPED)
    assert not {"win_rate_of", "dishes"} & rules().keys()


def test_usual_length_of_a_match_is_the_clubs(organiser: Client, client: Client) -> None:
    assert "Minutes a match usually takes" in text(organiser.get(LEAGUE))
    organiser.post(LEAGUE, TYPED)
    assert "minutes" not in rules()
    organiser.post(LEAGUE, TYPED | {"minutes": "50"})
    assert rules()["minutes"] == 50
    refused = organiser.post(LEAGUE, TYPED | {"minutes": "601"})
    assert "Not changed" in text(refused) and rules()["minutes"] == 50
    organiser.post(LEAGUE, TYPED | {"minutes": ""})
    assert "minutes" not in rules()
