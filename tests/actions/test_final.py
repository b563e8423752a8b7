"""Groups and a final: from the draw to the last place, and what is refused."""

import json
from random import Random
from typing import Any

import pytest
from django.db.models import Sum

import games
from games import Invalid
from league.actions.club import import_club
from league.actions.competition import change_competition
from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.errors import ActionError
from league.actions.final import begin_final, undo_final
from league.actions.registration import open_registration, register_players
from league.actions.result import undo_result
from league.actions.rounds import add_leg
from league.actions.season import open_season
from league.actions.tournament import create_tournament
from league.clubfile.reader import read_club_file
from league.clubfile.verify import verify_file
from league.models import Club, Division, Entry, Match, Player, Round, Season, Seat, Standing
from league.models.match import MatchStatus
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.final import plan_final
from league.queries.paired_rounds import find_level_tables
from league.queries.schedule import get_stage_settings
from league.rules.seasons.finalists import list_digests
from league.rules.seasons.groups import divide_into_groups
from league.rules.seasons.tournament_plans import build_rules
from league.rules.snapshot import parse_settings
from league.rules.validation import check_snapshot
from tests.actions.submissions import enter_result
from tests.actions.test_brackets import WINS
from tests.actions.tournaments import begin_round, list_byes, make_tournament, play_round, reread
from tests.clubfile.documents import JSON, encode_document
from tests.scenarios import scenario

NAMES = [f"Player {number:02}" for number in range(1, 17)]
FINAL = {"pairing": "knockout", "from_each": 2, "third_place": True}


@scenario
def sixteen(club: Club) -> Season:
    """Four groups of four, before their first match."""
    return make_tournament(club, names=NAMES, kind="round-robin", groups=4, final=FINAL)


@scenario
def played(sixteen: Season) -> Season:
    play_all(sixteen)
    return reread(sixteen)


def play_all(season: Season) -> int:
    """Enter a made-up sheet for every match without a result, the same in each database; return how many there were."""
    settings = parse_settings(*season.settings)
    waiting = Match.objects.filter(division__season=season, status=MatchStatus.SCHEDULED)
    in_order = waiting.select_related("division__stage", "round")
    matches = list(in_order.order_by("division__level", "round__number", "table"))
    for match in matches:
        division = match.division
        place = (division.stage.number, division.level, match.round.number, match.table, match.leg)
        assert settings.game.plausible
        sheet = settings.game.plausible(settings.options, match.seats.count(), Random(repr(place)))
        enter_result(match, sheet, played_on=match.club.today)
    return len(matches)


def play_final(season: Season) -> None:
    """Pair and play the rounds of the final until none is left; who is level plays on."""
    while Round.objects.filter(stage__season=season, stage__number=2, state="planned").exists():
        play_round_of_final(season, begin_round(reread(season)))


def play_round_of_final(season: Season, number: int) -> None:
    chosen = Round.objects.get(stage__season=season, stage__number=2, number=number)
    play_all(season)
    while level := find_level_tables(chosen, get_stage_settings(reread(season))):
        for table in level:
            add_leg(season=season, number=number, table=table, by=CONSOLE)
        play_all(season)


def list_groups(season: Season) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name, player in season.entries.order_by("division", "seed").values_list(
        "division__name", "player__name"
    ):
        groups.setdefault(name, []).append(player)
    return groups


def test_players_are_divided_by_seed_when_it_is_made(sixteen: Season) -> None:
    groups = list_groups(sixteen)
    assert list(groups) == ["Group A", "Group B", "Group C", "Group D"]
    assert groups["Group A"] == ["Player 01", "Player 08", "Player 09", "Player 16"]
    assert sixteen.divisions.filter(matches__isnull=False).distinct().count() == 4


