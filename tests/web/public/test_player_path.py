"""The path through the divisions on a player's page: a chart where there is one to draw, and always a table."""

from typing import Any

import pytest
from django.test import Client

from league.actions.club import import_club
from league.principals import CONSOLE
from league.tasks import run_jobs
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    build_sheet_for_scores,
    encode_document,
)
from tests.web.public.test_player import charts
from tests.web.sheets import text

pytestmark = pytest.mark.django_db
Seasons = tuple[str, ...]


def page(client: Client, *seasons: Seasons, kind: str = "league", player: str = "ann") -> Any:
    """Of a player of a club with these seasons: who is in each division, from the top."""
    told = [
        build_season(
            *(build_division(who, level=level) for level, who in enumerate(groups, 1)),
            number=number,
            state="open" if number == len(seasons) else "closed",
        )
        for number, groups in enumerate(seasons, 1)
    ]
    file = build_club(build_competition(*told, kind=kind, rules={"promoted": 0}), players="ann")
    import_club(encode_document(file), by=CONSOLE)
    return client.get(f"/club/players/{player}/")


UP: list[Seasons] = [("bob cleo", "ann dev"), ("ann bob", "cleo dev"), ("bob ann", "cleo dev")]
GAP: list[Seasons] = [("ann bob", "cleo dev"), ("bob dev", "cleo eva"), ("bob dev", "cleo eva ann")]


def path(response: Any) -> Any:
    (chart,) = [one for one in charts(response) if "in all divisions" in (one.findtext("title") or "")]
    return chart


def table(response: Any) -> str:
    return text(response).partition("Pos. Overall Played Average")[2].partition("Tap a position")[0].strip()


def points(line: Any) -> list[list[float]]:
    return [[float(at) for at in dot.split(",")] for dot in line.get("points").split()]


def test_moves_between_divisions_are_drawn_and_stand_in_the_table(client: Client) -> None:
    response = page(client, *UP)
    chart = path(response)
    (line,) = chart.findall("polyline")
    first, second, third = points(line)
    assert first[0] < second[0] < third[0] and second[1] < third[1] < first[1]  # up is better
    assert len(chart.findall("circle")) == 3
    assert [label.text for label in chart.findall("text[@class='label']")] == ["A", "B"]
    assert len(chart.findall("rect")) == 2  # they stay as they are
    said = "3rd of 4 in season 1, 2nd of 4 in season 3; best: 1st in season 2."
    assert chart.findtext("desc") == said and said in text(response)
    assert table(response) == (
        "3 In progress A 2 of 2 2 of 4 0 – 2 Finished A 1 of 2 1 of 4 0 – 1 Finished B 1 of 2 3 of 4 0 –"
    )


def test_season_that_was_left_out_breaks_the_line(client: Client) -> None:
    response = page(client, *GAP)
    chart = path(response)
    (line,) = chart.findall("polyline")
    assert line.get("class") == "line broken"
    assert len(chart.findall("circle")) == 2
    marks = [mark.text for mark in chart.findall("text[@class='axis'][@text-anchor='middle']")]
    assert marks == ["1", "2", "3"]  # that season has its place
    assert len(chart.findall("rect")) == 3  # the lower division was larger in the third
    assert table(response).startswith("3 In progress B 3 of 3 5 of 5") and "2 Finished" not in table(response)


@pytest.mark.parametrize(
    ("seasons", "kind", "says"),
    [
        (UP[:1], "league", False),
        ([UP[0], ("bob cleo", "dev eva")], "league", False),
        (UP, "tournament", False),
    ],
    ids=["one", "one-and-gone", "tournament"],
)
def test_there_is_no_chart_without_two_seasons_of_a_league(
    client: Client, seasons: list[Seasons], kind: str, says: bool
) -> None:
    response = page(client, *seasons, kind=kind)
    assert charts(response) == [] and "of 2" in text(response)
    assert ("3 of 4" in text(response)) == (kind == "league")


def test_one_season_with_a_match_says_when_the_path_is_drawn(client: Client) -> None:
    one = build_season(
        build_division("ann bob", [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6))])
    )
    import_club(encode_document(build_club(build_competition(one, rules={"promoted": 0}))), by=CONSOLE)
    run_jobs()
    response = client.get("/club/players/ann/")
    assert "The chart appears after the second season." in text(response)
    assert "1 In progress A 1 of 2 1 of 2 1 −1.00 A Very Good" in text(response)
