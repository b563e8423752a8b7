"""A tournament's rounds: paired, changed by hand, published, played, finished, and each step taken back."""

import json
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from league.actions import proposals, rounds
from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.substitution import substitute_player, substitute_rest_of_season
from league.actions.decisions.void import void_match
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.draft import create_season, name_running
from league.actions.season import close_season
from league.clubfile.verify import verify_file
from league.models import Club, Division, Entry, Event, Match, Player, Round, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.season import explain_standing
from league.rules.explain.standings import step_to_lines
from league.rules.seasons.pairing_records import find_version
from tests.actions.refusals import refusal
from tests.actions.submissions import enter_result
from tests.actions.tournaments import (
    NAMES,
    begin_round,
    get_key,
    list_byes,
    list_points,
    list_tables,
    make_tournament,
    play_round,
    reread,
)
from tests.commands.console import run_on_file
from tests.scenarios import scenario


@scenario
def seven(club: Club) -> Season:
    """A tournament of seven in three rounds, before the first."""
    return make_tournament(club, 7)


def propose(season: Season) -> dict[str, Any]:
    """Pair the next round and return what is proposed for the only division."""
    pairings = rounds.pair_next_round(season=season, by=CONSOLE).pairings
    assert pairings
    proposal: dict[str, Any] = pairings["1"]
    return proposal


def list_states(season: Season) -> list[str]:
    return list(Round.objects.filter(stage__season=season).order_by("number").values_list("state", flat=True))


def test_rounds_are_announced_when_it_opens(seven: Season) -> None:
    assert list_states(seven) == ["planned", "planned", "planned"]
    assert (seven.name, seven.competition.kind) == (
        f"Spring Open {seven.competition.club.today.year}",
        "tournament",
    )
    assert not Match.objects.filter(division__season=seven).exists()


def test_a_tournament_from_the_first_round_to_the_end(seven: Season) -> None:
    met: list[frozenset[str]] = []
    for number in (1, 2, 3):
        assert begin_round(seven) == number
        tables, byes = list_tables(seven, number), list_byes(seven, number)
        assert sorted(len(table) for table in tables) == [2, 2, 2] and len(byes) == 1
        assert [kind for kind, _points in byes.values()] == ["pairing"]
        met += map(frozenset, tables)
        play_round(seven, number)
        assert verify_club(seven.competition.club) == []
    assert len(set(met)) == 9, "nobody meets again"
    rounds.finish_round(season=seven, number=3, by=CONSOLE)
    assert list_states(seven) == ["finished", "finished", "finished"]
    assert sum(list_points(seven).values()) == 3 * 3 * 2 + 3 * 2, "of matches and byes"
    assert refusal(rounds.pair_next_round, season=seven, by=CONSOLE) == [("round", "no-round")]
    close_season(season=reread(seven), by=CONSOLE)
    assert verify_club(seven.competition.club) == []


def test_what_is_exported_is_verified_and_comes_back_the_same(seven: Season) -> None:
    for number in (1, 2):
        begin_round(seven)
        play_round(seven, number)
    rounds.give_bye(season=seven, number=3, player=get_key("Dan Dyer"), kind="half", by=CONSOLE)
    club = seven.competition.club
    content = export_club_file(club)
    assert run_on_file("verify", content).code == 0
    Club.objects.filter(pk=club.pk).update(slug="old")
    assert run_on_file("import_club", content).code == 0
    assert export_club_file(Club.objects.get(slug=club.slug)) == content


def test_changed_seeds_and_pairings_are_found_in_a_file(seven: Season) -> None:
    for number in (1, 2):
        begin_round(seven)
        play_round(seven, number)
    content = json.loads(export_club_file(seven.competition.club))
    [season] = content["competitions"][0]["seasons"]
    tables = season["rounds"][1]["pairings"]["1"]["tables"]
    tables[0]["entries"].reverse()
    [match] = [
        each for each in season["divisions"][0]["matches"] if each["round"] == 2 and each["table"] == 1
    ]
    match["seats"].reverse()
    turned = run_on_file("verify", content)
    assert turned.code == 1 and "rounds.1.pairings.1.tables.0.entries" in turned.out
    entries = season["divisions"][0]["entries"]
    entries[0]["seed"], entries[1]["seed"] = 2, 1
    assert "rounds.0.pairings.1.digest" in run_on_file("verify", content).out


