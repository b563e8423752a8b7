"""Undoing a result that was entered: what counts then, what stays stored, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from games import Problem, Text, registry
from games.checks import Case
from league.actions.errors import ActionError, EditConflict
from league.actions.result import undo_result
from league.actions.season import close_season
from league.models import Job, Match, Result, Role, Season, Submission
from league.principals import CONSOLE, Principal
from league.queries.club import export_club_file, verify_club
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, make_member
from tests.actions.decisions import freeze_day, record_void, record_walkover, reload_match, withdraw_player
from tests.actions.seasons import (
    export_season_club,
    list_changes,
    list_unplayed_matches,
    make_league,
)
from tests.actions.submissions import enter_result, get_player_actor, restore_version
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return make_league([4], unplayed=3)


@scenario
def match(season: Season) -> Match:
    return list_unplayed_matches(season)[0]


def undo_latest(match: Match, *, base: int | None = None, by: Principal = CONSOLE) -> Match:
    return undo_result(match=match, by=by, base=reload_match(match).revision if base is None else base)


def get_codes(match: Match, *, base: int | None = None, undone: int = 0) -> list[str]:
    """Return why undoing is refused, and assert that nothing changes by it."""
    before = export_club_file(match.club)
    with pytest.raises(ActionError) as refused:
        undo_latest(match, base=base)
    assert export_club_file(match.club) == before
    assert Submission.objects.exclude(undone_at=None).count() == undone
    return [problem.code for problem in refused.value.problems]


# --- what counts then


def test_first_result_goes_and_the_match_is_to_be_played(season: Season, match: Match) -> None:
    before = export_season_club(season)
    by = make_member(match.club, Role.SCORER)
    enter_result(match, by=by)
    assert export_season_club(season) != before
    assert undo_latest(match, by=by) == match
    assert export_season_club(season) == before
    again = reload_match(match)
    assert (again.status, again.revision, again.current, again.generation) == ("scheduled", 0, None, 2)
    assert set(match.seats.values_list("outcome", "score", "deals")) == {("", 0, 0)}
    event = list_changes(season)[-1]
    assert (event.action, event.by, event.key) == ("undo_result", by.user, match.key)
    assert event.before == {"status": "played", "revision": 1, "scores": [-3, -3]}
    assert event.after == {"status": "scheduled", "revision": 0, "scores": [0, 0]}
    assert verify_club(match.club) == []


def test_what_was_entered_stays_stored(match: Match) -> None:
    by = make_member(match.club, Role.SCORER)
    enter_result(match, by=by)
    undo_latest(match, by=by)
    submission = Submission.objects.get(match=match)
    assert submission.sent["sheet"] == PRINTED_SHEET
    assert (submission.verdict, submission.undone_by) == ("accepted", by.user)
    assert submission.undone_at and submission.undone_on


def test_correction_goes_and_what_counted_before_counts_again(season: Season, match: Match) -> None:
    first = enter_result(match)
    before = export_season_club(season)
    enter_result(match, OTHER_SHEET, base=1, why="Typed wrongly")
    undo_latest(match)
    assert export_season_club(season) == before
    assert (reload_match(match).current, reload_match(match).revision) == (first, 1)
    assert verify_club(match.club) == []


def test_correction_stays_where_the_game_does_not_read_what_counted_before(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1, why="Typed wrongly")
    monkeypatch.setitem(registry.get("skuck").checks, "", (refuse_every_sheet,))
    assert get_codes(match) == ["changed-rules"]


def refuse_every_sheet(sheet: object, case: Case) -> Iterator[Problem]:
    yield Problem("", "changed-rules", Text("Nothing is right any more."))


def test_next_result_is_the_next_version_and_what_was_undone_is_none(match: Match) -> None:
    enter_result(match)
    undo_latest(match)
    assert enter_result(match, OTHER_SHEET).number == 2
    enter_result(match, PRINTED_SHEET, base=2)
    undo_latest(match)
    with pytest.raises(ActionError) as refused:
        restore_version(match, 3, base=2)
    assert [problem.code for problem in refused.value.problems] == ["no-revision"]
    assert reload_match(match).current == Result.objects.active().get(match=match)
    assert verify_club(match.club) == []


def test_what_a_decision_made_counts_again(season: Season, match: Match) -> None:
    record_walkover(match, 0)
    before = export_season_club(season)
    enter_result(match, base=1)
    undo_latest(match)
    assert export_season_club(season) == before
    assert [seat.absent for seat in match.seats.order_by("number")] == [True, False]
    assert verify_club(match.club) == []


def test_whoever_sat_there_sits_there_again() -> None:
    file_season = make_league([4], unplayed=3, newcomers="zoe")
    match = list_unplayed_matches(file_season)[0]
    enter_result(match)
    first = match.seats.order_by("number").first()
    assert first
    other = match.club.players.get(key="zoe")
    match.seats.filter(pk=first.pk).update(player=other)
    enter_result(match, OTHER_SHEET, base=1)
    undo_latest(match)
    assert match.seats.get(number=0).player == first.player
    job = Job.objects.filter(kind="refresh-statistics").latest("pk")
    assert {other.pk, first.player_id} <= set(job.arguments["players"])


def test_days_before_it_was_undone_still_show_it(season: Season, match: Match) -> None:
    with freeze_day(2):
        enter_result(match, played_on=date(2026, 3, 2))
    with freeze_day(4):
        undo_latest(match)

    def is_played(day: int) -> bool:
        file = export_club_file(match.club, as_of=date(2026, 3, day))
        return b'"played_on": "2026-03-02"' in file

    assert [is_played(day) for day in (1, 2, 3, 4)] == [False, True, True, False]


# --- who may, and when not


def test_players_undo_what_they_entered_themselves(match: Match) -> None:
    player, opponent = get_player_actor(match), get_player_actor(match, 1)
    enter_result(match, by=player)
    with pytest.raises(PermissionDenied):
        undo_latest(match, by=opponent)
    undo_latest(match, by=player)
    enter_result(match)
    with pytest.raises(PermissionDenied):
        undo_latest(match, by=player)


def test_another_result_that_came_first_stays(match: Match) -> None:
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1)
    assert get_codes(match, base=1) == ["changed-meanwhile"]


def test_result_that_was_entered_again_is_not_the_one_that_was_seen(match: Match) -> None:
    enter_result(match)
    undo_latest(match)
    enter_result(match, OTHER_SHEET)
    assert get_codes(match, base=1, undone=1) == ["changed-meanwhile"]
    with pytest.raises(EditConflict):
        enter_result(match, PRINTED_SHEET, base=1, why="Seen before it was undone")


def test_what_was_undone_is_not_saved_by_sending_it_once_more(match: Match) -> None:
    key = uuid4()
    enter_result(match, key=key)
    undo_latest(match)
    with pytest.raises(ActionError) as refused:
        enter_result(match, key=key)
    assert [problem.code for problem in refused.value.problems] == ["taken-back"]
    assert reload_match(match).status == "scheduled"


def test_match_that_was_moved_meanwhile_keeps_it(season: Season, match: Match) -> None:
    enter_result(match)
    match.division_id = 0
    assert "moved" in get_codes(match, base=1)


def test_second_press_undoes_nothing(match: Match) -> None:
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1)
    undo_latest(match, base=2)
    with pytest.raises(ActionError) as refused:
        undo_latest(match, base=2)
    assert [problem.code for problem in refused.value.problems] == ["changed-meanwhile"]
    assert reload_match(match).revision == 1


@pytest.mark.parametrize(
    "decide", [lambda match: record_walkover(match, 0), record_void], ids=["forfeit", "void"]
)
def test_what_a_decision_made_is_undone_with_it(match: Match, decide: Callable[[Match], object]) -> None:
    decide(match)
    assert get_codes(match) == ["decided"]


def test_player_who_has_withdrawn_since_keeps_it(match: Match) -> None:
    enter_result(match)
    seat = match.seats.select_related("entry__player").get(number=0)
    withdraw_player(seat.entry.player.key, match.division.season)
    assert get_codes(match) == ["left-since"]


def test_closed_season_keeps_it(season: Season, match: Match) -> None:
    enter_result(match)
    close_season(season=season, by=CONSOLE, missing="void")
    assert "season-closed" in get_codes(match)


@pytest.mark.parametrize("earlier", [0, 1])
def test_players_are_mailed_whether_or_not_another_result_counts_again(match: Match, earlier: int) -> None:
    get_player_actor(match)
    for base in range(earlier):
        enter_result(match, base=base)
    by = make_member(match.club, Role.SCORER)
    result = enter_result(match, OTHER_SHEET, base=earlier)
    Job.objects.filter(kind="notify-players").delete()
    undo_latest(match, by=by)
    job = Job.objects.get(kind="notify-players")
    assert job.arguments["overruled"] == [result.pk]
    assert (job.arguments["cause"], job.arguments["author"]) == ("undo", by.user_id)
