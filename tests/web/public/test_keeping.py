"""Public pages are kept for those who have not logged in, until what they show changes."""

import json
from datetime import UTC, datetime
from gzip import decompress
from typing import Any
from unittest.mock import patch

import pytest
from django import shortcuts
from django.core.cache import cache
from django.db import connection
from django.db.models import F, Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.actions.statistics import refresh_statistics
from league.models import Club, Job, Match, Season, Statistics
from league.principals import CONSOLE
from league.tasks import run_jobs
from league.web.public.standings_joined import JoinedPage
from tests.web.conftest import OF_EVERY_PAGE
from tests.web.large import ADDRESS, long_club
from tests.web.sheets import DESTINATION, MATCH, build_fields, text

SEASON = "/riverside/skuck-league/3/"
PAGES = [SEASON, SEASON + "grid/", SEASON + "matches/"]


def has_changed(client: Client, address: str, etag: str) -> bool:
    response = client.get(address, headers={"if-none-match": etag})
    assert response.status_code in (200, 304)
    return response.status_code == 200


@pytest.mark.parametrize("address", PAGES)
def test_kept_page_takes_1_query_and_no_template(
    riverside: Club, client: Client, django_assert_num_queries: Any, address: str
) -> None:
    first = client.get(address)
    with django_assert_num_queries(1), patch("django.template.base.Template.render") as render:
        again = client.get(address)
    assert not render.called
    assert first.content == again.content
    assert first.headers["ETag"] == again.headers["ETag"]


def test_every_page_asks_for_its_club_its_bar_and_its_foot(riverside: Club, client: Client) -> None:
    """Not more than that: a page that is kept asks only whether its club is hidden, beside what it is made from."""
    for expected in (3, 1):
        with CaptureQueriesContext(connection) as captured:
            client.get("/riverside/")
        assert sum(bool(OF_EVERY_PAGE.search(query["sql"])) for query in captured) == expected
    assert len(captured) == 2


@pytest.mark.parametrize("address", [*PAGES, MATCH])
def test_version_says_that_the_club_is_not_hidden(riverside: Club, client: Client, address: str) -> None:
    """So no query of its own asks for that, and nothing kept is sent once the club is hidden."""
    etag = client.get(address).headers["ETag"]
    with CaptureQueriesContext(connection) as captured:
        assert not has_changed(client, address, etag)
    assert len(captured) == 1
    club, now = Club.objects.filter(pk=riverside.pk), timezone.now()
    for hidden in ({"suspended_at": now, "suspension_reason": "Spam"}, {"deleted_at": now}):
        club.update(**hidden)
        for headers in ({}, {"if-none-match": etag}):
            assert client.get(address, headers=headers).status_code == 404
        club.update(suspended_at=None, suspension_reason="", deleted_at=None)
    assert not has_changed(client, address, etag)


