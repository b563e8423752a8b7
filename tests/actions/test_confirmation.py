"""Results that players enter: confirmed, disputed, settled, or final without any of that."""

from __future__ import annotations

from datetime import date
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.core.mail import EmailMessage
from django.db import IntegrityError

from games import Invalid
from league.actions import job as jobs
from league.actions.confirmation import accept_unanswered, confirm_result, dispute_result, settle_dispute
from league.actions.errors import ActionError, EditConflict
from league.actions.proof import mark_proved
from league.actions.result import undo_result
from league.actions.season import close_season
from league.actions.suspension import lift_suspension, suspend_club
from league.actions.waiting_results import ACCEPT_JOB
from league.models import Club, Job, Match, Membership, Reply, Role, Season, Submission, User
from league.principals import CONSOLE, Person, Principal
from league.queries.club import export_club_file, verify_club
from league.queries.confirmations import check_all_settled, find_confirmation
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem
from league.tasks import JOB_HANDLERS
from tests.actions import decisions
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, make_member
from tests.actions.decisions import freeze_day, record_void
from tests.actions.seasons import list_changes, list_unplayed_matches, make_league
from tests.actions.submissions import enter_result, get_player_actor, restore_version
from tests.actions.substitutions import name_substitute
from tests.actions.tournaments import begin_round, make_tournament
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)


@scenario
def season() -> Season:
    return make_league([4], unplayed=3)


@scenario
def match(season: Season) -> Match:
    return list_unplayed_matches(season)[0]


@scenario
def waiting_season() -> Season:
    return make_league(
        [4], unplayed=3, newcomers="zoe", rules={"unconfirmed_results": "wait", "confirm_days": 3}
    )


@scenario
def waiting_match(waiting_season: Season) -> Match:
    return list_unplayed_matches(waiting_season)[0]


def reload_match(match: Match) -> Any:
    return decisions.reload_match(match)


def enter_as_player(match: Match, sheet: object = PRINTED_SHEET, *, seat: int = 0, **more: Any) -> Submission:
    """Enter a result as a player, and return what was stored."""
    enter_result(match, sheet, by=get_player_actor(match, seat), **{"base": match.revision, **more})
    return Submission.objects.filter(match=match).latest("pk")


def confirm(match: Match, submission: Submission, by: Principal) -> Match:
    return confirm_result(match=match, submission=submission.pk, by=by)


def dispute(match: Match, submission: Submission, by: Principal, why: str = "I bid 14", **more: Any) -> Match:
    return dispute_result(match=match, submission=submission.pk, by=by, why=why, **more)


def settle(
    match: Match,
    submission: Submission,
    by: Principal = CONSOLE,
    *,
    is_entered_right: bool = True,
    why: str = "Seen",
) -> Match:
    return settle_dispute(
        match=match, submission=submission.pk, by=by, is_entered_right=is_entered_right, why=why
    )


