"""The way to a page, from the list of clubs."""

import re

from django.template import Context, Template

from league.models import Club, Competition, Division, Match, Season

SEASON = Season(
    number=3, competition=Competition(slug="league", name="League", club=Club(slug="river", name="River"))
)


def follow_breadcrumbs(page_of: Club | Competition | Season | Match, here: str = "") -> list[tuple[str, str]]:
    """Return each step's address and text; the address of the page itself is empty."""
    shown = Template("{% load pages %}{% breadcrumbs page_of here %}").render(
        Context({"page_of": page_of, "here": here})
    )
    steps = re.findall(r'<li(?: aria-current="page")?>(?:<a href="(.*?)">)?(.*?)(?:</a>)?</li>', shown)
    return [(address, re.sub("<.*?>", "", text)) for address, text in steps]


def test_page_of_a_season_stands_below_all_it_belongs_to() -> None:
    assert follow_breadcrumbs(SEASON, "Awards & more") == [
        ("/", "Clubs"),
        ("/river/", "River"),
        ("/river/league/", "League"),
        ("/river/league/3/", "Season 3"),
        ("", "Awards &amp; more"),
    ]


def test_the_page_of_an_object_is_no_link() -> None:
    assert follow_breadcrumbs(SEASON)[-1] == ("", "Season 3")
    assert follow_breadcrumbs(SEASON.competition)[-2:] == [("/river/", "River"), ("", "League")]
    assert follow_breadcrumbs(SEASON.competition.club) == [("/", "Clubs"), ("", "River")]


def test_page_about_a_match_stands_below_the_match() -> None:
    match = Match(key="m1", club=SEASON.competition.club, division=Division(season=SEASON))
    assert follow_breadcrumbs(match, "Score sheet")[-3:] == [
        ("/river/league/3/", "Season 3"),
        ("/river/matches/m1/", "Match"),
        ("", "Score sheet"),
    ]
