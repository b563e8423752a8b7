"""The reason of a decision and the note beside it: who reads them on pages, and how the reason is removed."""

from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from league.actions.decisions.remark import remove_remark
from league.models import Club, Decision, Match, Remark, Role, Season, Submission
from league.principals import CONSOLE
from tests.actions.clubs import make_club, make_member
from tests.actions.decisions import list_penalties, penalise_player, record_void, withdraw_player
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.manage.test_decisions import PAGE, PENALTY, SEASON, back, match_called
from tests.web.sheets import text
from tests.web.untidy import play

NOTE = "Rang at <eight>."
MATCH = "/riverside/matches/c1d1-m2/"


@scenario
def club() -> Club:
    return make_club(entries=5)


@scenario
def season(club: Club) -> Season:
    return Season.objects.select_related("competition__club").get(competition__club=club)


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


@scenario
def scorer(club: Club) -> Client:
    return log_in(make_member(club, Role.SCORER))


@scenario
def player(club: Club) -> Client:
    return log_in(make_member(club, Role.PLAYER))


def removal(decision: Decision) -> str:
    return f"{PAGE}{decision.pk}/remove-reason/"


def decide_with_note(**more: Any) -> Decision:
    return record_void(match_called("c1d1-m2"), note=NOTE, **more)


# --- the note


def test_note_is_for_those_who_help_in_the_club(
    season: Season, organiser: Client, scorer: Client, player: Client
) -> None:
    decision = decide_with_note()
    for address in (PAGE, MATCH):
        for client in (
            organiser,
            Client(),
            player,
            scorer,
            Client(),
        ):  # visitors also after those who read it
            page = text(client.get(address))
            assert "Played with 51 cards" in page
            assert (f"Note for organisers: {NOTE}" in page) == (client in (organiser, scorer)), address
    for address in (back(decision), removal(decision)):
        assert f"Note for organisers: {NOTE}" in text(organiser.get(address))


SENT = {"reason": "Twice.", "note": NOTE + "\r\nOn the phone."}
FORMS = [
    (MATCH + "decide/", {"how": "void", "base": "0"}),
    (MATCH + "decide/", {"how": "forfeit", "absent": "0", "base": "0"}),
    (MATCH + "substitute/", {"seat": "0", "instead": "substitute", "seen": "0"}),
    (SEASON + "substitute/", {"player": "p1", "instead": "substitute"}),
    (SEASON + "withdraw/", {"player": "p1", "outcome": "stand"}),
    (SEASON + "late-entry/", {"player": "substitute"}),
    (PENALTY, {"player": "p1", "score": "2"}),
]


@pytest.mark.parametrize(("address", "sent"), FORMS)
def test_every_form_that_decides_takes_a_note(
    season: Season, organiser: Client, address: str, sent: dict[str, str]
) -> None:
    given = sent | ({"division": str(season.divisions.get().pk)} if "late" in address else {})
    refused = organiser.post(address, given | SENT | {"note": "x" * 1001})
    assert "Note for organisers: Can't be longer than 1000 characters." in text(refused)
    assert "x" * 1001 in refused.content.decode() and not Decision.objects.exists()
    assert organiser.post(address, given | SENT).status_code == 302
    remark = Decision.objects.get().remark
    assert remark is not None
    assert (remark.text, remark.note) == ("Twice.", f"{NOTE}\nOn the phone.")


def test_note_is_given_back_where_nothing_can_be_decided_any_more(season: Season, organiser: Client) -> None:
    Season.objects.update(state="closed")
    for address, sent in ((MATCH + "decide/", {"how": "void"}), (PENALTY, {"player": "p1", "score": "2"})):
        page = text(organiser.post(address, sent | SENT))
        assert "Reason Twice. Note for organisers Rang at <eight>. On the phone." in page, address


# --- removing the reason


