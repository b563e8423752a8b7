"""Rolling over: the next season is made from the last one, with everybody's place in it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.rollover import preview_rollover, roll_over_season, undo_rollover
from league.actions.season import close_season
from league.models import Club, Match, Player, Result, Role, Season, Standing
from league.models.season import SeasonState
from league.principals import CONSOLE
from league.queries.season_answer import build_answer, build_rollover_answer
from league.queries.season_end import compute_season_end
from tests.actions.clubs import build_club_file, make_club, make_member
from tests.actions.seasons import (
    assert_club_is_sound,
    build_league_file,
    collect_problem_codes,
    count_statements,
    fetch_standings,
    get_latest_season,
    list_changes,
    list_divisions,
    list_unplayed_matches,
    make_league,
    reload_season,
)
from tests.actions.submissions import enter_result
from tests.clubfile.documents import JSON, build_club, build_competition, load_riverside, replace_at
from tests.clubfile.documents import build_season as season_of
from tests.commands.console import import_document
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
SEASON = "competitions.0.seasons.0"


def list_moves(season: Season) -> list[tuple[str, int | None, int, str]]:
    return [
        (move["player"], move["from"], move["to"], move["reason"])
        for division in build_answer(season)["divisions"]
        for move in division["moves"]
    ]


def make_riverside_with_seasons(*numbers: int) -> Season:
    """Make riverside as it was with these seasons, and return the latest of them."""
    file = load_riverside()
    seasons = file["competitions"][0]["seasons"]
    file["competitions"][0]["seasons"] = [season for season in seasons if season["number"] in numbers]
    return get_latest_season(make_club(file))


@scenario
def first_season() -> Season:
    return make_league([4, 4], unplayed=1)


@scenario
def first_season_with_newcomer() -> Season:
    return make_league([4, 4], unplayed=1, newcomers="zoe")


@pytest.mark.parametrize("number", [1, 2])
def test_the_next_season_of_riverside_comes_out_of_the_one_before(number: int) -> None:
    before = make_riverside_with_seasons(*range(1, number + 1))
    made = roll_over_season(season=before, by=CONSOLE)
    divisions = load_riverside()["competitions"][0]["seasons"][number]["divisions"]
    assert list_divisions(made) == [
        [entry["player"] for entry in division["entries"]] for division in divisions
    ]
    names = list(made.divisions.order_by("level").values_list("level", "name"))
    assert names == [(division["level"], division["name"]) for division in divisions]
    assert_club_is_sound(made)


def test_it_is_a_draft_without_dates_or_matches() -> None:
    before = make_league([4, 4], state="closed", starts_on="2026-01-05", ends_on="2026-03-30")
    made = reload_season(roll_over_season(season=before, by=CONSOLE))
    assert (made.number, made.state, made.draw_seed, made.game, made.rules) == (
        2,
        SeasonState.DRAFT,
        0,
        "",
        {},
    )
    assert (made.starts_on, made.ends_on, made.opened_on, made.closed_on) == (None,) * 4
    assert (made.rolled_from, made.closed_by_rollover) == (before, False)
    assert not Match.objects.filter(division__season=made).exists()
    assert sorted(fetch_standings(made).values()) == sorted([(rank, "", "") for rank in range(1, 5)] * 2)


def test_an_open_season_is_closed_by_it(first_season: Season) -> None:
    made = roll_over_season(season=first_season, by=CONSOLE, missing="forfeit")
    assert reload_season(first_season).state == SeasonState.CLOSED
    assert made.closed_by_rollover
    assert Result.objects.filter(by_closing=True).count() == 2
    assert {movement for _rank, _decided_by, movement in fetch_standings(first_season).values()} == {
        *("promoted", "relegated", "stays")
    }
    assert_club_is_sound(made)


def test_it_is_one_record_and_pages_are_made_anew(first_season_with_newcomer: Season) -> None:
    before = first_season_with_newcomer
    by = make_member(before.competition.club, Role.ORGANISER)
    roll_over_season(season=before, by=by, missing="void", newcomers=["zoe"])
    [change] = list_changes(before)
    assert (change.action, change.noun, change.key, change.by) == ("roll_over", "season", "league/2", by.user)
    assert change.before == {"season": 1, "state": "open"}
    assert change.after == {
        **{"divisions": 2, "entries": 9, "promoted": 1, "relegated": 1, "newcomer": 1},
        "void": 2,
    }
    assert before.competition.club.revision != Club.objects.get(pk=before.competition.club.pk).revision


def test_newcomers_come_last_in_the_lowest_division_in_the_order_given() -> None:
    before = make_league([4, 4], newcomers="zoe abe", rules={"division_size": 6})
    made = roll_over_season(season=before, by=CONSOLE, newcomers=["zoe", "abe"])
    assert list_divisions(made)[1][-2:] == ["zoe", "abe"]
    assert [move for move in list_moves(made) if move[3] == "newcomer"] == [
        *(("zoe", None, 2, "newcomer"), ("abe", None, 2, "newcomer"))
    ]


def test_a_lowest_division_that_has_become_too_large_is_split() -> None:
    before = make_league([4, 4], newcomers="zoe abe")
    made = roll_over_season(season=before, by=CONSOLE, newcomers=["zoe", "abe"])
    assert [len(players) for players in list_divisions(made)] == [4, 3, 3]
    assert list(made.divisions.order_by("level").values_list("name", flat=True)) == ["A", "B", "C"]
    assert {(player, to, reason) for player, _from, to, reason in list_moves(made) if to == 3} == {
        (list_divisions(made)[2][0], 3, "split"),
        *(("zoe", 3, "newcomer"), ("abe", 3, "newcomer")),
    }
    assert_club_is_sound(made)


def test_who_has_left_is_not_in_it() -> None:
    before = get_latest_season(
        make_club(replace_at(build_league_file([4, 4]), f"{SEASON}.divisions.0.entries.0.left", True))
    )
    made = roll_over_season(season=before, by=CONSOLE)
    assert [len(players) for players in list_divisions(made)] == [4, 3]
    assert not any("p001" in players for players in list_divisions(made))
    assert_club_is_sound(made)


def test_it_plays_by_the_competitions_settings_of_today() -> None:
    """Promotion and relegation follow the rules that the last season was opened with."""
    before = make_league([4, 4], state="closed", rules={"promoted": 2, "relegated": 2})
    document = build_club(build_competition(rules={"promoted": 1, "division_size": 5}))
    import_document(document)
    made = reload_season(roll_over_season(season=reload_season(before), by=CONSOLE))
    assert len(list_moves(made)) == 4
    assert made.settings[2]["promoted"] == 1


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    roll_over_season(
        season=make_league([4, 4]), by=CONSOLE, progress=lambda done, of: told.append((done, of))
    )
    assert told == [(done, told[-1][1]) for done in range(1, len(told) + 1)]
    assert told[-1][0] == told[-1][1]


# --- the preview


@pytest.mark.parametrize("missing", ["forfeit", "void"])
@pytest.mark.parametrize("newcomers", [[], ["zoe", "abe", "eva"]])
def test_the_preview_says_what_happens(missing: Any, newcomers: list[str]) -> None:
    before = make_league([4, 4, 3], unplayed=2, newcomers="abe eva zoe")
    found, plan = preview_rollover(season=before, missing=missing, newcomers=newcomers)
    made = roll_over_season(season=before, by=CONSOLE, missing=missing, newcomers=newcomers)
    assert build_answer(made) == build_rollover_answer(found, plan)
    assert list_divisions(made) == [list(division.players) for division in plan.divisions]


def test_a_preview_that_still_holds_may_be_named(first_season_with_newcomer: Season) -> None:
    before = first_season_with_newcomer
    seen = compute_season_end(before, deciding="void").digest(["zoe"])
    made = roll_over_season(season=before, by=CONSOLE, missing="void", newcomers=["zoe"], seen=seen)
    assert made.number == 2


@pytest.mark.parametrize("other", [{"missing": "void"}, {"newcomers": ["zoe"]}, {"newcomers": []}])
def test_another_choice_than_was_looked_at_is_refused(other: JSON) -> None:
    before = make_league([4, 4], unplayed=1, newcomers="abe zoe")
    seen = compute_season_end(before, deciding="forfeit").digest(["abe"])
    wanted = {"missing": "forfeit", "newcomers": ["abe"], **other}
    assert collect_problem_codes(roll_over_season, season=before, by=CONSOLE, seen=seen, **wanted) == [
        ("", "changed-meanwhile")
    ]


def test_a_preview_that_a_result_came_after_is_refused(first_season: Season) -> None:
    seen = compute_season_end(first_season, deciding="forfeit").digest()
    for match in list_unplayed_matches(first_season):
        enter_result(match)
    assert collect_problem_codes(
        roll_over_season, season=first_season, by=CONSOLE, missing="forfeit", seen=seen
    ) == [("", "changed-meanwhile")]


# --- moves, in words


def test_moves_follow_from_the_season_before_until_an_organiser_changes_them() -> None:
    """A player assigned elsewhere by hand has moved in that direction.

    A player assigned to the former division has not moved.
    """
    before = make_league([4, 4, 4], newcomers="zoe")
    made = roll_over_season(season=before, by=CONSOLE, newcomers=["zoe"])
    assert [(move[1], move[2], move[3]) for move in list_moves(made)] == [
        *((2, 1, "promoted"), (1, 2, "relegated"), (3, 2, "promoted"), (2, 3, "relegated")),
        (None, 3, "newcomer"),
    ]
    divisions = list(made.divisions.order_by("level"))
    risen, fallen = (
        made.entries.get(division=divisions[0], seed=4),
        made.entries.get(division=divisions[1], seed=1),
    )
    for entry, level in ((risen, 3), (fallen, 1)):
        entry.division = divisions[level - 1]
        entry.seed = 9
        entry.save()
    moves = {player: move for player, *move in list_moves(made)}
    assert moves[risen.player.key] == [2, 3, "relegated"]
    assert fallen.player.key not in moves


def test_the_first_season_and_one_after_an_open_one_have_no_moves() -> None:
    assert list_moves(make_league([4, 4])) == []
    file = build_league_file([4, 4])
    file["club"]["slug"] = "other"
    file["competitions"][0]["seasons"].append(season_of(number=2, state="draft"))
    assert list_moves(get_latest_season(make_club(file))) == []


# --- what is refused


def test_once_only() -> None:
    before = make_league([4, 4])
    made = roll_over_season(season=before, by=CONSOLE)
    assert collect_problem_codes(roll_over_season, season=before, by=CONSOLE) == [("season", "rolled-over")]
    assert collect_problem_codes(roll_over_season, season=made, by=CONSOLE) == [("season", "not-opened")]
    assert Season.objects.count() == 2


def test_not_from_a_season_that_another_one_has_followed() -> None:
    file = build_league_file([4, 4])
    file["competitions"][0]["seasons"].append(season_of(number=5, state="draft"))
    first = Season.objects.select_related("competition__club").get(
        competition__club=make_club(file), number=1
    )
    assert collect_problem_codes(roll_over_season, season=first, by=CONSOLE) == [("season", "rolled-over")]


def test_not_while_matches_are_missing(first_season: Season) -> None:
    missing = [("matches.d1m6", "missing"), ("matches.d2m6", "missing")]
    assert collect_problem_codes(roll_over_season, season=first_season, by=CONSOLE) == missing
    assert collect_problem_codes(preview_rollover, season=first_season) == missing


@pytest.mark.parametrize(
    ("newcomers", "problems"),
    [
        (["nobody"], [("newcomers.0", "unknown-player")]),
        (["zoe", "p001"], [("newcomers.1", "already-entered")]),
        (["zoe", "abe", "zoe"], [("newcomers.2", "twice")]),
        (["\x00", "\ud800"], [("newcomers.0", "unknown-player"), ("newcomers.1", "unknown-player")]),
        (["elsewhere"], [("newcomers.0", "unknown-player")]),
    ],
    ids=["unknown", "entered", "twice", "unreadable", "of another club"],
)
def test_newcomers_who_are_none(newcomers: list[str], problems: list[tuple[str, str]]) -> None:
    before = make_league([4, 4], newcomers="abe zoe")
    other = make_club(build_club_file(slug="other"))
    Player.objects.create(club=other, key="elsewhere", name="Elsewhere")
    assert collect_problem_codes(roll_over_season, season=before, by=CONSOLE, newcomers=newcomers) == problems
    assert collect_problem_codes(preview_rollover, season=before, newcomers=newcomers) == problems


def test_a_tournament_does_not_roll_over() -> None:
    season = get_latest_season(
        make_club(replace_at(build_league_file([4]), "competitions.0.kind", "tournament"))
    )
    assert collect_problem_codes(roll_over_season, season=season, by=CONSOLE) == [
        ("competition", "not-a-league")
    ]


def test_a_season_without_anybody_does_not_roll_over() -> None:
    season = get_latest_season(make_club(build_club(build_competition(season_of()))))
    assert collect_problem_codes(roll_over_season, season=season, by=CONSOLE) == [
        ("divisions", "no-divisions")
    ]


def test_a_number_higher_than_any_club_file_has() -> None:
    season = get_latest_season(make_club(build_league_file([4], number=1_000_000)))
    assert collect_problem_codes(roll_over_season, season=season, by=CONSOLE) == [
        ("season", "no-more-seasons")
    ]


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCORER, None])
def test_only_those_who_run_seasons_roll_over(role: Role | None) -> None:
    season = make_league([4, 4])
    other = make_club(build_club_file(slug="other"))
    by = make_member(season.competition.club, role) if role else make_member(other, Role.OWNER)
    with pytest.raises(PermissionDenied):
        roll_over_season(season=season, by=by)
    assert Season.objects.filter(competition=season.competition).count() == 1


# --- what it costs


def test_the_queries_grow_only_by_bulk_chunks() -> None:
    costs: dict[str, list[list[int]]] = {"over": [], "undo": [], "answer": []}
    for divisions in (5, 50):
        file = build_league_file([4] * divisions, unplayed=2, newcomers="abe zoe")
        file["club"]["slug"] = f"club-{divisions}"
        season = get_latest_season(make_club(file))
        with count_statements() as cost:
            made = roll_over_season(season=season, by=CONSOLE, missing="forfeit", newcomers=["abe", "zoe"])
        costs["over"].append(cost)
        with count_statements() as cost:
            build_answer(made)
        costs["answer"].append(cost)
        with count_statements() as cost:
            undo_rollover(season=made, by=CONSOLE)
        costs["undo"].append(cost)
    for (few, few_bulk), (many, many_bulk) in costs.values():
        assert few == many
        rows = 45 + 180 + 2 * 180 + 2 * 90  # divisions, entries, standings of both, submissions and results
        assert many_bulk - few_bulk <= rows / 50
    assert costs["answer"] == [[7, 0], [7, 0]]


def test_closing_first_or_by_rolling_over_comes_to_the_same() -> None:
    documents = []
    for slug in ("one", "two"):
        file = build_league_file([4, 4, 4], unplayed=2)
        file["club"]["slug"] = slug
        season = get_latest_season(make_club(file))
        if slug == "one":
            close_season(season=season, by=CONSOLE, missing="void")
        made = roll_over_season(season=season, by=CONSOLE, missing="void")
        documents.append({**build_answer(made), "competition": ""})
        rows = Standing.objects.filter(entry__season=season).order_by("entry__player__key")
        documents[-1]["standings"] = list(rows.values("entry__player__key", "rank", "movement"))
    assert documents[0] == documents[1]
