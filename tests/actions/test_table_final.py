"""Groups at tables of four and a final at tables: to its winner, its seeds, and what is refused."""

import json

from django.test import Client

import games
from league.actions import rounds
from league.actions.club import import_club
from league.actions.errors import ActionError
from league.actions.final import begin_final, undo_final
from league.actions.result import undo_result
from league.actions.season import close_season, open_season
from league.actions.tournament import create_tournament
from league.clubfile.verify import verify_file
from league.models import Club, Entry, Match, Round, Season, Seat, Standing
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.final import plan_final
from league.rules.seasons.tournament_plans import build_rules
from tests.actions.refusals import refusal
from tests.actions.test_final import list_groups, play_all
from tests.actions.test_table_corrections import correct
from tests.actions.tournaments import begin_round, make_tournament, reread
from tests.scenarios import scenario
from tests.web.sheets import text

NAMES = [f"Player {number:02}" for number in range(1, 25)]
FINAL = {"pairing": "table-knockout", "from_each": 2}
PAGE = "/riverside/spring-open/1/"


def make_groups(club: Club, players: int, groups: int, **final: object) -> Season:
    """Groups at tables of Hucklebuck, for four at a table, in two rounds, all played."""
    season = make_tournament(
        club,
        rounds=2,
        names=NAMES[:players],
        game="hucklebuck",
        kind="even",
        groups=groups,
        final=FINAL | final,
    )
    for _round in range(2):
        begin_round(reread(season))
        play_all(reread(season))
    return reread(season)


@scenario
def played(club: Club) -> Season:
    """Four groups of six, of each of which two go on."""
    return make_groups(club, 24, 4)


def list_final_tables(season: Season, number: int) -> list[list[str]]:
    """Return the groups' names of the players at each table of a round of the final."""
    groups = {player: name for name, players in list_groups_of_first(season).items() for player in players}
    matches = Match.objects.filter(round__stage__season=season, round__stage__number=2, leg=1)
    return [
        [groups[seat.entry.player.name] for seat in match.seats.select_related("entry__player")]
        for match in matches.filter(round__number=number).order_by("table")
    ]


def list_groups_of_first(season: Season) -> dict[str, list[str]]:
    return {name: players for name, players in list_groups(season).items() if name.startswith("Group")}


def play_round_of_final(season: Season, number: int) -> None:
    """Play a round of the final; where it is level who goes on, add matches until it is not."""
    play_all(reread(season))
    for _turn in range(20):
        try:
            rounds.finish_round(season=reread(season), number=number, by=CONSOLE)
        except ActionError as refused:
            [problem] = refused.problems
            assert problem.code == "tie-level"
            table = int(str(problem.message.values["table"]))
            rounds.add_leg(season=season, number=number, table=table, by=CONSOLE)
            play_all(reread(season))
        else:
            return


def test_the_first_of_groups_at_tables_play_a_final_to_its_winner(played: Season, client: Client) -> None:
    begin_final(season=played, by=CONSOLE, seen=plan_final(played).digest)
    planned = Round.objects.filter(stage__season=played, stage__number=2)
    assert planned.count() == 2
    assert begin_round(reread(played)) == 1
    groups = ["Group A", "Group B", "Group C", "Group D"]
    assert [sorted(table) for table in list_final_tables(played, 1)] == [groups, groups]
    play_round_of_final(played, 1)
    page = text(client.get(PAGE + "bracket/"))
    assert page.count("goes on") == 4 and "Group D" in page and "Last table" in page
    assert begin_round(reread(played)) == 2
    assert [len(table) for table in list_final_tables(played, 2)] == [4]
    play_round_of_final(played, 2)
    ranked = Standing.objects.filter(entry__season=played, entry__stage__number=2).order_by("rank")
    assert ranked.count() == 8 and [standing.rank for standing in ranked[:2]] == [1, 2]
    last = Entry.objects.filter(seats__match__round__number=2, stage__number=2).distinct()
    assert {standing.entry_id for standing in ranked[:4]} == set(last.values_list("pk", flat=True))
    assert "wins" in text(client.get(PAGE + "bracket/"))
    winner = ranked.select_related("entry__player")[0].entry.player
    assert "Rounds survived: 1." in text(client.get(f"{PAGE}why/{winner.key}/"))
    close_season(season=reread(played), by=CONSOLE)
    club = played.competition.club
    assert verify_club(club) == []
    written = export_club_file(club)
    assert verify_file(written) == []
    copy = written.replace(b'"riverside"', b'"copy"', 1)
    import_club(copy, by=CONSOLE)
    assert export_club_file(Club.objects.get(slug="copy")) == copy


