"""Mails about results that have changed: who gets one, what it says, and that it is still true when it is sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.actions.club import import_club
from league.actions.notice import mail_changed_results, mail_correction, plan_mails
from league.actions.proof import mark_proved
from league.actions.suspension import suspend_club
from league.models import Club, Job, Match, Player, Role, Season, User
from league.principals import CONSOLE
from league.tasks import run_jobs
from tests.actions.clubs import (
    OTHER_SHEET,
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
    """Return a match of the first round that has been played."""
    match = list_matches(club)[0]
    enter_result(match)
    run_jobs()
    return match


def list_mails() -> dict[str, str]:
    """Run the jobs; return the texts of the mails by the keys of the players, each of whom gets one."""
    run_jobs()
    texts = {message.to[0].split("@")[0]: str(message.body) for message in mail.outbox}
    assert len(texts) == len(mail.outbox)
    return texts


def get_mail() -> EmailMessage:
    """Run the jobs, and return the mail that the first player got."""
    run_jobs()
    (message,) = (message for message in mail.outbox if message.to == ["p1@players.example"])
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


def test_first_result_is_told_to_nobody(match: Match) -> None:
    assert list_mails() == {}


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


def plan_jobs() -> None:
    """Create the mail jobs, and send nothing."""
    for job in Job.objects.filter(kind="notify-players", state="waiting"):
        plan_mails(**job.arguments)


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
    assert "a decision has been recorded at Riverside. This result of yours has changed:" in text
    assert "Before: Player p1 −3 (win), Player p4 −3 (loss)" in text
    assert "Now: forfeit, Player p1 absent" in text
    assert "Reason: Was not a member yet" in text
    assert list_mails().keys() == {"p1", "p4"}


def test_decision_about_a_match_without_a_result_is_told_to_nobody(club: Club) -> None:
    record_void(list_matches(club)[0])
    assert list_mails() == {}


def test_withdrawal_is_one_mail_for_each_person(match: Match) -> None:
    for other in list_matches(match.club)[1:]:
        enter_result(other)
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
    assert "a decision has been undone at Riverside." in text
    assert "Before: void" in text and "Now: Player p1 −3 (win)" in text
    assert "reason" not in text.casefold()


def test_match_that_is_to_be_played_after_all_is_told(club: Club) -> None:
    decision = record_walkover(list_matches(club)[0], 0)
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
    for other in matches[1:]:
        enter_result(other)
    import_corrections(*((other, {"sheet": OTHER_SHEET}) for other in matches))
    mails = list_mails()
    assert mails.keys() == {"p1", "p2", "p3", "p4"}
    assert "a club file has been imported at Riverside. These results of yours have changed" in mails["p1"]
    for other in matches:
        for key in ("p1", "p2", "p3", "p4"):
            concerned = other.seats.filter(player__key=key).exists()
            assert (f"/matches/{other.key}/" in mails[key]) == concerned


def test_club_file_that_changes_no_result_is_told_to_nobody(match: Match) -> None:
    import_corrections()
    import_corrections((match, {}))  # a revision that says the same
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
    (job,) = Job.objects.filter(kind="notify-players")
    assert job.arguments == {
        "club": match.club_id,
        "cause": "submission",
        "key": correction.submission_id,
        "overruled": [result],
        "author": None,
    }


def test_correction_of_players_without_accounts_leaves_no_job(match: Match) -> None:
    Player.objects.update(user=None)
    enter_result(match, OTHER_SHEET, base=1)
    assert not Job.objects.filter(kind="notify-players").exists()


def test_job_that_runs_twice_mails_once(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1)
    list_mails()
    plan_jobs()
    Job.objects.filter(kind="notify-players").update(state="waiting")
    assert len(list_mails()) == 2


def test_queries_are_fixed(match: Match) -> None:
    matches = list_matches(match.club)
    for other in matches[1:]:
        enter_result(other)
    counts = []
    for corrected, sheet in (([match], OTHER_SHEET), (matches, SECOND_SHEET)):
        Job.objects.all().delete()
        import_corrections(*((other, {"sheet": sheet}) for other in corrected))
        with CaptureQueriesContext(connection) as planned:
            plan_jobs()
        user = Player.objects.get(key="p1").user
        job = Job.objects.get(kind="mail-changed-results", arguments__user=user.pk if user else 0)
        with CaptureQueriesContext(connection) as sent:
            mail_changed_results(**job.arguments)
        counts.append((len(planned), len(sent)))
    assert counts == [(4 + 1, 4)] * 2  # plan_jobs reads the job


def test_mail_server_that_is_away_leaves_the_job_for_later(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_result(match, OTHER_SHEET, base=1)

    def away(**_mail: str) -> None:
        raise OSError("no mail server")

    monkeypatch.setattr("league.actions.notice.deliver_mail", away)
    run_jobs()
    states = Job.objects.filter(kind="mail-changed-results").values_list("state", flat=True)
    assert list(states) == ["waiting"] * 2
    assert Match.objects.get(pk=match.pk).revision == 2


def test_job_of_an_earlier_release_still_mails(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1)
    Job.objects.all().delete()
    user = Player.objects.get(key="p1").user
    assert user
    mail_correction(match=match.pk, number=2, user=user.pk)
    assert "Now: Player p1 10 (draw), Player p4 10 (draw)" in list_mails()["p1"]


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
    assert "scorer" not in text.replace("tell a scorer or organiser", "")  # who did it is for helpers


def test_correction_without_a_reason_says_so(match: Match) -> None:
    record_walkover(match, 0)
    run_jobs()
    mail.outbox.clear()
    enter_result(match, base=2)
    text = list_mails()["p1"]
    assert "Before: forfeit, Player p1 absent" in text
    assert "No reason was given." in text


def test_mail_that_leaves_late_says_what_counts_by_then(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1, why="Typed wrongly")
    plan_jobs()
    enter_result(match, SECOND_SHEET, base=2, why="And again")
    job = Job.objects.filter(kind="mail-changed-results").order_by("pk")[0]
    mail_changed_results(**job.arguments)
    text = str(mail.outbox[0].body)
    assert "Before: Player p1 −3 (win)" in text and "Now: Player p1 10 (draw)" not in text
    assert "Reason: And again" in text


def test_result_that_says_the_same_again_is_told_to_nobody(match: Match) -> None:
    enter_result(match, OTHER_SHEET, base=1)
    plan_jobs()
    job = Job.objects.filter(kind="mail-changed-results").order_by("pk")[0]
    restore_version(match, 1, base=2)
    mail_changed_results(**job.arguments)
    assert mail.outbox == []


def test_nothing_in_a_name_or_reason_becomes_markup_or_a_header(match: Match) -> None:
    Player.objects.filter(seats__match=match, seats__number=0).update(name="A & <b>B</b>")
    enter_result(match, OTHER_SHEET, base=1, why="<3 & more")
    message = get_mail()
    assert "A & <b>B</b> 10 (draw)" in message.body and "<3 & more" in message.body
    assert message.subject == "A result of yours has been changed"
