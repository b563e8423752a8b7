"""A season is called by its name wherever there is one: on pages and by commands."""

import pytest
from django.test import Client

from league.models import Club
from tests.clubfile.documents import build_division, build_played_match, build_sheet_for_scores
from tests.clubfile.tournaments import build_tournament
from tests.commands.console import import_document, run_command, run_report
from tests.scenarios import scenario

NAME = "Spring & Sun Open"
SHOWN = "<bdi>Spring &amp; Sun Open</bdi>"


@scenario
def tournament() -> Club:
    played = build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6))
    import_document(build_tournament(build_division("ann bob", [played]), name=NAME))
    return Club.objects.get()


@pytest.mark.parametrize(
    "page",
    [
        "/",
        "/club/",
        "/club/league/",
        "/club/league/1/",
        "/club/league/1/matches/",
        "/club/league/1/grid/",
        "/club/league/1/awards/",
        "/club/league/1/why/ann/",
        "/club/matches/m1/",
    ],
)
def test_pages_name_a_season_that_has_a_name(tournament: Club, client: Client, page: str) -> None:
    answer = client.get(page, follow=True)
    text = answer.content.decode()
    assert answer.status_code == 200 and SHOWN in text
    assert "eason 1" not in text and NAME not in text


def test_title_and_description_of_a_page_are_plain_text(tournament: Club, client: Client) -> None:
    text = client.get("/club/league/1/").content.decode()
    assert "<title>League Spring &amp; Sun Open · Club" in text
    assert 'content="Standings of League, Spring &amp; Sun Open, at Club."' in text


def test_commands_name_a_season_that_has_a_name(tournament: Club) -> None:
    report = run_report("club/league")
    assert list(report)[:5] == ["competition", "game", "season", "name", "state"] and report["name"] == NAME
    assert run_command("report", "club/league").out.startswith(f"club/league, {NAME} (open)\n")
    assert f"Ann is 1st of 2 in division A, {NAME}" in run_command("explain", "club/league", "ann").out
