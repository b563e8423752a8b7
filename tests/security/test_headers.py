"""Security headers of files, errors and sites with and without HTTPS.

Those of pages are tested in test_role_table.py.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from league.queries.pages import home
from tests.security.browser_policy import find_inline, find_leniency
from tests.security.population import Population
from tests.security.test_settings import run_program


def test_files_and_pages_for_everybody_are_not_private(population: Population) -> None:
    files: Any = population.client("owner").get("/-/static/league/style.css")
    assert b"".join(files.streaming_content)
    pages = population.client("visitor").get("/riverside/")
    assert "max-age=" in files.headers["Cache-Control"]
    assert pages.headers["Cache-Control"] == "no-cache" and "ETag" in pages.headers


def test_reader_of_pages_sees_what_is_written_into_them() -> None:
    page = (
        "<p style='color: red' ONCLICK=x><script>1</script><style></style><a href=' javascript:x'>"
        "<script src='https://elsewhere.example/x.js'></script><img src=//elsewhere.example/x>"
    )
    assert len(list(find_inline(page.replace("' java", "'java")))) == 7
    assert list(find_inline("<script src='/-/static/x.js'></script><p class=style>on</p>")) == []
    for hidden in ("<a title='>' onclick=x>", """<a class=' title="'" onclick=x>""", "<!--><a onclick=x>"):
        assert list(find_inline(hidden)) == ["<a onclick>"], hidden


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
    assert list(find_leniency(response, page=False)) == []


@pytest.mark.parametrize(
    "name", ["league/style.css", "league/enter.js", "league/icon.svg", "admin/css/base.css"]
)
def test_files_are_strict_too(name: str) -> None:
    response: Any = Client().get(f"/-/static/{name}")
    assert response.status_code == 200
    assert b"".join(response.streaming_content)  # read to its end the file is closed
    assert "charset=" in response.headers["Content-Type"]
    assert list(find_leniency(response, page=False)) == []


HEADERS_SCRIPT = """
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
    done = run_program(
        *("-c", HEADERS_SCRIPT),
        SITE_URL="https://boolie.example",
        DATABASE_URL="sqlite:///nowhere/x",
        DJANGO_SETTINGS_MODULE="config.settings",
    )
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["headers"]["Strict-Transport-Security"] == "max-age=31536000"
    assert document["plain"]["Location"] == "https://boolie.example/-/log-in/"
    assert document["cookies"]["csrftoken"] == [True, "Lax"]


def test_session_cookie_is_out_of_reach_for_scripts(population: Population) -> None:
    client = population.client("visitor")
    response = client.post(
        "/-/log-in/", {"login": "owner@example.org", "password": "a good long pass phrase"}
    )
    cookie = response.cookies["sessionid"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"


def test_http_site_promises_no_https(client: Client, db: None) -> None:
    assert "Strict-Transport-Security" not in client.get("/").headers
