"""Public pages, beside an empty page through the same middleware.

The clubs are riverside, one of 400 players in 100 divisions, and one of 400 players in a single division.
Each page is first made afresh, then requested as by a later visitor, with and without compression, and by a
browser that already has it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from bench.comparison import Row, compare, format_seconds
from bench.database import set_up

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
LIMITS = {"standings of 100 divisions": 440, "standings of one division of 400": 440}
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
        yield compare_requests(name, "kept", plain, "the page is in the cache")
        yield compare_requests(
            name, "kept, packed", compressing, "the page is in the cache; the size is the packed page's"
        )
        unchanged = "the browser has the page and is told that it has not changed"
        yield compare_requests(
            name, "unchanged", plain, unchanged, expected=304, headers={"if-none-match": etag}
        )


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
