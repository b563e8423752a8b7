"""What leads those who run the seasons to what they can do next; nobody else is shown any of it."""

import re
from typing import Any

from django.test import Client

from league.actions.rollover import roll_over_season
from league.actions.season import close_season, open_season
from league.models import Club, Match, Membership, Role, Season
from league.principals import CONSOLE
from tests.views.sheets import text

STEPS = ("set-up", "nights", "close", "roll-over", "reopen", "undo", "new-season", "settings")
STEP = re.compile(rf'href="(/autumn/[^"]*?({"|".join(STEPS)})/)"')


def steps(client: Client, address: str) -> list[str]:
    """Where the page leads to, below the club."""
    main = client.get(address).content.decode().partition("<main")[2]
    return list(dict.fromkeys(found[0].removeprefix("/autumn/") for found in STEP.findall(main)))


def season(competition: str, number: int = 1) -> Season:
    return Season.objects.get(competition__slug=competition, number=number)


# --- the season


def test_season_leads_on_by_its_state(runner: Client, client: Client) -> None:
    for address, expected in {
        "sundays/1/": ["sundays/1/set-up/"],
        "thursdays/1/": ["thursdays/1/nights/", "thursdays/1/close/", "thursdays/1/roll-over/"],
        "mondays/1/": ["mondays/1/roll-over/", "mondays/1/reopen/"],
        "tuesdays/1/": [],
        "saturdays/": ["saturdays/new-season/"],
    }.items():
        settings = f"{address.partition('/')[0]}/settings/"
        found = steps(runner, "/autumn/" + address)
        assert sorted(found) == sorted([*expected, settings]), address
        assert steps(client, "/autumn/" + address) == [], address


def links(client: Client, address: str) -> list[tuple[str, bool]]:
    """What runs the season, in order, and whether it is a button."""
    part = client.get(address).content.decode().partition('aria-label="Manage season"')[2]
    found = re.findall(r"<a( class=\"button\")?[^>]*>([^<]*)</a>", part.partition("</nav>")[0])
    return [(words, bool(button)) for button, words in found]


UNTIDY = "Withdrawals, substitutes and penalties"


def test_what_ends_a_season_comes_last_until_everything_is_played(runner: Client) -> None:
    for address, expected in {
        # two matches are missing
        "tuesdays/2/": ["Match nights", UNTIDY, "Settings", "Create next season", "Close season"],
        "thursdays/1/": ["*Create next season", "Close season", "Match nights", UNTIDY, "Settings"],
        "mondays/1/": ["*Create next season", "Reopen season", "Settings"],
    }.items():
        found = links(runner, "/autumn/" + address)
        assert found == [(words.lstrip("*"), words.startswith("*")) for words in expected], address


def test_tournament_that_is_played_is_to_be_closed(runner: Client, autumn: Club) -> None:
    autumn.competitions.update(kind="tournament")
    assert links(runner, "/autumn/thursdays/1/")[0] == ("Close season", True)


def test_scorer_is_not_led_there(runner: Client, autumn: Club) -> None:
    Membership.objects.update(role=Role.SCORER)
    for address in ("", "sundays/1/", "thursdays/1/", "mondays/1/", "saturdays/"):
        assert steps(runner, "/autumn/" + address) == []


def test_season_that_was_rolled_over_leads_to_the_next_and_to_taking_it_back(
    runner: Client, autumn: Club
) -> None:
    made = roll_over_season(season=season("mondays"), by=CONSOLE)
    before = steps(runner, "/autumn/mondays/1/")
    assert "mondays/2/undo/" in before
    assert not {"mondays/1/roll-over/", "mondays/1/reopen/"} & set(before)
    assert "Go to season 2" in text(runner.get("/autumn/mondays/1/"))
    assert "mondays/2/undo/" in steps(runner, "/autumn/mondays/2/")
    open_season(season=made, by=CONSOLE)
    assert "mondays/2/undo/" in steps(runner, "/autumn/mondays/2/")


def test_what_has_a_result_cannot_be_undone(runner: Client, autumn: Club) -> None:
    Season.objects.filter(competition__slug="tuesdays", number=2).update(rolled_from=season("tuesdays"))
    assert "tuesdays/2/undo/" not in steps(runner, "/autumn/tuesdays/2/")
    assert "tuesdays/2/undo/" not in steps(runner, "/autumn/tuesdays/1/")


def test_tournament_does_not_lead_to_rolling_over(runner: Client, autumn: Club) -> None:
    autumn.competitions.update(kind="tournament")
    assert "thursdays/1/roll-over/" not in steps(runner, "/autumn/thursdays/1/")
    assert "mondays/1/roll-over/" not in steps(runner, "/-/my/")


def test_draft_of_a_competition_without_a_season_is_gone_on_with(runner: Client, autumn: Club) -> None:
    assert steps(runner, "/autumn/sundays/") == ["sundays/settings/", "sundays/1/set-up/"]


def test_leading_on_takes_one_query_more(
    runner: Client, autumn: Club, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(1 + 6 + 3 + 1):
        runner.get("/autumn/thursdays/1/")


# --- the club


def test_club_leads_to_its_settings_players_and_competitions(
    runner: Client, autumn: Club, client: Client
) -> None:
    page = runner.get("/autumn/").content.decode()
    more = ("/autumn/-/settings/", "/autumn/-/players/add/", "/autumn/-/competitions/new/")
    assert all(f'href="{address}"' in page for address in more)
    assert "/autumn/sundays/1/set-up/" in page
    assert "/autumn/thursdays/1/close/" in page and "/autumn/tuesdays/2/close/" not in page
    assert not any(address in client.get("/autumn/").content.decode() for address in more)


def test_where_nothing_is_played_the_next_step_is_named(runner: Client, autumn: Club) -> None:
    Match.objects.filter(division__season__state="draft").delete()
    for left in Season.objects.filter(state="draft"):
        left.delete()
    for one in Season.objects.filter(state="open"):
        close_season(season=one, by=CONSOLE, missing="void")
    autumn.competitions.filter(slug="thursdays").update(kind="tournament")
    page = text(runner.get("/autumn/"))
    assert "No season in progress." in page
    assert "Monday League: Create next season: Monday League" in page
    assert "Tuesday League: Create next season: Tuesday League" in page
    assert "Thursday League: Create next season" in page
    assert "Saturday League: Create first season" in page


# --- one's own page


def test_my_page_says_what_comes_next(runner: Client, autumn: Club) -> None:
    page = text(runner.get("/-/my/"))
    assert "Sunday League: season 1 is a draft. Set up and start" in page
    assert "Thursday League: all matches of season 1 have results. Close season" in page
    assert "Monday League: season 1 is closed. Create next season" in page
    assert "Tuesday League: all matches" not in page and "Tuesday League: season 1" not in page
    assert "2 overdue" in page


def test_my_page_of_a_scorer_does_not(runner: Client, autumn: Club) -> None:
    Membership.objects.update(role=Role.SCORER)
    assert "Next steps" not in text(runner.get("/-/my/"))