def test_the_best_of_each_group_go_on_to_the_last_tie(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    season = reread(played)
    final = Entry.objects.filter(season=season, stage__number=2).order_by("seed")
    assert final.count() == 8
    first = {
        entry.player_id: (entry.division_id, entry.standing.rank)
        for entry in Entry.objects.filter(season=season, stage__number=1).select_related("standing")
    }
    assert {first[entry.player_id][1] for entry in final[:4]} == {1}
    assert {first[entry.player_id][1] for entry in final[4:]} == {2}
    begin_round(season)
    of_final = Match.objects.filter(division__stage__number=2)
    for match in of_final:
        assert len({first[seat.player_id][0] for seat in match.seats.all()}) == 2  # of two groups
    assert of_final.count() == 4
    play_round_of_final(season, 1)
    play_final(season)
    standings = Standing.objects.filter(entry__stage__number=2).order_by("rank")
    assert [standing.rank for standing in standings][:4] == [1, 2, 3, 4]
    assert verify_club(season.competition.club) == []


def test_export_and_import_keep_the_final_and_verify_finds_a_changed_advance(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    begin_round(played)
    play_all(reread(played))
    club = played.competition.club
    content = export_club_file(club)
    assert verify_club(club) == [] and verify_file(content) == []
    assert not any(import_club(content, by=CONSOLE).changed.values())
    written = json.loads(content)
    season = written["competitions"][0]["seasons"][0]
    first, second = season["finalists"]["players"][:2]
    entries = season["divisions"][4]["entries"]
    first["player"], second["player"] = second["player"], first["player"]
    by_seed = {entry["seed"]: entry for entry in entries}
    by_seed[1]["player"], by_seed[2]["player"] = by_seed[2]["player"], by_seed[1]["player"]
    found = [difference.path for difference in verify_file(json.dumps(written).encode())]
    assert "competitions.0.seasons.0.finalists.players.0.player" in found
    del season["finalists"]
    with pytest.raises(Invalid) as refused:
        verify_file(json.dumps(written).encode())
    assert refused.value.problems[0].code == "no-final"


def refusal(action: Any, **arguments: Any) -> list[tuple[str, str]]:
    with pytest.raises(ActionError) as refused:
        action(**arguments)
    return [(problem.path, problem.code) for problem in refused.value.problems]


def test_the_final_waits_for_every_result_of_the_groups(sixteen: Season) -> None:
    assert refusal(begin_final, season=sixteen, by=CONSOLE) == [("season", "results-missing")]
    assert refusal(undo_final, season=sixteen, by=CONSOLE) == [("season", "final-not-begun")]


def test_the_final_of_a_swiss_waits_for_its_rounds(club: Club) -> None:
    season = make_tournament(club, 8, rounds=2, final={"pairing": "knockout", "from_each": 4})
    begin_round(season)
    play_round(season, 1)
    assert refusal(begin_final, season=season, by=CONSOLE) == [("season", "rounds-left")]
    begin_round(season)
    play_round(season, 2)
    begin_final(season=reread(season), by=CONSOLE)
    begin_round(reread(season))
    paired = Match.objects.filter(division__stage__number=2).order_by("table")
    assert [match.division.name for match in paired] == ["Final", "Final"]


def test_a_final_for_which_too_few_are_left_is_refused(club: Club) -> None:
    final = {"pairing": "knockout", "from_each": 1}
    season = make_tournament(club, 8, kind="round-robin", groups=2, final=final)
    play_all(season)
    entries = Entry.objects.select_related("player", "division__stage", "season__competition__club")
    for entry in entries.filter(season=season, division__level=2):
        withdraw_entry(entry=entry, outcome="stand", reason="Ill", by=CONSOLE)
    assert [problem.code for problem in plan_final(reread(season)).problems] == ["bracket-size"]
    assert refusal(begin_final, season=season, by=CONSOLE) == [("final", "bracket-size")]


def test_nobody_begins_it_twice_or_by_standings_that_were_not_shown(played: Season) -> None:
    assert refusal(begin_final, season=played, by=CONSOLE, seen="other") == [("", "changed-meanwhile")]
    begin_final(season=played, by=CONSOLE, seen=plan_final(played).digest)
    assert refusal(begin_final, season=played, by=CONSOLE) == [("season", "final-begun")]


def test_beginning_is_undone_until_a_round_of_it_is_paired(played: Season) -> None:
    before = plan_final(played)
    begin_final(season=played, by=CONSOLE)
    undo_final(season=played, by=CONSOLE)
    assert not Entry.objects.filter(stage__number=2).exists()
    assert plan_final(reread(played)).digest == before.digest
    begin_final(season=reread(played), by=CONSOLE)
    begin_round(reread(played))
    assert refusal(undo_final, season=played, by=CONSOLE) == [("season", "final-paired")]


def test_the_final_is_begun_while_the_tournament_is_open(club: Club) -> None:
    rules = build_rules(games.get("skuck"), "round-robin", 3) | {"groups": 4, "final": FINAL}
    draft = create_tournament(club=club, name="Draft", game="skuck", rules=rules, names=NAMES, by=CONSOLE)
    assert refusal(begin_final, season=reread(draft), by=CONSOLE) == [("season", "not-open")]


def test_a_tournament_without_a_final_has_none(club: Club) -> None:
    season = make_tournament(club, 4, kind="round-robin")
    assert refusal(begin_final, season=season, by=CONSOLE) == [("season", "no-final")]


def test_who_has_withdrawn_is_passed_over(played: Season) -> None:
    best = plan_final(played).finalists[0].player
    entry = played.entries.select_related("player", "division__stage", "season__competition").get(
        player__key=best
    )
    withdraw_entry(entry=entry, outcome="stand", reason="ill", by=CONSOLE)
    finalists = plan_final(played).finalists
    assert best not in {finalist.player for finalist in finalists}
    assert len(finalists) == 8


def test_who_withdraws_from_the_final_gives_the_opponent_a_walkover(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    season = reread(played)
    entries = Entry.objects.select_related("player", "division__stage", "season__competition")
    entry = entries.get(season=season, stage__number=2, seed=1)
    withdraw_entry(entry=entry, outcome="stand", reason="ill", by=CONSOLE)
    begin_round(season)
    assert list_byes(season, 1) == {entries.get(stage__number=2, seed=8).player.key: ("pairing", 2)}


def test_nobody_comes_in_late_once_the_final_has_begun(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    late = Player.objects.create(club=played.competition.club, key="late", name="Late Comer")
    for division in Division.objects.filter(season=played).select_related("stage"):
        assert refusal(add_late_entry, division=division, player=late, reason="", by=CONSOLE) == [
            ("", "final-begun")
        ]


def test_a_correction_in_a_group_leaves_the_final_as_it_is(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    before = list(
        Entry.objects.filter(stage__number=2).order_by("seed").values_list("player__key", flat=True)
    )
    match = Match.objects.filter(division__stage__number=1, division__level=1).first()
    assert match
    sheet = {"deals": [{"bids": [13, 13], "tricks": [14, 13]}] * 4}
    enter_result(match, sheet, base=match.revision, played_on=match.club.today)
    after = list(Entry.objects.filter(stage__number=2).order_by("seed").values_list("player__key", flat=True))
    assert after == before
    assert verify_club(played.competition.club) == []


def test_players_who_register_are_divided_when_it_starts(club: Club) -> None:
    rules = build_rules(games.get("skuck"), "round-robin", 3) | {
        "groups": 3,
        "draw_groups": True,
        "final": FINAL,
    }
    season = create_tournament(club=club, name="Open", game="skuck", rules=rules, names=(), by=CONSOLE)
    open_registration(season=season, by=CONSOLE)
    register_players(season=season, names=NAMES[:11], by=CONSOLE)
    open_season(season=reread(season), by=CONSOLE)
    groups = list_groups(reread(season))
    assert [len(group) for group in groups.values()] == [4, 4, 3]
    assert {group[0] for group in groups.values()} == set(NAMES[:3])  # one of each pot
    drawn = divide_into_groups(NAMES[:11], 3)
    assert sorted(map(sorted, groups.values())) != sorted(map(sorted, drawn))


def test_others_play_a_b_final(club: Club) -> None:
    final = {"pairing": "double-elimination", "from_each": 1, "best_of_rest": 1, "b_final": True}
    season = make_tournament(club, names=NAMES[:9], kind="round-robin", groups=3, final=final)
    play_all(season)
    begin_final(season=reread(season), by=CONSOLE)
    sizes = {name: len(players) for name, players in list_groups(reread(season)).items()}
    assert sizes["Final"] == 4 and sizes["B final"] == 5
    play_final(reread(season))
    winners = Standing.objects.filter(entry__stage__number=2, rank=1)
    assert winners.count() == 2


def test_a_final_is_drawn_anew_in_each_round_and_its_losers_play_a_consolation(club: Club) -> None:
    final = {"pairing": "knockout", "from_each": 2, "reseeding": True, "consolation": True}
    season = make_tournament(club, names=NAMES, kind="round-robin", groups=4, final=final)
    play_all(season)
    begin_final(season=reread(season), by=CONSOLE)
    entries = Entry.objects.filter(season=season, stage__number=2)
    play_round_of_final(season, begin_round(reread(season)))
    points = entries.filter(seats__match__round__number=1).annotate(points=Sum("seats__points"))
    in_order = points.order_by("-points", "seed").values_list("seed", flat=True)
    winners, losers = (sorted(part) for part in (in_order[:4], in_order[4:]))
    begin_round(reread(season))
    tables: dict[int, list[int]] = {}
    for table, seed in (
        Seat.objects.filter(match__round__number=2, entry__in=entries)
        .order_by("entry__seed")
        .values_list("match__table", "entry__seed")
    ):
        tables.setdefault(table, []).append(seed)
    drawn = [[part[0], part[3]] for part in (winners, losers)] + [
        [part[1], part[2]] for part in (winners, losers)
    ]
    assert sorted(tables.values()) == sorted(drawn)
    play_round_of_final(season, 2)
    play_final(reread(season))
    assert Standing.objects.filter(entry__in=entries, rank=1).count() == 1
    assert verify_club(club) == []
    before = export_club_file(club)
    assert json.loads(before)["competitions"][0]["rules"]["final"] == final | {"best_of_rest": 0}


def test_correction_in_the_final_lets_others_go_on(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    season = reread(played)
    begin_round(season)
    play_all(season)
    first = get_final_round(season, 1)
    while level := find_level_tables(first, get_stage_settings(season)):
        add_leg(season=season, number=1, table=level[0], by=CONSOLE)
        play_all(season)
    begin_round(season)
    before = list_pairs(season, 2)
    match = Match.objects.filter(round=first).order_by("table", "-leg")[0]
    winner = match.seats.order_by("-points").values_list("number", flat=True)[0]
    enter_result(match, WINS[1 - winner], base=1, why="Wrong", played_on=match.club.today)
    after = list_pairs(season, 2)
    assert len(after) == len(before) == 2 and len(after - before) == 1
    assert verify_club(match.club) == []
    undo_result(match=match, by=CONSOLE, base=2)
    assert list_pairs(season, 2) == before
    assert verify_club(match.club) == []


def get_final_round(season: Season, number: int) -> Round:
    return Round.objects.get(stage__season=season, stage__number=2, number=number)


def list_pairs(season: Season, number: int) -> set[frozenset[int]]:
    """Return who meets in a round of the final."""
    matches = Match.objects.filter(round=get_final_round(season, number))
    return {frozenset(match.seats.values_list("player", flat=True)) for match in matches}


def test_groups_are_made_anew_where_the_rules_of_a_draft_change(club: Club) -> None:
    rules = build_rules(games.get("skuck"), "round-robin", 3) | {"groups": 4}
    season = create_tournament(club=club, name="Open", game="skuck", rules=rules, names=NAMES, by=CONSOLE)
    for groups, sizes in ((2, [8, 8]), (None, [16]), (16, [16]), (5, [3, 3, 3, 3, 4])):
        change_competition(
            competition=season.competition, name="Open", rules=rules | {"groups": groups}, by=CONSOLE
        )
        season.refresh_from_db()
        assert [len(group) for group in list_groups(season).values()] == sizes


def test_a_final_of_one_is_refused_before_it_starts(club: Club) -> None:
    rules = build_rules(games.get("skuck"), "round-robin", 3) | {"final": FINAL | {"from_each": 1}}
    season = create_tournament(club=club, name="Open", game="skuck", rules=rules, names=NAMES, by=CONSOLE)
    assert refusal(open_season, season=reread(season), by=CONSOLE) == [("rules.final", "bracket-size")]


def test_decisions_about_finalists_are_undone_before_the_final_is(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    entries = Entry.objects.select_related("player", "division__stage", "season__competition")
    entry = entries.get(season=played, stage__number=2, seed=1)
    decision = withdraw_entry(entry=entry, outcome="stand", reason="ill", by=CONSOLE)
    assert refusal(undo_final, season=played, by=CONSOLE) == [("season", "final-decisions")]
    revoke_decision(decision=decision, by=CONSOLE)
    undo_final(season=played, by=CONSOLE)
    assert not Entry.objects.filter(stage__number=2).exists()


def test_the_last_round_before_a_final_is_finished_by_it(club: Club) -> None:
    season = make_tournament(club, 8, rounds=1, final={"pairing": "knockout", "from_each": 4})
    begin_round(season)
    play_round(season, 1)
    begin_final(season=season, by=CONSOLE)
    assert Round.objects.get(stage__season=season, stage__number=1).state == "finished"
    content = export_club_file(club)
    assert verify_file(content) == []


def test_more_or_fewer_finalists_than_the_rules_let_go_on_are_found_in_a_file(club: Club) -> None:
    season = make_tournament(club, 8, rounds=1, final={"pairing": "knockout", "from_each": 4})
    begin_round(season)
    play_round(season, 1)
    begin_final(season=season, by=CONSOLE)
    written = json.loads(export_club_file(club))
    of_file = written["competitions"][0]["seasons"][0]
    stored = [finalist["player"] for finalist in of_file["finalists"]["players"]]
    fifth = Standing.objects.get(entry__season=season, entry__stage__number=1, rank=5).entry.player.key
    cases: list[tuple[int, list[tuple[int, str | None, str | None]]]] = [
        (5, [(4, None, fifth)]),
        (1, [(number, player, None) for number, player in enumerate(stored)]),  # which is no bracket
    ]
    for from_each, differences in cases:
        written["competitions"][0]["rules"]["final"]["from_each"] = from_each
        of_file["finalists"]["digest"] = compute_right_digest(written)
        found = [(each.path, each.claimed, each.recomputed) for each in verify_file(encode_document(written))]
        place = "competitions.0.seasons.0.finalists.players"
        assert found == [(f"{place}.{number}.player", *both) for number, *both in differences], from_each


def compute_right_digest(document: JSON) -> str:
    """Return the digest of a file's finalists as it follows from its groups and rules."""
    snapshot, _problems = read_club_file(encode_document(document))
    assert snapshot
    [season] = snapshot.seasons
    [(_stored, right)] = list_digests(check_snapshot(snapshot.resolve_settings(), [season]), season)
    return right


def test_a_file_from_before_the_final_leaves_it(played: Season) -> None:
    club = played.competition.club
    before = export_club_file(club)
    begin_final(season=played, by=CONSOLE)
    import_club(before, by=CONSOLE, recompute=True)
    assert reread(played).finalists
    assert verify_club(club) == []
