"""Corrections in a bracket after later rounds were published: what is overtaken, what comes, and how it is undone."""

import json
from contextlib import suppress
from itertools import cycle
from random import Random
from typing import Any

import pytest

import games
from league.actions import rounds
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.substitution import substitute_player
from league.actions.decisions.void import void_match
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.draft import DivisionAssignment, assign_divisions
from league.actions.errors import ActionError
from league.actions.result import undo_result
from league.actions.season import open_season
from league.actions.tournament import create_tournament
from league.models import Bye, Club, Entry, Job, Match, Player, Round, Season, Seat
from league.notifications.results import NOTIFY_JOB
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.rules.seasons.tournament_plans import PlanKind, build_rules
from tests.actions.submissions import enter_result
from tests.actions.test_brackets import WINS, begin, list_standings, list_states, play
from tests.actions.tournaments import NAMES, begin_round, get_key, list_byes, make_tournament, reread
from tests.commands.console import run_command, run_on_file
from tests.scenarios import scenario

ANN, BOB, CLEO, DAN, EVE, FAY = NAMES[:6]


@scenario
def eight(club: Club) -> Season:
    """A knockout of eight without a match for the third place, whose first two rounds are published."""
    season = make_tournament(club, 8, kind="knockout", third_place=None)
    begin(season)
    play(season, 1)
    begin(season)
    return season


def list_matches(season: Season, number: int) -> list[tuple[int, list[str], str]]:
    """Return the matches of a round: table, players and status."""
    matches = Match.objects.filter(division__season=season, round__number=number)
    return [
        (
            match.table,
            list(match.seats.order_by("number").values_list("player__name", flat=True)),
            match.status,
        )
        for match in matches.order_by("table", "status", "pk")
    ]


def find_match(season: Season, number: int, player: str) -> Match:
    """Return the match of a player in a round, but for void ones."""
    matches = Match.objects.filter(division__season=season, round__number=number, seats__player__name=player)
    return matches.exclude(status="void").get()


def correct(season: Season, number: int, player: str, winner: int) -> Match:
    """Enter another result for a player's match; `winner` is a seat."""
    match = find_match(season, number, player)
    enter_result(match, WINS[winner], base=match.revision, why="Typed wrongly", played_on=match.club.today)
    return match


def assert_sound(season: Season) -> None:
    """Check the club, and that its file can be read."""
    assert list(verify_club(season.competition.club)) == []
    ran = run_command("bracket", "riverside/spring-open")
    assert (ran.code, ran.err) == (0, "")


def test_match_without_a_result_is_replaced_and_comes_back(eight: Season) -> None:
    assert list_matches(eight, 2) == [(1, [ANN, DAN], "scheduled"), (2, [BOB, CLEO], "scheduled")]
    first = correct(eight, 1, DAN, 1)
    assert list_matches(eight, 2) == [(1, [ANN, EVE], "scheduled"), (2, [BOB, CLEO], "scheduled")]
    assert_sound(eight)
    undo_result(match=first, by=CONSOLE, base=2)
    assert list_matches(eight, 2) == [(1, [ANN, DAN], "scheduled"), (2, [BOB, CLEO], "scheduled")]
    assert_sound(eight)


def test_match_with_a_result_becomes_void_and_counts_again(eight: Season) -> None:
    play(eight, 2, DAN)
    assert begin(eight) == [[BOB, DAN]]
    first = correct(eight, 1, DAN, 1)
    assert list_matches(eight, 2) == [
        (1, [ANN, EVE], "scheduled"),
        (1, [ANN, DAN], "void"),
        (2, [BOB, CLEO], "played"),
    ]
    assert list_matches(eight, 3) == []
    assert_sound(eight)
    undo_result(match=first, by=CONSOLE, base=2)
    assert list_matches(eight, 2) == [(1, [ANN, DAN], "played"), (2, [BOB, CLEO], "played")]
    assert list_matches(eight, 3) == [(1, [BOB, DAN], "scheduled")]
    assert_sound(eight)
    play(eight, 3, DAN)
    rounds.finish_round(season=eight, number=3, by=CONSOLE)
    assert list_standings(eight)[:2] == [(1, DAN), (2, BOB)]


