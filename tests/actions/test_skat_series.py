"""Three series of Skat with four teams, from registration to the ranking of teams, against a table of our own.

The expected table is worked out here by other code, from the text of the rules:
docs/reference/scoring.md, International Skat: Seeger-Fabian; docs/reference/ranking.md, Teams. A game of diamonds with
k matadors is worth 9 x (k + 1), and a lost one costs twice as much; a total is game points + 50 x (won - lost), and 40
or 30 for each game that others at the table have lost.
"""

import json
import re
from collections import defaultdict
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from league.actions.club import create_club, import_club
from league.actions.errors import ActionError
from league.actions.registration import check_in, open_registration, register_players, set_teams
from league.actions.rounds import give_bye, pair_next_round, publish_round
from league.actions.season import open_season
from league.actions.tournament import create_tournament
from league.clubfile.verify import verify_file
from league.models import Club, Entry, Match, Role, Season, Standing
from league.models.match import MatchStatus
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.prizes import list_prizes
from league.rules.standings.tie_breaks import draw_lot
from tests.actions.clubs import make_member
from tests.actions.decisions import withdraw_player
from tests.actions.submissions import enter_result
from tests.actions.tournaments import list_tables, reread
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

SIZES = {"North": 6, "East": 6, "South": 6, "West": 5}
LATE, LEAVES = "North 6", "East 1"
OPTIONS = {"deals": 2, "deals_each": True, "passes_count": True}
RULES = {
    "ranking": ["points", "games_won", "games_lost", "lot"],
    "points": {"figure": "seeger_fabian"},
    "pairing": "score",
    "rounds": 3,
    "promoted": 0,
    "relegated": 0,
    "team_counts": 4,
}
Game = tuple[int, int, bool]  # declarer, matadors, whether it was won


class Evening:
    """What was played, as the writers of the lists would remember it: the games of each table."""

    def __init__(self) -> None:
        self.total: dict[str, int] = defaultdict(int)
        self.won: dict[str, int] = defaultdict(int)
        self.lost: dict[str, int] = defaultdict(int)
        self.threes: dict[str, int] = defaultdict(int)
        self.series: dict[int, dict[str, tuple[int, int, int]]] = defaultdict(dict)

    def add(self, number: int, players: list[str], games: list[Game | None]) -> None:
        for seat, player in enumerate(players):
            own = [game for game in games if game and game[0] == seat]
            won = [9 * (matadors + 1) for _seat, matadors, is_won in own if is_won]
            lost = [18 * (matadors + 1) for _seat, matadors, is_won in own if not is_won]
            by_others = sum(1 for game in games if game and game[0] != seat and not game[2])
            each = {3: 40, 4: 30}[len(players)]
            total = sum(won) - sum(lost) + 50 * (len(won) - len(lost)) + each * by_others
            self.series[number][player] = (total, len(won), len(lost))
            self.total[player] += total
            self.won[player] += len(won)
            self.lost[player] += len(lost)
            self.threes[player] += len(players) == 3

    def get_order(self, player: str) -> tuple[int, int, int]:
        return (-self.total[player], -self.won[player], self.lost[player])


def play_games(seats: int, chance: Random) -> list[Game | None]:
    """Make up a list: at a table of four the dealer sits out; now and then all pass."""
    games: list[Game | None] = []
    for deal in range(2 * seats):
        playing = [seat for seat in range(seats) if seats == 3 or seat != deal % 4]
        game = (chance.choice(playing), chance.randint(1, 4), chance.random() < 0.7)
        games.append(None if chance.random() < 0.1 else game)
    return games


def write_deals(games: list[Game | None]) -> dict[str, Any]:
    return {
        "deals": [
            {"declarer": None}
            if game is None
            else {
                "declarer": game[0],
                "bid": 18,
                "game": "diamonds",
                "matadors": game[1],
                "points": 70 if game[2] else 50,
            }
            for game in games
        ]
    }


def write_sums(games: list[Game | None], seats: int) -> dict[str, Any]:
    sums: dict[str, Any] = {name: [0] * seats for name in ("game_points", "won", "lost")}
    for game in games:
        if game:
            seat, matadors, is_won = game
            sums["game_points"][seat] += 9 * (matadors + 1) * (1 if is_won else -2)
            sums["won" if is_won else "lost"][seat] += 1
    return {"deals": [{**sums, "passed": games.count(None)}]}


