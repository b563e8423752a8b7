"""A ladder from its first challenge on: results, refusals, days that pass, and what is refused.

See docs/reference/pairing.md, Ladder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any
from unittest.mock import patch

from django.utils import timezone

from league.actions import ladder
from league.actions.confirmation import confirm_result
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.substitution import substitute_player
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.move import move_match, move_night
from league.actions.result import undo_result
from league.actions.season import close_season, reopen_season
from league.models import (
    Challenge,
    Club,
    Division,
    Entry,
    Event,
    Match,
    Player,
    Round,
    Season,
    Standing,
    User,
)
from league.principals import CONSOLE, Person
from league.queries.club import export_club_file, verify_club
from league.queries.personal_data import read_personal_data
from league.queries.season import explain_standing, read_season_report
from tests.actions.refusals import refusal
from tests.actions.submissions import enter_result, get_player_actor
from tests.actions.test_brackets import WINS
from tests.actions.tournaments import NAMES, get_key, make_tournament, reread
from tests.commands.console import run_on_file
from tests.scenarios import scenario

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@contextmanager
def on_day(number: int) -> Iterator[date]:
    """Let so many days have passed since the ladder began."""
    now = NOON + timedelta(number)
    with patch.object(timezone, "now", return_value=now):
        yield now.date()


@scenario
def six(club: Club) -> Season:
    """A ladder of Ann, Bob, Cleo, Dan, Eve and Fay."""
    with on_day(0):
        return make_tournament(club, 6, kind="ladder", name="Ladder")


def challenge(season: Season, one: str, other: str, **more: Any) -> Challenge:
    """Challenge by the beginnings of two names."""
    return ladder.challenge_player(
        season=season, challenger=find(one), challenged=find(other), **{"by": CONSOLE, **more}
    )


def find(beginning: str) -> str:
    return get_key(next(name for name in NAMES if name.startswith(beginning)))


def play(made: Challenge, winner: str, **more: Any) -> Match:
    """Enter a result by which this player wins."""
    match = Match.objects.get(challenge=made)
    seats = list(match.seats.order_by("number").values_list("entry__player__key", flat=True))
    enter_result(match, WINS[seats.index(find(winner))], **{"played_on": match.club.today, **more})
    return match


def order(season: Season) -> str:
    """Return the first letters of the players by their stored ranks."""
    rows = Standing.objects.filter(entry__season=season).order_by("rank")
    return "".join(name[0] for name in rows.values_list("entry__player__name", flat=True))


def states(season: Season) -> list[str]:
    rows = Challenge.objects.filter(division__season=season).order_by("number")
    return list(rows.values_list("state", flat=True))


def test_it_starts_in_the_order_of_the_seeds_without_rounds(six: Season) -> None:
    assert order(six) == "ABCDEF"
    assert not Match.objects.exists() and not Round.objects.exists()
    assert six.stages.get().format == "ladder"
    assert six.starts_on == NOON.date()


def test_a_challenge_makes_its_match_and_a_win_takes_the_place(six: Season) -> None:
    with on_day(1) as today:
        made = challenge(six, "D", "A")
        match = made.match
        assert match and (match.due_on, match.table) == (today + timedelta(14), 1)
        seats = match.seats.order_by("number").values_list("entry__player__name", flat=True)
        assert [name[0] for name in seats] == ["A", "D"]
        assert Event.objects.filter(action="challenge_player", noun="challenge").exists()
    with on_day(3):
        play(made, "D")
    assert order(six) == "DBCAEF"
    assert states(six) == ["ended"]
    assert verify_club(six.competition.club) == []
    with on_day(4):
        assert challenge(six, "A", "B").number == 2
        undo_result(match=Match.objects.get(pk=match.pk), by=CONSOLE, base=1)
    assert order(six) == "ABCDEF"
    assert states(six) == ["ended", "open"]  # another one is open by now


def test_declining_loses_the_place_and_withdrawing_does_not(six: Season) -> None:
    with on_day(1):
        first, second = challenge(six, "D", "A"), challenge(six, "F", "E")
        ladder.withdraw_challenge(season=six, level=1, number=second.number, by=CONSOLE)
        ladder.decline_challenge(season=six, level=1, number=first.number, by=CONSOLE)
    assert order(six) == "DBCAEF"
    assert states(six) == ["declined", "withdrawn"]
    assert not Match.objects.exists() and not Round.objects.exists()
    assert verify_club(six.competition.club) == []


def test_a_missed_deadline_and_a_time_without_a_match_take_effect_at_night(six: Season) -> None:
    with on_day(1):
        challenge(six, "D", "A")
    with on_day(15):
        assert ladder.advance_ladders() == 1
        assert ladder.advance_ladders() == 0
    assert order(six) == "ABCDEF"
    with on_day(16):
        ladder.advance_ladders()
    assert order(six) == "DBCAEF"
    assert states(six) == ["ended"]
    with on_day(61):
        ladder.advance_ladders()
    assert order(six) == "DBCAEF"  # nobody played, so that nobody is passed, but who was left waiting
    with on_day(63):
        assert verify_club(six.competition.club) == []
        close_season(season=reread(six), missing="void", by=CONSOLE)
    assert order(six) == "DBCAEF"  # what was missed stays so
    with on_day(64):
        reopen_season(season=reread(six), by=CONSOLE)
    assert order(six) == "DBCAEF"
    assert Challenge.objects.get().settled_on is None
    assert verify_club(six.competition.club) == []


def test_a_deadline_that_is_moved_is_not_missed(six: Season) -> None:
    club = six.competition.club
    with on_day(1):
        made = challenge(six, "D", "A")
    with on_day(16) as today:
        ladder.advance_ladders()
        match = Match.objects.select_related("division__season__competition__club").get(challenge=made)
        assert order(six) == "DBCAEF"
        move_match(match=match, due_on=today + timedelta(3), table=7, by=CONSOLE)
        assert order(six) == "ABCDEF" and states(six) == ["open"]
        assert Match.objects.get().table == 1
        assert refusal(move_match, match=match, due_on=None, table=1, by=CONSOLE) == [("due_on", "missing")]
        assert verify_club(club) == []
        move_night(season=six, day=today + timedelta(3), to=today + timedelta(9), by=CONSOLE)
    with on_day(20):
        ladder.advance_ladders()
        assert order(six) == "ABCDEF"
    with on_day(26):
        ladder.advance_ladders()
        assert order(six) == "DBCAEF" and verify_club(club) == []


def test_who_does_not_come_loses(six: Season) -> None:
    with on_day(1):
        made = challenge(six, "D", "A")
    with on_day(2):
        match = Match.objects.get(challenge=made)
        forfeit_match(match=match, absent=[0], reason="Did not come", by=CONSOLE, base=0)
    assert order(six) == "DBCAEF"
    assert Challenge.objects.get().settled_on == date(2026, 3, 4)
    assert verify_club(six.competition.club) == []


def test_late_entries_come_in_last_and_who_withdraws_goes_out(six: Season) -> None:
    club = six.competition.club
    gil = Player.objects.create(club=club, key="gil", name="Gil Grant")
    with on_day(5):
        division = Division.objects.select_related("stage", "season__competition__club").get(season=six)
        late = add_late_entry(division=division, player=gil, reason="New", by=CONSOLE)
        made = challenge(six, "D", "A")
    assert order(six) == "ABCDEFG"
    assert explain(six, "Gil") == ["Place 7 on the ladder, on 2026-03-07", "2026-03-07: came in, last"]
    with on_day(6):
        ann = Entry.objects.get(player__key=find("Ann"))
        assert refusal(withdraw_entry, entry=ann, outcome="expunge", reason="Moved", by=CONSOLE) == [
            ("outcome", "ladder")
        ]
        left = withdraw_entry(entry=ann, outcome="stand", reason="Moved", by=CONSOLE)
    assert order(six) == "DBCEFGA"  # the last of whom is not on the ladder any more
    assert verify_club(club) == []
    with on_day(7):
        assert refusal(challenge, season=six, one="B", other="A") == [("challenged", "not-on-ladder")]
        assert refusal(challenge, season=six, one="A", other="B") == [("challenger", "not-on-ladder")]
        revoke_decision(decision=left, by=CONSOLE)
        assert order(six) == "ABCDEFG"
        assert Challenge.objects.get(pk=made.pk).state == "open"
        revoke_decision(decision=late, by=CONSOLE)
    assert order(six) == "ABCDEF"


def test_what_is_refused_changes_nothing(six: Season) -> None:
    with on_day(1):
        challenge(six, "D", "B")
        for one, other, path, code in (
            ("A", "A", "challenged", "own-challenge"),
            ("E", "A", "challenged", "too-far-up"),
            ("A", "C", "challenged", "stands-lower"),
            ("C", "B", "challenged", "challenged-already"),
            ("D", "C", "challenger", "challenged-already"),
        ):
            assert refusal(challenge, season=six, one=one, other=other) == [(path, code)], (one, other)
        unknown = refusal(ladder.challenge_player, season=six, challenger="x", challenged="y", by=CONSOLE)
        assert unknown == [("challenger", "not-on-ladder")]
        settle = {"season": six, "level": 1, "by": CONSOLE}
        for action in (ladder.decline_challenge, ladder.withdraw_challenge):
            assert refusal(action, number=2, **settle) == [("challenge", "unknown-challenge")]
    assert states(six) == ["open"] and Match.objects.count() == 1
    with on_day(16):
        for action in (ladder.decline_challenge, ladder.withdraw_challenge):
            assert refusal(action, number=1, **settle) == [("challenge", "challenge-over")]
    with on_day(17):
        close_season(season=reread(six), missing="void", by=CONSOLE)
        closed = reread(six)
        assert refusal(challenge, season=closed, one="F", other="E") == [("season", "not-open")]


def test_players_of_another_group_are_on_another_ladder(club: Club) -> None:
    with on_day(0):
        season = make_tournament(club, 6, kind="ladder", groups=2)
    with on_day(1):
        assert refusal(challenge, season=season, one="Cleo", other="Ann") == [
            ("challenged", "not-on-ladder")
        ]  # of Ann, Dan and Eve
        assert challenge(season, "Dan", "Ann").division.level == 1


def test_other_competitions_have_no_challenges(club: Club) -> None:
    swiss = make_tournament(club, 6)
    assert refusal(challenge, season=swiss, one="B", other="A") == [("season", "not-a-ladder")]


def test_who_has_played_neither_declines_nor_withdraws(club: Club) -> None:
    with on_day(0):
        season = make_tournament(club, 3, kind="ladder", unconfirmed_results="wait")
    with on_day(1):
        made = challenge(season, "Bob", "Ann")
        match = made.match
        assert match
        enter_result(match, WINS[1], by=get_player_actor(match, 1), played_on=club.today)
        settle: dict[str, Any] = {"season": season, "level": 1, "number": made.number, "by": CONSOLE}
        for action in (ladder.decline_challenge, ladder.withdraw_challenge):
            assert refusal(action, **settle) == [("challenge", "has-result")]
    assert states(season) == ["open"] and Match.objects.get() == match


def test_what_was_decided_about_a_match_is_undone_before_its_challenge_ends(six: Season) -> None:
    gil = Player.objects.create(club=six.competition.club, key="gil", name="Gil Grant")
    with on_day(1):
        made = challenge(six, "D", "A")
        match = Match.objects.get(challenge=made)
        decided = substitute_player(match=match, seat=0, substitute=gil, reason="Ill", by=CONSOLE, base=0)
        settle: dict[str, Any] = {"season": six, "level": 1, "number": made.number, "by": CONSOLE}
        for action in (ladder.decline_challenge, ladder.withdraw_challenge):
            assert refusal(action, **settle) == [("challenge", "has-decision")]
        assert states(six) == ["open"] and Match.objects.get() == match
        revoke_decision(decision=decided, by=CONSOLE)
        ladder.withdraw_challenge(**settle)
    assert states(six) == ["withdrawn"] and not Match.objects.exists()


def test_players_act_for_themselves(six: Season) -> None:
    users = {}
    for letter in "ABCD":
        users[letter] = User.objects.create(email=f"{letter.lower()}@example.org")
        Player.objects.filter(key=find(letter)).update(user=users[letter])
    with on_day(1):
        assert refusal(challenge, season=six, one="C", other="B", by=Person(users["D"])) == [
            ("challenger", "not-yours")
        ]
        made = challenge(six, "D", "B", by=Person(users["D"]))
        settle: dict[str, Any] = {"season": six, "level": 1, "number": made.number}
        assert refusal(ladder.decline_challenge, by=Person(users["C"]), **settle) == [
            ("challenge", "not-yours")
        ]
        assert refusal(ladder.decline_challenge, by=Person(users["D"]), **settle) == [
            ("challenge", "not-yours")
        ]
        ladder.decline_challenge(by=Person(users["B"]), **settle)
        again = challenge(six, "C", "A", by=Person(users["C"]))
        assert refusal(
            ladder.withdraw_challenge, by=Person(users["A"]), season=six, level=1, number=again.number
        ) == [("challenge", "not-yours")]
        ladder.withdraw_challenge(by=Person(users["C"]), season=six, level=1, number=again.number)


def test_a_club_file_brings_it_back_and_verify_finds_a_changed_place(six: Season) -> None:
    club = six.competition.club
    with on_day(1):
        first, second = challenge(six, "D", "A"), challenge(six, "F", "E")
        ladder.decline_challenge(season=six, level=1, number=second.number, by=CONSOLE)
        play(first, "D")
        challenge(six, "C", "B")
    content = export_club_file(club)
    document = json.loads(content)
    division = document["competitions"][0]["seasons"][0]["divisions"][0]
    assert [sorted(each) for each in division["challenges"]] == [
        ["challenged", "challenger", "made_on", "match", "number"],
        ["challenged", "challenger", "made_on", "number", "settled_on", "state"],
        ["challenged", "challenger", "made_on", "match", "number"],
    ]
    assert division["as_of"] == "2026-03-03"
    other = content.replace(b'"slug": "riverside"', b'"slug": "elsewhere"')
    assert run_on_file("import_club", other).code == 0
    elsewhere = Club.objects.get(slug="elsewhere")
    assert export_club_file(elsewhere) == other
    assert verify_club(elsewhere) == []
    assert states(Season.objects.get(competition__club=elsewhere)) == ["ended", "declined", "open"]
    rows = document["competitions"][0]["seasons"][0]["report"]["divisions"][0]["standings"]
    assert run_on_file("verify", document).code == 0
    rows[0], rows[1] = rows[1], rows[0]
    assert "report.divisions.0.standings.0.player" in run_on_file("verify", document).out


def test_a_later_file_goes_on_where_an_earlier_one_ended(six: Season) -> None:
    club = six.competition.club
    with on_day(1):
        first = challenge(six, "D", "A")
    earlier = export_club_file(club).replace(b'"slug": "riverside"', b'"slug": "elsewhere"')
    with on_day(2):
        play(first, "D")
        challenge(six, "A", "B")
    later = export_club_file(club).replace(b'"slug": "riverside"', b'"slug": "elsewhere"')
    for content in (earlier, later):
        assert run_on_file("import_club", content).code == 0
        assert export_club_file(Club.objects.get(slug="elsewhere")) == content
    assert states(Season.objects.get(competition__club__slug="elsewhere")) == ["ended", "open"]


def test_an_earlier_day_has_its_own_order(six: Season) -> None:
    club = six.competition.club
    with on_day(1):
        first = challenge(six, "D", "A")
        declined = challenge(six, "C", "B")
    with on_day(3):
        play(first, "D")
        ladder.decline_challenge(season=six, level=1, number=declined.number, by=CONSOLE)

    def order_on(day: date) -> str:
        rows = read_season_report(six.competition, as_of=day)["divisions"][0]["standings"]
        return "".join(row["player"][0].upper() for row in rows)

    with on_day(9):
        ladder.advance_ladders()
        for number, expected in ((0, "ABCDEF"), (2, "ABCDEF"), (3, "DCBAEF"), (9, "DCBAEF")):
            day = NOON.date() + timedelta(number)
            assert order_on(day) == expected
            exported = json.loads(export_club_file(club, as_of=day))
            division = exported["competitions"][0]["seasons"][0]["divisions"][0]
            assert division["as_of"] == day.isoformat()
            assert [each.get("state", "open") for each in division.get("challenges", [])] == (
                [] if number == 0 else ["open", "open"] if number == 2 else ["open", "declined"]
            )


def explain(season: Season, name: str) -> list[str]:
    """Return the sentences of a player's place."""
    step = explain_standing(season.competition, find(name))
    return [
        str(part.what)
        for each in step.because
        if "ladder" in each.what.template
        for part in (each, *each.because)
    ]