def test_a_changed_advance_is_found(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    written = json.loads(export_club_file(played.competition.club))
    season = written["competitions"][0]["seasons"][0]
    first, second = season["finalists"]["players"][:2]
    by_seed = {entry["seed"]: entry for entry in season["divisions"][4]["entries"]}
    first["player"], second["player"] = second["player"], first["player"]
    by_seed[1]["player"], by_seed[2]["player"] = by_seed[2]["player"], by_seed[1]["player"]
    found = [difference.path for difference in verify_file(json.dumps(written).encode())]
    assert "competitions.0.seasons.0.finalists.players.0.player" in found


def test_beginning_is_undone_until_a_round_of_it_is_paired(played: Season) -> None:
    before = plan_final(played)
    begin_final(season=played, by=CONSOLE)
    undo_final(season=played, by=CONSOLE)
    assert not Entry.objects.filter(stage__number=2).exists()
    assert plan_final(reread(played)).digest == before.digest
    begin_final(season=reread(played), by=CONSOLE)
    begin_round(reread(played))
    assert refusal(undo_final, season=played, by=CONSOLE) == [("season", "final-paired")]


def test_who_fits_at_one_table_plays_one(club: Club) -> None:
    season = make_groups(club, 12, 2)
    begin_final(season=season, by=CONSOLE)
    assert begin_round(reread(season)) == 1
    assert [len(table) for table in list_final_tables(season, 1)] == [4]
    play_round_of_final(season, 1)
    assert not Round.objects.filter(stage__season=season, stage__number=2).exclude(state="finished").exists()
    assert Standing.objects.filter(entry__stage__number=2, rank=1).count() == 1
    assert verify_club(club) == []


def test_others_play_a_b_final_with_more_tables(club: Club) -> None:
    season = make_groups(club, 12, 2, b_final=True, go_on=1, tie_key="score")
    begin_final(season=season, by=CONSOLE)
    sizes = {name: len(players) for name, players in list_groups(reread(season)).items()}
    assert sizes["Final"] == 4 and sizes["B final"] == 8
    while Round.objects.filter(stage__season=season, stage__number=2, state="planned").exists():
        play_round_of_final(season, begin_round(reread(season)))
    winners = Standing.objects.filter(entry__stage__number=2, rank=1)
    assert winners.count() == 2
    assert verify_club(club) == []


def test_a_tournament_whose_final_fills_no_table_is_not_opened(club: Club) -> None:
    rules = build_rules(games.get("hucklebuck"), "even", 2) | {"groups": 2, "final": FINAL | {"from_each": 1}}
    season = create_tournament(
        club=club, name="Spring Open", game="hucklebuck", rules=rules, names=NAMES[:12], by=CONSOLE
    )
    assert refusal(open_season, season=reread(season), by=CONSOLE) == [("rules.final", "bracket-size")]


def test_a_correction_in_the_final_seats_others(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    begin_round(reread(played))
    play_round_of_final(played, 1)
    begin_round(reread(played))
    club = played.competition.club

    def list_seated() -> set[str]:
        seats = Seat.objects.filter(match__round__stage__number=2, match__round__number=2)
        return set(seats.values_list("entry__player__key", flat=True))

    before = list_seated()
    match = Match.objects.filter(round__stage__number=2, round__number=1, leg=1).order_by("table")[0]
    keys = match.seats.order_by("number").values_list("entry__player__key", flat=True)
    places = iter((3, 4)), iter((1, 2))  # who has gone on comes last
    correct(match, *(next(places[key not in before]) for key in keys))
    assert len(list_seated() & before) == 2 and len(list_seated()) == 4
    assert verify_club(club) == []
    undo_result(match=match, by=CONSOLE, base=2)
    assert list_seated() == before
    assert verify_club(club) == []
