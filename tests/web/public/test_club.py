"""The home page of a club, through its address."""

import json
from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from league.actions.changes import invalidate_pages
from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.demo.large import build_club_file
from league.models import Club, Match, Membership, Player, Role, Season, User
from league.models.season import SeasonState
from league.principals import CONSOLE
from tests.actions.clubs import make_club
from tests.scenarios import scenario
from tests.web.sheets import DESTINATION, build_fields, plain, text

HOME = "/riverside/"


@scenario
def owner(riverside: Club) -> Client:
    client = Client()
    user = User.objects.create_user("owner@example.org", "a good long pass phrase")
    Membership.objects.create(user=user, club=riverside, role=Role.OWNER)
    client.force_login(user)
    return client


def due(club: Club, **days: int) -> date:
    """Sets on which day from today, club time, matches are due: m53=0."""
    today = timezone.localdate(timezone=club.tzinfo)
    for key, away in days.items():
        Match.objects.filter(club=club, key=key).update(due_on=today + timedelta(days=away))
    invalidate_pages(club)
    return today


def test_page_says_what_is_on_what_was_played_last_and_who_leads(riverside: Club, client: Client) -> None:
    page = text(client.get(HOME))
    assert (
        "SKUCK League, season 3 Full standings: SKUCK League Ended 29 Sep, 8 results missing "
        "7 Jul – 29 Sep 2025 16 of 24 played" in page
    )
    results = page.partition("Latest results Tue 15 Jul 2025")[2]
    assert results.startswith(" Gus Gray ✓won −3 Pia Pohl −7 Max Moreau") and "Jul 2025" not in results
    assert "Division A #Position Player Average 1 Jo Jansen −0.88 2 Dev Dhar −1.25" in page
    assert "Division D" in page and "more division" not in page


def test_matches_still_to_be_played_are_counted_only_in_open_seasons(
    riverside: Club, client: Client, scorer: Client
) -> None:
    assert "16 of 24 played" in text(client.get(HOME))
    draft = make_club(slug="draft", state="draft")
    Membership.objects.create(user=User.objects.get(name="Sam Scorer"), club=draft, role=Role.SCORER)
    page = text(scorer.get("/draft/"))
    assert "Draft" in page and " played" not in page


def test_page_leads_on_to_rules_players_and_past_seasons(riverside: Club, client: Client) -> None:
    page = client.get(HOME).content.decode()
    for address in (
        "/riverside/skuck-league/rules/",
        "/riverside/players/",
        "/riverside/players/jo/",
        "/riverside/skuck-league/2/",
        "/riverside/skuck-league/1/",
        "/riverside/skuck-league/3/#division-1-2",
        "/riverside/skuck-league/3/matches/",
        "/riverside/matches/m58/",
    ):
        assert f'href="{address}"' in page, address
    assert "Past seasons: Season 2 (Apr – Jun 2025), Season 1 (Jan – Mar 2025)" in plain(page)


def test_next_match_night_is_tonight_or_the_next_day_with_matches(riverside: Club, client: Client) -> None:
    today = due(riverside, m53=0, m54=3, m59=-1, m60=60)
    night = text(client.get(HOME)).partition("SKUCK League, season 3")[0]
    assert f"Tonight's matches {today:%a} {today.day}" in night
    assert "1 match Dev Dhar Bob Birch" in night and "Jo Jansen" not in night
    due(riverside, m53=-1)
    night = text(client.get(HOME)).partition("SKUCK League, season 3")[0]
    assert "Next match night" in night and "1 match Jo Jansen Finn Foley" in night and "Hana" not in night


def test_today_is_the_clubs(riverside: Club, client: Client) -> None:
    Match.objects.filter(key="m53").update(due_on=date(2026, 7, 1))
    late = datetime(2026, 7, 2, 1, 30, tzinfo=UTC)
    with patch("django.utils.timezone.now", return_value=late):
        assert "Tonight's matches Wed 1 Jul 2026 1 match Dev Dhar" in text(client.get(HOME))


def test_only_helpers_are_told_what_is_overdue(
    riverside: Club, client: Client, scorer: Client, stranger: Client
) -> None:
    due(riverside, m53=-1, m54=-9)
    assert "2 matches overdue" in text(scorer.get(HOME))
    assert "matches overdue" not in text(client.get(HOME)) + text(stranger.get(HOME))


def test_more_matches_tonight_than_are_shown_are_counted(client: Client, db: None) -> None:
    document = json.loads(build_club_file(24))
    for division in document["competitions"][0]["seasons"][0]["divisions"]:
        for match in division["matches"]:
            del match["sheet"], match["status"], match["played_on"]
    import_club(json.dumps(document).encode(), by=CONSOLE)
    club = Club.objects.get()
    Match.objects.update(due_on=timezone.localdate(timezone=club.tzinfo))
    page = text(client.get("/large-24/"))
    assert "36 matches" in page and "And 12 more." in page and "0 of 36 played" in page
    assert "Latest results" not in page


def test_new_result_comes_first_at_once(riverside: Club, client: Client, scorer: Client) -> None:
    assert "25 Jan 2025" not in text(client.get(HOME))
    scorer.post(DESTINATION, build_fields())
    page = text(client.get(HOME))
    assert "Latest results Thu 25 Sep 2025 Dev Dhar ✓won −3 Bob Birch −3 Tue 15 Jul 2025" in page
    assert "17 of 24 played" in page


