"""What every answer tells the browser to refuse, and that no page asks for what is refused."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from league.queries.pages import home
from tests.security.asking import address, asked_for
from tests.security.house import House
from tests.security.roles import Row
from tests.security.test_settings import run

CSP = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
EVERY = [pytest.param(name, row, id=f"{name} {row.case}".strip()) for name, row in asked_for()]


class Inline(HTMLParser):
    """What is written into a page and would have to be a file: scripts, styles, what runs on events."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if (
            tag == "style"
            or (tag == "script" and not given.get("src"))
            or tag in ("iframe", "object", "base")
        ):
            self.found.append(f"<{tag}>")
        for name, value in given.items():
            if name == "style" or name.startswith("on") or name in ("hx-on", "srcdoc"):
                self.found.append(f"<{tag} {name}>")
            if name in ("href", "src", "action", "formaction", "data-href") and value:
                scheme = value.partition(":")[0].lower() if ":" in value else ""
                if scheme == "javascript" or (name == "src" and (scheme or value.startswith("//"))):
                    self.found.append(f"<{tag} {name}={value}>")


def check(response: Any) -> None:
    policy = {part.strip() for part in response.headers["Content-Security-Policy"].split(";")}
    assert policy == CSP
    assert {name: response.headers.get(name) for name in HEADERS} == HEADERS
    # For browsers that do not know frame-ancestors; files, and what no view answers, have nothing to click on.
    assert response.headers.get("X-Frame-Options", "DENY") == "DENY"
    if response.headers.get("Content-Type", "").startswith("text/html"):
        assert Inline(response.content.decode()).found == []


@pytest.mark.parametrize(("name", "row"), EVERY)
def test_every_answer_is_strict(house: House, db: None, name: str, row: Row) -> None:
    where = address(name, row, house)
    for who in ("visitor", "owner", "administrator"):
        client = house.client(who)
        for response in (client.get(where), client.post(where, row.sent)):
            check(response)
            assert response.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(("name", "row"), EVERY)
def test_page_of_somebody_who_has_logged_in_is_theirs(house: House, db: None, name: str, row: Row) -> None:
    for who in ("player", "owner", "administrator"):
        said = house.client(who).get(address(name, row, house)).headers["Cache-Control"]
        assert "private" in said and ("no-cache" in said or "no-store" in said)


def test_files_and_pages_for_everybody_are_not_private(house: House, db: None) -> None:
    files: Any = house.client("owner").get("/-/static/league/style.css")
    assert b"".join(files.streaming_content)
    pages = house.client("visitor").get("/riverside/")
    assert "max-age=" in files.headers["Cache-Control"]
    assert pages.headers["Cache-Control"] == "no-cache" and "ETag" in pages.headers


def test_reader_of_pages_sees_what_is_written_into_them() -> None:
    page = (
        "<p style='color: red' ONCLICK=x><script>1</script><style></style><a href=' javascript:x'>"
        "<script src='https://elsewhere.example/x.js'></script><img src=//elsewhere.example/x>"
    )
    assert len(Inline(page.replace("' java", "'java")).found) == 7
    assert Inline("<script src='/-/static/x.js'></script><p class=style>on</p>").found == []


@pytest.mark.parametrize(
    ("error", "status"), [(PermissionDenied, 403), (RuntimeError, 500), (None, 404), ("host", 400)]
)
def test_errors_are_strict_too(
    monkeypatch: pytest.MonkeyPatch, db: None, error: type[Exception] | str | None, status: int
) -> None:
    client, where = Client(raise_request_exception=False), "/"
    if error is None:
        where = "/no-such-club/"
    elif isinstance(error, str):
        client = Client(raise_request_exception=False, headers={"host": "elsewhere.example"})
    else:

        def fail(*_: Any) -> Any:
            raise error

        monkeypatch.setattr(home, "page", fail)
    response = client.get(where)
    assert response.status_code == status
    check(response)


@pytest.mark.parametrize(
    "name", ["league/style.css", "league/enter.js", "league/icon.svg", "admin/css/base.css"]
)
def test_files_are_strict_too(name: str) -> None:
    response: Any = Client().get(f"/-/static/{name}")
    assert response.status_code == 200
    assert b"".join(response.streaming_content)  # read to its end the file is closed
    check(response)


ASK = """
import json
import django
django.setup()
from django.test import Client
client = Client(headers={"x-forwarded-proto": "https", "host": "boolie.example"})
answer = client.get("/-/log-in/")
plain = Client(headers={"host": "boolie.example"}).get("/-/log-in/")
cookies = {name: [bool(one["secure"]), one["samesite"]] for name, one in answer.cookies.items()}
print(json.dumps({"headers": dict(answer.headers), "plain": dict(plain.headers), "cookies": cookies}))
"""


def test_https_site_says_so_for_a_year_and_keeps_its_cookies_to_it() -> None:
    done = run(
        *("-c", ASK),
        SITE_URL="https://boolie.example",
        DATABASE_URL="sqlite:///nowhere/x",
        DJANGO_SETTINGS_MODULE="config.settings",
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["headers"]["Strict-Transport-Security"] == "max-age=31536000"
    assert told["plain"]["Location"] == "https://boolie.example/-/log-in/"
    assert told["cookies"]["csrftoken"] == [True, "Lax"]


def test_session_cookie_is_out_of_reach_for_scripts(house: House, db: None) -> None:
    client = house.client("visitor")
    response = client.post(
        "/-/log-in/", {"login": "owner@example.org", "password": "a good long pass phrase"}
    )
    cookie = response.cookies["sessionid"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"


def test_http_site_promises_no_https(client: Client, db: None) -> None:
    assert "Strict-Transport-Security" not in client.get("/").headers
