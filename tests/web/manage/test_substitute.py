"""Somebody plays for somebody else: in one match, or in all that is still to be played."""

from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from league.actions.club import import_club
from league.actions.decisions.substitution import substitute_player
from league.actions.decisions.void import void_match
from league.demo.large import build_club_file
from league.models import Club, Decision, Match, Player, Role, Seat
from league.principals import CONSOLE
from tests.actions.clubs import make_club, make_member
from tests.actions.tournaments import make_tournament
from tests.scenarios import discard_changes, scenario
from tests.web.log_ins import log_in
from tests.web.sheets import summary, text, value
from tests.web.untidy import GARBAGE, NOT_OPEN, chosen, in_state, name, options, owner_of, play

MATCH = "/riverside/matches/c1d1-m1/"  # p1 against p4
PAGE = MATCH + "substitute/"
SENT = {"seat": "0", "instead": "substitute", "reason": "p1 is ill", "seen": "0"}


@scenario
def club() -> Club:
    return make_club()


@scenario
def scorer(club: Club) -> Client:
    return log_in(make_member(club, Role.SCORER))


def sitting(key: str = "c1d1-m1") -> list[str]:
    seats = Seat.objects.filter(match__key=key).order_by("number")
    return list(seats.values_list("player__key", flat=True))


def seat_of(player: str, key: str) -> int:
    return Seat.objects.get(match__key=key, entry__player__key=player).number


def sit(key: str, player: str, instead: str) -> None:
    match = Match.objects.get(key=key)
    substitute_player(
        match=match, seat=seat_of(player, key), substitute=Player.objects.get(key=instead), reason="Away",
        by=CONSOLE, base=match.revision,
    )  # fmt: skip


# --- in one match


def test_match_leads_to_its_substitutes_for_those_who_enter_results(scorer: Client, club: Club) -> None:
    link = f'href="{PAGE}"'
    assert link in scorer.get(MATCH).content.decode()
    assert link not in Client().get(MATCH).content.decode()
    assert link not in log_in(make_member(club, Role.PLAYER)).get(MATCH).content.decode()
    void_match(match=Match.objects.get(key="c1d1-m1"), reason="Snow", by=CONSOLE, base=0)
    assert link not in scorer.get(MATCH).content.decode()


def test_substitute_who_plays_that_night_is_asked_about_and_then_saved(scorer: Client) -> None:
    question = "Player p2 already has a match that night: division Division 1, round 1, table 2."
    asked = scorer.post(PAGE, SENT | {"instead": "p2"})
    assert text(asked).count(question) == 2 and "Save anyway" in text(asked)
    assert not Decision.objects.exists()
    with discard_changes():  # another one is not waved through with them
        again = scorer.post(PAGE, SENT | {"instead": "p3", "waved": value(asked, "waved")})
        assert "Player p3 already has a match that night" in text(again)
    Match.objects.filter(key="c1d1-m1").update(due_on="2026-02-05")
    with discard_changes():
        Match.objects.filter(key="c1d1-m2").update(due_on="2026-02-12")
        assert scorer.post(PAGE, SENT | {"instead": "p2"}).status_code == 302
    assert scorer.post(PAGE, SENT | {"instead": "p2", "waved": "p2"}).status_code == 302
    assert sitting() == ["p2", "p4"]


def test_other_match_in_a_tournament_is_named_without_the_word_division(club: Club) -> None:
    organiser = log_in(make_member(club, Role.ORGANISER))
    for groups, where in ((None, "round 1, table"), (2, "Group A, round 1, table")):
        season = make_tournament(club, 8, kind="round-robin", name=f"Open {groups}", groups=groups)
        of_round = Match.objects.filter(division__season=season, round__number=1, division__level=1)
        first, second = of_round.order_by("table")[:2]
        instead = second.seats.get(number=0).player
        sent = SENT | {"instead": instead.key}
        asked = organiser.post(f"/riverside/matches/{first.key}/substitute/", sent)
        question = f"{instead.name} already has a match that night: {where} {second.table}."
        assert question in text(asked), text(asked)