@scenario
def played() -> tuple[Season, Evening]:
    """Every other list is entered by its sums."""
    club = create_club(slug="skat", name="Skat Club", zone="Europe/Berlin", by=CONSOLE)
    season = create_tournament(
        club=club,
        name="Skat Evening",
        game="international-skat",
        options=OPTIONS,
        rules=RULES,
        names=[],
        by=CONSOLE,
    )
    open_registration(season=season, by=CONSOLE)
    names = [f"{team} {number}" for team, size in SIZES.items() for number in range(1, size + 1)]
    register_players(season=reread(season), names=names, by=CONSOLE)
    registered = {row.player.name: row.player.key for row in season.registrations.select_related("player")}
    teams = {registered[name]: name.split()[0] for name in names}
    set_teams(season=reread(season), teams=teams, by=CONSOLE)
    for key in registered.values():
        check_in(season=reread(season), player=key, by=CONSOLE)
    Season.objects.filter(pk=season.pk).update(draw_seed=23)
    open_season(season=reread(season), by=CONSOLE)
    evening, chance = Evening(), Random(5)
    give_bye(season=reread(season), number=1, player=registered[LATE], kind="zero", by=CONSOLE)
    for number, there in ((1, 22), (2, 23), (3, 22)):
        if number == 3:
            withdraw_player(registered[LEAVES], reread(season))
        pair_next_round(season=reread(season), by=CONSOLE)
        publish_round(season=reread(season), number=number, by=CONSOLE)
        tables = list_tables(season, number)
        assert sum(map(len, tables)) == there and sorted({*map(len, tables)}) == [3, 4]
        assert [len(table) for table in tables].count(3) == -there % 4
        waiting = Match.objects.filter(round__stage__season=season, status=MatchStatus.SCHEDULED)
        for place, (match, players) in enumerate(zip(waiting.order_by("table"), tables, strict=True)):
            games = play_games(len(players), chance)
            sheet = write_sums(games, len(players)) if place % 2 else write_deals(games)
            enter_result(match, sheet, played_on=match.club.today)
            evening.add(number, players, games)
    return reread(season), evening


def test_ranking_is_that_of_the_lists_with_ties_by_games_and_lot(played: tuple[Season, Evening]) -> None:
    season, evening = played
    lots = {player: draw_lot(season.draw_seed, player) for player in evening.total}
    right = sorted(lots, key=lambda player: lots[player], reverse=True)
    right.sort(key=evening.get_order)
    rows = Standing.objects.filter(entry__season=season, played__gt=0).order_by("rank")
    ranked = [
        (row.entry.player.key, row.points, row.figures["games_won"], row.figures["games_lost"])
        for row in rows
    ]
    assert ranked == [
        (player, evening.total[player], evening.won[player], evening.lost[player]) for player in right
    ]
    assert len(ranked) == 23


def test_teams_are_ranked_by_their_best_four(played: tuple[Season, Evening], client: Client) -> None:
    season, evening = played
    best: dict[str, list[str]] = defaultdict(list)
    for entry in Entry.objects.filter(season=season).select_related("player"):
        best[entry.team].append(entry.player.key)
    assert sorted(map(len, best.values())) == [5, 6, 6, 6]
    right = []
    for team, players in best.items():
        counted = sorted(players, key=evening.get_order)[:4]
        sums = [sum(of[player] for player in counted) for of in (evening.total, evening.won, evening.lost)]
        right.append((-sums[0], -sums[1], sums[2], team))
    expected = [(team, -points, -won, lost) for points, won, lost, team in sorted(right)]
    page = client.get("/skat/skat-evening/1/teams/")
    table = page.context["table"]
    assert [(row.team, *row.values) for row in table.rows] == expected
    assert [row.rank for row in table.rows] == [1, 2, 3, 4]
    assert "The best 4 of each team count." in text(page) and "Not counted:" in text(page)


def test_prizes_of_clubs_follow_and_say_which_lists_they_leave_out(
    played: tuple[Season, Evening], client: Client
) -> None:
    season, evening = played
    prizes = {str(prize.title): prize.winners for prize in list_prizes(season, reader=AnonymousUser())}
    left = Entry.objects.get(season=season, left=True).player.key
    net = {player: evening.won[player] - evening.lost[player] for player in evening.total if player != left}
    most = max(net.values())
    assert {(key, value) for key, _name, value in prizes["Most: Net games"]} == {
        (player, most) for player, games in net.items() if games == most
    }
    [(_key, _name, best), *_others] = prizes["Most: Best deal. Sheets of sums are left out"]
    assert best == 45  # diamonds with four
    assert "Most: Best Seeger-Fabian of a session" in text(client.get("/skat/skat-evening/1/prizes/"))


def test_teams_never_meet_and_nobody_is_at_a_table_of_three_twice(played: tuple[Season, Evening]) -> None:
    season, evening = played
    teams = dict(Entry.objects.filter(season=season).values_list("player__key", "team"))
    for number in (1, 2, 3):
        for table in list_tables(season, number):
            assert not [pair for pair in combinations(table, 2) if teams[pair[0]] == teams[pair[1]]]
    assert max(evening.threes.values()) == 1


