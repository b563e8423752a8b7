"""The home page and a season's page, through their addresses."""

import re
from datetime import date, timedelta
from gzip import decompress
from unittest.mock import patch

import pytest
from django.test import Client

from league.actions.changes import invalidate_pages
from league.actions.club import import_club
from league.actions.decisions.void import void_match
from league.demo.large import build_club_file
from league.models import Club, Entry, Match, Membership, Remark, Role, Season, Stage, Standing
from league.principals import CONSOLE
from tests.scenarios import scenario
from tests.web.sheets import plain, text
from tests.web.tables import classes, rows

SEASON = "/riverside/skuck-league/3/"
MATCHES = SEASON + "matches/"


def test_home_leads_to_the_latest_seasons(riverside: Club, client: Client) -> None:
    response = client.get("/")
    assert "Riverside Card Club" in text(response)
    assert 'href="/riverside/skuck-league/3/"' in response.content.decode()


def test_home_without_a_club_says_what_to_do_first(db: None, client: Client) -> None:
    assert "import_club" in text(client.get("/"))


@pytest.mark.parametrize(
    ("today", "said"),
    [
        ("2025-07-31", "In progress 7 Jul – 29 Sep 2025 16 of 24 played Ends in 60 days"),
        ("2025-09-28", "16 of 24 played Ends in 1 day "),
        ("2025-09-29", "16 of 24 played Ends today"),
        ("2025-09-30", "Ended 29 Sep, 8 results missing 7 Jul – 29 Sep 2025 16 of 24 played Riverside"),
    ],
)
def test_head_says_how_far_the_season_is(riverside: Club, client: Client, today: str, said: str) -> None:
    with patch.object(Club, "today", date.fromisoformat(today)):
        assert said in text(client.get(SEASON))


def test_finished_season_is_never_overdue(riverside: Club, client: Client) -> None:
    assert "Finished 7 Apr – 30 Jun 2025 24 of 24 played Riverside" in text(
        client.get("/riverside/skuck-league/2/")
    )


def test_organisers_are_told_that_the_end_has_passed(riverside: Club, client: Client, scorer: Client) -> None:
    hint = "This season ended on 29 September 2025, but 8 matches have no result."
    assert hint not in text(client.get(SEASON)) + text(scorer.get(SEASON))
    Membership.objects.update(role=Role.ORGANISER)
    assert hint in text(scorer.get(SEASON))


def test_standings_say_rank_figures_level_and_what_decided(riverside: Club, client: Client) -> None:
    table = rows(client.get(SEASON))
    assert table[0] == [
        *("Rank", "Player", "Played", "Won, drawn, lost", "Games", "Score", "Form", "Average", "Level"),
        *("Zeros", "Style", "Tie-break used"),
    ]
    assert table[1] == [
        *("1", "Jo Jansen", "2", "2–0–0", "8", "−7", "WW", "−0.88", "A+ Excellent"),
        *("2", "Hawk", "average"),
    ]
    nia = next(row for row in table if "Nia Novak" in row)
    assert nia[-1] == "zeros"  # level on average with the one below


def test_numbers_and_names_lead_to_what_is_behind_them(riverside: Club, client: Client) -> None:
    page = client.get(SEASON).content.decode()
    assert f'<a href="{SEASON}why/jo/" aria-label="Why is Jo Jansen 1st?">1</a>' in page
    assert '<a href="/riverside/players/jo/"><bdi>Jo Jansen</bdi></a>' in page
    assert '<a href="/riverside/skuck-league/rules/">' in page
    for address in ("why/jo/", "grid/", "matches/"):
        assert client.get(SEASON + address).status_code == 200


def test_zones_are_marked_by_class_and_in_words(riverside: Club, client: Client) -> None:
    response = client.get(SEASON)
    kinds = classes(response)
    assert [kinds[player] for player in ("jo", "dev", "bob", "finn")] == ["", "", "down", "down"]  # A
    assert [kinds[player] for player in ("eva", "ann", "hana", "omar")] == ["up", "up", "down", "down"]
    assert [kinds[player] for player in ("gus", "pia", "nia", "max")] == ["up", "up", "", ""]  # D
    page = text(response)
    assert "in the relegation zone, 3 Bob Birch" in page and "in the promotion zone, 1 Eva Engel" in page
    assert "Top 2 of each division promoted" in page and "If the season ended today" in page
    closed = text(client.get("/riverside/skuck-league/2/"))
    assert "The first 2" not in closed and "If the season ended today" not in closed
    key = client.get("/riverside/skuck-league/2/").content.decode().partition('<ul class="key">')[2]
    assert plain(key.partition("</ul>")[0]) == "promoted relegated Tap a position to see why."


def test_closed_season_shows_the_movements_that_are_kept(riverside: Club, client: Client) -> None:
    address = "/riverside/skuck-league/2/"
    response = client.get(address)
    kinds = classes(response)
    assert [kinds[player] for player in ("finn", "dev", "ann", "hana")] == ["", "", "down", "down"]  # A
    assert [kinds[player] for player in ("jo", "bob", "kim", "cleo")] == ["up", "up", "down", "down"]
    assert "relegated, 3 Ann Archer" in text(response) and "promoted, 1 Jo Jansen" in text(response)
    Standing.objects.filter(entry__season__number=2, entry__player__key="ann").update(movement="stays")
    invalidate_pages(riverside)
    assert classes(client.get(address))["ann"] == ""