def test_match_for_which_a_substitute_is_named_becomes_void_and_comes_back(eight: Season) -> None:
    zoe = Player.objects.create(club=eight.competition.club, key="zoe", name="Zoe Zander")
    match = find_match(eight, 2, DAN)
    substitute_player(match=match, seat=1, substitute=zoe, reason="Is ill", base=0, by=CONSOLE)
    first = correct(eight, 1, DAN, 1)
    assert [each for each in list_matches(eight, 2) if each[0] == 1] == [
        (1, [ANN, EVE], "scheduled"),
        (1, [ANN, "Zoe Zander"], "void"),
    ]
    assert match.decisions.count() == 1
    assert_sound(eight)
    undo_result(match=first, by=CONSOLE, base=2)
    assert list_matches(eight, 2) == [
        (1, [ANN, "Zoe Zander"], "scheduled"),
        (2, [BOB, CLEO], "scheduled"),
    ]
    assert_sound(eight)


def test_new_match_is_played_and_the_final_comes_by_itself(eight: Season) -> None:
    play(eight, 2, DAN)
    begin(eight)
    play(eight, 3)
    correct(eight, 1, DAN, 1)
    assert [status for _table, _names, status in list_matches(eight, 3)] == ["void"]
    play(eight, 2, EVE)
    assert list_matches(eight, 3) == [(1, [BOB, EVE], "scheduled"), (1, [BOB, DAN], "void")]
    assert_sound(eight)
    play(eight, 3, EVE)
    rounds.finish_round(season=eight, number=3, by=CONSOLE)
    assert list_standings(eight)[:2] == [(1, EVE), (2, BOB)]
    assert_sound(eight)


def test_later_match_stays_while_its_players_may_still_meet(eight: Season) -> None:
    play(eight, 2, DAN)
    begin(eight)
    before = [list_matches(eight, number) for number in (2, 3)]
    first = find_match(eight, 1, DAN)
    undo_result(match=first, by=CONSOLE, base=1)
    assert [list_matches(eight, number) for number in (2, 3)] == before
    enter_result(first, WINS[0], played_on=first.club.today)
    assert [list_matches(eight, number) for number in (2, 3)] == before
    correct(eight, 1, ANN, 1)
    assert list_matches(eight, 2)[0][1] == ["Dan Dyer", "Hal Hunt"]
    assert list_matches(eight, 3) == [(1, [BOB, DAN], "scheduled")]


def test_decision_changes_who_goes_on_and_its_undoing_changes_it_back(eight: Season) -> None:
    play(eight, 2)
    first = find_match(eight, 1, DAN)
    forfeit = forfeit_match(match=first, absent=[0], base=1, reason="wrong player", by=CONSOLE)
    assert list_matches(eight, 2)[:2] == [(1, [ANN, EVE], "scheduled"), (1, [ANN, DAN], "void")]
    revoke_decision(decision=forfeit, by=CONSOLE)
    assert list_matches(eight, 2) == [(1, [ANN, DAN], "played"), (2, [BOB, CLEO], "played")]
    assert_sound(eight)


def test_both_matches_with_results_change_places(eight: Season) -> None:
    play(eight, 2, DAN)
    correct(eight, 1, DAN, 1)
    play(eight, 2, EVE)
    correct(eight, 1, DAN, 0)
    assert list_matches(eight, 2)[:2] == [(1, [ANN, DAN], "played"), (1, [ANN, EVE], "void")]
    correct(eight, 1, DAN, 1)
    assert list_matches(eight, 2)[:2] == [(1, [ANN, EVE], "played"), (1, [ANN, DAN], "void")]
    assert_sound(eight)