def test_everybody_who_does_not_sit_there_is_offered_and_namesakes_told_apart(scorer: Client) -> None:
    name("p2", "Player p3")
    page = scorer.get(PAGE)
    assert options(page, "instead") == [
        "Choose …", "Player p3 (p2)", "Player p3 (p3)", "Player substitute",
    ]  # fmt: skip
    assert all(f'name="seat" value="{seat}"' in page.content.decode() for seat in (0, 1))


def test_seat_may_be_said_by_the_address(scorer: Client) -> None:
    assert chosen(scorer.get(PAGE + "?player=p4"), "seat") == "1"
    for garbage in ("", "p2", *GARBAGE):
        page = scorer.get(PAGE, {"player": garbage})
        assert page.status_code == 200 and not chosen(page, "seat")


def test_substitute_is_named_before_the_match(scorer: Client) -> None:
    done = scorer.post(PAGE, SENT, follow=True)
    assert done.redirect_chain == [(MATCH, 302)] and "Substitute saved." in text(done)
    assert sitting() == ["substitute", "p4"]
    assert "Player substitute" in text(done) and "plays for" in text(done)


def test_substitute_is_named_after_the_match_and_its_result_stays(scorer: Client) -> None:
    play("c1d1-m1")
    page = scorer.get(PAGE)
    assert (
        "The match has been played and its result doesn't change. Statistics go to the substitute;"
        in text(page)
    )
    assert scorer.post(PAGE, SENT | {"seen": value(page, "seen")}).status_code == 302
    match = Match.objects.get(key="c1d1-m1")
    assert (match.status, match.revision) == ("played", 2) and sitting() == ["substitute", "p4"]


def test_player_whose_place_it_is_comes_back(scorer: Client) -> None:
    sit("c1d1-m1", "p1", "substitute")
    page = scorer.get(PAGE)
    assert "Player p1 (original player)" in options(page, "instead")
    assert "Player substitute" not in options(page, "instead")
    assert "Player p1 (now played by Player substitute)" in text(page)
    done = scorer.post(PAGE, SENT | {"instead": "p1"}, follow=True)
    assert "Saved: Player p1 plays." in text(done) and sitting() == ["p1", "p4"]


def test_player_who_really_sat_there_is_said_to_have_played(scorer: Client) -> None:
    sit("c1d1-m1", "p1", "substitute")
    play("c1d1-m1")
    seen = value(scorer.get(PAGE), "seen")
    done = scorer.post(PAGE, SENT | {"instead": "p1", "seen": seen}, follow=True)
    assert "Saved: Player p1 played." in text(done) and sitting() == ["p1", "p4"]


def test_namesakes_are_told_apart_wherever_they_are_named(scorer: Client) -> None:
    for player in ("p1", "p2", "p4"):
        name(player, "Kim Lee")
    sit("c1d1-m1", "p4", "p2")
    said = text(scorer.get(PAGE))
    assert "Kim Lee (p1) – Kim Lee (p4) ·" in said
    assert "Kim Lee (p4) (now played by Kim Lee (p2))" in said
    done = scorer.post(PAGE, SENT | {"seat": "1", "instead": "p4"}, follow=True)
    assert "Saved: Kim Lee (p4) plays." in text(done)


def test_refused_substitute_comes_back_filled_in(scorer: Client) -> None:
    for sent, place, said in (
        ({"seat": ""}, "id_seat", "Absent player: Please make a choice."),
        ({"seat": "7"}, "id_seat", "Absent player: Please make a choice."),
        ({"instead": ""}, "id_instead", "Substitute: Please make a choice."),
        ({"instead": "p4"}, "id_instead", "Substitute: Please make a choice."),
        ({"reason": ""}, "id_reason", "Reason: Enter a reason. It is shown with the decision."),
        ({"reason": "x" * 201}, "id_reason", "Reason: Can't be longer than 200 characters."),
    ):
        page = scorer.post(PAGE, SENT | sent)
        assert summary(page) == [(place, said)] and sitting() == ["p1", "p4"], sent
        assert chosen(page, "seat") == ("" if "seat" in sent else "0"), sent
        assert chosen(page, "instead") == ("" if "instead" in sent else "substitute"), sent
        assert not (SENT | sent)["reason"] or value(page, "reason") == (SENT | sent)["reason"], sent


