"""`import_club` and who goes up or down: kept where a season comes in closed, gone where it is opened again."""

import json
from typing import Any

import pytest

from league.actions.actor import CONSOLE
from league.actions.season import close_season, reopen_season
from league.models import Match, Result, Season, Standing
from tests.commands.console import export, imported, refused, report, run
from tests.rules.clubs import club, competition, division, even, forfeit, played, put, riverside, season
from tests.scenarios import rolled_back

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"
MOVED = {"ann": "stays", "bob": "relegated", "cleo": "promoted", "dev": "stays"}


def document(state: str, *, kind: str = "league", ranking: str = "average", **more: Any) -> Any:
    """Ann and Bob above, Cleo and Dev below; one match each."""
    above = division("ann bob", [played("m1", "ann bob", even(-4, -5))])
    below = division("cleo dev", [played("m2", "cleo dev", even(-4, -5))], level=2)
    rules = {"promoted": 1, "ranking": [ranking]}
    return club(competition(season(above, below, state=state, **more), kind=kind, rules=rules))


def kept() -> dict[str, str]:
    rows = Standing.objects.exclude(movement="").values_list("entry__player__key", "movement")
    return dict(rows)


def told() -> dict[str, str | None]:
    return {
        row["player"]: row["movement"] for part in report(LEAGUE)["divisions"] for row in part["standings"]
    }


def test_a_season_that_comes_in_closed_has_its_movements() -> None:
    imported(document("closed"))
    assert kept() == told() == MOVED
    assert run("verify", "club").lines == []
    content = export("club")
    assert imported(content)["changed"] == {}
    with rolled_back():
        imported(content.replace(b'"slug": "club"', b'"slug": "other"'))
        assert export("other").replace(b'"slug": "other"', b'"slug": "club"') == content


def test_an_open_season_has_none_until_a_file_closes_it() -> None:
    imported(document("open"))
    assert kept() == {} and set(told().values()) == {None}
    imported(document("closed"))
    assert kept() == told() == MOVED


def test_a_file_that_opens_a_season_again_takes_its_movements_back() -> None:
    imported(document("closed"))
    assert imported(document("open"))["changed"] == {"seasons": 1}
    assert kept() == {}
    assert run("verify", "club").code == 0


def test_lots_drawn_on_closing_go_with_the_movements() -> None:
    """By score nothing parts Cleo and Dev: a lot says who goes up, and nobody asks for one while the season runs."""
    tied = put(document("closed", ranking="wins"), MATCHES + ".0.sheet", even(-4, -4))
    imported(tied)
    assert ranks() == [1, 2] and kept()["cleo"] != kept()["dev"]
    assert run("verify", "club").lines == []
    imported(put(tied, "competitions.0.seasons.0.state", "open"))
    assert ranks() == [1, 1]
    assert run("verify", "club").lines == []


MATCHES = "competitions.0.seasons.0.divisions.1.matches"


def ranks() -> list[int]:
    rows = Standing.objects.filter(entry__division__level=2).order_by("rank")
    return [row.rank for row in rows]


def test_who_left_is_told_by_a_file_and_leaves_a_place_to_keep() -> None:
    imported(document("closed"))
    left = put(document("closed"), "competitions.0.seasons.0.divisions.0.entries.0.left", True)
    imported(left)
    assert kept() == told() == {**MOVED, "bob": "stays"}
    assert run("verify", "club").lines == []


def test_a_competition_that_is_no_league_any_more_moves_nobody() -> None:
    imported(document("closed"))
    about = {
        "slug": "league",
        "name": "League",
        "game": "skuck",
        "rules": {"promoted": 1, "ranking": ["average"]},
    }
    imported({**club(), "competitions": [{**about, "kind": "tournament"}]})
    assert kept() == {} and set(told().values()) == {None}
    assert run("verify", "club").lines == []
    imported({**club(), "competitions": [{**about, "kind": "league"}]})
    assert kept() == told() == MOVED


def test_a_competition_does_not_become_a_league_that_cannot_work() -> None:
    imported(put(document("closed", kind="tournament"), "competitions.0.rules.promoted", 3))
    about = {"slug": "league", "name": "League", "game": "skuck", "rules": {"promoted": 3}}
    lines = refused({**club(), "competitions": [{**about, "kind": "league"}]})
    assert len(lines) == 2 and all("which has only 2 entries." in line for line in lines)


def test_a_claimed_movement_is_checked() -> None:
    with rolled_back():
        imported(riverside())
        content = json.loads(export("riverside"))
    place = "competitions.0.seasons.0.report.divisions.0.standings.0.movement"
    for wrong in ("promoted", None):
        [line] = refused(put(content, place, wrong))
        assert line == f'{place}: The file claims {json.dumps(wrong)}, its sheets give "stays".'
    imported(content, "--recompute")
    assert (
        report("riverside/skuck-league", "--season", "1")["divisions"][0]["standings"][0]["movement"]
        == "stays"
    )


# --- matches whose decision was taken back


def reopened() -> Any:
    """A season with one match missing, closed by a forfeit and opened again; the file it came from."""
    content = document("open")
    content["competitions"][0]["seasons"][0]["divisions"][0]["matches"].append(
        {"id": "m3", "seats": ["bob", "ann"], "round": 2}
    )
    imported(content)
    close_season(season=Season.objects.get(), by=CONSOLE, missing="forfeit")
    assert Match.objects.get(key="m3").revision == 1
    reopen_season(season=Season.objects.get(), by=CONSOLE)
    return content


def test_a_file_over_a_match_whose_decision_was_taken_back_begins_its_results_anew() -> None:
    content = reopened()
    assert imported(content)["changed"] == {}
    matches = content["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    matches[1] = played("m3", "bob ann", even(-4, -9), round=2)
    assert imported(content)["changed"] == {"matches": 1}
    match = Match.objects.get(key="m3")
    assert match.current is not None
    assert (match.series, match.revision, match.status, match.current.series) == (2, 1, "played", 2)
    results = Result.objects.filter(match=match).order_by("series").values_list("series", "number", "status")
    assert list(results) == [(1, 1, "forfeit"), (2, 1, "played")]
    assert run("verify", "club").lines == []
    matches[1] |= {"sheet": even(-4, -8), "revision": 2}
    imported(content)
    match.refresh_from_db()
    assert match.current is not None
    assert (match.revision, match.current.number, match.current.series) == (2, 2, 2)
    assert run("verify", "club").lines == []
    assert imported(export("club"))["changed"] == {}


def test_other_matches_are_not_given_back_what_was_taken_from_them() -> None:
    content = reopened()
    first = content["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    first |= forfeit("m1", "ann bob", "bob", revision=2)
    del first["sheet"], first["played_on"]
    imported(content)
    match = Match.objects.get(key="m3")
    assert (match.status, match.revision, match.current) == ("scheduled", 0, None)
    assert run("verify", "club").lines == []
