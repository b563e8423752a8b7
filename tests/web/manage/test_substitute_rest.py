"""Somebody plays for somebody else in all that is still to be played: which matches these are is shown first."""

import re
from datetime import date
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from games.problems import _
from league.actions.club import import_club
from league.actions.errors import ActionError
from league.demo.large import build_club_file
from league.models import Club, Decision, Entry, Event, Match, Role
from league.principals import CONSOLE
from league.rules.validation import build_problem
from tests.actions.clubs import make_club, make_member
from tests.scenarios import discard_changes, scenario
from tests.web.log_ins import log_in
from tests.web.manage.test_substitute import sit, sitting
from tests.web.sheets import summary, text, value
from tests.web.untidy import GARBAGE, NOT_OPEN, SEASON, chosen, in_state, name, of, options, owner_of, play

REST = SEASON + "substitute/"
FOR_P1 = {"player": "p1", "instead": "substitute", "reason": "Broke an arm"}


@scenario
def club() -> Club:
    return make_club()


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


def buttons(page: Any) -> list[str]:
    """Return what stands in the tags of the form's buttons."""
    main = page.content.decode().partition("<main")[2].partition("</main>")[0]
    return re.findall(r"<button([^>]*)>", main)


def test_matches_that_are_left_are_listed_first_and_nothing_is_done(organiser: Client) -> None:
    before = Event.objects.count()
    play("c1d1-m1")
    for page in (organiser.get(REST, {"player": "p1"}), organiser.post(REST, FOR_P1 | {"show": "1"})):
        html = page.content.decode()
        assert "Player p1 has 2 matches to play" in text(page)
        assert all(f'href="/riverside/matches/{key}/"' in html for key in of("p1")[1:])
        assert chosen(page, "player") == "p1"
    assert Event.objects.count() == before + 1 and not Decision.objects.exists()


def test_substitute_plays_all_that_is_left(organiser: Client) -> None:
    play("c1d1-m1")
    page = organiser.get(REST, {"player": "p1"})
    done = organiser.post(REST, FOR_P1 | {"seen": value(page, "seen")}, follow=True)
    assert "Player substitute substitutes for Player p1 from now on." in text(done)
    assert done.redirect_chain[-1][0] == SEASON + "decisions/"
    played, *left = of("p1")
    assert "substitute" not in sitting(played) and all("substitute" in sitting(key) for key in left)


def test_matches_in_which_the_substitute_sits_elsewhere_are_left_out_and_said_so(db: None) -> None:
    organiser = log_in(make_member(make_club(entries=5), Role.ORGANISER))
    page = organiser.post(REST, FOR_P1 | {"instead": "p3", "show": "1"})
    assert "1 is left out: Player p3 is already playing in it." in text(page)
    assert "2 are left out: Player p3 is playing at another table that evening." in text(page)
    assert text(page).count("left out: already playing at another table that evening") == 2
    done = organiser.post(REST, FOR_P1 | {"instead": "p3", "seen": value(page, "seen")}, follow=True)
    assert "3 matches are left out because Player p3 is already playing in them or at another table" in text(
        done
    )
    assert sum("p1" in sitting(key) for key in of("p1")) == 3


def test_who_is_replaced_already_is_said_at_the_match(organiser: Client) -> None:
    sit("c1d1-m1", "p1", "substitute")
    assert "now played by Player substitute" in text(organiser.get(REST, {"player": "p1"}))


def test_who_has_played_everything_has_nothing_left(organiser: Client) -> None:
    play(*of("p1"))
    page = organiser.get(REST, {"player": "p1"})
    assert "Player p1 has no matches left to play" in text(page)
    refused = organiser.post(REST, FOR_P1)
    assert summary(refused) == [("id_instead", "Substitute: Player p1 has no matches left to play.")]
    for shown in (page, refused):
        assert buttons(shown) == [' name="show" value="1"']
    assert not Decision.objects.exists()