def test_a_place_is_explained_by_each_change_of_it(six: Season) -> None:
    with on_day(1):
        first = challenge(six, "D", "A")
        ladder.decline_challenge(season=six, level=1, number=challenge(six, "F", "E").number, by=CONSOLE)
    with on_day(2):
        play(first, "D")
        challenge(six, "C", "B")
    with on_day(62):
        ladder.advance_ladders()

    assert explain(six, "D") == [
        "Place 1 on the ladder, on 2026-05-03",
        "Began in place 4, by seed",
        "2026-03-04: beat Ann Archer, from place 4 to 1",
    ]
    assert explain(six, "B")[2:] == [
        "2026-03-19: did not play Cleo Carter in time, from place 2 to 3",
        "2026-05-02: too long without a match, from place 3 to 4",
    ]
    assert explain(six, "A")[3:] == ["2026-05-02: Bob Baker was too long without a match, from place 4 to 3"]
    assert explain(six, "F")[2:] == ["2026-03-03: Eve Ellis declined to play, from place 6 to 5"]
    neighbours = explain_standing(six.competition, find("C")).because[-2:]
    assert [str(part.what) for part in neighbours[0].because] == ["By ladder place: 1 against 2"]


def test_the_file_of_an_account_has_its_challenges(six: Season) -> None:
    user = User.objects.create(email="dan@example.org")
    Player.objects.filter(key=find("Dan")).update(user=user)
    with on_day(1):
        first = challenge(six, "D", "B")
        ladder.decline_challenge(season=six, level=1, number=first.number, by=CONSOLE)
        challenge(six, "B", "A")
        challenge(six, "E", "D")
    [player] = read_personal_data(user)["players"]
    assert [(each["side"], each["number"], each["state"]) for each in player["challenges"]] == [
        ("challenger", 1, "declined"),
        ("challenged", 3, "open"),
    ]