def get_codes(refused: pytest.ExceptionInfo[ActionError]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def describe(match: Match) -> Any:
    season = Season.objects.select_related("competition__club").get(pk=match.division.season_id)
    found = Match.objects.select_related("current__submission__reply").get(pk=match.pk)
    return find_confirmation(found, season, parse_settings(*season.settings).rules)


# --- who is asked


def test_what_a_player_enters_counts_and_an_opponent_is_asked(match: Match) -> None:
    with freeze_day(2):
        submission = enter_as_player(match, played_on=DAY)
        said = describe(match)
    assert submission.reporter and submission.reporter.key == match.seats.get(number=0).player.key
    assert reload_match(match).status == "played"
    assert (said.counts, said.is_awaited, said.until) == (True, True, date(2026, 3, 9))


def test_nobody_is_asked_about_what_the_club_enters(match: Match) -> None:
    enter_result(match, by=make_member(match.club, Role.SCORER))
    assert Submission.objects.get(match=match).reporter is None
    assert not describe(match).is_awaited


def test_a_player_who_helps_in_the_club_is_asked_of_no_one(match: Match) -> None:
    by = get_player_actor(match)
    Membership.objects.create(club=match.club, user=by.user, role=Role.SCORER)
    enter_result(match, by=by)
    assert Submission.objects.get(match=match).reporter is None


# --- confirming


def test_opponent_confirms_once(season: Season, match: Match) -> None:
    submission, opponent = enter_as_player(match), get_player_actor(match, 1)
    before = export_club_file(match.club)
    revision = reload_match(match).division.revision
    confirm(match, submission, opponent)
    confirm(match, submission, opponent)
    reply = Reply.objects.get()
    assert (reply.is_confirmed, reply.by, reply.player) == (
        True,
        opponent.user,
        match.seats.get(number=1).player,
    )
    assert [event.action for event in list_changes(season)] == ["submit_result", "confirm_result"]
    assert reload_match(match).division.revision == revision + 1
    assert b'"confirmed_by"' in export_club_file(match.club) and b'"confirmed_by"' not in before
    assert describe(match).is_confirmed


def test_what_was_confirmed_is_not_the_players_to_change(match: Match) -> None:
    submission = enter_as_player(match)
    confirm(match, submission, get_player_actor(match, 1))
    with pytest.raises(PermissionDenied):
        enter_as_player(reload_match(match), OTHER_SHEET, why="Oops")
    with pytest.raises(PermissionDenied):
        undo_result(match=match, by=get_player_actor(match), base=1)
    enter_result(match, OTHER_SHEET, base=1, why="A slip", by=make_member(match.club, Role.SCORER))


@pytest.mark.parametrize("action", [confirm, dispute])
def test_neither_who_entered_it_nor_strangers_reply(match: Match, action: Any) -> None:
    submission = enter_as_player(match)
    stranger = get_player_actor(
        match.division.matches.exclude(seats__player__seats__match=match).first() or match, 0
    )
    for by in (get_player_actor(match), stranger):
        with pytest.raises(PermissionDenied):
            action(match, submission, by)
    assert not Reply.objects.exists()


def test_a_result_that_was_edited_since_is_not_confirmed(match: Match) -> None:
    submission = enter_as_player(match)
    enter_as_player(reload_match(match), OTHER_SHEET, why="Oops")
    with pytest.raises(ActionError) as refused:
        confirm(match, submission, get_player_actor(match, 1))
    assert get_codes(refused) == ["changed-meanwhile"]


def test_what_the_club_entered_is_not_confirmed(match: Match) -> None:
    enter_result(match)
    with pytest.raises(ActionError) as refused:
        confirm(match, Submission.objects.get(match=match), get_player_actor(match, 1))
    assert get_codes(refused) == ["not-asked"]


def test_a_result_that_is_gone_is_not_confirmed(match: Match) -> None:
    with pytest.raises(ActionError) as refused:
        confirm_result(match=match, submission=0, by=CONSOLE)
    assert get_codes(refused) == ["no-result"]


def test_a_result_is_final_after_a_week(match: Match) -> None:
    with freeze_day(2):
        submission = enter_as_player(match, played_on=DAY)
    with freeze_day(9):
        assert describe(match).is_awaited
    with freeze_day(10):
        assert not describe(match).is_awaited
        for action in (confirm, dispute):
            with pytest.raises(ActionError) as refused:
                action(match, submission, get_player_actor(match, 1))
            assert get_codes(refused) == ["final"]


def test_database_holds_one_reply_to_a_result(match: Match) -> None:
    submission = enter_as_player(match)
    confirm(match, submission, get_player_actor(match, 1))
    with pytest.raises(IntegrityError):
        Reply.objects.create(submission=submission, kind="disputed", at=submission.at)


# --- results that wait


def test_result_waits_and_counts_once_it_is_confirmed(waiting_season: Season, waiting_match: Match) -> None:
    match = waiting_match
    before = export_club_file(match.club)
    with freeze_day(2):
        submission = enter_as_player(match, played_on=DAY)
    assert (submission.verdict, reload_match(match).status) == ("waiting", "scheduled")
    assert not describe(match).counts
    with freeze_day(3):
        confirm(match, submission, get_player_actor(match, 1))
    again = reload_match(match)
    assert (again.status, again.revision, again.current.submission) == ("played", 1, submission)
    assert again.current.effective_from == date(2026, 3, 3)
    assert [event.action for event in list_changes(waiting_season)] == ["enter_unconfirmed", "confirm_result"]
    assert verify_club(match.club) == []
    assert export_club_file(match.club) != before


def test_result_that_waits_counts_when_nobody_says_anything(waiting_match: Match) -> None:
    with freeze_day(2):
        enter_as_player(waiting_match, played_on=DAY)
    with freeze_day(5):
        jobs.run_due_jobs(JOB_HANDLERS)
        assert reload_match(waiting_match).status == "scheduled"
    with freeze_day(6):
        jobs.run_due_jobs(JOB_HANDLERS)
    assert reload_match(waiting_match).status == "played"
    assert not Reply.objects.exists()


def test_who_entered_what_waits_may_enter_it_anew(waiting_match: Match) -> None:
    first = enter_as_player(waiting_match)
    second = enter_as_player(waiting_match, OTHER_SHEET)
    first.refresh_from_db()
    assert (first.verdict, second.verdict) == ("overtaken", "waiting")
    with pytest.raises(ActionError) as refused:
        confirm(waiting_match, first, get_player_actor(waiting_match, 1))
    assert get_codes(refused) == ["changed-meanwhile"]
    confirm(waiting_match, second, get_player_actor(waiting_match, 1))
    assert reload_match(waiting_match).current.sheet == OTHER_SHEET


def test_same_submission_twice_waits_once(waiting_match: Match) -> None:
    key = uuid4()
    for _time in range(2):
        assert enter_result(waiting_match, by=get_player_actor(waiting_match), key=key) is None
    assert Submission.objects.filter(match=waiting_match).count() == 1
    assert Job.objects.filter(kind="accept-unanswered").count() == 1


def test_opponent_is_told_to_confirm_and_not_to_enter(waiting_match: Match) -> None:
    enter_as_player(waiting_match)
    with pytest.raises(ActionError) as refused:
        enter_as_player(waiting_match, seat=1)
    assert get_codes(refused) == ["waiting"]


def test_what_a_scorer_enters_goes_before_what_waits(waiting_match: Match) -> None:
    submission = enter_as_player(waiting_match)
    enter_result(waiting_match, OTHER_SHEET, by=make_member(waiting_match.club, Role.SCORER))
    with pytest.raises(ActionError) as refused:
        confirm(waiting_match, submission, get_player_actor(waiting_match, 1))
    assert get_codes(refused) == ["changed-meanwhile"]
    undo_result(match=waiting_match, by=CONSOLE, base=1)
    submission.refresh_from_db()
    assert (submission.verdict, reload_match(waiting_match).status) == ("overtaken", "scheduled")


def test_scorers_confirm_what_waits(waiting_match: Match) -> None:
    submission = enter_as_player(waiting_match)
    confirm(waiting_match, submission, make_member(waiting_match.club, Role.SCORER))
    assert Reply.objects.get().player is None
    assert reload_match(waiting_match).status == "played"


def test_player_who_has_become_a_scorer_does_not_confirm_what_they_entered(waiting_match: Match) -> None:
    by = get_player_actor(waiting_match)
    submission = enter_as_player(waiting_match)
    Membership.objects.create(club=waiting_match.club, user=by.user, role=Role.SCORER)
    with pytest.raises(PermissionDenied, match="confirm-result"):
        confirm(waiting_match, submission, Person(User.objects.get(pk=by.user.pk)))
    assert reload_match(waiting_match).status == "scheduled"


def test_scorers_confirm_no_result_that_counts_already(match: Match) -> None:
    submission = enter_as_player(match)
    with pytest.raises(PermissionDenied, match="confirm-result"):
        confirm(match, submission, make_member(match.club, Role.SCORER))


def test_decision_goes_before_what_waits(waiting_match: Match) -> None:
    with freeze_day(2):
        enter_as_player(waiting_match, played_on=DAY)
    record_void(waiting_match)
    with freeze_day(20):
        jobs.run_due_jobs(JOB_HANDLERS)
    assert reload_match(waiting_match).status == "void"


def test_player_enters_a_version_anew_where_results_wait(waiting_match: Match) -> None:
    with freeze_day(2):
        enter_as_player(waiting_match, played_on=DAY)
    with freeze_day(6):
        jobs.run_due_jobs(JOB_HANDLERS)
    enter_result(waiting_match, OTHER_SHEET, base=1, why="Oops", by=get_player_actor(waiting_match))
    assert reload_match(waiting_match).revision == 1
    with pytest.raises(ActionError) as refused:
        restore_version(waiting_match, 1, base=1, by=get_player_actor(waiting_match))
    assert get_codes(refused) == ["unconfirmed"]


def test_season_is_not_closed_over_what_waits_or_is_disputed(
    waiting_season: Season, waiting_match: Match
) -> None:
    for other in list_unplayed_matches(waiting_season)[1:]:
        enter_result(other)
    submission = enter_as_player(waiting_match)
    with pytest.raises(ActionError) as refused:
        close_season(season=waiting_season, by=CONSOLE, missing="void")
    assert get_codes(refused) == ["unconfirmed"]
    dispute(waiting_match, submission, get_player_actor(waiting_match, 1))
    with pytest.raises(ActionError) as refused:
        close_season(season=waiting_season, by=CONSOLE, missing="void")
    assert get_codes(refused) == ["disputed"]
    settle(waiting_match, submission)
    close_season(season=waiting_season, by=CONSOLE)


def test_what_waits_is_named_by_its_group_and_round_in_a_tournament(club: Club) -> None:
    wait: Any = {"unconfirmed_results": "wait", "confirm_days": 3}
    groups = make_tournament(club, 8, kind="round-robin", groups=2, **wait)
    whole = make_tournament(club, 4, name="Cup", **wait)
    begin_round(whole)
    matches = Match.objects.select_related("round")
    by_place = {
        "Group A, round {round}, table {table}": matches.filter(division__season=groups).order_by("pk")[0]
    }
    by_place["Round {round}, table {table}"] = matches.filter(division__season=whole).order_by("pk")[0]
    for place, match in by_place.items():
        enter_as_player(match)
        [problem] = check_all_settled(match.division.season)
        said = place.format(round=match.round.number, table=match.table)
        assert problem.path == f"matches.{match.key}"
        assert str(problem.message) == f"{said}: a result waits to be confirmed."


# --- disputes


def test_dispute_changes_nothing_until_it_is_settled(season: Season, match: Match) -> None:
    submission = enter_as_player(match, played_on=DAY)
    scores = list(match.seats.values_list("score", flat=True))
    dispute(match, submission, get_player_actor(match, 1), sheet=OTHER_SHEET, played_on=DAY)
    reply = Reply.objects.get()
    assert reply.sent == {"sheet": OTHER_SHEET, "played_on": "2026-03-02"}
    assert reply.remark and reply.remark.text == "I bid 14"
    assert list(match.seats.values_list("score", flat=True)) == scores
    assert describe(match).is_disputed
    assert [event.action for event in list_changes(season)][-1] == "dispute_result"


def test_same_version_is_no_other_one(match: Match) -> None:
    submission = enter_as_player(match, played_on=DAY)
    dispute(match, submission, get_player_actor(match, 1), sheet=PRINTED_SHEET, played_on=DAY)
    assert Reply.objects.get().content == ""


@pytest.mark.parametrize(
    ("more", "codes"),
    [
        ({"why": ""}, ["missing"]),
        ({"why": "x" * 201}, ["too-long"]),
        ({"sheet": {"deals": []}, "played_on": DAY}, ["incomplete"]),
    ],
)
def test_dispute_that_says_nothing_is_refused(match: Match, more: Any, codes: list[str]) -> None:
    submission = enter_as_player(match)
    with pytest.raises(ActionError) as refused:
        dispute(match, submission, get_player_actor(match, 1), **more)
    assert get_codes(refused) == codes
    assert not Reply.objects.exists()


def test_a_confirmed_result_is_not_disputed_nor_the_other_way_round(match: Match) -> None:
    submission, opponent = enter_as_player(match), get_player_actor(match, 1)
    confirm(match, submission, opponent)
    with pytest.raises(ActionError) as refused:
        dispute(match, submission, opponent)
    assert get_codes(refused) == ["confirmed"]
    other = enter_result(match, OTHER_SHEET, base=1, why="Oops").submission
    dispute(match, other, opponent)
    with pytest.raises(ActionError) as refused:
        confirm(match, other, CONSOLE)
    assert get_codes(refused) == ["disputed"]


def test_settled_with_what_was_entered(season: Season, match: Match) -> None:
    submission = enter_as_player(match)
    dispute(match, submission, get_player_actor(match, 1), sheet=OTHER_SHEET, played_on=DAY)
    by = make_member(match.club, Role.ORGANISER)
    settle(match, submission, by)
    reply = Reply.objects.get()
    assert (reply.settled_by, reply.settlement and reply.settlement.text) == (by.user, "Seen")
    assert reload_match(match).revision == 1
    assert reply.settled_at and not describe(match).is_disputed
    with pytest.raises(ActionError) as refused:
        settle(match, submission)
    assert get_codes(refused) == ["no-dispute"]


def test_settled_with_what_the_other_player_says(match: Match) -> None:
    submission = enter_as_player(match)
    dispute(match, submission, get_player_actor(match, 1), sheet=OTHER_SHEET, played_on=DAY)
    settle(match, submission, is_entered_right=False)
    again = reload_match(match)
    assert (again.revision, again.current.sheet, again.current.reason) == (2, OTHER_SHEET, "Seen")
    assert verify_club(match.club) == []


def test_settled_though_it_waited(waiting_match: Match) -> None:
    submission = enter_as_player(waiting_match)
    dispute(waiting_match, submission, get_player_actor(waiting_match, 1))
    with freeze_day(28):
        jobs.run_due_jobs(JOB_HANDLERS)
    assert reload_match(waiting_match).status == "scheduled"
    settle(waiting_match, submission)
    assert reload_match(waiting_match).current.submission == submission


def test_there_has_to_be_a_version_to_settle_with(match: Match) -> None:
    submission = enter_as_player(match)
    dispute(match, submission, get_player_actor(match, 1))
    with pytest.raises(ActionError) as refused:
        settle(match, submission, is_entered_right=False)
    assert get_codes(refused) == ["no-version"]


def test_correcting_a_result_leaves_no_dispute_to_settle(match: Match) -> None:
    submission = enter_as_player(match)
    dispute(match, submission, get_player_actor(match, 1))
    enter_as_player(reload_match(match), OTHER_SHEET, why="You're right")
    with pytest.raises(ActionError) as refused:
        settle(match, submission)
    assert get_codes(refused) == ["no-dispute"]
    assert describe(match).is_awaited


def test_only_organisers_settle(match: Match) -> None:
    submission = enter_as_player(match)
    dispute(match, submission, get_player_actor(match, 1))
    for by in (make_member(match.club, Role.SCORER), get_player_actor(match), get_player_actor(match, 1)):
        with pytest.raises(PermissionDenied):
            settle(match, submission, by)


def test_edit_conflict_shows_an_opponents_result_where_results_count(match: Match) -> None:
    enter_as_player(match)
    with pytest.raises(EditConflict):
        enter_as_player(match, OTHER_SHEET, seat=1, base=0)


# --- mails


def mail_what_is_due(*, day: int) -> dict[str, EmailMessage]:
    """Run all jobs of that day and the next, on which mails leave that wait a while; return these by recipient."""
    mail.outbox.clear()
    for each in (day, day + 1):
        with freeze_day(each):
            while jobs.run_due_jobs(JOB_HANDLERS):
                pass
    return {message.to[0]: message for message in mail.outbox}


def make_proved_players(match: Match) -> tuple[Person, Person]:
    first, second = (get_player_actor(match, seat) for seat in (0, 1))
    for by in (first, second):
        mark_proved(by.user)
    return first, second


def test_opponents_are_mailed_what_to_confirm(waiting_match: Match) -> None:
    _first, second = make_proved_players(waiting_match)
    with freeze_day(2):
        enter_as_player(waiting_match, played_on=DAY)
    mails = mail_what_is_due(day=3)
    assert list(mails) == [second.user.email]
    message = mails[second.user.email]
    assert message.subject == "A result to confirm"
    assert "Final after 5 March 2026" in message.body and f"/matches/{waiting_match.key}/" in message.body


def test_what_was_confirmed_before_the_mail_left_is_not_asked_for(match: Match) -> None:
    _first, second = make_proved_players(match)
    with freeze_day(2):
        confirm(match, enter_as_player(match, played_on=DAY), second)
    mails = mail_what_is_due(day=3)
    assert "confirm" not in mails[second.user.email].body


def test_dispute_is_mailed_to_whom_it_concerns_and_so_is_its_end(match: Match) -> None:
    first, second = make_proved_players(match)
    organiser = make_member(match.club, Role.ORGANISER)
    mark_proved(organiser.user)
    with freeze_day(2):
        submission = enter_as_player(match, played_on=DAY)
        mail_what_is_due(day=2)
    with freeze_day(4):
        dispute(match, submission, second)
    mails = mail_what_is_due(day=4)
    assert set(mails) == {first.user.email, organiser.user.email}
    assert mails[first.user.email].subject == "A result of yours is disputed"
    assert "Reason: I bid 14" in mails[first.user.email].body
    assert "/settle/" in mails[organiser.user.email].body and "/settle/" not in mails[first.user.email].body
    with freeze_day(6):
        settle(match, submission, organiser)
    mails = mail_what_is_due(day=6)
    assert {to: message.subject for to, message in mails.items()} == {
        by.user.email: "A dispute has been settled" for by in (first, second)
    }
    assert "Reason: Seen" in mails[second.user.email].body


def test_dispute_that_is_settled_before_the_mail_leaves_is_not_told(match: Match) -> None:
    _first, second = make_proved_players(match)
    with freeze_day(2):
        submission = enter_as_player(match, played_on=DAY)
        dispute(match, submission, second)
        settle(match, submission)
    bodies = [message.body for message in mail_what_is_due(day=2).values()]
    assert bodies and not any("says that this result is wrong" in body for body in bodies)


# --- what is not theirs, and what happens meanwhile


def test_neither_its_author_nor_scorers_confirm_what_counts(match: Match) -> None:
    submission = enter_as_player(match)
    author = get_player_actor(match)
    Membership.objects.create(club=match.club, user=author.user, role=Role.SCORER)
    for by in (Person(User.objects.get(pk=author.user.pk)), make_member(match.club, Role.ORGANISER)):
        with pytest.raises(PermissionDenied):
            confirm(match, submission, by)


def test_restored_result_is_disputed_like_any_other(match: Match) -> None:
    enter_as_player(match, played_on=DAY)
    enter_as_player(reload_match(match), OTHER_SHEET, why="Oops", played_on=DAY)
    restore_version(match, 1, base=2, by=get_player_actor(match))
    submission = Submission.objects.filter(match=match).latest("pk")
    dispute(match, submission, get_player_actor(match, 1), sheet=OTHER_SHEET, played_on=DAY)
    assert Reply.objects.get().sent["sheet"] == OTHER_SHEET


def test_author_does_not_end_a_dispute_alone(match: Match) -> None:
    submission = enter_as_player(match, played_on=DAY)
    dispute(match, submission, get_player_actor(match, 1))
    with pytest.raises(ActionError) as refused:
        enter_as_player(reload_match(match), why="I insist", played_on=DAY)
    assert get_codes(refused) == ["disputed"]
    with pytest.raises(ActionError) as refused:
        undo_result(match=match, by=get_player_actor(match), base=1)
    assert get_codes(refused) == ["disputed"]
    settle(match, submission)
    with pytest.raises(PermissionDenied):
        enter_as_player(reload_match(match), OTHER_SHEET, why="I insist")


def test_result_that_waits_is_not_counted_for_others(waiting_match: Match) -> None:
    with freeze_day(2):
        submission = enter_as_player(waiting_match, played_on=DAY)
    name_substitute(waiting_match.key)
    with pytest.raises(ActionError) as refused:
        confirm(waiting_match, submission, get_player_actor(waiting_match, 1))
    assert get_codes(refused) == ["seated-others"]
    with freeze_day(20):
        jobs.run_due_jobs(JOB_HANDLERS)
    submission.refresh_from_db()
    assert (submission.verdict, reload_match(waiting_match).status) == ("overtaken", "scheduled")


def test_result_that_waits_outlasts_a_suspension(waiting_match: Match) -> None:
    with freeze_day(2):
        enter_as_player(waiting_match, played_on=DAY)
        suspend_club(club=waiting_match.club, reason="Spam", by=CONSOLE)
    with freeze_day(20):
        jobs.run_due_jobs(JOB_HANDLERS)
    assert reload_match(waiting_match).status == "scheduled"
    with freeze_day(20):
        lift_suspension(club=waiting_match.club, by=CONSOLE)
    with freeze_day(22):
        jobs.run_due_jobs(JOB_HANDLERS)
    assert reload_match(waiting_match).status == "played"


def test_replies_are_history_however_often_a_result_is_entered_again(waiting_match: Match) -> None:
    submission = enter_as_player(waiting_match)
    dispute(waiting_match, submission, get_player_actor(waiting_match, 1))
    for number in range(8):
        enter_as_player(waiting_match, OTHER_SHEET if number % 2 else PRINTED_SHEET)
    assert Reply.objects.filter(submission=submission).exists()
    assert Submission.objects.filter(match=waiting_match).count() <= 8


def test_events_say_when_it_was_settled_and_why(waiting_season: Season, waiting_match: Match) -> None:
    with freeze_day(2):
        submission = enter_as_player(waiting_match, played_on=DAY)
    with freeze_day(3):
        dispute(waiting_match, submission, get_player_actor(waiting_match, 1))
    with freeze_day(4):
        settle(waiting_match, submission)
    event = list_changes(waiting_season)[-1]
    assert (event.action, event.why, event.at.day) == ("settle_dispute", "Seen", 4)


def test_same_dispute_sent_twice_is_one(match: Match) -> None:
    submission, opponent = enter_as_player(match), get_player_actor(match, 1)
    dispute(match, submission, opponent)
    dispute(match, submission, opponent)
    assert Reply.objects.count() == 1


def test_what_waits_is_not_accepted_before_its_time_nor_after_a_reply(waiting_match: Match) -> None:
    with freeze_day(2):
        submission = enter_as_player(waiting_match, played_on=DAY)
    planned = Job.objects.filter(kind=ACCEPT_JOB)
    before = planned.count()
    with freeze_day(3):
        accept_unanswered(submission=submission.pk)
    assert reload_match(waiting_match).status == "scheduled" and planned.count() == before + 1
    with freeze_day(4):
        dispute(waiting_match, submission, get_player_actor(waiting_match, 1))
    with freeze_day(20):
        accept_unanswered(submission=submission.pk)
    assert reload_match(waiting_match).status == "scheduled"


def test_what_the_game_no_longer_reads_has_to_be_entered_again(waiting_match: Match) -> None:
    with freeze_day(2):
        submission = enter_as_player(waiting_match, played_on=DAY)
    gone = Invalid(build_problem("deals", "gone", "Not read any more."))
    with patch("league.actions.submissions.score_sheet", side_effect=gone):
        with pytest.raises(ActionError):
            confirm(waiting_match, submission, get_player_actor(waiting_match, 1))
        with freeze_day(20):
            accept_unanswered(submission=submission.pk)
    submission.refresh_from_db()
    assert (submission.verdict, reload_match(waiting_match).status) == ("overtaken", "scheduled")


def test_no_dispute_is_mailed_while_its_club_is_suspended(match: Match) -> None:
    _first, second = make_proved_players(match)
    with freeze_day(2):
        submission = enter_as_player(match, played_on=DAY)
        mail_what_is_due(day=2)
    with freeze_day(4):
        dispute(match, submission, second)
        suspend_club(club=match.club, reason="Spam", by=CONSOLE)
    assert mail_what_is_due(day=4) == {}
