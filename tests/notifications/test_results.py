"""Mails about results entered or changed: who gets one and when, what it says, and that it is true when it is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.actions.club import import_club
from league.actions.proof import mark_proved
from league.actions.result import undo_result
from league.actions.result_import import import_results
from league.actions.suspension import suspend_club
from league.models import Club, Job, Match, Player, Role, Season, Seat, User
from league.models.notification import RESULT_CHANGED, RESULT_ENTERED
from league.notifications.results import mail_correction, mail_results, plan_mails
from league.notifications.switches import switch_notifications
from league.principals import CONSOLE, Person
from league.spreadsheets.reader import read_text
from league.tasks import run_jobs
from tests.actions.clubs import (
    OTHER_SHEET,
    PRINTED_SHEET,
    build_club_file,
    build_random_sheet,
    list_matches,
    make_club,
    make_member,
)
from tests.actions.decisions import record_void, record_walkover, reload_match, revoke, withdraw_player
from tests.actions.submissions import enter_result, restore_version
from tests.actions.substitutions import name_substitute
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
FIRST = "c1d1-m1"  # p1 against p4
SECOND_SHEET = build_random_sheet(2)


def make_account(key: str) -> None:
    """Give a player an account whose address is proved."""
    user = User.objects.create(email=f"{key}@players.example", name=f"Account of {key}")
    mark_proved(user)
    Player.objects.filter(key=key).update(user=user)


@scenario
def club() -> Club:
    """Return a club of four, who all have accounts; so does somebody who may be a substitute."""
    club = make_club()
    for key in ("p1", "p2", "p3", "p4", "substitute"):
        make_account(key)
    return club


@scenario
def match(club: Club) -> Match:
    """Return a match of the first round that has been played, as its players know."""
    match = list_matches(club)[0]
    enter_known_results(match)
    return match


def enter_known_results(*matches: Match) -> None:
    """Enter results of which everybody knows."""
    for match in matches:
        enter_result(match)
    Job.objects.all().delete()


def list_mails() -> dict[str, str]:
    """Run all jobs; return the texts of the mails by the keys of the players, each of whom gets one."""
    send_mails()
    texts = {message.to[0].split("@")[0]: str(message.body) for message in mail.outbox}
    assert len(texts) == len(mail.outbox)
    return texts


def send_mails() -> None:
    """Run the jobs, and then those that wait for more to happen."""
    run_jobs()
    Job.objects.filter(kind="mail-results", state="waiting").update(due_at=timezone.now())
    run_jobs()


def get_mail() -> EmailMultiAlternatives:
    """Run the jobs, and return the mail that the first player got."""
    send_mails()
    (message,) = (message for message in mail.outbox if message.to == ["p1@players.example"])
    assert isinstance(message, EmailMultiAlternatives)
    return message


def import_corrections(*corrections: tuple[Match, dict[str, Any]], by: Any = CONSOLE) -> None:
    """Import the club file with other results of these matches."""
    file = build_club_file()
    records = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    changed = {match.key: values for match, values in corrections}
    for record in records:
        stored = Match.objects.select_related("current").get(key=record["id"])
        if stored.current:
            day = str(stored.current.played_on)
            record |= {"status": stored.status, "sheet": stored.current.sheet, "played_on": day}
            record["revision"] = stored.revision
            if record["id"] in changed:
                record |= {"revision": stored.revision + 1, **changed[record["id"]]}
    import_club(json.dumps(file).encode(), by=by)


# --- who gets one


def test_first_result_is_told_to_the_players_of_the_match(club: Club) -> None:
    enter_result(list_matches(club)[0])
    mails = list_mails()
    assert mails.keys() == {"p1", "p4"}
    assert "This result was entered for you:" in mails["p1"]
    assert "Player p1 −3 (win), Player p4 −3 (loss)" in mails["p1"] and "Before" not in mails["p1"]


def test_first_results_of_a_spreadsheet_are_told(club: Club) -> None:
    import_night(club, [match.key for match in list_matches(club)[:4]])
    mails = list_mails()
    assert mails.keys() == {"p1", "p2", "p3", "p4"}
    assert {text.count("/matches/") for text in mails.values()} == {2}


def test_player_who_enters_their_own_gets_none(club: Club) -> None:
    player = User.objects.get(players__key="p1")
    enter_result(list_matches(club)[0], by=Person(player))
    assert list_mails().keys() == {"p4"}


def test_correction_is_told_to_the_players_of_the_match(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1, why="Typed wrongly")
    assert list_mails().keys() == {"p1", "p4"}


def test_version_that_counts_again_is_told_too(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1)
    list_mails()
    mail.outbox.clear()
    restore_version(match, 1, base=2)
    assert list_mails().keys() == {"p1", "p4"}


def test_whoever_did_it_gets_none(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1, by=make_scorer("p1"))
    assert list_mails().keys() == {"p4"}


def import_night(club: Club, keys: list[str]) -> None:
    """Import the printed sheet for each of these matches from a spreadsheet."""
    lines = ["match,played_on,deal,player 1,bids 1,tricks 1,player 2,bids 2,tricks 2"]
    for key in keys:
        names = list(
            Seat.objects.filter(match__key=key).order_by("number").values_list("player__name", flat=True)
        )
        for number, deal in enumerate(PRINTED_SHEET["deals"], 1):
            (bid, other_bid), (took, other_took) = deal["bids"], deal["tricks"]
            cells = (key, club.today, number, names[0], bid, took, names[1], other_bid, other_took)
            lines.append(",".join(map(str, cells)))
    season = Season.objects.get(competition__club=club)
    import_results(season=season, rows=read_text("\n".join(lines)), by=CONSOLE)


def make_scorer(key: str) -> Any:
    """Return the account of a player, who is a scorer as well."""
    scorer = make_member(Club.objects.get(), Role.SCORER)
    mark_proved(scorer.user)
    Player.objects.filter(key=key).update(user=scorer.user)
    return scorer


@pytest.mark.parametrize(
    "change",
    [
        lambda match, scorer: record_void(match, by=scorer),
        lambda match, scorer: import_corrections((match, {"sheet": OTHER_SHEET}), by=scorer),
    ],
    ids=["decision", "import"],
)
def test_whoever_decides_or_imports_gets_none(match: Match, change: Callable[..., Any]) -> None:
    owner = make_member(match.club, Role.OWNER)
    mark_proved(owner.user)
    Player.objects.filter(key="p1").update(user=owner.user)
    change(match, owner)
    assert list_mails().keys() == {"p4"}


def test_whoever_takes_a_decision_back_gets_none_but_whoever_made_it_does(match: Match) -> None:
    decision = record_void(match, by=make_scorer("p1"))
    Job.objects.all().delete()
    revoke(decision)
    assert list_mails().keys() == {"scorer", "p4"}


def test_player_without_an_account_gets_none(match: Match) -> None:
    Player.objects.filter(key="p1").update(user=None)
    enter_result(match, OTHER_SHEET, base=1)
    assert list_mails().keys() == {"p4"}


@pytest.mark.parametrize("gone", ["user", "player", "inactive", "address"])
def test_nobody_who_is_gone_gets_it(match: Match, gone: str) -> None:
    enter_result(match, OTHER_SHEET, base=1)
    plan_jobs()
    user = Player.objects.get(key="p1").user
    assert user
    if gone == "user":
        Player.objects.filter(key="p1").update(user=None)
        user.delete()
    elif gone == "player":
        Player.objects.filter(key="p1").update(user=None)
    elif gone == "inactive":
        User.objects.filter(pk=user.pk).update(is_active=False)
    else:
        EmailAddress.objects.filter(user=user).update(verified=False)
    assert list_mails().keys() == {"p4"}


def list_own_matches(key: str, club: Club | None = None) -> list[Match]:
    """Return the matches of a player, by round."""
    matches = Match.objects.filter(club=club or Club.objects.get(slug="riverside"), seats__player__key=key)
    return list(matches.order_by("round__number"))


def plan_jobs() -> None:
    """Create the mail jobs, and send nothing."""
    for job in Job.objects.filter(kind="notify-players", state="waiting").order_by("pk"):
        plan_mails(**job.arguments)


@pytest.mark.parametrize("kind", [RESULT_ENTERED, RESULT_CHANGED])
def test_nobody_gets_a_kind_that_is_switched_off(match: Match, kind: str) -> None:
    switch_notifications(wanted={kind: False}, by=Person(User.objects.get(players__key="p1")))
    enter_result(match, OTHER_SHEET, base=1)
    enter_result(list_own_matches("p1")[1])
    mails = list_mails()
    assert {"p1", "p4"} < mails.keys()
    assert ("was entered" in mails["p1"]) == (kind == RESULT_CHANGED)
    assert ("has changed" in mails["p1"]) == (kind == RESULT_ENTERED)


@pytest.mark.parametrize("hide", ["suspend_club", "delete_club"])
def test_suspended_or_deleted_club_mails_nobody(match: Match, hide: str) -> None:
    enter_result(match, OTHER_SHEET, base=1)
    plan_jobs()
    if hide == "suspend_club":
        suspend_club(club=match.club, reason="Names strangers", by=CONSOLE)
    else:
        Club.objects.update(deleted_at=timezone.now())
    assert list_mails() == {}


# --- decisions


def test_decision_that_overrules_a_result_is_told(match: Match) -> None:
    record_walkover(match, 0, reason="Was not a member yet")
    text = list_mails()["p1"]
    assert "This result of yours has changed:" in text and "Riverside: League 1, season 1" in text
    assert "A decision was recorded. Reason: Was not a member yet" in text
    assert "Before: Player p1 −3 (win), Player p4 −3 (loss)" in text
    assert "Now: forfeit, Player p1 absent" in text
    assert list_mails().keys() == {"p1", "p4"}


def test_no_show_in_a_match_without_a_result_is_told_to_its_players(club: Club) -> None:
    record_walkover(list_matches(club)[0], 0)
    mails = list_mails()
    assert mails.keys() == {"p1", "p4"}
    assert "forfeit, Player p1 absent" in mails["p4"]


def test_other_decision_about_a_match_without_a_result_is_told_to_nobody(club: Club) -> None:
    record_void(list_matches(club)[0])
    assert list_mails() == {}


def test_withdrawal_is_one_mail_for_each_person(match: Match) -> None:
    enter_known_results(*list_matches(match.club)[1:])
    withdraw_player("p1", Season.objects.get(), "expunge")
    mails = list_mails()
    assert mails.keys() == {"p1", "p2", "p3", "p4"}
    assert {key: text.count("Now: void") for key, text in mails.items()} == {
        "p1": 3,
        "p2": 1,
        "p3": 1,
        "p4": 1,
    }
    assert "These results of yours have changed:" in mails["p1"]


def test_substitution_in_a_played_match_is_told_to_whoever_sat_there_as_well(match: Match) -> None:
    name_substitute(match.key, instead="substitute")
    mails = list_mails()
    assert mails.keys() == {"p1", "p4", "substitute"}
    assert "Before: Player p1 −3" in mails["p1"] and "Now: Player substitute −3" in mails["p1"]


def test_substitute_whose_match_is_another_ones_is_told(match: Match) -> None:
    name_substitute(match.key, instead="substitute")
    list_mails()
    mail.outbox.clear()
    name_substitute(match.key, instead="p2")
    assert list_mails().keys() == {"p1", "p2", "p4", "substitute"}


def test_undoing_a_decision_is_told(match: Match) -> None:
    decision = record_void(match)
    list_mails()
    mail.outbox.clear()
    revoke(decision)
    text = list_mails()["p1"]
    assert "A decision was undone." in text
    assert "Before: void" in text and "Now: Player p1 −3 (win)" in text
    assert "reason" not in text.casefold()


def test_match_that_is_to_be_played_after_all_is_told(club: Club) -> None:
    decision = record_walkover(list_matches(club)[0], 0)
    send_mails()
    mail.outbox.clear()
    revoke(decision)
    assert "Now: no result." in list_mails()["p1"]


def test_undoing_a_substitution_in_a_played_match_is_told(match: Match) -> None:
    decision = name_substitute(match.key, instead="substitute")
    list_mails()
    mail.outbox.clear()
    revoke(decision)
    assert list_mails().keys() == {"p1", "p4", "substitute"}


# --- files


def test_club_file_is_one_mail_for_each_person(match: Match) -> None:
    matches = list_matches(match.club)
    enter_known_results(*matches[1:])
    import_corrections(*((other, {"sheet": OTHER_SHEET}) for other in matches))
    mails = list_mails()
    assert mails.keys() == {"p1", "p2", "p3", "p4"}
    assert (
        "These results of yours have changed:" in mails["p1"] and "A club file was imported." in mails["p1"]
    )
    for other in matches:
        for key in ("p1", "p2", "p3", "p4"):
            concerned = other.seats.filter(player__key=key).exists()
            assert (f"/matches/{other.key}/" in mails[key]) == concerned


def test_club_file_that_changes_no_result_is_told_to_nobody(match: Match) -> None:
    import_corrections()
    import_corrections((match, {}))  # a revision that says the same
    assert list_mails() == {}


def test_first_results_of_a_club_file_are_told_to_nobody(club: Club) -> None:
    file = build_club_file()
    record = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    record |= {"status": "played", "played_on": "2026-01-06", "sheet": OTHER_SHEET}
    import_club(json.dumps(file).encode(), by=CONSOLE)
    assert Match.objects.filter(status="played").count() == 1
    assert list_mails() == {}


def test_results_of_a_draft_are_told_to_nobody() -> None:
    file = build_club_file(state="draft")
    record = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    record |= {"status": "played", "played_on": "2026-01-06", "sheet": OTHER_SHEET}
    make_club(file)
    make_account("p1")
    record |= {"revision": 2, "sheet": SECOND_SHEET}
    import_club(json.dumps(file).encode(), by=CONSOLE)
    assert Job.objects.filter(kind="notify-players").count() == 1
    assert list_mails() == {}


# --- one job, once


def test_cause_leaves_one_job_with_ids_only(match: Match) -> None:
    result = reload_match(match).current_id
    correction = enter_result(match, OTHER_SHEET, base=1)
    other = list_matches(match.club)[1]
    enter_result(other)
    job, first = Job.objects.filter(kind="notify-players").order_by("pk")
    assert (first.arguments["overruled"], first.arguments["entered"]) == ([], [other.pk])
    assert job.arguments == {
        "club": match.club_id,
        "cause": "submission",
        "key": correction.submission_id,
        "overruled": [result],
        "entered": [],
        "author": None,
    }


def test_correction_of_players_without_accounts_leaves_no_job(match: Match) -> None:
    Player.objects.update(user=None)
    enter_result(match, OTHER_SHEET, base=1)
    assert not Job.objects.filter(kind="notify-players").exists()


def test_job_that_runs_twice_or_dies_on_the_way_mails_once(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1)
    with suppress(InterruptedError), transaction.atomic():
        plan_jobs()
        raise InterruptedError
    plan_jobs()
    plan_jobs()
    assert list_mails().keys() == {"p1", "p4"}
    assert list_mails().keys() == {"p1", "p4"}


def test_queries_are_fixed(match: Match) -> None:
    matches = list_matches(match.club)
    enter_known_results(*matches[1:])
    counts = []
    for corrected, sheet in (([match], OTHER_SHEET), (matches, SECOND_SHEET)):
        import_corrections(*((other, {"sheet": sheet}) for other in corrected))
        with CaptureQueriesContext(connection) as planned:
            plan_jobs()
        arguments = get_mail_job("p1").arguments
        with CaptureQueriesContext(connection) as sent:
            mail_results(**arguments)
        Job.objects.all().delete()
        counts.append((len(planned), len(sent)))
    assert counts == [(6, 7)] * 2


def get_mail_job(key: str) -> Job:
    """Return the job of a player's mail that waits."""
    user = User.objects.get(players__key=key)
    return Job.objects.get(kind="mail-results", state="waiting", arguments__user=user.pk)