def test_result_that_waits_is_played_in_time_though_it_is_confirmed_after_the_last_day(club: Club) -> None:
    with on_day(0):
        season = make_tournament(club, 3, kind="ladder", unconfirmed_results="wait", confirm_days=5)
        made = challenge(season, "Bob", "Ann")
    match = made.match
    assert match
    with on_day(13):
        enter_result(match, WINS[1], by=get_player_actor(match, 1), played_on=club.today)
        match.refresh_from_db()
        assert match.due_on == (NOON + timedelta(19)).date()
        assert (Event.objects.get(action="enter_unconfirmed").after or {})["due_on"] == "2026-03-21"
    with on_day(16):
        ladder.advance_ladders()
        assert order(season) == "ABC"
        assert list(verify_club(club)) == []
        submission = match.submissions.get()
        confirm_result(match=match, submission=submission.pk, by=get_player_actor(match, 0))
        assert order(season) == "BAC"
        assert list(verify_club(club)) == []


def test_result_that_is_answered_before_the_last_day_does_not_move_that(club: Club) -> None:
    with on_day(0):
        season = make_tournament(club, 3, kind="ladder", unconfirmed_results="wait", confirm_days=5)
        match = challenge(season, "Bob", "Ann").match
    assert match
    for day, last in ((8, 14), (9, 15)):  # answered on the 13th at the latest, then on the 14th
        with on_day(day):
            enter_result(match, WINS[1], by=get_player_actor(match, 1), played_on=club.today)
        match.refresh_from_db()
        assert match.due_on == (NOON + timedelta(last)).date(), day
