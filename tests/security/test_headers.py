"""Security headers of files, errors and sites with and without HTTPS.

Those of pages are tested in test_role_table.py.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from league.web.public import home
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

        def fail(*_: Any, **__: Any) -> Any:
            raise error

        monkeypatch.setattr(home, "find_clubs", fail)
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
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.test import Client
settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}  # tables at once: migrating takes long
call_command("migrate", run_syncdb=True, verbosity=0)
client = Client(headers={"x-forwarded-proto": "https", "host": "boolie.example"})
answer = client.get("/-/log-in/")
plain = Client(headers={"host": "boolie.example"}).get("/-/log-in/")
cookies = {name: [bool(one["secure"]), one["samesite"]] for name, one in answer.cookies.items()}
print(json.dumps({"headers": dict(answer.headers), "plain": dict(plain.headers), "cookies": cookies}))
"""


def test_https_site_says_so_for_a_year_and_keeps_its_cookies_to_it(tmp_path: Path) -> None:
    done = run_program(
        *("-c", HEADERS_SCRIPT),
        SITE_URL="https://boolie.example",
        DATABASE_URL=f"sqlite:///{tmp_path}/x",
        DJANGO_SETTINGS_MODULE="config.settings",
    )
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["headers"]["Strict-Transport-Security"] == "max-age=31536000"
    assert document["plain"]["Location"] == "https://boolie.example/-/log-in/"
    assert document["cookies"] == {"__Host-csrftoken": [True, "Lax"]}


COOKIES_SCRIPT = """
import json
from django.conf import settings
names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "MESSAGES_COOKIE_NAME", "KNOWN_BROWSER_COOKIE_NAME")
from config.messages import HostOnlyCookieStorage
print(json.dumps([*(getattr(settings, name) for name in names), HostOnlyCookieStorage.cookie_name]))
"""


@pytest.mark.parametrize(("scheme", "prefix"), [("https", "__Host-"), ("http", "")])
def test_cookies_are_of_this_host_only_where_it_has_https(scheme: str, prefix: str) -> None:
    done = run_program(
        *("-c", COOKIES_SCRIPT),
        SITE_URL=f"{scheme}://boolie.example",
        DATABASE_URL="sqlite:///nowhere/x",
        DJANGO_SETTINGS_MODULE="config.settings",
    )
    names = ["sessionid", "csrftoken", "messages", "known-browser", "messages"]
    assert json.loads(done.stdout) == [prefix + name for name in names]


def test_session_cookie_is_out_of_reach_for_scripts(population: Population) -> None:
    client = population.client("visitor")
    response = client.post(
        "/-/log-in/", {"login": "owner@example.org", "password": "a good long pass phrase"}
    )
    cookie = response.cookies["sessionid"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"


@pytest.mark.parametrize("address", ["/", "/riverside/", "/riverside/league-1/1/", "/-/my/", "/nowhere/"])
def test_no_browser_stores_what_somebody_sees_who_is_logged_in(population: Population, address: str) -> None:
    assert "no-store" in population.client("scorer").get(address).headers["Cache-Control"]
    if address != "/-/my/":
        assert "no-store" not in population.client("visitor").get(address).headers.get("Cache-Control", "")


@pytest.mark.parametrize(
    "address",
    ["/-/log-in/", "/-/log-in/code/", "/-/sign-up/", "/-/password/reset/", "/-/password/reset/1/x-y/"],
)
def test_no_browser_stores_a_form_of_an_account(population: Population, address: str) -> None:
    assert "no-store" in population.client("visitor").get(address).headers["Cache-Control"]


def test_http_site_promises_no_https(client: Client, db: None) -> None:
    assert "Strict-Transport-Security" not in client.get("/").headers
