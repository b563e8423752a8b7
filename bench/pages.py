"""Public pages, beside an empty page through the same middleware.

The clubs are riverside, one of 400 players in 100 divisions, and one of 400 players in a single division.
Each page is first made afresh, then requested as by a later visitor, with and without compression, and by a
browser that already has it. A player of the large club asks for its standings again, and once more after each result;
so does a visitor.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

from bench.comparison import Row, compare, format_seconds
from bench.database import analyse, set_up

PAGES = {
    "standings of 100 divisions": "/large-400/league/1/",
    "standings of one division of 400": "/one-400/league/1/",
    "grid of 100 divisions": "/large-400/league/1/grid/",
    "matches of 100 divisions": "/large-400/league/1/matches/",
    "standings of riverside": "/riverside/skuck-league/3/",
    "a match of riverside": "/riverside/matches/m1/",
    "home": "/",
}
# Made anew after each result of a season, which is what its readers wait for on a busy night.
LIMITS = {"standings of 100 divisions": 300, "standings of one division of 400": 250}
# Somewhat more than was measured: docs/performance.md has what is wanted.
KEPT_LIMIT, UNCHANGED_LIMIT = 1.7, 1.6
MEMBER_LIMIT = 8  # a kept page for a player of the club
RESULT_LIMIT = 40  # the first page after a result in one of 100 divisions
EMPTY = "/-/empty/after/all/others/"  # after all other patterns, as the clubs' pages are
REQUEST = "a GET request through all middleware, no network;"


def measure(rounds: int) -> Iterator[Row]:
    set_up()
    make_pages()
    from django.core.cache import cache
    from django.test import Client

    plain = Client(headers={"host": "localhost"})
    compressing = Client(headers={"host": "localhost", "accept-encoding": "gzip"})

    def compare_requests(
        name: str,
        way: str,
        client: Any,
        counted: str,
        *,
        expected: int = 200,
        anew: bool = False,
        headers: dict[str, str] | None = None,
        limit: float | None = None,
    ) -> Row:
        def request_page(address: str, status: int) -> None:
            assert client.get(address, headers=headers).status_code == status

        comparison = compare(
            lambda: request_page(PAGES[name], expected),
            lambda: request_page(EMPTY, 200),
            rounds,
            prepare=cache.clear if anew else lambda: None,
        )
        takes = format_seconds(comparison.seconds)
        if client is compressing:
            takes += f", {len(client.get(PAGES[name]).content) / 1000:.1f} KB"
        return Row(
            f"{name}, {way}",
            "an empty page, asked for alike",
            comparison.ratios,
            takes,
            f"{REQUEST} {counted}",
            limit,
        )

    for name, address in PAGES.items():
        emptied = "the cache is emptied before it"
        yield compare_requests(name, "made anew", plain, emptied, anew=True, limit=LIMITS.get(name))
        etag = plain.get(address).get("ETag")
        if etag is None:
            continue  # not cached: made afresh each time
        yield compare_requests(name, "kept", plain, "the page is in the cache", limit=KEPT_LIMIT)
        packed = "the page is in the cache; the size is the packed page's"
        yield compare_requests(name, "kept, packed", compressing, packed, limit=KEPT_LIMIT)
        unchanged = "the browser has the page and is told that it has not changed"
        yield compare_requests(
            name,
            "unchanged",
            plain,
            unchanged,
            expected=304,
            headers={"if-none-match": etag},
            limit=UNCHANGED_LIMIT,
        )
    yield from measure_after_results(rounds)


def measure_after_results(rounds: int) -> Iterator[Row]:
    """Ask for the standings of 100 divisions after a result, and again, as a visitor and as a player."""
    from django.db.models import F
    from django.test import Client

    from league.models import Division

    address = PAGES["standings of 100 divisions"]
    headers = {"host": "localhost", "accept-encoding": "gzip"}
    visitor, member = Client(headers=headers), log_in_player(headers)
    division = Division.objects.filter(season__competition__club__slug="large-400").order_by("level")[50]

    def raise_revision() -> None:
        Division.objects.filter(pk=division.pk).update(revision=F("revision") + 1)

    def compare_pages(way: str, client: Any, counted: str, limit: float, *, after_result: bool) -> Row:
        def request_page() -> None:
            assert client.get(address).status_code == 200

        comparison = compare(
            request_page,
            lambda: visitor.get(EMPTY),
            rounds,
            prepare=raise_revision if after_result else lambda: None,
        )
        takes = f"{format_seconds(comparison.seconds)}, {len(client.get(address).content) / 1000:.1f} KB"
        return Row(
            f"standings of 100 divisions, {way}",
            "an empty page for a visitor",
            comparison.ratios,
            takes,
            f"{REQUEST} packed; {counted}",
            limit,
        )

    result = "the revision of one division has been raised before it, as a result does"
    asked = "asked for once before"
    yield compare_pages("first after a result", visitor, result, RESULT_LIMIT, after_result=True)
    yield compare_pages("first after a result, for a player", member, result, RESULT_LIMIT, after_result=True)
    yield compare_pages("kept, for a player", member, asked, MEMBER_LIMIT, after_result=False)


def log_in_player(headers: dict[str, str]) -> Any:
    """Return a client that has logged in as a player of the club of 100 divisions."""
    from django.conf import settings
    from django.test import Client

    from league.models import Player, User
    from league.web.sessions import BEGAN, SEEN

    user = User.objects.create_user(email="player@example.org")
    Player.objects.filter(club__slug="large-400", key="p201").update(user=user)
    client = Client(headers=headers)
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    session = client.session
    session[BEGAN] = session[SEEN] = int(time.time())
    session.save()
    return client


def make_pages() -> None:
    """Import the three clubs, and add the URL of the empty page."""
    from django.http import HttpResponse
    from django.urls import path

    from config import urls
    from league.actions.club import import_club
    from league.actions.demo import RIVERSIDE
    from league.demo.large import build_club_file
    from league.principals import CONSOLE

    import_club(RIVERSIDE.read_bytes(), by=CONSOLE)
    import_club(build_club_file(400), by=CONSOLE)
    import_club(put_into_one_division(build_club_file(400)), by=CONSOLE)
    analyse()
    urlpatterns: list[Any] = urls.urlpatterns
    urlpatterns.append(path(EMPTY.lstrip("/"), lambda request: HttpResponse()))


def put_into_one_division(club: bytes) -> bytes:
    """Return the same club under another name, with everybody and every match in its first division."""
    document = json.loads(club)
    document["club"]["slug"] = "one-400"
    (season,) = document["competitions"][0]["seasons"]
    first, *others = season["divisions"]
    for division in others:
        first["entries"] += division["entries"]
        first["matches"] += division["matches"]
    for table, match in enumerate(first["matches"], 1):
        match["table"] = table
    season["divisions"] = [first]
    return json.dumps(document).encode()