def test_forfeits_are_told_without_a_score(db: None, client: Client) -> None:
    document = json.loads(RIVERSIDE.read_text())
    match = document["competitions"][0]["seasons"][2]["divisions"][0]["matches"][4]
    match |= {"status": "forfeit", "absent": ["dev"], "played_on": "2025-07-22", "revision": 1}
    import_club(json.dumps(document).encode(), by=CONSOLE, recompute=True)
    assert "Latest results Tue 22 Jul 2025 Bob Birch ✓won Dev Dhar absent Forfeit" in text(client.get(HOME))


def test_between_seasons_the_last_one_is_shown(riverside: Club, client: Client) -> None:
    Season.objects.filter(number=3).update(state=SeasonState.CLOSED)
    invalidate_pages(riverside)
    page = text(client.get(HOME))
    assert "No season in progress." in page
    assert (
        "SKUCK League, season 3 Full standings: SKUCK League Finished 7 Jul – 29 Sep 2025 Division A" in page
    )
    assert "Past seasons: Season 2 (Apr" in page


def test_draft_is_only_for_those_who_help(riverside: Club, client: Client, scorer: Client) -> None:
    Season.objects.create(competition=riverside.competitions.get(), number=4)
    invalidate_pages(riverside)
    assert "season 4" not in text(client.get(HOME))
    assert "SKUCK League, season 4 Draft" in text(scorer.get(HOME))


def test_empty_club_says_what_to_do_first(riverside: Club, client: Client, owner: Client) -> None:
    empty = Club.objects.create(slug="empty", name="Empty Club")
    Membership.objects.create(user=User.objects.get(email="owner@example.org"), club=empty, role=Role.OWNER)
    told = text(client.get("/empty/"))
    assert "This club hasn't started playing yet." in told and "Add players" not in told
    page = owner.get("/empty/")
    assert "Start by adding your players." in text(page)
    assert 'href="/empty/-/players/add/"' in page.content.decode()
    assert 'href="/empty/-/members/"' in page.content.decode()
    Player.objects.create(club=empty, key="ann", name="Ann Archer")
    assert 'class="button" href="/empty/-/competitions/new/"' in owner.get("/empty/").content.decode()


def test_competition_without_a_season_waits(riverside: Club, client: Client, scorer: Client) -> None:
    club = Club.objects.create(slug="new", name="New Club")
    club.competitions.create(slug="cup", name="Cup", game="skuck")
    Membership.objects.create(user=User.objects.get(name="Sam Scorer"), club=club, role=Role.SCORER)
    assert "This club hasn't started playing yet." in text(client.get("/new/"))
    assert "An organiser creates the next season." in text(scorer.get("/new/"))
    Membership.objects.update(role=Role.ORGANISER)
    assert "Create a season or another league under Manage" in text(scorer.get("/new/"))
    assert "Cup No season yet" in text(scorer.get("/new/-/manage/"))


def test_seasons_of_several_competitions_stand_side_by_side(riverside: Club, client: Client) -> None:
    document = json.loads(RIVERSIDE.read_text())
    ladder = json.loads(json.dumps(document["competitions"][0])) | {"slug": "ladder", "name": "Ladder"}
    ladder["seasons"] = ladder["seasons"][:1]
    for division in ladder["seasons"][0]["divisions"]:
        for match in division["matches"]:
            match["id"] = f"l-{match['id']}"
            match["played_on"] = "2025-12-01"
    ladder["seasons"][0] |= {"ends_on": "2025-12-31", "number": 1}
    document["competitions"].append(ladder)
    import_club(json.dumps(document).encode(), by=CONSOLE)
    page = text(client.get(HOME))
    assert "Ladder, season 1 Full standings: Ladder Finished" in page
    assert page.partition("Latest results Mon 1 Dec 2025")[2].count("Ladder") == 6


def test_ranking_by_points_shows_points(riverside: Club, client: Client) -> None:
    document = json.loads(RIVERSIDE.read_text())
    season = document["competitions"][0]["seasons"][2]
    season |= {"number": 4, "rules": document["competitions"][0]["rules"] | {"ranking": ["points", "lot"]}}
    season.pop("report", None)
    for division in season["divisions"]:
        division["matches"] = []
    document["competitions"][0]["seasons"] = [season]
    import_club(json.dumps(document).encode(), by=CONSOLE, recompute=True)
    assert "#Position Player Points" in text(client.get(HOME))


@pytest.mark.parametrize("address", ["/nowhere/", "/RIVERSIDE/", "/-/"])
def test_club_that_is_not_there_is_not_found(
    riverside: Club, client: Client, scorer: Client, address: str
) -> None:
    assert client.get(address).status_code == scorer.get(address).status_code == 404


@pytest.mark.parametrize("players", [4, 100])
def test_club_shows_the_heads_of_four_divisions_at_most(db: None, client: Client, players: int) -> None:
    import_club(build_club_file(players), by=CONSOLE)
    page = text(client.get(f"/large-{players}/"))
    assert page.count("#Position Player Average") == min(4, players // 4)
