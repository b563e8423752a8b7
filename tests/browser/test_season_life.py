"""A secretary makes a club, and its league goes from the first season into the second, all in the browser."""

import re

from django.core.management import call_command
from playwright.sync_api import expect

from league.models import Club, Match
from league.queries.club import export_club_file, verify_club
from tests.browser.conftest import Visit

NAMES = [
    f"{first} {last}" for last in ("Ash", "Birch", "Cedar", "Elm") for first in ("Ada", "Ben", "Cy", "Di")
]


def press(visit: Visit, name: str) -> None:
    visit.page.get_by_role("button", name=name, exact=True).click()


def heading(visit: Visit, name: str) -> None:
    expect(visit.page.get_by_role("heading", level=1)).to_have_text(name)


def make_the_club(visit: Visit) -> None:
    """In three steps."""
    visit.log_in()
    visit.open("/-/clubs/new/")
    heading(visit, "Create a club")
    visit.page.get_by_label("Name of the club").fill("Autumn Card Club")
    if not visit.page.get_by_label(
        "Time zone"
    ).is_visible():  # folded away where the browser says where it is
        visit.page.get_by_text("Times shown for").click()
    visit.page.get_by_label("Time zone").select_option("America/Toronto")
    press(visit, "Create club")
    heading(visit, "Add players")
    visit.page.get_by_label("Players (one per line)").fill(
        "\n".join(f"{n}. {name}" for n, name in enumerate(NAMES, 1))
    )
    press(visit, "Add players")
    heading(visit, "Choose a game")
    visit.page.get_by_label("Name of the league").fill("Autumn League")
    visit.page.get_by_role("radio", name=re.compile("SKUCK")).check()
    press(visit, "Create league")
    heading(visit, "Create schedule")
    visit.page.get_by_role("link", name="Cancel").click()


def open_the_season(visit: Visit, number: int) -> None:
    press(visit, f"Start season {number}")
    expect(visit.page.get_by_role("status")).to_contain_text("started")


def divisions(visit: Visit) -> list[list[str]]:
    """As they stand on the page of a draft, from the top."""
    expect(visit.page.get_by_role("heading", name="Start season")).to_be_visible()
    return [
        card.get_by_role("listitem").get_by_role("link").all_text_contents()
        for card in visit.page.locator("section.card").filter(has=visit.page.locator("ol.seeds")).all()
    ]


def roll_over(visit: Visit) -> None:
    visit.page.get_by_role("link", name="Manage", exact=True).click()
    visit.page.get_by_role("link", name="Create next season").click()
    heading(visit, "Close season 1 and create season 2?")
    expect(visit.page.get_by_role("row").filter(has_text="B 1st of 4")).to_contain_text(
        re.compile(r"promoted\s+B")
    )
    visit.page.get_by_role("button", name="Close season 1 and create season 2").first.click()


def test_a_club_is_made_plays_a_season_rolls_over_takes_it_back_and_rolls_over(visit: Visit) -> None:
    make_the_club(visit)
    page, league = visit.page, visit.page.url.replace(visit.site, "").removesuffix("1/set-up/")
    assert divisions(visit) == [NAMES[at : at + 4] for at in range(0, 16, 4)]
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    open_the_season(visit, 1)

    club = Club.objects.get(name="Autumn Card Club")
    call_command("demo", f"--play={league.strip('/')}")
    assert Match.objects.filter(club=club, status="played").count() == 24
    before = export_club_file(club)

    page.reload()
    roll_over(visit)
    expect(page.get_by_role("heading", level=1)).to_contain_text("2")
    second = divisions(visit)
    assert sorted(name for division in second for name in division) == sorted(NAMES)
    assert [len(division) for division in second] == [4, 4, 4, 4]
    steps = [
        abs(NAMES.index(name) // 4 - level) for level, division in enumerate(second) for name in division
    ]
    assert (steps.count(1), steps.count(0)) == (12, 4)  # two change places at each of three boundaries
    after = export_club_file(club)
    assert after != before

    page.get_by_role("link", name="Undo rollover").click()
    heading(visit, "Undo the rollover to season 2?")
    press(visit, "Undo rollover")
    assert export_club_file(club) == before

    visit.open(f"{league}1/")
    roll_over(visit)
    assert divisions(visit) == second
    assert export_club_file(club) == after
    open_the_season(visit, 2)
    assert verify_club(club) == []
