"""Which accounts a browser is known for."""

from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory

from league.web.account.guessing import MAX_ACCOUNTS_OF_BROWSER, is_known_browser, remember_browser


def log_in(jar: dict[str, str], email: str) -> None:
    """Log an address in, in the browser with these cookies."""
    request, response = RequestFactory().get("/"), HttpResponse()
    request.COOKIES.update(jar)
    remember_browser(request, response, email)
    jar[settings.KNOWN_BROWSER_COOKIE_NAME] = response.cookies[settings.KNOWN_BROWSER_COOKIE_NAME].value


def list_known(jar: dict[str, str], emails: list[str]) -> list[str]:
    request = RequestFactory().get("/")
    request.COOKIES.update(jar)
    return [email for email in emails if is_known_browser(request, email)]


def test_browser_forgets_the_accounts_that_were_logged_in_longest_ago() -> None:
    emails = [f"p{number}@example.org" for number in range(MAX_ACCOUNTS_OF_BROWSER + 2)]
    jar: dict[str, str] = {}
    for email in emails:
        log_in(jar, email)
    assert list_known(jar, emails) == emails[2:]
    log_in(jar, emails[2])  # again: it is the latest now
    log_in(jar, "new@example.org")
    assert list_known(jar, emails) == [emails[2], *emails[4:]]


def test_cookie_that_was_changed_makes_no_account_known() -> None:
    jar: dict[str, str] = {}
    log_in(jar, "ann@example.org")
    name = settings.KNOWN_BROWSER_COOKIE_NAME
    assert list_known(jar, ["ann@example.org"])
    assert not list_known(
        {name: jar[name][:-1] + ("a" if jar[name][-1] != "a" else "b")}, ["ann@example.org"]
    )
