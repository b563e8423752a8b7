"""The pages on which players confirm or dispute what others entered, and organisers settle it."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from league.actions.confirmation import confirm_result, dispute_result
from league.actions.result import submit_result
from league.models import Club, Match, Player, Reply, Role, Submission, User
from league.principals import Person
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, make_club, make_member
from tests.actions.seasons import list_unplayed_matches, make_league
from tests.actions.submissions import get_player_actor
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import build_fields, summary, text

pytestmark = pytest.mark.django_db
MATCH = "/riverside/matches/c1d1-m1/"
CONFIRM, DISPUTE, SETTLE = (f"{MATCH}{page}/" for page in ("confirm", "dispute", "settle"))
REMOVE_REASON = f"{MATCH}remove-reason/"


@scenario
def club() -> Club:
    """Return a club in which one player of a match has entered its result."""
    club = make_club()
    match = Match.objects.get(key="c1d1-m1")
    for number, seat in enumerate(match.seats.order_by("number")):
        user = User.objects.create(email=f"{number}@players.example", name=f"Account {number}")
        Player.objects.filter(pk=seat.player_id).update(user=user)
    author = Person(User.objects.get(email="0@players.example"))
    submit_result(match=match, sheet=PRINTED_SHEET, by=author, key=uuid4(), base=0)
    return club


@scenario
def opponent(club: Club) -> Client:
    return log_in(Person(User.objects.get(email="1@players.example")))


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


def send(**more: Any) -> dict[str, Any]:
    return {"submission": Submission.objects.latest("pk").pk, **more}


def test_opponent_is_asked_on_the_match_page_and_on_their_own(club: Club, opponent: Client) -> None:
    assert "entered this result. Is it right?" in text(opponent.get(MATCH))
    assert "Results to confirm" in text(opponent.get("/-/my/"))
    assert "Is this result right?" in text(opponent.get(CONFIRM))
    assert "Is it right?" not in text(Client().get(MATCH))


def test_one_press_confirms_and_leads_back(club: Club, opponent: Client) -> None:
    assert opponent.post(CONFIRM, send(my="")).headers["Location"] == "/-/my/"
    page = text(opponent.get("/-/my/"))
    assert "Result confirmed." in page and "Results to confirm" not in page
    assert "Result confirmed." in text(opponent.post(CONFIRM, send(), follow=True))  # pressed twice
    assert "Confirmed by" in text(Client().get(MATCH))


def test_result_that_was_edited_meanwhile_is_asked_about_again(club: Club, opponent: Client) -> None:
    seen, match = send(), Match.objects.get(key="c1d1-m1")
    author = Person(User.objects.get(email="0@players.example"))
    submit_result(match=match, sheet=OTHER_SHEET, by=author, key=uuid4(), base=1, why="Oops")
    answer = opponent.post(CONFIRM, seen)
    assert "This result has changed since." in text(answer) and not Reply.objects.exists()
    assert send()["submission"] == int(answer.context["form"].data["submission"])


def test_dispute_needs_a_reason_and_keeps_what_was_typed(club: Club, opponent: Client) -> None:
    page = text(opponent.get(DISPUTE))
    assert "What is wrong?" in page and "Why is it wrong?" in page
    sheet = build_fields(base=1, deals_0_tricks_0="12", deals_0_tricks_1="15", why="")
    answer = opponent.post(DISPUTE, send(**sheet))
    assert summary(answer) and not Reply.objects.exists()
    assert answer.content.decode().count('value="15"') >= 1
    wrong = opponent.post(DISPUTE, send(**sheet | {"why": "No", "deals-0-tricks-0": "27"}))
    assert summary(wrong) and not Reply.objects.exists()


def test_dispute_is_shown_to_everybody_and_settled_once(
    club: Club, opponent: Client, organiser: Client
) -> None:
    sheet = build_fields(base=1, deals_0_tricks_0="12", deals_0_tricks_1="15", why="I took 15")
    answer = opponent.post(DISPUTE, send(**sheet), follow=True)
    assert summary(answer) == [] and "An organiser of the club will settle this." in text(answer)
    again = opponent.post(DISPUTE, send(**sheet), follow=True)
    assert "An organiser of the club will settle this." in text(again)
    visitor = text(Client().get(MATCH))
    assert "Disputed" in visitor and "I took 15" in visitor
    assert "disputed" in text(Client().get("/riverside/league-1/1/matches/"))
    assert "Disputes to settle" in text(organiser.get("/-/my/"))
    page = organiser.get(SETTLE)
    assert "12 ≠" in text(page) and "15 ≠" in text(page)
    assert organiser.post(SETTLE, send(why="Seen")).status_code == 200  # nothing chosen
    assert organiser.post(SETTLE, send(right="disputed", why="Seen")).status_code == 302
    assert Match.objects.get(key="c1d1-m1").revision == 2
    assert "settled already" in text(organiser.get(SETTLE, follow=True))
    assert "Settled on" in text(Client().get(MATCH))


def test_dispute_of_what_is_entered_anew_stays_on_the_match_page() -> None:
    match = list_unplayed_matches(
        make_league([4], unplayed=3, newcomers="zoe", rules={"unconfirmed_results": "wait"})
    )[0]
    author, other = (get_player_actor(match, seat) for seat in (0, 1))
    submit_result(match=match, sheet=PRINTED_SHEET, by=author, key=uuid4(), base=0)
    first = Submission.objects.latest("pk")
    dispute_result(match=match, submission=first.pk, by=other, why="I took 15")
    submit_result(match=match, sheet=OTHER_SHEET, by=author, key=uuid4(), base=0)
    page = text(log_in(other).get(match.get_absolute_url()))
    assert "What was entered before was disputed." in page and "I took 15" in page and "Is it right?" in page
    assert "I took 15" in text(Client().get(match.get_absolute_url()))


@pytest.mark.parametrize("sent", ["", "9" * 30, "-1", "x", "\x00"])
def test_a_submission_that_nobody_sent_is_refused(club: Club, opponent: Client, sent: str) -> None:
    assert "no longer exists" in text(opponent.post(CONFIRM, {"submission": sent}))
    answer = opponent.post(DISPUTE, {**build_fields(base=1, why="No"), "submission": sent})
    assert answer.status_code == 200 and not Reply.objects.exists()


def test_dispute_that_comes_after_the_log_in_ended_asks_for_it(club: Club) -> None:
    headers = {"HX-Request": "true", "HX-Target": "content"}
    answer = Client().post(DISPUTE, send(**build_fields(base=1, why="No")), headers=headers)
    assert answer.status_code == 204 and "log-in" in answer.headers["HX-Trigger"]
    assert Client().post(DISPUTE, send(**build_fields(base=1, why="No"))).status_code in (200, 302)


def test_page_says_if_nothing_is_to_be_confirmed_or_the_time_is_over(club: Club, opponent: Client) -> None:
    with patch.object(timezone, "now", return_value=timezone.now() + timedelta(8)):
        assert "This result is final." in text(opponent.get(DISPUTE, follow=True))
    match = Match.objects.get(key="c1d1-m1")
    by = make_member(club, Role.SCORER)
    submit_result(match=match, sheet=OTHER_SHEET, by=by, key=uuid4(), base=1, why="A slip")
    assert "Nothing is to be confirmed in this match." in text(opponent.get(CONFIRM, follow=True))


def test_who_comes_after_a_scorer_or_an_opponent_is_told_what_they_said() -> None:
    first, second, *_rest = list_unplayed_matches(
        make_league([4], unplayed=3, rules={"unconfirmed_results": "wait"})
    )
    scorer = make_member(first.club, Role.SCORER)
    for match in (first, second):
        submit_result(match=match, sheet=PRINTED_SHEET, by=get_player_actor(match, 0), key=uuid4(), base=0)
        opponent = get_player_actor(match, 1)
        sent = send()["submission"]
        if match is first:
            dispute_result(match=match, submission=sent, by=opponent, why="I bid 14")
            late, said = scorer, "This result has been disputed already."
        else:
            confirm_result(match=match, submission=sent, by=scorer)
            late, said = opponent, "This result has been confirmed already."
        assert said in text(log_in(late).get(f"{match.get_absolute_url()}confirm/", follow=True))


def test_reason_of_a_dispute_is_shown_once_more_and_removed(
    club: Club, opponent: Client, organiser: Client
) -> None:
    assert organiser.get(REMOVE_REASON).headers["Location"] == MATCH  # nothing is disputed
    match = Match.objects.get(key="c1d1-m1")
    by = Person(User.objects.get(email="1@players.example"))
    dispute_result(match=match, submission=send()["submission"], by=by, why="He is a cheat")
    assert REMOVE_REASON in organiser.get(MATCH).content.decode()
    assert REMOVE_REASON not in opponent.get(MATCH).content.decode()
    assert "He is a cheat" in text(organiser.get(REMOVE_REASON))
    page = text(organiser.post(REMOVE_REASON, follow=True))
    assert "Reason removed." in page and "says that this result is wrong." in page
    assert "cheat" not in page and REMOVE_REASON not in organiser.get(MATCH).content.decode()
    assert "The reason has already been removed." in text(organiser.post(REMOVE_REASON, follow=True))
    assert "cheat" not in text(organiser.get(SETTLE))