def test_refusal_calls_players_by_name(scorer: Client) -> None:
    sit("c1d1-m1", "p1", "substitute")  # so that p1 is offered, but not for the other seat
    page = scorer.post(PAGE, SENT | {"seat": "1", "instead": "p1"})
    ((place, said),) = summary(page)
    assert place == "id_instead" and "Player p1" in said


def test_match_that_has_changed_meanwhile_is_shown_anew_with_what_was_typed(scorer: Client) -> None:
    seen = value(scorer.get(PAGE), "seen")
    play("c1d1-m1")
    page = scorer.post(PAGE, SENT | {"seen": seen})
    assert summary(page) == [
        ("", "The match has changed since you opened this page. Check it, then try again.")
    ]
    assert "The match has been played" in text(page) and value(page, "reason") == "p1 is ill"
    assert sitting() == ["p1", "p4"] and value(page, "seen") == "1"
    assert scorer.post(PAGE, SENT | {"seen": "1"}).status_code == 302


def test_match_that_was_not_played_has_no_substitutes(scorer: Client) -> None:
    void_match(match=Match.objects.get(key="c1d1-m1"), reason="Snow", by=CONSOLE, base=0)
    for page in (scorer.get(PAGE), scorer.post(PAGE, SENT | {"seen": "1"})):
        main = page.content.decode().partition("<main")[2].partition("</main>")[0]
        assert page.status_code == 200 and "<form" not in main
        assert "This match was not played, so it can't have a substitute." in text(page)
    assert "You entered: Reason p1 is ill" in text(page)


def test_match_that_is_gone_gives_back_what_was_typed(scorer: Client) -> None:
    page = scorer.post("/riverside/matches/c9d1-m1/substitute/", SENT)
    assert page.status_code == 404 and "p1 is ill" in text(page)


def test_player_who_is_gone_since_they_were_offered_loses_nobody_a_word(scorer: Client) -> None:
    with patch("league.web.manage.substitution.find_player", return_value=None):
        page = scorer.post(PAGE, SENT)
    assert summary(page) == [
        ("", "Something has changed since your preview. Check the new preview, then try again.")
    ]
    assert value(page, "reason") == "p1 is ill" and not Decision.objects.exists()


def test_substitutes_are_named_only_in_an_open_season(db: None) -> None:
    scorer = log_in(make_member(in_state("closed"), Role.SCORER))
    said = NOT_OPEN["closed"]
    page = scorer.get(PAGE, follow=True)
    assert page.redirect_chain == [(MATCH, 302)] and said in text(page)
    page = scorer.post(PAGE, SENT)
    assert f"{said} You entered: Reason p1 is ill" in text(page)
    assert sitting() == ["p1", "p4"]


def test_garbage_is_never_too_much(scorer: Client) -> None:
    for field, garbage in product(SENT, GARBAGE):
        with discard_changes():
            response = scorer.post(PAGE, SENT | {field: garbage})
        assert response.status_code in (200, 302), (field, garbage)


@pytest.mark.parametrize("slug", ["large-4", "large-100"])
def test_number_of_queries_does_not_grow(scorer: Client, django_assert_num_queries: Any, slug: str) -> None:
    import_club(build_club_file(int(slug.removeprefix("large-"))), by=CONSOLE)
    club = Club.objects.get(slug=slug)
    owner_of(scorer, club)
    key = Match.objects.filter(club=club)[0].key
    with django_assert_num_queries(6):  # session, user, match, its result, role; everybody
        assert scorer.get(f"/{slug}/matches/{key}/substitute/").status_code == 200


def test_names_stand_as_text_of_their_own(scorer: Client) -> None:
    for player in ("p1", "substitute"):
        name(player, '<b onclick="x">Ann</b>')
    page = scorer.get(PAGE).content.decode()
    assert "<b onclick" not in page and "&lt;b onclick" in page