def test_mail_server_that_is_away_leaves_the_job_for_later(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_result(match, OTHER_SHEET, base=1)

    def away(_message: EmailMessage) -> None:
        raise OSError("no mail server")

    monkeypatch.setattr("league.notifications.switches.deliver_mail", away)
    send_mails()
    jobs = Job.objects.filter(kind="mail-results")
    assert list(jobs.values_list("state", "attempts")) == [("waiting", 1)] * 2
    assert Match.objects.get(pk=match.pk).revision == 2


def test_job_of_an_earlier_release_still_mails(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1)
    Job.objects.all().delete()
    user = Player.objects.get(key="p1").user
    assert user
    mail_correction(match=match.pk, number=2, user=user.pk)
    assert "Now: Player p1 10 (draw), Player p4 10 (draw)" in list_mails()["p1"]


# --- one mail for each person and night


@contextmanager
def set_time(hour: int, minute: int) -> Iterator[None]:
    """Set the time of a night far ahead, and run what is due."""
    moment = datetime(2030, 1, 7, hour, minute, tzinfo=UTC)
    with patch.object(timezone, "now", return_value=moment):
        yield
        run_jobs()


def test_results_of_a_night_are_one_mail_for_each_person(club: Club) -> None:
    own = list_own_matches("p1")
    for minute, match in zip((0, 20, 40), own, strict=True):
        with set_time(20, minute):
            enter_result(match)
    with set_time(20, 45):
        enter_result(own[0], OTHER_SHEET, base=1)
    with set_time(21, 14):
        pass
    assert "p1@players.example" not in [message.to[0] for message in mail.outbox]
    with set_time(21, 15):
        pass
    (message,) = (message for message in mail.outbox if message.to == ["p1@players.example"])
    assert message.subject == "3 results were entered for you"
    text = str(message.body)
    assert text.count("/matches/") == 3 and "Player p1 10 (draw)" in text and "Before" not in text


def test_nobody_waits_longer_than_two_hours(club: Club) -> None:
    match = list_matches(club)[0]
    for number, (hour, minute) in enumerate([(20, 0), (20, 25), (20, 50), (21, 15), (21, 40)]):
        with set_time(hour, minute):
            enter_result(match, [PRINTED_SHEET, OTHER_SHEET][number % 2], base=number)
    with set_time(21, 59):
        pass
    assert mail.outbox == []
    with set_time(22, 0):
        pass
    assert len(mail.outbox) == 2


def test_result_that_is_undone_before_the_mail_leaves_is_told_to_nobody(club: Club) -> None:
    match = list_matches(club)[0]
    enter_result(match)
    undo_result(match=reload_match(match), by=CONSOLE, base=1)
    assert list_mails() == {}


def test_result_that_is_undone_after_the_mail_is_told(club: Club) -> None:
    match = list_matches(club)[0]
    enter_result(match)
    list_mails()
    mail.outbox.clear()
    undo_result(match=reload_match(match), by=CONSOLE, base=1)
    assert "Now: no result.\nThe entered result was undone." in list_mails()["p1"]


def test_entered_and_changed_results_come_together(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1, why="Misread")
    enter_result(list_own_matches("p1")[1])
    message = get_mail()
    assert message.subject == "Your results: entered and changed"
    assert message.body.index("was entered for you") < message.body.index("has changed:")
    assert message.body.count("/-/notifications/") == 2  # each kind has its link


def test_link_in_the_mail_switches_off_what_it_is_about(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1)
    (link,) = re.findall(r"http://localhost:8000(/-/notifications/\S+)", str(get_mail().body))
    Client().post(link)
    mail.outbox.clear()
    enter_result(match, base=2)
    enter_result(list_own_matches("p1")[1])
    assert "was entered for you" in list_mails()["p1"] and "has changed" not in list_mails()["p1"]


def test_player_who_corrects_a_result_is_not_told_of_it_any_more(club: Club) -> None:
    match = list_matches(club)[0]
    enter_result(match)
    plan_jobs()
    Job.objects.filter(kind="notify-players").delete()
    enter_result(match, OTHER_SHEET, base=1, by=make_scorer("p1"))
    assert list_mails().keys() == {"p4"}


def test_results_of_two_clubs_are_one_mail(match: Match) -> None:
    other = make_club(slug="lakeside")
    Player.objects.filter(club=other, key="p2").update(user=User.objects.get(players__key="p1"))
    enter_result(match, OTHER_SHEET, base=1)
    enter_result(list_own_matches("p2", other)[0])
    assert {"/riverside/matches/", "/lakeside/matches/"} <= set(
        re.findall(r"/\w+/matches/", list_mails()["p1"])
    )


# --- what it says


def test_mail_says_what_it_was_what_it_is_why_and_where(match: Match, settings: Any) -> None:
    settings.SITE_URL = "https://cards.example"
    scorer = make_member(match.club, Role.SCORER)
    enter_result(match, OTHER_SHEET, base=1, by=scorer, why="Misread on the sheet")
    message = get_mail()
    text = str(message.body)
    assert message.subject == "A result of yours has been changed"
    assert "Player p1 – Player p4" in text
    assert "Before: Player p1 −3 (win), Player p4 −3 (loss)" in text
    assert "Now: Player p1 10 (draw), Player p4 10 (draw)" in text
    assert "- Game 1, Player p1, Bid: 16 → 14" in text
    assert "Reason: Misread on the sheet" in text
    assert f"https://cards.example/riverside/matches/{match.key}/" in text
    assert message.extra_headers["List-Unsubscribe"].startswith("<https://cards.example/-/notifications/")
    assert "scorer" not in text.replace("tell a scorer or organiser", "")  # who did it is for helpers


def test_correction_without_a_reason_says_so(match: Match) -> None:
    record_walkover(match, 0)
    list_mails()
    mail.outbox.clear()
    enter_result(match, base=2)
    text = list_mails()["p1"]
    assert "Before: forfeit, Player p1 absent" in text
    assert "No reason was given." in text


def test_mail_that_leaves_late_says_what_counts_by_then(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1, why="Typed wrongly")
    plan_jobs()
    enter_result(match, SECOND_SHEET, base=2, why="And again")
    mail_results(**get_mail_job("p1").arguments)
    text = str(mail.outbox[0].body)
    assert "Before: Player p1 −3 (win)" in text and "Now: Player p1 10 (draw)" not in text
    assert "Reason: And again" in text


def test_result_that_says_the_same_again_is_told_to_nobody(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1)
    plan_jobs()
    restore_version(match, 1, base=2)
    mail_results(**get_mail_job("p1").arguments)
    assert mail.outbox == []


def test_nothing_in_a_name_or_reason_becomes_markup_or_a_header(match: Match) -> None:
    Player.objects.filter(seats__match=match, seats__number=0).update(name="A & <b>B</b>")
    enter_result(match, OTHER_SHEET, base=1, why="<3 & more")
    message = get_mail()
    assert "A & <b>B</b> 10 (draw)" in message.body and "<3 & more" in message.body
    html = str(message.alternatives[0][0])
    assert "A &amp; &lt;b&gt;B&lt;/b&gt; 10 (draw)" in html and "&lt;3 &amp; more" in html
    assert message.subject == "A result of yours has been changed"