def test_closed_season_shows_them_as_of_a_later_day_and_zones_as_of_an_earlier_one(
    riverside: Club, client: Client
) -> None:
    season = Season.objects.get(number=2)
    assert season.closed_on is not None
    address = "/riverside/skuck-league/2/"
    later = text(client.get(address, {"as_of": season.closed_on.isoformat()}))
    earlier = text(client.get(address, {"as_of": (season.closed_on - timedelta(days=1)).isoformat()}))
    assert "relegated, 3 Ann Archer" in later
    assert "in the relegation zone, 3 Ann Archer" in earlier and "If the season ended today" in earlier


def test_past_seasons_are_listed_with_their_winners(riverside: Club, client: Client) -> None:
    page = text(client.get(SEASON))
    assert "Season 2 · won by Finn Foley" in page and "Season 1 · won by Ann Archer" in page
    assert "Season 3 Ended 29 Sep" in text(client.get("/riverside/skuck-league/1/"))


def test_small_season_neither_sorts_nor_filters_nor_downloads(riverside: Club, client: Client) -> None:
    page = client.get(SEASON).content.decode()
    assert "aria-sort" not in page and "?sort=" not in page and 'name="find"' not in page
    assert "download=" not in page
    assert client.get(SEASON + "?find=nobody&sort=-won").content.decode().count("<tr") == page.count("<tr")


def test_matches_stand_by_day_with_scores_the_winner_first(riverside: Club, client: Client) -> None:
    page = text(client.get(MATCHES))
    first, _, rest = page.partition("Tue 8 Jul 2025 Round 1 8 of 8 played")[2].partition("Tue 15 Jul 2025")
    assert "Finn Foley ✓won −10 Bob Birch −11 Division A" in first
    assert "Ann Archer =drawn −7 Eva Engel =drawn −7 Division B" in first
    assert rest.startswith(" Round 2 8 of 8 played")
    assert "Dev Dhar Bob Birch Division A" in rest.partition("To be arranged Round 3 0 of 8 played")[2]


def test_match_that_should_have_been_played_is_marked(riverside: Club, client: Client) -> None:
    Match.objects.filter(key="m53").update(due_on=riverside.today - timedelta(days=1))
    Match.objects.filter(key="m54").update(due_on=riverside.today)
    invalidate_pages(riverside)
    page = text(client.get(MATCHES))
    assert page.count("overdue") == 1 and "Bob Birch Division A overdue" in page


def test_results_come_latest_first_and_matches_to_play_in_their_order(
    riverside: Club, client: Client
) -> None:
    results = text(client.get(MATCHES + "?status=decided"))
    assert "All 24 To play 8 Results 16" in results and "To be arranged" not in results
    assert results.index("Tue 15 Jul 2025") < results.index("Tue 8 Jul 2025")
    to_play = text(client.get(MATCHES + "?status=scheduled"))
    assert "To be arranged" in to_play and "Jul 2025 Round" not in to_play
    assert "To play 2 Results 4" in text(client.get(MATCHES + "?status=scheduled&division=division-1-1"))


def test_matches_are_chosen_by_division_status_and_player(riverside: Club, client: Client) -> None:
    for asked, found in {
        "": 24,
        "division=division-1-1": 6,
        "status=scheduled": 8,
        "status=decided": 16,
        "find=BIRCH": 3,
        "division=division-1-1&status=played&find=jo": 2,
        "division=division-1-2&find=jo": 0,
        "division=other&status=other&find=&nothing=1": 24,
    }.items():
        response = client.get(f"{MATCHES}?{asked}")
        assert response.content.decode().count("/riverside/matches/m") == found, asked
        assert ("No matches found." in text(response)) == (found == 0), asked
        narrowed = "find=" in asked or "division=division" in asked
        assert ("of 24 matches" in text(response)) == (0 < found < 24 and narrowed), asked


def test_competition_without_a_number_leads_to_the_latest_season(riverside: Club, client: Client) -> None:
    assert client.get("/riverside/skuck-league/").headers["Location"] == SEASON


def test_what_does_not_exist_is_not_found(riverside: Club, client: Client) -> None:
    for address in (
        "/riverside/skuck-league/4/",
        f"/riverside/skuck-league/{10**30}/",
        "/riverside/nothing/1/",
        "/riverside/nothing/",
        "/nowhere/skuck-league/3/",
        "/riverside/skuck-league/4/grid/",
        "/riverside/skuck-league/4/matches/",
        f"/riverside/skuck-league/{10**30}/grid/",
        "/-/nothing/",
    ):
        response = client.get(address)
        assert response.status_code == 404, address
        assert "Page not found" in text(response), address


