"""A league ranked by one of its game's own figures, from its file to the next season."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import uuid4

import pytest

import games
from games import registry
from league.actions.result import submit_result
from league.models import Competition, Match, Seat, Standing
from league.principals import CONSOLE
from league.rules.standings.totals import BID_KEYS
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    replace_at,
)
from tests.commands.console import collect_import_errors, import_document, run_command, run_export, run_report
from tests.rules.bramble_game import RANKING, STANDINGS, build_bramble_club, get_installed_games
from tests.rules.table_club import build_hands
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"
SEASON = "competitions.0.seasons.0"
REPORTED_KEYS = ("player", "decided_by")
RANKED_GAMES = [game for game in games.installed() if any(figure.ranks for figure in game.figures)]


@pytest.fixture
def bramble_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_load_games", get_installed_games)


def list_standings_rows(told: Any) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in REPORTED_KEYS) for row in told["divisions"][0]["standings"]]


def fetch_figures() -> dict[str, Any]:
    """Return the game's own figures of every standing, by player id."""
    return {
        player: {key: value for key, value in figures.items() if key not in BID_KEYS}
        for player, figures in Standing.objects.values_list("entry__player__key", "figures")
    }


def build_expected_figures() -> dict[str, Any]:
    return {player: dict(zip(RANKING, worth, strict=False)) for player, *worth, _by in STANDINGS}


def test_report_is_ranked_by_it_and_it_is_kept(bramble_installed: None) -> None:
    import_document(build_bramble_club())
    assert list_standings_rows(run_report(LEAGUE)) == [(row[0], row[-1]) for row in STANDINGS]
    expected = build_expected_figures()
    assert fetch_figures() == expected
    assert run_command("verify", "club").code == 0


def test_file_that_comes_out_comes_in_again(bramble_installed: None) -> None:
    with discard_changes():
        import_document(build_bramble_club())
        out = run_export("club")
    document = json.loads(out)
    assert document["competitions"][0]["rules"]["ranking"] == RANKING
    assert [
        row["decided_by"]
        for row in document["competitions"][0]["seasons"][0]["report"]["divisions"][0]["standings"]
    ] == [row[-1] for row in STANDINGS]
    import_document(out)
    assert run_export("club") == out
    assert "changed" not in {kind for kind, counts in import_document(out).items() if counts}


def test_claimed_standings_that_the_figures_do_not_give_are_refused(bramble_installed: None) -> None:
    with discard_changes():
        import_document(build_bramble_club())
        out = run_export("club")
    wrong = json.loads(out)
    place = f"{SEASON}.report.divisions.0.standings.2.decided_by"
    assert collect_import_errors(replace_at(wrong, place, "best-basket")) == [
        f'{place}: The file claims "best-basket", its sheets give "blackberries".'
    ]


def test_kept_figure_that_the_sheets_do_not_give_is_found(bramble_installed: None) -> None:
    import_document(build_bramble_club())
    standing = Standing.objects.get(entry__player__key="bob")
    standing.figures = {"blackberries": 30}
    standing.save()
    assert run_command("verify", "club", "--json").json["differences"] == [
        {"path": f"{SEASON}.divisions.0.entries.1.figures.blackberries", "claimed": 30, "recomputed": 3},
        {"path": f"{SEASON}.divisions.0.entries.1.figures.best-basket", "claimed": None, "recomputed": 2},
    ]


def test_result_that_comes_in_adds_to_it_and_its_correction_takes_back(bramble_installed: None) -> None:
    import_document(build_bramble_club({"id": "m8", "seats": ["ann", "bob", "cleo"], "round": 5}))
    match = Match.objects.get(key="m8")
    best = build_hands((0, 5, 0), (0, 5, 0), (1, 3, 1))  # bob: 13 tricks, and so many points
    submit_result(match=match, sheet=best, by=CONSOLE, key=uuid4(), base=0)
    assert fetch_figures()["bob"] == {"best-basket": 13, "blackberries": 3 + 13}
    assert fetch_figures()["ann"] == {"best-basket": 11, "blackberries": 22 + 1}
    assert fetch_figures()["dev"] == {"best-basket": 11, "blackberries": 12}
    assert list_standings_rows(run_report(LEAGUE))[1] == ("bob", "blackberries")
    corrected = build_hands((5, 0, 0), (5, 0, 0), (3, 1, 1))
    submit_result(match=match, sheet=corrected, by=CONSOLE, key=uuid4(), base=1, why="Wrong way round.")
    assert fetch_figures()["bob"] == {"best-basket": 2, "blackberries": 4}
    assert fetch_figures()["ann"] == {"best-basket": 13, "blackberries": 22 + 13}
    assert run_command("verify", "club").code == 0


def test_standings_as_of_a_day_add_up_what_counted_then(bramble_installed: None) -> None:
    import_document(build_bramble_club())
    report = run_report(
        LEAGUE, "--as-of", "2026-01-06"
    )  # m1 and m2: ann 11, bob 2, cleo 1, dev 1; eva 5, finn 12, gus 3
    order = ["finn", "ann", "eva", "gus", "bob"]
    assert [row["player"] for row in report["divisions"][0]["standings"]][:5] == order