def test_removing_asks_first_and_then_says_so_everywhere(season: Season, scorer: Client) -> None:
    decision = decide_with_note(reason="Was drunk")
    assert removal(decision) in scorer.get(PAGE).content.decode()
    asked = text(scorer.get(removal(decision)))
    assert "Remove the reason for this decision?" in asked and "Was drunk" in asked
    assert "The reason and the note are deleted" in asked and Remark.objects.exists()
    visitor = Client()
    assert "Was drunk" in text(visitor.get(PAGE)) and "Was drunk" in text(visitor.get(MATCH))
    done = scorer.post(removal(decision), follow=True)
    assert text(done).count("Reason removed.") == 2  # once as a message
    assert removal(decision) not in done.content.decode() and back(decision) in done.content.decode()
    for client in (visitor, scorer):
        for address in (PAGE, MATCH, MATCH + "decide/", back(decision)):
            page = text(client.get(address, follow=True))
            assert "Was drunk" not in page and "Rang at" not in page, address
        assert "Reason removed." in text(client.get(MATCH))


def test_reason_of_an_older_decision_is_not_shown_from_its_result(season: Season, scorer: Client) -> None:
    """Older results of decisions hold a copy of the reason."""
    play("c1d1-m2")
    withdraw_player("p1", season, "expunge", reason="Was drunk")
    match = Match.objects.filter(seats__entry__player__key="p1", status="void").order_by("pk")[0]
    copied = '{"status": "void", "absent": [], "why": "Was drunk"}'
    assert Submission.objects.filter(result__counts_for=match).update(content=copied) == 1
    page = f"/riverside/matches/{match.key}/"
    assert "Was drunk" in text(scorer.get(page))
    Decision.objects.update(remark=None)
    assert "Was drunk" not in text(scorer.get(page)) and "Was drunk" not in text(scorer.get(PAGE))


def test_reason_of_a_penalty_goes_from_the_table_too(season: Season, organiser: Client) -> None:
    play(Match.objects.filter(seats__entry__player__key="p1").order_by("round__number")[0].key)
    decision = penalise_player("p1", season, score=3, reason="Was drunk")
    why = SEASON + "why/p1/"
    assert "Was drunk" in text(Client().get(why))
    organiser.post(removal(decision))
    page = text(Client().get(why))
    assert "Was drunk" not in page and "Penalty (3 off the score)" in page
    assert "Substitutes from a club file" not in text(Client().get(PAGE)) and list_penalties("p1", season)


def test_reason_can_go_from_a_closed_season_and_from_what_was_undone(
    season: Season, organiser: Client
) -> None:
    decision = decide_with_note()
    organiser.post(back(decision))
    Season.objects.update(state="closed")
    assert removal(decision) in organiser.get(PAGE).content.decode()
    organiser.post(removal(decision))
    assert not Remark.objects.exists()


def test_second_removal_says_that_it_has_been_done(season: Season, organiser: Client) -> None:
    decision = decide_with_note()
    organiser.post(removal(decision))
    for send in (organiser.get, organiser.post):
        page = send(removal(decision), follow=True)
        assert "The reason has already been removed." in text(page)


def test_reason_that_goes_at_the_last_moment_is_said_to_be_gone(season: Season, organiser: Client) -> None:
    decision = decide_with_note()

    def meanwhile(**given: Any) -> None:
        remove_remark(decision=Decision.objects.get(), by=CONSOLE)
        remove_remark(**given)

    with patch("league.web.manage.remark.remove_remark", meanwhile):
        page = organiser.post(removal(decision), follow=True)
    assert page.status_code == 200 and "The reason has already been removed." in text(page)


def test_only_those_who_may_take_it_back_find_the_page(
    season: Season, organiser: Client, scorer: Client, player: Client
) -> None:
    penalty, void = penalise_player("p1", season, score=3), decide_with_note()
    assert removal(penalty) not in scorer.get(PAGE).content.decode()
    for client, decision in ((scorer, penalty), (player, void), (player, penalty)):
        assert client.get(removal(decision)).status_code == 404
        assert client.post(removal(decision)).status_code == 404
    assert Client().post(removal(void)).headers["Location"].startswith("/-/log-in/")
    assert Remark.objects.count() == 2