def test_season_of_another_clubs_competition_is_not_found(riverside: Club, client: Client) -> None:
    import_club(build_club_file(8), by=CONSOLE)
    assert client.get("/large-8/league/1/").status_code == 200
    assert client.get("/large-8/skuck-league/3/").status_code == 404
    assert client.get("/riverside/league/1/").status_code == 404


def test_draft_is_only_for_those_who_help_in_the_club(
    riverside: Club, client: Client, scorer: Client, stranger: Client
) -> None:
    competition = Season.objects.get(number=3).competition
    draft = Season.objects.create(competition=competition, number=4)
    stage = Stage.objects.create(season=draft)
    division = draft.divisions.create(stage=stage, level=1, name="A")
    ann = riverside.players.get(key="ann")
    Entry.objects.create(season=draft, stage=stage, division=division, player=ann, seed=1)
    address = "/riverside/skuck-league/4/"
    for part in ("", "grid/", "matches/", "?download=csv", "?as_of=2026-01-01"):
        assert client.get(address + part).status_code == stranger.get(address + part).status_code == 404
    page = text(scorer.get(address))
    assert "Ann Archer" in page and "1 Ann Archer" not in page  # no rank yet
    assert "Standings as of" not in page
    assert "Ann Archer" in text(scorer.get(address + "grid/"))
    assert "There are no matches yet." in text(scorer.get(address + "matches/"))
    assert "Season 4 Draft" in text(scorer.get(SEASON)) and "Season 4" not in text(client.get(SEASON))
    assert client.get("/riverside/skuck-league/").headers["Location"] == SEASON


def test_competition_without_an_opened_season_leads_helpers_to_the_draft(
    riverside: Club, scorer: Client
) -> None:
    competition = riverside.competitions.create(
        slug="new", name="New League", game=Season.objects.get(number=3).game
    )
    Season.objects.create(competition=competition, number=1)
    response = scorer.get("/riverside/new/")
    assert "No season has started yet." in text(response)
    assert '<a href="/riverside/new/1/">' in response.content.decode()


@scenario
def small_and_large() -> None:
    """A club of 1 division, and one of 100."""
    for players in (4, 400):
        import_club(build_club_file(players), by=CONSOLE)


@pytest.mark.parametrize("part", ["", "grid/", "matches/"])
def test_pages_show_all_of_100_divisions_and_weigh_less_than_100_kb(
    small_and_large: None, client: Client, part: str
) -> None:
    for players in (4, 400):
        address = f"/large-{players}/league/1/{part}"
        response = client.get(address, headers={"accept-encoding": "gzip"})
        assert response.headers["Content-Encoding"] == "gzip"
        assert len(response.content) < 100_000
        page = decompress(response.content).decode()
        row = f'<li><a href="/large-{players}/matches/' if part == "matches/" else '<th scope="row">'
        assert page.count(row) >= players
        assert part == "matches/" or len(re.findall(r'<h2 id="division-[^"]+"', page)) == players // 4


def test_committees_penalty_and_leaving_are_told(riverside: Club, client: Client) -> None:
    entry = Match.objects.get(key="m53").seats.get(number=0).entry
    entry.left = True
    entry.save()
    reason = Remark.objects.create(club=riverside, text="<i>late</i>")
    riverside.competitions.get(slug="skuck-league").seasons.get(number=entry.season.number).decisions.create(
        kind="penalty",
        origin="file",
        player=entry.player,
        entry=entry,
        detail={"points": 1, "score": 5},
        remark=reason,
    )
    assert "(withdrawn) Penalty (5 off the score, 1 off the points): <i>late</i>" in text(client.get(SEASON))


def test_void_matches_are_neither_played_nor_to_play(riverside: Club, client: Client) -> None:
    for match in Match.objects.filter(division__season__number=3, status="scheduled").order_by("pk")[:2]:
        void_match(match=match, reason="The hall was closed", by=CONSOLE, base=0)
    assert "16 of 22 played" in text(client.get(SEASON))
    assert "16 of 22 played" in text(client.get("/riverside/"))


def test_open_season_shows_its_next_night_and_latest_results(riverside: Club, client: Client) -> None:
    season = Season.objects.get(competition__slug="skuck-league", number=3)
    waiting = Match.objects.filter(division__season=season, status="scheduled").order_by("pk")
    next_week, later = riverside.today + timedelta(days=7), riverside.today + timedelta(days=14)
    first = waiting[0]
    Match.objects.filter(pk=first.pk).update(due_on=next_week)
    Match.objects.filter(pk=waiting[1].pk).update(due_on=later)
    invalidate_pages(riverside)
    aside = text(client.get(SEASON)).partition("Next match night")[2]
    night, _heading, latest = aside.partition("Latest results")
    assert all(seat.player.name in night for seat in first.seats.all())
    assert "Tue 15 Jul" in latest and "Gus Gray ✓won −3 Pia Pohl −7" in latest
    Match.objects.filter(division__season=season).update(due_on=None)
    invalidate_pages(riverside)
    assert "Next match night" not in text(client.get(SEASON))
    assert "Latest results" not in text(client.get("/riverside/skuck-league/2/"))
    assert "Latest results" not in text(client.get(SEASON, {"as_of": "2025-08-01"}))