def test_where_nothing_would_change_it_is_said_and_there_is_nothing_to_save(organiser: Client) -> None:
    for instead, said in (("p1", "Player p1 has no substitute in these matches."),):
        page = organiser.post(REST, FOR_P1 | {"instead": instead, "show": "1"})
        assert said in text(page) and buttons(page) == [' name="show" value="1"']
    for key in of("p1"):
        sit(key, "p1", "substitute")
    page = organiser.post(REST, FOR_P1 | {"show": "1"})
    assert "Player substitute already substitutes for Player p1." in text(page)
    assert buttons(page) == [' name="show" value="1"']


def test_who_has_a_seat_in_all_that_is_left_plays_for_nobody(organiser: Client) -> None:
    played, *_others, last = of("p1")
    play(*[key for key in of("p1") if key != last])
    (other,) = [player for player in sitting(last) if player != "p1"]
    said = (
        f"Player {other} is already playing in the round of every remaining match. Choose another substitute."
    )
    page = organiser.post(REST, FOR_P1 | {"instead": other, "show": "1"})
    assert said in text(page) and buttons(page) == [' name="show" value="1"']
    page = organiser.post(REST, FOR_P1 | {"instead": other})
    assert summary(page) == [("id_instead", f"Substitute: {said}")] and sitting(played)[0]


def test_player_themselves_plays_again_in_what_is_left(organiser: Client) -> None:
    first = of("p1")[0]
    sit(first, "p1", "substitute")
    page = organiser.post(REST, FOR_P1 | {"instead": "p1", "show": "1"})
    assert "Save" in text(page) and "now played by Player substitute" in text(page)
    done = organiser.post(REST, FOR_P1 | {"instead": "p1"}, follow=True)
    assert "Saved: Player p1 plays." in text(done) and "p1" in sitting(first)


def test_refusal_that_only_the_action_knows_of_names_matches_and_players(organiser: Client) -> None:
    sentence = _("{substitute} has another seat at the table of match {match}.")
    match = of("p1")[0]
    refused = ActionError(
        build_problem("instead", "seated-already", sentence, substitute="substitute", match=match)
    )
    with patch("league.web.manage.substitution.substitute_rest_of_season", side_effect=refused):
        ((_place, said),) = summary(organiser.post(REST, FOR_P1))
    assert "Player substitute has another seat" in said and said.count("Player p1 – Player p") == 1
    assert not any(key in said for key in of("p1"))


def test_namesakes_are_told_apart_in_all_that_is_left_too(organiser: Client) -> None:
    for player in ("p1", "p2", "substitute"):
        name(player, "Kim Lee")
    page = organiser.post(REST, FOR_P1 | {"show": "1"})
    assert "Kim Lee (p1) has 3 matches to play" in text(page)
    assert "against Kim Lee (p2)" in text(page)
    done = organiser.post(REST, FOR_P1, follow=True)
    assert "Kim Lee (substitute) substitutes for Kim Lee (p1) from now on." in text(done)


def test_refused_substitute_for_the_rest_comes_back_filled_in(organiser: Client) -> None:
    for sent, place, said in (
        ({"player": ""}, "id_player", "Absent player: Please make a choice."),
        ({"player": "substitute"}, "id_player", "Absent player: Please make a choice."),
        ({"instead": ""}, "id_instead", "Substitute: Please make a choice."),
        ({"instead": "nobody"}, "id_instead", "Substitute: Please make a choice."),
        ({"reason": ""}, "id_reason", "Reason: Enter a reason. It is shown with the decision."),
        (
            {"instead": "p1"},
            "id_instead",
            "Substitute: Player p1 has no substitute in these matches.",
        ),
    ):
        page = organiser.post(REST, FOR_P1 | sent)
        assert summary(page) == [(place, said)] and not Decision.objects.exists(), sent
        for field in ("player", "instead"):
            assert chosen(page, field) == FOR_P1[field] or field in sent, sent
        assert not (FOR_P1 | sent)["reason"] or value(page, "reason") == (FOR_P1 | sent)["reason"], sent