def test_kept_page_is_packed_for_whoever_unpacks(riverside: Club, client: Client) -> None:
    plain = client.get(SEASON)
    packed = client.get(SEASON, headers={"accept-encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers and packed.headers["Content-Encoding"] == "gzip"
    assert decompress(packed.content) == plain.content
    assert {"Cookie", "Accept-Encoding"} <= set(plain.headers["Vary"].split(", "))


@pytest.mark.parametrize("address", PAGES)
def test_browser_that_has_the_page_is_told_so(riverside: Club, client: Client, address: str) -> None:
    etag = client.get(address).headers["ETag"]
    response = client.get(address, headers={"if-none-match": etag})
    assert response.status_code == 304 and response.content == b"" and response.headers["ETag"] == etag


def test_result_makes_each_page_new(riverside: Club, client: Client, scorer: Client) -> None:
    before = {address: client.get(address) for address in PAGES}
    for address, page in before.items():
        assert not has_changed(client, address, page.headers["ETag"]), address
    scorer.post(DESTINATION, build_fields())
    assert Match.objects.get(key="m53").revision == 1
    for address, page in before.items():
        assert has_changed(client, address, page.headers["ETag"]), address
        assert text(client.get(address)) != text(page), address


def test_result_makes_new_the_pages_of_matches_that_show_what_it_changes(
    riverside: Club, client: Client, scorer: Client
) -> None:
    """Those of its division, and those of its two players in other seasons, whose totals are counted by a job."""
    refresh_statistics(competition=riverside.competitions.get().pk)
    etags = {match.key: client.get(match.get_absolute_url()).headers["ETag"] for match in Match.objects.all()}
    scorer.post(DESTINATION, build_fields())
    run_jobs()
    now = Match.objects.get(key="m53")
    players = now.seats.values("player")
    expected = set(
        Match.objects.filter(Q(division=now.division) | Q(seats__player__in=players)).values_list(
            "key", flat=True
        )
    )
    changed = {
        match.key
        for match in Match.objects.all()
        if has_changed(client, match.get_absolute_url(), etags[match.key])
    }
    assert changed == expected and expected < set(etags)
    assert Match.objects.filter(key__in=changed).exclude(division=now.division).exists()


def test_totals_that_go_make_the_page_of_a_match_new(riverside: Club, client: Client) -> None:
    refresh_statistics(competition=riverside.competitions.get().pk)
    Statistics.objects.update(revision=0)  # as they were before there were revisions
    etag = client.get(MATCH).headers["ETag"]
    Statistics.objects.filter(player__key="ann").delete()
    assert not has_changed(client, MATCH, etag)
    Statistics.objects.filter(player__key="dev").delete()
    assert has_changed(client, MATCH, etag)


def test_page_of_a_player_follows_the_players_own_totals_and_nobodys_job(
    riverside: Club, client: Client
) -> None:
    competition = riverside.competitions.get().pk
    refresh_statistics(competition=competition)
    page = "/riverside/players/ann/"
    etag = client.get(page).headers["ETag"]
    job = Job.objects.create(
        kind="refresh-statistics",
        arguments={"competition": competition},
        created_at=timezone.now(),
        due_at=timezone.now(),
    )
    assert not has_changed(client, page, etag)
    Statistics.objects.filter(player__key="dev").update(revision=F("revision") + 1)
    assert not has_changed(client, page, etag)
    # A job that failed, and is run again by an administrator: what was kept meanwhile does not come back.
    Statistics.objects.filter(player__key="ann").update(score=-99, revision=77)
    Job.objects.filter(pk=job.pk).update(state="failed")
    stale = client.get(page).headers["ETag"]
    assert stale != etag
    refresh_statistics(competition=competition)
    assert client.get(page).headers["ETag"] not in (stale, etag)


def test_name_that_an_import_changes_makes_each_page_new(riverside: Club, client: Client) -> None:
    etags = {address: client.get(address).headers["ETag"] for address in PAGES}
    document = json.loads(RIVERSIDE.read_text())
    next(player for player in document["players"] if player["id"] == "dev")["name"] = "Devdas Dhar"
    import_club(json.dumps(document).encode(), by=CONSOLE)
    for address, etag in etags.items():
        assert has_changed(client, address, etag) and "Devdas Dhar" in text(client.get(address)), address


def test_other_winner_of_a_closed_season_makes_the_page_new(riverside: Club, client: Client) -> None:
    etag = client.get(SEASON).headers["ETag"]
    past = Season.objects.get(number=2).divisions.get(level=1)
    past.revision += 1
    past.save()
    assert has_changed(client, SEASON, etag)


def test_new_day_makes_the_page_new_as_it_says_when_it_is_printed(riverside: Club, client: Client) -> None:
    with patch("django.utils.timezone.now", return_value=datetime(2026, 2, 3, 12, tzinfo=UTC)):
        response = client.get(SEASON)
        assert "Riverside Card Club · SKUCK · Standings · printed 3 February 2026" in text(response)
    with patch("django.utils.timezone.now", return_value=datetime(2026, 2, 4, 12, tzinfo=UTC)):
        assert has_changed(client, SEASON, response.headers["ETag"])


def test_who_has_logged_in_gets_their_own_page_and_leaves_none(
    riverside: Club, client: Client, scorer: Client
) -> None:
    kept = client.get(SEASON)
    own = scorer.get(SEASON, headers={"if-none-match": kept.headers["ETag"]})
    assert own.status_code == 200 and "Log out" in text(own) and "ETag" not in own.headers
    assert "private" in own.headers["Cache-Control"]
    cache.clear()
    scorer.get(SEASON)
    assert "Log out" not in text(client.get(SEASON))


def test_draft_is_not_kept(riverside: Club, client: Client, scorer: Client) -> None:
    competition = Season.objects.get(number=3).competition
    Season.objects.create(competition=competition, number=4)
    for part in ("", "grid/", "matches/"):
        address = f"/riverside/skuck-league/4/{part}"
        assert scorer.get(address).status_code == 200
        assert client.get(address).status_code == 404


def test_season_has_one_address(riverside: Club, client: Client, scorer: Client) -> None:
    for number in ("0003", "03", "+3", "3.0", "٣", "0", "1000000000", "9" * 5000):
        for part in ("", "grid/", "matches/", "why/ann/"):
            for reader in (client, scorer):
                address = f"/riverside/skuck-league/{number}/{part}"
                assert reader.get(address).status_code == 404, address


@pytest.mark.parametrize("refused", ["gzip;q=0", "br, GZIP ; q=0.000", "gzip;q=0.0, deflate", "*, gzip;q=0"])
def test_who_refuses_gzip_gets_none(riverside: Club, client: Client, refused: str) -> None:
    for address in (SEASON, MATCH):  # kept, and not
        for taken, packed in ((refused, False), ("gzip;q=0.1", True), ("gzip", True)):
            response = client.get(address, headers={"accept-encoding": taken})
            assert ("Content-Encoding" in response.headers) is packed, taken


def test_browser_that_has_anything_is_not_told_so_of_what_is_not_there(
    riverside: Club, client: Client
) -> None:
    anything = {"if-none-match": "*"}
    for kind in ("players/nobody/", "no-such-league/rules/"):
        assert client.get(f"/riverside/{kind}", headers=anything).status_code == 404
    assert client.get(SEASON, headers=anything).status_code == 200
    etag = client.get(SEASON).headers["ETag"]
    assert client.get(SEASON, headers={"if-none-match": f'"other", {etag}'}).status_code == 304


def test_head_is_answered_like_get(riverside: Club, client: Client) -> None:
    for _ in range(2):
        response = client.head(SEASON)
        assert response.status_code == 200 and response.content == b""
        assert response.headers["ETag"] == client.get(SEASON).headers["ETag"]


def test_each_order_is_kept_and_what_has_no_end_is_not(
    db: None, client: Client, django_assert_num_queries: Any
) -> None:
    long_club(24)
    join = patch.object(JoinedPage, "build", autospec=True, side_effect=JoinedPage.build)
    with join as build, patch("league.web.public.standings.render", side_effect=shortcuts.render) as render:
        for asked in ("", "?sort=-won", "?sort=name", "?sort=nothing", "?nothing=1"):
            client.get(ADDRESS + asked)
        assert build.call_count == 3
        assert text(client.get(ADDRESS + "?nothing=1")) == text(client.get(ADDRESS))
        assert text(client.get(ADDRESS + "?sort=-won")) != text(client.get(ADDRESS))
        assert build.call_count == 3
        for asked in ("?find=a", "?as_of=2026-02-01", "?sort=-won&find=a"):
            for _ in range(2):
                assert "ETag" not in client.get(ADDRESS + asked).headers
        assert render.call_count == 6
    assert "ETag" not in client.get(ADDRESS + "?download=csv").headers