def test_opponent_of_a_withdrawn_player_gets_a_bye(club: Club) -> None:
    season = make_tournament(club, 8, kind="knockout", third_place=None)
    begin(season)
    play(season, 1)
    withdraw_entry(
        entry=Entry.objects.get(season=season, player__name=EVE), outcome="stand", reason="ill", by=CONSOLE
    )
    begin(season)
    first = correct(season, 1, DAN, 1)
    assert list_byes(season, 2) == {get_key(ANN): ("pairing", 2)}
    assert [names for _table, names, _status in list_matches(season, 2)] == [[BOB, CLEO]]
    assert_sound(season)
    undo_result(match=first, by=CONSOLE, base=2)
    assert list_byes(season, 2) == {}
    assert list_matches(season, 2)[0][1] == [ANN, DAN]
    assert_sound(season)


def test_consolation_follows_too(club: Club) -> None:
    season = make_tournament(club, 8, kind="knockout", third_place=None, consolation=True)
    begin(season)
    play(season, 1)
    begin(season)
    before = list_matches(season, 2)
    first = correct(season, 1, DAN, 1)
    pairs = [set(names) for _table, names, _status in list_matches(season, 2)]
    assert {ANN, EVE} in pairs and {DAN, "Hal Hunt"} in pairs
    assert_sound(season)
    undo_result(match=first, by=CONSOLE, base=2)
    assert sorted(names for _table, names, _status in list_matches(season, 2)) == sorted(
        names for _table, names, _status in before
    )
    assert_sound(season)


def test_file_with_a_match_that_others_have_overtaken_can_be_imported(eight: Season) -> None:
    play(eight, 2)
    correct(eight, 1, DAN, 1)
    exported = export_club_file(eight.competition.club)
    checked = run_on_file("verify", exported)
    assert (checked.code, checked.err) == (0, "")
    document = json.loads(exported)
    document["club"]["slug"] = "lakeside"
    imported = run_on_file("import_club", document)
    assert (imported.code, imported.err) == (0, "")
    assert list(verify_club(Club.objects.get(slug="lakeside"))) == []


def test_match_that_a_decision_made_void_stays_so(eight: Season) -> None:
    fallen = find_match(eight, 2, ANN)
    void_match(match=fallen, base=0, reason="wrong deck", by=CONSOLE)
    correct(eight, 1, BOB, 1)
    pairs = list_matches(eight, 2)
    assert pairs == [(1, [ANN, DAN], "void"), (2, [CLEO, "Gil Grant"], "scheduled")]
    assert_sound(eight)


def test_round_whose_pairing_is_not_stored_is_corrected_too(eight: Season) -> None:
    Round.objects.filter(stage__season=eight).update(pairings=None)
    correct(eight, 1, DAN, 1)
    assert list_matches(eight, 2)[0] == (1, [ANN, EVE], "scheduled")
    assert_sound(eight)


def test_divisions_have_brackets_of_their_own(club: Club) -> None:
    rules = build_rules(games.get("skuck"), "knockout", 2) | {"best_of": [3], "third_place": None}
    season = create_tournament(
        club=club, name="Spring Open", game="skuck", rules=rules, names=NAMES[:6], by=CONSOLE
    )
    keys = [get_key(name) for name in NAMES[:6]]
    halves = [DivisionAssignment("A", tuple(keys[:4])), DivisionAssignment("B", tuple(keys[4:]))]
    assign_divisions(season=season, divisions=halves, by=CONSOLE)
    open_season(season=reread(season), by=CONSOLE)
    begin(season)
    assert [names for _table, names, _status in list_matches(season, 1)] == [
        [ANN, DAN],
        [BOB, CLEO],
        [EVE, FAY],
    ]
    for player in (EVE, DAN):  # the final of B is best of three; a semi-final of A is one match
        match = find_match(season, 1, player)
        enter_result(match, WINS[0], played_on=club.today)
    assert list(Match.objects.order_by("table", "leg").values_list("leg", flat=True)) == [
        1,
        1,
        1,
        2,
    ]
    play(season, 1, EVE)
    assert begin(season) == [[ANN, BOB]]
    correct(season, 1, DAN, 1)
    assert [names for _table, names, _status in list_matches(season, 2)] == [[BOB, DAN]]


