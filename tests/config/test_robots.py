"""What search engines are told."""

from __future__ import annotations

from typing import Any

from django.test import Client


def test_search_engines_may_list_public_pages_and_none_of_accounts(client: Client, db: None) -> None:
    response = client.get("/robots.txt")
    assert response.headers["Content-Type"].startswith("text/plain")
    assert response.content.decode().splitlines() == ["User-agent: *", "Disallow: /-/", "Disallow: /*/-/"]
    assert "X-Robots-Tag" not in client.get("/").headers


def test_they_are_kept_away_where_the_installation_says_so(client: Client, db: None, settings: Any) -> None:
    settings.SEARCH_ENGINES = "none"
    assert client.get("/robots.txt").content.decode().splitlines() == ["User-agent: *", "Disallow: /"]
    for path in ("/", "/nowhere/", "/robots.txt"):
        assert client.get(path).headers["X-Robots-Tag"] == "noindex, nofollow"