def test_file_holds_the_teams_and_comes_back_byte_by_byte(played: tuple[Season, Evening]) -> None:
    season, _evening = played
    club = season.competition.club
    assert verify_club(club) == []
    content = export_club_file(club)
    assert verify_file(content) == []
    assert b'"team_counts": 4' in content and b'"teams": [' in content
    import_club(content, by=CONSOLE)
    assert export_club_file(Club.objects.get(slug="skat")) == content
    document = json.loads(content)
    document["competitions"][0]["seasons"][0]["report"]["teams"][0]["points"] += 1
    [difference] = verify_file(json.dumps(document).encode())
    assert difference.path == "competitions.0.seasons.0.report.teams.0.points"


def test_pages_of_the_evening_tell_how_it_is_played(played: tuple[Season, Evening], client: Client) -> None:
    standings = text(client.get("/skat/skat-evening/1/"))
    assert "Teams" in standings and "Games won" in standings
    rules = text(client.get("/skat/skat-evening/rules/"))
    assert (
        "The tables of the first are drawn by lot" in rules
        and "The best 4 of each team count for it." in rules
    )
    assert "Fewest first." in rules


def test_list_that_is_corrected_later_changes_totals_and_no_table(played: tuple[Season, Evening]) -> None:
    season, evening = played
    match = Match.objects.get(round__stage__season=season, round__number=1, table=1)
    seats = list_tables(season, 1)[0]
    before = [list_tables(season, number) for number in (2, 3)]
    games: list[Game | None] = [(1, 1, True), (2, 1, False), *[None] * (2 * len(seats) - 2)]
    enter_result(match, write_deals(games), base=1, why="the list was misread", played_on=match.club.today)
    assert [list_tables(season, number) for number in (2, 3)] == before
    assert verify_club(season.competition.club) == []
    row = Standing.objects.get(entry__season=season, entry__player__key=seats[1])
    assert row.points != evening.total[seats[1]]


def test_each_series_has_its_own_ranking_with_the_totals_so_far_also_as_a_file(
    played: tuple[Season, Evening], client: Client
) -> None:
    _season, evening = played
    for number in (1, 2, 3):
        of_series = evening.series[number]
        right = sorted(
            (
                -total,
                -won,
                lost,
                player,
                sum(evening.series[n].get(player, (0,))[0] for n in range(1, number + 1)),
            )
            for player, (total, won, lost) in of_series.items()
        )
        page = client.get(f"/skat/skat-evening/1/rounds/{number}/")
        table = page.context["series"]
        found = sorted(
            (-row.values[0], -row.values[1], row.values[2], row.player, row.total) for row in table.rows
        )
        assert found == right
        ranks = [1 + sum(other[:3] < own[:3] for other in right) for own in right]
        assert [row.rank for row in table.rows] == ranks
        assert f"Ranking of Series {number}" in text(page)
    lines = client.get("/skat/skat-evening/1/rounds/3/?download=csv").content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Position,Player,Id,Points,Games won,Games lost,Series 1,Series 2,Series 3,Total"
    assert len(lines) == 1 + 22


def test_rounds_are_series_on_every_page_of_the_evening_and_in_its_files(
    played: tuple[Season, Evening],
) -> None:
    season, _evening = played
    club = season.competition.club
    client = log_in(make_member(club, Role.ORGANISER))
    match = Match.objects.filter(round__stage__season=season).order_by("key").first()
    assert match
    of_season = "/skat/skat-evening/1/"
    pages = [
        *(
            f"{of_season}{page}"
            for page in ("", "rounds/2/", "rounds/2/cards/", "matches/", "teams/", "screen/")
        ),
        *(f"{of_season}{page}" for page in ("paper/?round=1", "run/", "results/", "manage/", "check-in/")),
        "/skat/skat-evening/settings/",
        f"/skat/matches/{match.key}/",
        f"/skat/matches/{match.key}/enter/",
    ]
    for page in pages:
        answer = client.get(page, follow=True)
        assert answer.status_code == 200, page
        shown = text(answer)
        found = re.search(r"(?<!go )\b[Rr]ound(s|\b(?! robin)).{30}", shown)
        assert not found, (page, found)
        assert re.search("[Ss]eries", shown) or page.endswith("results/"), page
    rules = text(client.get("/skat/skat-evening/rules/"))  # its rulings are those of all games
    assert "There are 3 series" in rules and "There are 3 rounds" not in rules
    file = client.get(f"{of_season}matches/?download=csv").content.decode("utf-8-sig")
    assert "Series" in file.splitlines()[0] and "Round" not in file
    with pytest.raises(ActionError) as refused:
        pair_next_round(season=season, by=CONSOLE)
    assert [str(problem.message) for problem in refused.value.problems] == ["All 3 series have been paired."]


@pytest.mark.parametrize("counts", [0, 101, "4"])
def test_number_of_players_who_count_has_limits(counts: object) -> None:
    from games import Invalid, get
    from league.rules.rule_checks import parse_rules

    with pytest.raises(Invalid):
        parse_rules({"team_counts": counts}, get("international-skat"))
