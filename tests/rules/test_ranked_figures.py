"""Leagues that are ranked by a figure of their game: added up over the season, high first."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Figure, Invalid, registry
from league.clubfile import reader
from league.rules import rule_checks
from league.rules.explain import standings
from league.rules.records import SeasonKey
from league.rules.seasons import report
from league.rules.standings import totals
from league.rules.standings.ranking import rank_entries
from league.rules.standings.tie_breaks import StandingsInput
from league.rules.standings.totals import SeatResult
from league.rules.validation import CheckedSnapshot, check_snapshot
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
    encode_document,
    find_mistakes,
    replace_at,
)
from tests.rules.bramble_game import (
    BASKET,
    BLACKBERRIES,
    BRAMBLE,
    RANKING,
    STANDINGS,
    build_bramble_club,
    get_installed_games,
)
from tests.rules.table_club import build_hands

SEASON = SeasonKey("league", 1)


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_load_games", get_installed_games)


def check_document(document: Any) -> CheckedSnapshot:
    book, problems = reader.read_club_file(encode_document(document))
    assert book and not problems, [str(Invalid(*problems))]
    checked = check_snapshot(book.resolve_settings(), [SEASON])
    assert not checked.problems, str(Invalid(*checked.problems))
    return checked


def list_ranked(document: Any) -> list[tuple[Any, ...]]:
    """Return player, figures and what decided, best first."""
    [division] = report.compute_season_standings(check_document(document), SEASON).divisions
    return [
        (entry.row.player, *(entry.row.figures.get(key) for key in RANKING[:2]), entry.decided_by)
        for entry in division.ranked
    ]


def explain_lines(document: Any, player: str) -> list[str]:
    return standings.step_to_lines(standings.explain_standing(check_document(document), SEASON, player))


# --- standings


def test_season_is_ranked_by_the_sum_of_one_figure_and_the_highest_of_another() -> None:
    assert list_ranked(build_bramble_club()) == STANDINGS


def test_only_the_figures_that_the_ranking_names_are_kept() -> None:
    rows = list_ranked(build_bramble_club(ranking=["best-basket", "seed"]))
    assert rows[0] == ("finn", None, 12, "best-basket")
    assert {blackberries for _player, blackberries, _basket, _by in rows} == {None}
    assert {row[1:3] for row in list_ranked(build_bramble_club(ranking=["wins"]))} == {(None, None)}


def test_who_never_had_it_counted_is_below_who_has_none_of_it() -> None:
    matches = [
        build_played_match("m1", "ann bob cleo", build_hands((5, 0, 0), (5, 0, 0), (4, 0, 1))),
        build_forfeited_match("m2", "dev ann bob", "dev"),
    ]
    one = build_competition(
        build_season(build_division("dev bob ann cleo", matches)),
        game="bramble",
        rules={"ranking": ["blackberries"]},
    )
    assert list_ranked(build_club(one)) == [
        ("ann", 14, None, "blackberries"),
        ("cleo", 1, None, "blackberries"),
        ("bob", 0, None, "blackberries"),
        ("dev", None, None, None),
    ]


def test_committee_takes_nothing_from_it() -> None:
    document = build_bramble_club()
    path = "competitions.0.seasons.0.divisions.0.entries.0.penalties"
    assert (
        list_ranked(replace_at(document, path, [{"points": 50, "score": 50, "reason": "late"}])) == STANDINGS
    )


# --- what rules may name


def collect_ranking_mistakes(ranking: list[Any], game: str = "bramble") -> list[tuple[str, str]]:
    document = replace_at(build_bramble_club(ranking=ranking), "competitions.0.game", game)
    return [(path.removeprefix("competitions.0."), message) for path, message in find_mistakes(document)]


COMMON = "average, score, wins, points, zeros, win_rate, played, seed, head-to-head, lot"


def test_figure_that_leagues_are_not_ranked_by_is_refused_with_what_is_possible() -> None:
    cases: list[Any] = ["thorns", "brambles", "Blackberries", "", 3, None, ["lot"], {}]
    for unknown in cases:
        message = f"Must be one of these: {COMMON}, blackberries, best-basket."
        assert collect_ranking_mistakes(["blackberries", unknown]) == [("rules.ranking.1", message)], unknown


def test_figure_of_another_game_is_refused() -> None:
    assert collect_ranking_mistakes(RANKING, game="hucklebuck") == [
        (f"rules.ranking.{place}", f"Must be one of these: {COMMON}.") for place in (0, 1)
    ]


def test_refusal_has_the_code_of_any_wrong_choice_and_hides_no_other_mistake() -> None:
    with pytest.raises(Invalid) as invalid:
        rule_checks.parse_rules({"promoted": -1, "ranking": ["lot", "brambles"], "meetings": 0}, BRAMBLE)
    assert [(problem.path, problem.code) for problem in invalid.value.problems] == [
        ("rules.promoted", "range"),
        ("rules.meetings", "range"),
        ("rules.ranking.1", "choice"),
    ]


def test_season_of_its_own_game_is_not_ranked_by_a_figure_of_its_competitions() -> None:
    document = replace_at(build_bramble_club(), "competitions.0.seasons.0.game", "hucklebuck")
    assert [path for path, _said in find_mistakes(document)] == [
        f"competitions.0.seasons.0.rules.ranking.{place}" for place in (0, 1)
    ]


# --- explanations


def test_explanation_adds_it_up_match_by_match() -> None:
    lines = explain_lines(build_bramble_club(), "ann")
    start = lines.index("  blackberries: 22 in all matches")
    assert lines[start + 1 : start + 4] == ["    Match m1: 11", "    Match m3: 11", FORFEIT_LINE.format("m6")]
    start = lines.index("  best basket: 11 in the best match")
    assert lines[start + 1 : start + 4] == ["    Match m1: 11", "    Match m3: 11", FORFEIT_LINE.format("m6")]
    assert lines[start + 4 : start + 6] == ["  Ahead of Finn", "    By blackberries: 22 against 12"]


FORFEIT_LINE = "    Match {}: none (forfeit)"


def test_explanation_walks_on_to_the_figure_that_parts_two() -> None:
    lines = explain_lines(build_bramble_club(), "dev")
    start = lines.index("  Behind Finn")
    assert lines[start + 1 : start + 3] == [
        "    Same blackberries: 12",
        "    By best basket: 12 against 11",
    ]


def test_explanation_says_so_where_there_is_none_of_it() -> None:
    season = build_season(
        build_division("ann bob cleo", [build_forfeited_match("m1", "ann bob cleo", "bob cleo")])
    )
    document = build_club(build_competition(season, game="bramble", rules={"ranking": ["blackberries"]}))
    lines = explain_lines(document, "ann")
    start = lines.index("  blackberries: none yet")
    assert lines[start + 1] == FORFEIT_LINE.format("m1")


def test_explained_sum_is_the_one_that_is_ranked() -> None:
    for player, blackberries, _basket, _by in STANDINGS:
        tree = standings.explain_standing(check_document(build_bramble_club()), SEASON, player)
        [step] = [step for step in tree.because if step.what.template.startswith("{figure}: {value} in all")]
        assert step.value == blackberries == sum(int(part.value or 0) for part in step.because)


# --- any figures

counts = st.one_of(st.none(), st.integers(-3, 3))
tables = st.lists(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), counts), min_size=2, max_size=4, unique_by=lambda one: one[0]
    ),
    max_size=8,
)


def sum_figures(figure: Figure, values: Sequence[int]) -> int:
    return sum(values) if figure.add == "sum" else max(values)


@given(tables, st.sampled_from([BLACKBERRIES, BASKET]))
def test_rows_come_in_the_order_of_what_their_matches_gave(
    matches: Sequence[Sequence[tuple[str, int | None]]], figure: Figure
) -> None:
    seats = [
        [
            SeatResult(player, outcome="draw", figures={} if value is None else {figure.key: value, "x": 99})
            for player, value in match
        ]
        for match in matches
    ]
    places = [totals.DivisionEntry(player, seed) for seed, player in enumerate("abcdef", 1)]
    rows = totals.compute_totals(places, seats, [figure])
    ranked = rank_entries(StandingsInput(rows, seats, 0), [figure.key])

    had = {
        player: [value for match in matches for who, value in match if who == player and value is not None]
        for player in "abcdef"
    }
    worth = {player: sum_figures(figure, values) if values else -100 for player, values in had.items()}
    sat = {player for match in matches for player, _value in match}
    playing = [entry for entry in ranked if entry.row.player in sat]
    assert [worth[entry.row.player] for entry in playing] == sorted(
        (worth[player] for player in sat), reverse=True
    )
    for entry in playing:
        assert entry.rank == 1 + sum(worth[player] > worth[entry.row.player] for player in sat)
        assert dict(entry.row.figures) == (
            {} if worth[entry.row.player] == -100 else {figure.key: worth[entry.row.player]}
        )
