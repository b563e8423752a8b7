"""`import_club` and movements: kept for a season imported as closed, gone where it is reopened."""

import json
from typing import Any

import pytest

from league.actions.season import close_season, reopen_season
from league.models import Match, Result, Season, Standing
from league.principals import CONSOLE
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
    build_sheet_for_scores,
    load_riverside,
    replace_at,
)
from tests.commands.console import collect_import_errors, import_document, run_command, run_export, run_report
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"
MOVEMENTS = {"ann": "stays", "bob": "relegated", "cleo": "promoted", "dev": "stays"}


def build_document(state: str, *, kind: str = "league", ranking: str = "average", **more: Any) -> Any:
    """Build a club with Ann and Bob in division 1, Cleo and Dev in division 2, and one match in each."""
    above = build_division("ann bob", [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5))])
    below = build_division(
        "cleo dev", [build_played_match("m2", "cleo dev", build_sheet_for_scores(-4, -5))], level=2
    )
    rules = {"promoted": 1, "ranking": [ranking]}
    return build_club(
        build_competition(build_season(above, below, state=state, **more), kind=kind, rules=rules)
    )


def fetch_movements() -> dict[str, str]:
    rows = Standing.objects.exclude(movement="").values_list("entry__player__key", "movement")
    return dict(rows)


def report_movements() -> dict[str, str | None]:
    return {
        row["player"]: row["movement"]
        for part in run_report(LEAGUE)["divisions"]
        for row in part["standings"]
    }


def test_a_season_that_comes_in_closed_has_its_movements() -> None:
    import_document(build_document("closed"))
    assert fetch_movements() == report_movements() == MOVEMENTS
    assert run_command("verify", "club").lines == []
    content = run_export("club")
    assert import_document(content)["changed"] == {}
    with discard_changes():
        import_document(content.replace(b'"slug": "club"', b'"slug": "other"'))
        assert run_export("other").replace(b'"slug": "other"', b'"slug": "club"') == content


def test_an_open_season_has_none_until_a_file_closes_it() -> None:
    import_document(build_document("open"))
    assert fetch_movements() == {} and set(report_movements().values()) == {None}
    import_document(build_document("closed"))
    assert fetch_movements() == report_movements() == MOVEMENTS


def test_a_file_that_opens_a_season_again_takes_its_movements_back() -> None:
    import_document(build_document("closed"))
    assert import_document(build_document("open"))["changed"] == {"seasons": 1}
    assert fetch_movements() == {}
    assert run_command("verify", "club").code == 0


def test_lots_drawn_on_closing_go_with_the_movements() -> None:
    """Cleo and Dev are equal on score, so a lot decides who is promoted.

    Nothing asks for it while the season is open.
    """
    tied = replace_at(
        build_document("closed", ranking="wins"), MATCHES + ".0.sheet", build_sheet_for_scores(-4, -4)
    )
    import_document(tied)
    assert list_ranks() == [1, 2] and fetch_movements()["cleo"] != fetch_movements()["dev"]
    assert run_command("verify", "club").lines == []
    import_document(replace_at(tied, "competitions.0.seasons.0.state", "open"))
    assert list_ranks() == [1, 1]
    assert run_command("verify", "club").lines == []


MATCHES = "competitions.0.seasons.0.divisions.1.matches"


def list_ranks() -> list[int]:
    rows = Standing.objects.filter(entry__division__level=2).order_by("rank")
    return [row.rank for row in rows]


def test_who_left_is_told_by_a_file_and_leaves_a_place_to_keep() -> None:
    import_document(build_document("closed"))
    left = replace_at(build_document("closed"), "competitions.0.seasons.0.divisions.0.entries.0.left", True)
    import_document(left)
    assert fetch_movements() == report_movements() == {**MOVEMENTS, "bob": "stays"}
    assert run_command("verify", "club").lines == []