def test_players_are_told_that_their_match_has_become_void_and_counts_again(eight: Season) -> None:
    play(eight, 2)
    fallen = find_match(eight, 2, ANN)
    first = correct(eight, 1, DAN, 1)
    void = Match.objects.get(pk=fallen.pk)
    undo_result(match=first, by=CONSOLE, base=2)
    told = [job.arguments["overruled"] for job in Job.objects.filter(kind=NOTIFY_JOB).order_by("pk")]
    assert [fallen.current_id] in told and [void.current_id] in told


KINDS: list[tuple[PlanKind, dict[str, Any]]] = [
    ("knockout", {"best_of": [3], "consolation": True, "third_place": None}),
    ("knockout", {"reseeding": True}),
    ("double-elimination", {}),
    ("double-elimination", {"best_of": [3, 3]}),
]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    ("kind", "more", "withdrawals"),
    # In turns; the other one of each kind is for a full run.
    [
        pytest.param(*kind, withdrawals, marks=[pytest.mark.full] * (withdrawals != usual))
        for kind, usual in zip(KINDS, cycle([0, 0.7]), strict=False)
        for withdrawals in (0, 0.7)
    ],
)
def test_random_corrections_leave_brackets_sound(
    club: Club, kind: PlanKind, more: dict[str, Any], withdrawals: float, seed: int
) -> None:
    draw = Random(seed)
    season = make_tournament(club, draw.randint(5, 9), kind=kind, **more)
    planned = len(list_states(season))
    for number in range(1, planned + 1):
        begin(season)
        play_all(season, draw)
        for _time in range(2):
            played = Match.objects.filter(division__season=season, status="played", paired=True)
            match = draw.choice(list(played.order_by("pk")))
            if draw.random() < 0.3:
                with suppress(ActionError):  # a player of the match has withdrawn since
                    undo_result(match=match, by=CONSOLE, base=match.revision)
            else:
                sheet = WINS[draw.randrange(2)]
                enter_result(match, sheet, base=match.revision, why="Drawn", played_on=match.club.today)
            assert_sound(season)
        if draw.random() < withdrawals:
            entry = draw.choice(list(Entry.objects.filter(season=season, left=False).order_by("pk")))
            withdraw_entry(entry=entry, outcome="stand", reason="ill", by=CONSOLE)
        play_all(season, draw)
        assert_sound(season)
        assert_nobody_twice(season, number)
    rounds.finish_round(season=season, number=planned, by=CONSOLE)
    while Round.objects.filter(stage__season=season, state="planned").exists():
        number = begin_round(season)
        play_all(season, draw)
        rounds.finish_round(season=season, number=number, by=CONSOLE)
    assert withdrawals or [rank for rank, _name in list_standings(season)][:2] == [1, 2]
    assert_sound(season)


def play_all(season: Season, draw: Random) -> None:
    """Enter a result for each match without one, until none is left, earlier rounds first."""
    while found := (
        Match.objects.filter(division__season=season, status="scheduled")
        .order_by("round__number", "pk")
        .first()
    ):
        sheet = WINS[draw.randrange(2)]
        enter_result(found, sheet, base=found.revision, played_on=found.club.today)


def assert_nobody_twice(season: Season, number: int) -> None:
    for each in range(1, number + 1):
        seats = Seat.objects.filter(match__division__season=season, match__round__number=each, match__leg=1)
        seated = list(seats.exclude(match__status="void").values_list("entry", flat=True))
        resting = list(
            Bye.objects.filter(round__stage__season=season, round__number=each).values_list(
                "entry", flat=True
            )
        )
        assert len({*seated, *resting}) == len([*seated, *resting])