@pytest.mark.parametrize("other", ["player", "match"])
def test_matches_that_are_others_than_those_looked_at_are_shown_first(organiser: Client, other: str) -> None:
    seen = value(organiser.get(REST, {"player": "p1"}), "seen")
    if other == "match":
        play("c1d1-m1")
    sent = FOR_P1 | ({"player": "p2"} if other == "player" else {}) | {"seen": seen}
    page = organiser.post(REST, sent)
    assert summary(page) == [
        ("", "Something has changed since your preview. Check the new preview, then try again.")
    ]
    assert not Decision.objects.exists() and value(page, "reason") == "Broke an arm"
    assert organiser.post(REST, sent | {"seen": value(page, "seen")}).status_code == 302


def test_nobody_plays_on_for_who_has_left(organiser: Client) -> None:
    Entry.objects.filter(player__key="p1").update(left=True)
    page = organiser.get(REST, {"player": "p1"})
    assert "Player p1" not in options(page, "player") and "matches still to play" not in text(page)
    assert organiser.post(REST, FOR_P1).status_code == 200 and not Decision.objects.exists()


def test_substitutes_for_the_rest_are_named_only_in_an_open_season(db: None) -> None:
    organiser = log_in(make_member(in_state("closed"), Role.ORGANISER))
    said = NOT_OPEN["closed"]
    page = organiser.get(REST, follow=True)
    assert page.redirect_chain == [(SEASON, 302)] and said in text(page)
    assert f"{said} You entered: Reason Broke an arm" in text(organiser.post(REST, FOR_P1))
    assert not Decision.objects.exists()


def test_garbage_for_the_rest_is_never_too_much(organiser: Client) -> None:
    for garbage in GARBAGE:
        assert organiser.get(REST, dict.fromkeys([*FOR_P1, "seen", "show"], garbage)).status_code == 200
    for field, garbage in product([*FOR_P1, "seen", "show"], GARBAGE):
        with discard_changes():
            response = organiser.post(REST, FOR_P1 | {field: garbage})
        assert response.status_code in (200, 302), (field, garbage)


def test_season_that_is_gone_gives_back_what_was_typed(organiser: Client) -> None:
    page = organiser.post("/riverside/league-1/9/substitute/", FOR_P1 | {"seen": "abcdef"})
    assert page.status_code == 404 and "Broke an arm" in text(page) and "abcdef" not in text(page)


@pytest.mark.parametrize("slug", ["large-4", "large-100"])
def test_number_of_queries_does_not_grow(
    organiser: Client, django_assert_num_queries: Any, slug: str
) -> None:
    import_club(build_club_file(int(slug.removeprefix("large-"))), by=CONSOLE)
    club = Club.objects.get(slug=slug)
    owner_of(organiser, club)
    page = f"/{slug}/league/1/substitute/"
    with django_assert_num_queries(9):  # session, user, season, role; the page's own 3; entry, matches
        assert organiser.get(page + "?player=p1").status_code == 200
    with django_assert_num_queries(11):  # who plays instead, and where else
        sent = {"player": "p1", "instead": "p2", "show": "1"}
        assert organiser.post(page, sent).status_code == 200


def test_names_stand_as_text_of_their_own(organiser: Client) -> None:
    for player in ("p1", "substitute"):
        name(player, '<b onclick="x">Ann</b>')
    page = organiser.post(REST, FOR_P1 | {"show": "1"}).content.decode()
    assert "<b onclick" not in page and "&lt;b onclick" in page


def test_player_who_is_gone_since_they_were_offered_plays_for_nobody(organiser: Client) -> None:
    with patch("league.web.manage.substitution.find_player", return_value=None):
        page = organiser.post(REST, FOR_P1)
    assert summary(page) == [
        ("", "Something has changed since your preview. Check the new preview, then try again.")
    ]
    assert value(page, "reason") == "Broke an arm" and not Decision.objects.exists()


def test_match_that_was_moved_since_is_shown_first(organiser: Client) -> None:
    seen = organiser.post(REST, FOR_P1 | {"show": "1"})
    Match.objects.filter(key=of("p1")[0]).update(due_on=date(2026, 12, 24))
    page = organiser.post(REST, FOR_P1 | {"seen": value(seen, "seen")})
    assert "Something has changed since your preview." in text(page) and "24 December 2026" in text(page)
    assert not Decision.objects.exists()
