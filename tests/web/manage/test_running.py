"""What leads those who run the seasons to what they can do next; nobody else is shown any of it."""

import re
from typing import Any

from django.test import Client

from league.actions.rollover import roll_over_season
from league.actions.season import close_season, open_season
from league.models import Club, Match, Membership, Role, Season
from league.principals import CONSOLE
from tests.web.sheets import text

STEPS = ("set-up", "nights", "close", "roll-over", "reopen", "undo", "new-season", "settings")
STEP = re.compile(rf'href="(/autumn/[^"]*?({"|".join(STEPS)})/)"')


def steps(client: Client, address: str) -> list[str]:
    """Where the page leads to, below the club."""
    main = client.get(address).content.decode().partition("<main")[2].partition("</main>")[0]
    return list(dict.fromkeys(found[0].removeprefix("/autumn/") for found in STEP.findall(main)))


def season(competition: str, number: int = 1) -> Season:
    return Season.objects.get(competition__slug=competition, number=number)


# --- the season


def test_readers_pages_lead_only_to_what_is_due(autumn_organiser: Client, client: Client) -> None:
    for address, expected in {
        "": ["fridays/1/roll-over/"],
        "sundays/1/": ["sundays/1/set-up/"],
        "thursdays/1/": ["thursdays/1/close/"],
        "mondays/1/": ["mondays/1/roll-over/"],
        "tuesdays/1/": [],
        "tuesdays/2/": ["tuesdays/2/close/"],  # its end has passed, though two matches are missing
        "tuesdays/2/matches/": [],
    }.items():
        assert steps(autumn_organiser, "/autumn/" + address) == expected, address
        page = autumn_organiser.get("/autumn/" + address).content.decode()
        assert f'href="/autumn/{address.removesuffix("matches/") or "-/"}manage/"' in page, address
        if "sundays" not in address:
            assert "manage/" not in client.get("/autumn/" + address).content.decode(), address


def test_managing_a_season_leads_on_by_its_state(autumn_organiser: Client) -> None:
    for address, expected in {
        "sundays/1/": ["sundays/1/set-up/", "sundays/settings/", "sundays/1/undo/"],
        "thursdays/1/": [
            *("thursdays/1/close/", "thursdays/1/nights/", "thursdays/settings/", "thursdays/1/roll-over/"),
        ],
        "tuesdays/2/": [
            "tuesdays/2/close/",  # its end has passed
            *("tuesdays/2/nights/", "tuesdays/settings/", "tuesdays/2/roll-over/"),
        ],
        "mondays/1/": ["mondays/1/roll-over/", "mondays/settings/", "mondays/1/reopen/"],
        "tuesdays/1/": ["tuesdays/settings/"],
    }.items():
        assert steps(autumn_organiser, f"/autumn/{address}manage/") == expected, address
    assert steps(autumn_organiser, "/autumn/saturdays/") == ["saturdays/settings/", "saturdays/new-season/"]


def test_results_that_wait_are_counted(autumn_organiser: Client) -> None:
    for address in ("/autumn/tuesdays/2/manage/", "/autumn/-/manage/"):
        page = autumn_organiser.get(address).content.decode()
        assert "2 overdue" in page and re.search(r'<span class="chip down">2</span>', page)
        assert "/autumn/tuesdays/2/results/" in page
    assert "All matches have results." in text(autumn_organiser.get("/autumn/thursdays/1/manage/"))


def test_tournament_that_is_played_is_to_be_closed(autumn_organiser: Client, autumn: Club) -> None:
    autumn.competitions.update(kind="tournament")
    assert "all matches of season 1 have results. End the tournament" in text(
        autumn_organiser.get("/autumn/thursdays/1/")
    )
    assert "thursdays/1/roll-over/" not in steps(autumn_organiser, "/autumn/thursdays/1/manage/")


def test_scorer_is_led_to_results_only(autumn_organiser: Client, autumn: Club) -> None:
    Membership.objects.update(role=Role.SCORER)
    for address in ("", "-/manage/", "sundays/1/", "thursdays/1/manage/", "tuesdays/2/manage/", "saturdays/"):
        assert steps(autumn_organiser, "/autumn/" + address) == []
    assert "Results to enter" in text(autumn_organiser.get("/autumn/tuesdays/2/manage/"))


def test_season_that_was_rolled_over_leads_to_the_next_and_to_taking_it_back(
    autumn_organiser: Client, autumn: Club
) -> None:
    made = roll_over_season(season=season("mondays"), by=CONSOLE)
    before = steps(autumn_organiser, "/autumn/mondays/1/manage/")
    assert before[-1] == "mondays/2/undo/"
    assert not {"mondays/1/roll-over/", "mondays/1/reopen/"} & set(before)
    assert "Go to season 2" in text(autumn_organiser.get("/autumn/mondays/1/manage/"))
    assert "mondays/2/undo/" in steps(autumn_organiser, "/autumn/mondays/2/manage/")
    open_season(season=made, by=CONSOLE)
    assert "mondays/2/undo/" in steps(autumn_organiser, "/autumn/mondays/2/manage/")