def test_bye_of_another_player_is_found_in_a_file(seven: Season) -> None:
    begin_round(seven)
    content = json.loads(export_club_file(seven.competition.club))
    [season] = content["competitions"][0]["seasons"]
    pairing = season["rounds"][0]["pairings"]["1"]
    player, resting = pairing["tables"][0]["entries"][0], pairing["byes"][0]["entry"]
    [match] = [each for each in season["divisions"][0]["matches"] if each["table"] == 1]
    pairing["tables"][0]["entries"][0] = match["seats"][0] = resting
    pairing["byes"][0]["entry"] = season["rounds"][0]["byes"][0]["entry"] = player
    found = run_on_file("verify", content, "--json").json["differences"]
    place = "competitions.0.seasons.0.rounds.0.pairings.1"
    bye = {"path": f"{place}.byes.0.kind", "claimed": "pairing", "recomputed": None}
    assert found[0]["path"] == f"{place}.tables.0.entries" and found[1] == bye


def test_round_of_a_system_that_is_not_installed_is_passed_over(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = make_tournament(club, 8, pairing="dutch")
    begin_round(season)
    content = json.loads(export_club_file(club))
    [of_file] = content["competitions"][0]["seasons"]
    [match] = [each for each in of_file["divisions"][0]["matches"] if each["table"] == 1]
    of_file["rounds"][0]["pairings"]["1"]["tables"][0]["entries"].reverse()
    match["seats"].reverse()
    written = json.dumps(content).encode()
    place = "competitions.0.seasons.0.rounds.0.pairings.1.tables.0.entries"
    assert [each.path for each in verify_file(written)] == [place]
    monkeypatch.setattr(sys, "path", [each for each in sys.path if not Path(each, "gacrux").exists()])
    find_version.cache_clear()
    assert verify_file(written) == []


def test_byes_count_once_the_round_is_published(seven: Season) -> None:
    rounds.pair_next_round(season=seven, by=CONSOLE)
    assert set(list_points(seven).values()) == {0} and not list_byes(seven, 1)
    rounds.publish_round(season=seven, number=1, by=CONSOLE)
    assert sorted(list_points(seven).values()) == [0] * 6 + [2]
    rounds.unpair_round(season=seven, number=1, by=CONSOLE)
    assert set(list_points(seven).values()) == {0} and not list_byes(seven, 1)
    assert not Match.objects.filter(division__season=seven).exists()


def test_decisions_that_were_undone_stay_when_their_round_is_taken_back(seven: Season) -> None:
    begin_round(seven)
    decision = void_match(
        match=Match.objects.filter(division__season=seven).earliest("table"),
        reason="51 cards",
        by=CONSOLE,
        base=0,
    )
    revoke_decision(decision=decision, by=CONSOLE)
    rounds.unpair_round(season=seven, number=1, by=CONSOLE)
    decision.refresh_from_db()
    assert decision.match is None and decision.reason == "51 cards"
    assert not Match.objects.filter(division__season=seven).exists()
    assert verify_club(seven.competition.club) == []


def test_who_asked_for_a_bye_is_not_paired(seven: Season) -> None:
    dan = get_key("Dan Dyer")
    rounds.give_bye(season=seven, number=1, player=dan, kind="half", by=CONSOLE)
    begin_round(seven)
    assert list_byes(seven, 1) == {dan: ("half", 1)} and len(list_tables(seven, 1)) == 3
    rounds.unpair_round(season=seven, number=1, by=CONSOLE)
    assert list_byes(seven, 1) == {dan: ("half", 1)}, "it stays"
    rounds.give_bye(season=seven, number=1, player=dan, kind="", by=CONSOLE)
    assert not list_byes(seven, 1)


def test_players_change_places_by_hand(seven: Season) -> None:
    proposal = propose(seven)
    first, second = proposal["tables"][0]["entries"][0], proposal["tables"][1]["entries"][1]
    resting = proposal["byes"][0]["entry"]
    proposals.exchange_players(season=seven, number=1, first=first, second=second, by=CONSOLE)
    proposals.exchange_players(season=seven, number=1, first=first, second=resting, by=CONSOLE)
    rounds.publish_round(season=seven, number=1, by=CONSOLE)
    assert list_tables(seven, 1)[0][0] == second and list_byes(seven, 1) == {first: ("pairing", 2)}
    assert verify_club(seven.competition.club) == [], "tables by hand aren't paired again"


def test_a_table_by_hand_says_who_has_met_before(seven: Season) -> None:
    begin_round(seven)
    play_round(seven, 1)
    [first, second], *_others = list_tables(seven, 1)
    proposal = propose(seven)
    number, place = next(
        (number, table["entries"].index(first))
        for number, table in enumerate(proposal["tables"])
        if first in table["entries"]
    )
    neighbour = proposal["tables"][number]["entries"][1 - place]
    proposals.exchange_players(season=seven, number=2, first=neighbour, second=second, by=CONSOLE)
    changed = Round.objects.get(stage__season=seven, number=2).pairings
    assert changed
    reasons = changed["1"]["tables"][number]["reasons"]
    assert [reason["code"] for reason in reasons] == ["by-hand", "repeat"]
    assert reasons[1]["values"]["rounds"] == ["1"]


def test_round_is_not_taken_back_while_a_substitute_is_named_for_one_of_its_matches(seven: Season) -> None:
    begin_round(seven)
    match = Match.objects.filter(division__season=seven).earliest("table")
    zoe = Player.objects.create(club=seven.competition.club, key="zoe", name="Zoe Zander")
    wanted: dict[str, Any] = {"season": seven, "number": 1, "by": CONSOLE}
    given: dict[str, Any] = {"substitute": zoe, "reason": "Is ill", "by": CONSOLE}
    for name in (
        lambda: substitute_player(match=match, seat=0, base=0, **given),
        lambda: substitute_rest_of_season(entry=match.seats.earliest("number").entry, **given),
    ):
        named = name()
        assert refusal(rounds.unpair_round, **wanted) == [("round", "has-decisions")]
        revoke_decision(decision=named, by=CONSOLE)
    rounds.unpair_round(**wanted)
    assert not Match.objects.filter(division__season=seven).exists()


def test_a_table_by_hand_says_who_is_of_one_team(seven: Season) -> None:
    tables = propose(seven)["tables"]
    first, second = tables[0]["entries"][1], tables[1]["entries"][1]
    Entry.objects.filter(season=seven, player__key__in=[tables[0]["entries"][0], second]).update(team="Red")
    proposals.exchange_players(season=seven, number=1, first=first, second=second, by=CONSOLE)
    changed = Round.objects.get(stage__season=seven, number=1).pairings
    assert changed
    by_table = [[reason["code"] for reason in table["reasons"]] for table in changed["1"]["tables"][:2]]
    assert by_table == [["by-hand", "same-team"], ["by-hand"]]
    assert changed["1"]["tables"][0]["reasons"][1]["values"]["team"] == "Red"


def test_a_table_of_three_is_made_and_broken(club: Club) -> None:
    season = make_tournament(club, 13, game="hucklebuck", kind="standings")
    proposal = propose(season)
    moved = proposal["tables"][0]["entries"][0]
    proposals.move_player(season=season, number=1, player=moved, table=4, by=CONSOLE)
    rounds.publish_round(season=season, number=1, by=CONSOLE)
    assert [len(table) for table in list_tables(season, 1)] == [3, 3, 3, 4]
    assert list_tables(season, 1)[3][-1] == moved
    play_round(season, 1)
    begin_round(season)
    assert verify_club(season.competition.club) == []


def test_a_player_is_moved_only_from_a_round_to_one_of_its_tables(seven: Season) -> None:
    proposal = propose(seven)
    there = proposal["tables"][0]["entries"][0]
    beyond = len(proposal["tables"]) + 2
    for player, table in (("nobody", 1), (there, 0), (there, beyond)):
        refused = refusal(
            proposals.move_player, season=seven, number=1, player=player, table=table, by=CONSOLE
        )
        assert refused == [("player", "unknown-place")], (player, table)
    assert (Round.objects.get(stage__season=seven, number=1).pairings or {})["1"] == proposal


def test_rounds_of_an_ended_tournament_stay_as_they_are(seven: Season) -> None:
    begin_round(seven)
    play_round(seven, 1)
    close_season(season=reread(seven), missing="void", by=CONSOLE)
    ended, before = reread(seven), list_states(seven)
    for action in (rounds.pair_next_round, lambda **given: rounds.unpair_round(number=1, **given)):
        assert refusal(action, season=ended, by=CONSOLE) == [("season", "not-open")]
    assert list_states(seven) == before


def test_a_table_that_the_game_is_not_played_at_is_not_published(seven: Season) -> None:
    proposal = propose(seven)
    proposals.move_player(
        season=seven, number=1, player=proposal["tables"][0]["entries"][0], table=2, by=CONSOLE
    )
    codes = refusal(rounds.publish_round, season=seven, number=1, by=CONSOLE)
    assert codes == [("", "seats"), ("", "seats")]


def test_a_withdrawal_and_a_late_entry(seven: Season) -> None:
    begin_round(seven)
    play_round(seven, 1)
    bob = Entry.objects.select_related("player", "division__stage", "season__competition__club").get(
        season=seven, player__name="Bob Baker"
    )
    withdraw_entry(entry=bob, outcome="stand", reason="Ill", by=CONSOLE)
    division = Division.objects.select_related("stage", "season__competition__club").get(season=seven)
    late = Player.objects.create(club=seven.competition.club, key="zoe", name="Zoe Zimmer")
    add_late_entry(division=division, player=late, reason="The train was late", by=CONSOLE)
    begin_round(seven)
    seated = {player for table in list_tables(seven, 2) for player in table} | set(list_byes(seven, 2))
    assert "zoe" in seated and bob.player.key not in seated
    play_round(seven, 2)
    assert verify_club(seven.competition.club) == []


def test_a_correction_changes_standings_and_no_pairing(seven: Season) -> None:
    begin_round(seven)
    play_round(seven, 1)
    begin_round(seven)
    before, points = list_tables(seven, 2), list_points(seven)
    match = Match.objects.get(division__season=seven, round__number=1, table=1)
    winner = match.seats.get(outcome="win").number
    sheet = {"deals": [{"bids": [7, 7], "tricks": [13, 14] if winner else [14, 13]}] * 4}
    enter_result(match, sheet, base=match.revision, why="Written the wrong way round")
    assert list_tables(seven, 2) == before and list_points(seven) != points
    assert verify_club(seven.competition.club) == []


REFUSALS = [
    (rounds.publish_round, {"number": 1}, ("round", "round-state")),
    (rounds.unpair_round, {"number": 1}, ("round", "round-state")),
    (rounds.finish_round, {"number": 1}, ("round", "round-state")),
    (rounds.resume_round, {"number": 1}, ("round", "round-state")),
    (rounds.publish_round, {"number": 9}, ("round", "unknown-round")),
    (proposals.exchange_players, {"number": 1, "first": "a", "second": "b"}, ("round", "round-state")),
    (rounds.give_bye, {"number": 1, "player": "nobody", "kind": "half"}, ("player", "not-entered")),
    (rounds.announce_rounds, {"rounds": 0}, ("rounds", "out-of-range")),
    (rounds.announce_rounds, {"rounds": 101}, ("rounds", "out-of-range")),
]


@pytest.mark.parametrize(("action", "arguments", "expected"), REFUSALS)
def test_refusals_before_the_first_round(
    seven: Season, action: Callable[..., object], arguments: dict[str, Any], expected: tuple[str, str]
) -> None:
    events = Event.objects.count()
    assert refusal(action, season=seven, by=CONSOLE, **arguments) == [expected]
    assert Event.objects.count() == events


def test_a_bye_is_of_a_kind_that_can_be_asked_for(seven: Season) -> None:
    ann = get_key(NAMES[0])
    given = {"season": seven, "number": 1, "player": ann, "kind": "pairing", "by": CONSOLE}
    assert refusal(rounds.give_bye, **given) == [("kind", "choice")]


def test_two_organisers_pair_at_once(seven: Season) -> None:
    rounds.pair_next_round(season=seven, by=CONSOLE)
    assert refusal(rounds.pair_next_round, season=seven, by=CONSOLE) == [("round", "paired-already")]


def test_a_round_with_missing_results_is_not_finished(seven: Season) -> None:
    begin_round(seven)
    play_round(seven, 1, tables=[1, 2])
    assert refusal(rounds.finish_round, season=seven, number=1, by=CONSOLE) == [("round", "results-missing")]
    assert refusal(rounds.pair_next_round, season=seven, by=CONSOLE) == [("round", "results-missing")]
    assert refusal(rounds.unpair_round, season=seven, number=1, by=CONSOLE) == [("round", "has-results")]


def test_the_proposal_that_was_shown_is_published(seven: Season) -> None:
    entries = propose(seven)["tables"]
    seen = proposals.compute_proposal_digest(Round.objects.get(stage__season=seven, number=1))
    proposals.exchange_players(
        season=seven, number=1, first=entries[0]["entries"][0], second=entries[1]["entries"][0], by=CONSOLE
    )
    given = {"season": seven, "number": 1, "seen": seen, "by": CONSOLE}
    assert refusal(rounds.publish_round, **given) == [("", "changed-meanwhile")]


def test_rounds_are_announced_and_cancelled(seven: Season) -> None:
    rounds.announce_rounds(season=seven, rounds=5, by=CONSOLE)
    begin_round(seven)
    rounds.announce_rounds(season=seven, rounds=1, by=CONSOLE)
    assert list_states(seven) == ["published"]


def test_a_finished_round_is_resumed_until_the_next_is_paired(seven: Season) -> None:
    begin_round(seven)
    play_round(seven, 1)
    rounds.finish_round(season=seven, number=1, by=CONSOLE)
    rounds.resume_round(season=seven, number=1, by=CONSOLE)
    assert list_states(seven) == ["published", "planned", "planned"]
    rounds.pair_next_round(season=seven, by=CONSOLE)
    assert refusal(rounds.resume_round, season=seven, number=1, by=CONSOLE) == [("round", "later-round")]


def test_a_standing_is_explained_with_byes_and_opponents(seven: Season) -> None:
    for number in (1, 2):
        begin_round(seven)
        play_round(seven, number)
    [resting] = list_byes(seven, 1)
    lines = step_to_lines(explain_standing(seven.competition, resting))
    assert "    Round 1: 2 for a bye" in lines
    assert any(line.startswith("  Buchholz cut 1: ") for line in lines), lines
    [match] = Match.objects.filter(division__season=seven, round__number=2, seats__entry__player__key=resting)
    opponent = match.seats.exclude(entry__player__key=resting).get().player.name
    assert any(line.startswith(f"    Round 2: {opponent} counts ") for line in lines), lines


def test_each_running_has_a_name_of_its_own(club: Club) -> None:
    day = date(2027, 5, 1)
    assert name_running("Spring Open", day, ()) == "Spring Open 2027"
    assert name_running("Cup 2027", day, ()) == "Cup 2027"
    assert name_running("Cup 2027", day, {"cup 2027"}) == "Cup 2027 (2)"
    assert len(name_running("x" * 80, day, ())) <= 80
    season = make_tournament(club, 4)
    close_season(season=season, by=CONSOLE)
    second = create_season(competition=season.competition, by=CONSOLE)
    assert second.name == f"{season.name} (2)" and second.number == 2


def test_who_withdraws_has_no_bye_that_was_asked_for_before(seven: Season) -> None:
    dan = get_key("Dan Dyer")
    rounds.give_bye(season=seven, number=1, player=dan, kind="half", by=CONSOLE)
    entry = Entry.objects.select_related("player", "division__stage", "season__competition__club").get(
        season=seven, player__key=dan
    )
    withdraw_entry(entry=entry, outcome="stand", reason="Ill", by=CONSOLE)
    begin_round(seven)
    assert dan not in list_byes(seven, 1) and list_points(seven)[dan] == 0
    assert verify_club(seven.competition.club) == []


def test_a_round_that_is_void_as_a_whole_still_counts_as_one(club: Club) -> None:
    season = make_tournament(club, 4)
    begin_round(season)
    for match in Match.objects.filter(division__season=season):
        void_match(match=match, reason="The lights went out", by=CONSOLE, base=0)
    begin_round(season)
    play_round(season, 2)
    assert run_on_file("verify", export_club_file(club)).code == 0
    assert begin_round(season) == 3
