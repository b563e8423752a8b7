"""The reason of a decision and the note beside it: what they may be, and how they are removed."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.confirmation import dispute_result
from league.actions.decisions.remark import remove_dispute_reasons, remove_remark
from league.actions.result import submit_result
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.season import close_season, open_season
from league.actions.suspension import suspend_club
from league.models import Club, Decision, Entry, Event, Remark, Reply, Role, Season, Submission, triggers
from league.principals import CONSOLE
from league.queries.club import verify_club
from tests.actions.clubs import PRINTED_SHEET, make_club, make_member
from tests.actions.decisions import (
    get_match,
    list_penalties,
    penalise_player,
    record_void,
    record_walkover,
    revoke,
    withdraw_player,
)
from tests.actions.seasons import collect_problem_codes, export_season_club, list_changes
from tests.actions.submissions import get_player_actor
from tests.scenarios import scenario

REASON, NOTE = "Broke a leg", "Rang at eight.\nIt was the tram."


@scenario
def club() -> Club:
    return make_club(entries=5)


@scenario
def season(club: Club) -> Season:
    return Season.objects.select_related("competition__club").get(competition__club=club)


def remove(decision: Decision, **more: Any) -> None:
    remove_remark(decision=Decision.objects.get(pk=decision.pk), **{"by": CONSOLE, **more})


def list_stored_texts() -> str:
    """Return whatever may hold the words of a decision, as text."""
    rows = [list(model.objects.values()) for model in (Decision, Remark, Event, Submission, Entry)]
    return json.dumps(rows, default=str)


def restore_older_rows(decision: Decision) -> None:
    """Store the reason where it was stored before it had a row of its own: in the event and in the submissions."""
    triggers.drop_triggers("default")
    made = Event.objects.get(action__startswith="decide_", after__decision=decision.pk)
    made.after = {key: value for key, value in (made.after or {}).items() if key != "remark"}
    made.why = decision.reason
    made.save()
    for submission in Submission.objects.filter(result__decision=decision):
        submission.content = json.dumps({**json.loads(submission.content), "why": decision.reason})
        submission.save()
    triggers.create_triggers("default")


def test_words_of_a_decision_stand_in_one_row_of_their_own(season: Season) -> None:
    decision = record_void(get_match("c1d1-m1"), reason=f" {REASON} ", note=NOTE.replace("\n", "\r\n") + "\n")
    remark = Remark.objects.get()
    assert (decision.remark, remark.club, remark.text, remark.note) == (
        *(remark, season.competition.club),
        *(REASON, NOTE),
    )
    assert list_stored_texts().count(REASON) == list_stored_texts().count("the tram") == 1
    (made,) = list_changes(season)
    assert made.after and made.after["remark"] == remark.pk


@pytest.mark.parametrize(("note", "code"), [("x" * 1001, "too-long"), ("a\0b", "control-character")])
def test_note_that_nobody_could_read_is_refused(season: Season, note: str, code: str) -> None:
    given = {"reason": REASON, "note": note}
    assert collect_problem_codes(record_void, match=get_match("c1d1-m1"), **given) == [("note", code)]
    assert not Decision.objects.exists() and not Remark.objects.exists()


def test_removing_deletes_reason_and_note_and_nothing_else(season: Season) -> None:
    decision = record_void(get_match("c1d1-m1"), reason=REASON, note=NOTE)
    other = record_void(get_match("c1d1-m2"), reason="Another one")
    before, revision = export_season_club(season), Club.objects.get().revision
    by = make_member(season.competition.club, Role.SCORER)
    number = decision.remark_id
    remove(decision, by=by)
    stored = list_stored_texts()
    assert REASON not in stored and "tram" not in stored
    assert Decision.objects.get(pk=decision.pk).reason == ""
    assert Decision.objects.get(pk=other.pk).reason == "Another one"
    event = list_changes(season)[-1]
    assert (event.action, event.by, event.why, event.after) == ("remove_remark", by.user, "", None)
    assert event.before == {"decision": decision.pk, "remark": number}
    assert export_season_club(season) == before and Club.objects.get().revision != revision


def test_reason_of_an_older_decision_goes_from_the_history_too(season: Season) -> None:
    other = record_walkover(get_match("c1d1-m1"), 0, reason="Another one")
    older = withdraw_player("p5", season, "expunge", reason=REASON)
    for decision in (older, other):
        restore_older_rows(decision)
    assert list_stored_texts().count(REASON) > 2
    remove(older)
    stored = list_stored_texts()
    assert REASON not in stored and stored.count("Another one") == 3
    _other, made, _removed = list_changes(season)
    assert made.after and made.after["player"] == "p5"
    assert (made.action, made.why) == ("decide_withdrawal", "")


def test_reason_of_a_penalty_goes_from_the_entry_which_keeps_it(season: Season) -> None:
    decision = penalise_player("p1", season, score=3, reason=REASON)
    remove(decision)
    (penalty,) = list_penalties("p1", season)
    assert (penalty["score"], penalty["reason"]) == (3, "")
    assert verify_club(season.competition.club) == []
    revoke(decision)
    assert list_penalties("p1", season) == []


def test_reason_goes_whatever_has_become_of_the_decision_and_the_season(season: Season) -> None:
    taken_back = record_void(get_match("c1d1-m1"), reason=REASON)
    revoke(taken_back)
    stands = record_void(get_match("c1d1-m2"), reason=REASON)
    close_season(season=season, by=CONSOLE, missing="void")
    for decision in (taken_back, stands):
        remove(decision)
    assert REASON not in list_stored_texts()


def test_reason_is_removed_once(season: Season) -> None:
    decision = record_void(get_match("c1d1-m1"))
    remove(decision)
    assert collect_problem_codes(remove, decision=decision) == [("", "reason-removed")]


def test_reason_of_a_decision_that_is_gone_is_not_removed(season: Season) -> None:
    decision = penalise_player("p1", season, score=3)
    Decision.objects.filter(pk=decision.pk).delete()
    assert collect_problem_codes(remove_remark, decision=decision, by=CONSOLE) == [("", "no-decision")]


def test_whoever_may_undo_the_decision_may_remove_its_reason(season: Season) -> None:
    scorer, player = (make_member(season.competition.club, role) for role in (Role.SCORER, Role.PLAYER))
    void, penalty = record_void(get_match("c1d1-m1")), penalise_player("p1", season, score=3)
    for decision, by in ((void, player), (penalty, player), (penalty, scorer)):
        with pytest.raises(PermissionDenied):
            remove(decision, by=by)
    assert Remark.objects.count() == 2
    remove(void, by=scorer)
    remove(penalty, by=make_member(season.competition.club, Role.ORGANISER))
    assert not Remark.objects.exists()


def test_nothing_is_removed_in_a_club_that_is_hidden(season: Season) -> None:
    decision = record_void(get_match("c1d1-m1"))
    suspend_club(club=season.competition.club, reason="Abuse", by=CONSOLE)
    assert collect_problem_codes(remove, decision=decision) == [("club", "club-suspended")]
    assert Remark.objects.exists()


def test_no_words_are_left_of_a_season_that_is_undone(season: Season) -> None:
    made = roll_over_season(season=season, by=CONSOLE, missing="void")
    open_season(season=made, by=CONSOLE)
    made = Season.objects.select_related("competition__club").get(pk=made.pk)
    penalise_player("p1", made, score=3)
    undo_rollover(season=made, by=CONSOLE)
    assert not Remark.objects.exists()


def test_organisers_remove_the_words_of_a_dispute_and_the_dispute_stays(season: Season) -> None:
    club, match = season.competition.club, get_match("c1d1-m1")
    author, opponent = (get_player_actor(match, seat) for seat in range(2))
    submit_result(match=match, sheet=PRINTED_SHEET, by=author, key=uuid4(), base=0)
    dispute_result(match=match, submission=Submission.objects.get().pk, by=opponent, why=REASON)
    scorer, organiser = (make_member(club, role) for role in (Role.SCORER, Role.ORGANISER))
    for by in (scorer, author, opponent):
        with pytest.raises(PermissionDenied):
            remove_dispute_reasons(match=match, by=by)
    assert REASON in list_stored_texts()
    remove_dispute_reasons(match=match, by=organiser)
    assert REASON not in list_stored_texts()
    assert Reply.objects.get().is_open_dispute
    event = list_changes(season)[-1]
    assert (event.action, event.noun, event.key, event.by) == (
        "remove_remark",
        "match",
        "c1d1-m1",
        organiser.user,
    )
    assert verify_club(club) == []
    assert collect_problem_codes(remove_dispute_reasons, match=match, by=organiser) == [
        ("", "reason-removed")
    ]