def test_a_competition_that_is_no_league_any_more_moves_nobody() -> None:
    import_document(build_document("closed"))
    about = {
        "slug": "league",
        "name": "League",
        "game": "skuck",
        "rules": {"promoted": 1, "ranking": ["average"]},
    }
    import_document({**build_club(), "competitions": [{**about, "kind": "tournament"}]})
    assert fetch_movements() == {} and set(report_movements().values()) == {None}
    assert run_command("verify", "club").lines == []
    import_document({**build_club(), "competitions": [{**about, "kind": "league"}]})
    assert fetch_movements() == report_movements() == MOVEMENTS


def test_a_competition_does_not_become_a_league_that_cannot_work() -> None:
    import_document(
        replace_at(build_document("closed", kind="tournament"), "competitions.0.rules.promoted", 3)
    )
    about = {"slug": "league", "name": "League", "game": "skuck", "rules": {"promoted": 3}}
    lines = collect_import_errors({**build_club(), "competitions": [{**about, "kind": "league"}]})
    assert len(lines) == 2 and all("this division has only 2 players." in line for line in lines)


def test_a_claimed_movement_is_checked() -> None:
    with discard_changes():
        import_document(load_riverside())
        content = json.loads(run_export("riverside"))
    place = "competitions.0.seasons.0.report.divisions.0.standings.0.movement"
    for wrong in ("promoted", None):
        [line] = collect_import_errors(replace_at(content, place, wrong))
        assert line == f'{place}: The file claims {json.dumps(wrong)}, its sheets give "stays".'
    import_document(content, "--recompute")
    assert (
        run_report("riverside/skuck-league", "--season", "1")["divisions"][0]["standings"][0]["movement"]
        == "stays"
    )


# --- matches whose decision was taken back


def make_reopened_season() -> Any:
    """Reopen a season in which closing had forfeited the one missing match.

    Return the document that it was imported from.
    """
    content = build_document("open")
    content["competitions"][0]["seasons"][0]["divisions"][0]["matches"].append(
        {"id": "m3", "seats": ["bob", "ann"], "round": 2}
    )
    import_document(content)
    close_season(season=Season.objects.get(), by=CONSOLE, missing="forfeit")
    assert Match.objects.get(key="m3").revision == 1
    reopen_season(season=Season.objects.get(), by=CONSOLE)
    return content


def test_a_file_over_a_match_whose_decision_was_undone_begins_its_results_anew() -> None:
    content = make_reopened_season()
    assert import_document(content)["changed"] == {}
    matches = content["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    matches[1] = build_played_match("m3", "bob ann", build_sheet_for_scores(-4, -9), round=2)
    assert import_document(content)["changed"] == {"matches": 1}
    match = Match.objects.get(key="m3")
    assert match.current is not None
    assert (match.generation, match.revision, match.status, match.current.generation) == (2, 1, "played", 2)
    results = (
        Result.objects.filter(match=match)
        .order_by("generation")
        .values_list("generation", "number", "status")
    )
    assert list(results) == [(1, 1, "forfeit"), (2, 1, "played")]
    assert run_command("verify", "club").lines == []
    matches[1] |= {"sheet": build_sheet_for_scores(-4, -8), "revision": 2}
    import_document(content)
    match.refresh_from_db()
    assert match.current is not None
    assert (match.revision, match.current.number, match.current.generation) == (2, 2, 2)
    assert run_command("verify", "club").lines == []
    assert import_document(run_export("club"))["changed"] == {}


def test_other_matches_are_not_given_back_what_was_taken_from_them() -> None:
    content = make_reopened_season()
    first = content["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    first |= build_forfeited_match("m1", "ann bob", "bob", revision=2)
    del first["sheet"], first["played_on"]
    import_document(content)
    match = Match.objects.get(key="m3")
    assert (match.status, match.revision, match.current) == ("scheduled", 0, None)
    assert run_command("verify", "club").lines == []
