"""The clubs that are looked at in a browser, visited without one."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.client import ClientHandler
from django.urls import resolve

from tests.scenarios import discard_changes


@dataclass(frozen=True)
class Visit:
    """What was answered, and the SQL statements that it took."""

    response: Any
    statements: list[str]

    @property
    def outcome(self) -> str:
        """The number of queries of a page, else the status."""
        status = self.response.status_code
        return f"{len(self.statements)} queries" if status == 200 else f"status {status}"


@dataclass(frozen=True)
class Site:
    """The clubs of tests/browser/clubs.py; `facts` are log-ins and parts of addresses."""

    facts: dict[str, Any]
    handler: ClientHandler

    def visit(
        self,
        who: str,
        path: str,
        sent: dict[str, str] | None = None,
        *,
        club: str = "riverside",
        language: str = "en",
    ) -> Visit:
        """Request a page as somebody with this role in its club, or in `club` if nobody has it there.

        With `sent` it is posted, and the answer is the page that this leads to. `path` may have facts in braces. The
        visit finds nothing that others have left, neither pages nor rows.
        """
        client = Client(raise_request_exception=False, headers={"Accept-Language": language})
        client.handler = self.handler
        sessions = self.facts["sessions"] | {"visitor": ""}
        log_ins = (who, f"{who} of {path.split('/')[1]}", f"{who} of {club}")
        session = next(sessions[name] for name in log_ins if name in sessions)
        if session:
            client.cookies[settings.SESSION_COOKIE_NAME] = session
        cache.clear()
        with discard_changes(), list_statements() as statements:
            where = path.format(**self.facts)
            response = client.get(where) if sent is None else client.post(where, sent, follow=True)
            return Visit(response, statements)


@contextmanager
def list_statements() -> Iterator[list[str]]:
    """Collect the SQL statements that are executed inside; `CaptureQueriesContext` keeps no more than 9000 a test."""
    statements: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield statements


def build_handler() -> ClientHandler:
    """Build the handler of all visits: it takes longer than a page."""
    handler = ClientHandler(enforce_csrf_checks=False)
    handler.load_middleware()
    return handler


def find_name(path: str) -> str:
    """Return the name of the address that a path has."""
    return resolve(re.sub(r"{\w+}", "1", path.partition("?")[0])).view_name