def test_what_has_a_result_cannot_be_undone(autumn_organiser: Client, autumn: Club) -> None:
    Season.objects.filter(competition__slug="tuesdays", number=2).update(rolled_from=season("tuesdays"))
    assert "tuesdays/2/undo/" not in steps(autumn_organiser, "/autumn/tuesdays/2/manage/")
    assert "tuesdays/2/undo/" not in steps(autumn_organiser, "/autumn/tuesdays/1/manage/")


def test_tournament_does_not_lead_to_rolling_over(autumn_organiser: Client, autumn: Club) -> None:
    autumn.competitions.update(kind="tournament")
    assert "mondays/1/roll-over/" not in steps(autumn_organiser, "/autumn/mondays/1/manage/")
    assert "mondays/1/roll-over/" not in steps(autumn_organiser, "/-/my/")


def test_draft_of_a_competition_without_a_season_is_gone_on_with(
    autumn_organiser: Client, autumn: Club
) -> None:
    assert steps(autumn_organiser, "/autumn/sundays/") == ["sundays/settings/", "sundays/1/set-up/"]


def test_leading_on_takes_one_query_more_and_the_next_match_another(
    autumn_organiser: Client, autumn: Club, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(
        1 + 6 + 4 + 1 + 1 + 3 + 4
    ):  # the last ones for what is beside the tables and for their versions
        autumn_organiser.get("/autumn/thursdays/1/")


# --- the club


def test_managing_a_club_leads_to_its_settings_players_and_competitions(
    autumn_organiser: Client, autumn: Club, client: Client
) -> None:
    page = autumn_organiser.get("/autumn/-/manage/").content.decode()
    more = (
        "/autumn/-/settings/",
        "/autumn/-/players/add/",
        "/autumn/-/competitions/new/",
        "/autumn/-/variants/",
    )
    assert all(f'href="{address}"' in page for address in more)
    assert "/autumn/tuesdays/2/manage/" in page and 'href="/autumn/saturdays/"' in page
    assert "/autumn/sundays/1/set-up/" in page and "/autumn/mondays/1/roll-over/" in page
    assert "/autumn/thursdays/1/close/" in page and "/autumn/tuesdays/2/close/" not in page
    assert "/autumn/-/members/" not in page and "/autumn/-/delete/" not in page
    for reader in (autumn_organiser, client):
        shown = reader.get("/autumn/").content.decode()
        assert not any(address in shown for address in more)


def test_owner_finds_members_and_deletion_last(autumn_organiser: Client, autumn: Club) -> None:
    Membership.objects.update(role=Role.OWNER)
    page = autumn_organiser.get("/autumn/-/manage/").content.decode()
    main = page.partition("<main")[2].partition("</main>")[0]
    assert "/autumn/-/members/" in main
    assert re.findall(r'<a class="([^"]*)" href="(/autumn[^"]*)"', main)[-1] == (
        "button danger",
        "/autumn/-/delete/",
    )
    assert main.rindex("<a ") < main.rindex("Delete club")


def test_where_nothing_is_played_the_next_step_is_named(autumn_organiser: Client, autumn: Club) -> None:
    Match.objects.filter(division__season__state="draft").delete()
    for left in Season.objects.filter(state="draft"):
        left.delete()
    for one in Season.objects.filter(state="open"):
        close_season(season=one, by=CONSOLE, missing="void")
    autumn.competitions.filter(slug="thursdays").update(kind="tournament")
    assert "No season in progress." in text(autumn_organiser.get("/autumn/"))
    page = text(autumn_organiser.get("/autumn/-/manage/"))
    assert "Monday League: season 1 is closed. Create next season" in page
    assert "Tuesday League: season 2 is closed. Create next season" in page
    assert "Thursday League: season 1 is closed." not in page and "Saturday League No season yet" in page


# --- one's own page


def test_my_page_says_what_comes_next(autumn_organiser: Client, autumn: Club) -> None:
    page = text(autumn_organiser.get("/-/my/"))
    assert "Sunday League: season 1 is a draft. Set up and start" in page
    assert "Thursday League: all matches of season 1 have results. Close season" in page
    assert "Monday League: season 1 is closed. Create next season" in page
    assert "Tuesday League: all matches" not in page and "Tuesday League: season 1" not in page
    assert "2 overdue" in page


def test_my_page_of_a_scorer_does_not(autumn_organiser: Client, autumn: Club) -> None:
    Membership.objects.update(role=Role.SCORER)
    assert not steps(autumn_organiser, "/-/my/")