def test_next_season_follows_the_order_and_it_can_be_undone(bramble_installed: None) -> None:
    import_document(build_bramble_club())
    assert run_command("close_season", LEAGUE).code == 0
    made = run_command("roll_over", LEAGUE, "--json").json
    assert made["divisions"][0]["entries"] == [row[0] for row in STANDINGS]
    assert run_command("verify", "club").code == 0
    assert run_command("roll_over", LEAGUE, "--undo").code == 0
    assert list_standings_rows(run_report(LEAGUE)) == [(row[0], row[-1]) for row in STANDINGS]
    assert run_command("verify", "club").code == 0


def test_competition_that_goes_over_to_a_game_without_the_figure_has_to_be_ranked_otherwise(
    bramble_installed: None,
) -> None:
    import_document(build_bramble_club())
    other = build_club(build_competition(game="hucklebuck", rules={"ranking": RANKING}), players="ann")
    assert [line.partition(":")[0] for line in collect_import_errors(other)] == [
        f"competitions.0.rules.ranking.{place}" for place in (0, 1)
    ]
    import_document(build_club(build_competition(game="hucklebuck"), players="ann"))
    assert list_standings_rows(run_report(LEAGUE)) == [
        (row[0], row[-1]) for row in STANDINGS
    ]  # it was opened by its own rules
    assert fetch_figures() == build_expected_figures()
    assert run_command("verify", "club").code == 0


def test_explanation_tells_it_as_a_tree(bramble_installed: None) -> None:
    import_document(build_bramble_club())
    document = run_command("explain", LEAGUE, "finn", "--json").json
    [own] = [step for step in document["because"] if step["what"].startswith("blackberries")]
    assert (own["value"], [step["value"] for step in own["because"]]) == (12, [12, 0, None])


# --- games that bring such a figure


def build_declared_game(seat: int, game: str, points: int) -> dict[str, Any]:
    """Build a deal of skat declared with one matador, at the lowest bid."""
    return {"declarer": seat, "bid": 18, "game": game, "matadors": 1, "points": points}


def test_skat_is_ranked_by_what_is_won_and_lost_beside_the_game_points() -> None:
    """A game won or lost counts 50 points more or less, besides the game points.

    Each opponent of a lost game has 40 points at a table of three, 30 at a table of four.

    m1: ann 24 + 50 + 80 = 154, bob -44 - 48 - 100 = -192, cleo 80. m2: ann 48 + 50, bob 20 + 50, cleo 0, dev
    18 + 50.
    """
    of_three = [
        build_declared_game(0, "clubs", 70),
        build_declared_game(1, "spades", 50),
        build_declared_game(1, "clubs", 59),
    ]
    of_four = [
        build_declared_game(1, "hearts", 80),
        build_declared_game(3, "diamonds", 61),
        build_declared_game(0, "grand", 75),
    ]
    matches = [
        build_played_match("m1", "ann bob cleo", {"deals": of_three}),
        build_played_match("m2", "ann bob cleo dev", {"deals": of_four}),
    ]
    one = build_competition(
        build_season(build_division("ann bob cleo dev", matches)),
        game="international-skat",
        options={"deals": 3},
        rules={"ranking": ["seeger_fabian", "score"], "promoted": 0},
    )
    import_document(build_club(one))
    assert fetch_figures() == {
        player: {"seeger_fabian": total}
        for player, total in {"ann": 252, "bob": -122, "cleo": 80, "dev": 68}.items()
    }
    standings = run_report(LEAGUE)["divisions"][0]["standings"]
    assert [(row["player"], row["score"]) for row in standings] == [
        *(("ann", 72), ("cleo", 0), ("dev", 18), ("bob", -72))
    ]
    assert [row["decided_by"] for row in standings] == [*["seeger_fabian"] * 3, None]


def sum_figures(figure: games.Figure, values: Sequence[int]) -> int:
    return sum(values) if figure.add == "sum" else max(values)


@pytest.mark.parametrize("game", RANKED_GAMES, ids=lambda game: game.key)
def test_league_of_any_game_is_ranked_by_its_figures(game: games.Game) -> None:
    """Three made-up matches of the same people are scored by the game itself."""
    assert game.plausible
    figures = [figure for figure in game.figures if figure.ranks]
    players = [f"p{number}" for number in range(game.table_size)]
    sheets = [game.plausible(game.Options(), len(players), Random(number)) for number in range(3)]
    matches = [
        build_played_match(f"m{number}", " ".join(players), sheet) for number, sheet in enumerate(sheets)
    ]
    ranking = [figure.key for figure in figures]
    one = build_season(build_division(" ".join(players), matches))
    import_document(
        build_club(build_competition(one, game=game.key, rules={"ranking": ranking, "promoted": 0}))
    )
    scores = [games.score(game.key, sheet, seats=len(players)) for sheet in sheets]
    expected = {
        player: {
            figure.key: sum_figures(figure, values)
            for figure in figures
            if (values := [value for score in scores if (value := figure.of(score, seat)) is not None])
        }
        for seat, player in enumerate(players)
    }
    assert fetch_figures() == expected
    first = [expected[row["player"]][ranking[0]] for row in run_report(LEAGUE)["divisions"][0]["standings"]]
    assert first == sorted(first, reverse=True)
    assert run_command("verify", "club").code == 0
    assert Competition.objects.get().rules["ranking"] == ranking
    assert {ranking[0] in figures for figures in Seat.objects.values_list("figures", flat=True)} == {True}
