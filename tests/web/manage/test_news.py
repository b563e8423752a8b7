"""News on a club's page: written by organisers, plain text with links for everyone who sees the page."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from league.actions.errors import ActionError
from league.actions.news import change_news
from league.models import Club, Event, Role
from league.models.club import MAX_NEWS_LENGTH
from league.principals import CONSOLE, Visitor
from tests.actions.clubs import make_member
from tests.web.sheets import text

PAGE = "/riverside/-/news/"


def test_news_are_text_with_links_and_nothing_else(organiser: Client, client: Client) -> None:
    assert "News" not in text(client.get("/riverside/"))
    sent = "No play on Thursday <b>!</b>\r\n\r\nSee https://example.org/?a=1&b=2 \u202ejavascript:alert(1)"
    organiser.post(PAGE, {"text": sent})
    page = client.get("/riverside/").content.decode()
    assert "No play on Thursday &lt;b&gt;!&lt;/b&gt;</p>" in page
    assert '<a href="https://example.org/?a=1&amp;b=2" rel="nofollow">' in page
    assert 'href="javascript' not in page and PAGE not in page
    assert PAGE in organiser.get("/riverside/").content.decode()
    organiser.post(PAGE, {"text": "  "})
    assert "No play" not in text(client.get("/riverside/"))


def test_change_is_recorded_without_its_words(riverside: Club) -> None:
    change_news(club=riverside, text="Ann is ill", by=CONSOLE)
    event = Event.objects.latest("pk")
    assert (event.action, event.before, event.after) == ("change_news", {"news": 0}, {"news": 10})
    change_news(club=riverside, text="Ann is ill", by=CONSOLE)
    assert Event.objects.latest("pk") == event


def test_what_is_refused(riverside: Club) -> None:
    for wrong in ("x" * (MAX_NEWS_LENGTH + 1), "a\x00b"):
        with pytest.raises(ActionError):
            change_news(club=riverside, text=wrong, by=CONSOLE)
    for by in (Visitor(), make_member(riverside, Role.SCORER)):
        with pytest.raises(PermissionDenied):
            change_news(club=riverside, text="x", by=by)
