"""Whether the process answers, and whether it is ready: for load balancers and supervisors."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config import health
from tests import servers
from tests.log_lines import LogLines


def test_process_answers_without_asking_the_database(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"alive": True})


def test_process_with_everything_there_is_ready(client: Client, db: None, log_lines: LogLines) -> None:
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (200, {"ready": True, "missing": []})
    assert log_lines.texts == []


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_answers_are_never_stored_and_given_by_plain_http_too(
    client: Client, db: None, settings: Any, path: str
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/").status_code == 301
    response = client.get(path)
    assert response.status_code == 200
    assert "no-store" in response.headers["Cache-Control"]


def read_missing(client: Client) -> Any:
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["ready"] is False
    return response.json()["missing"]


def test_process_is_not_ready_before_all_migrations(
    client: Client, db: None, settings: Any, log_lines: LogLines
) -> None:
    settings.MIGRATION_MODULES = {}  # most runs make the tables without migrations, and record none
    list_last_migrations = health._list_last_migrations.__wrapped__
    applied = dict.fromkeys(list_last_migrations())
    with (
        patch.object(health, "_list_last_migrations", list_last_migrations),
        patch.object(MigrationRecorder, "applied_migrations", return_value=applied),
    ):
        assert client.get("/readyz").status_code == 200
        del applied[next(last for last in applied if last[0] == "league")]
        assert read_missing(client) == ["migrations"]
    (line,) = log_lines.lines
    assert (line["event"], line["level"], line["missing"]) == ("not ready", "WARNING", "migrations")


def test_process_is_not_ready_while_the_database_is_away(client: Client, log_lines: LogLines) -> None:
    with patch.object(health, "connection") as connection:
        connection.cursor.side_effect = OperationalError("no server at db.example")
        assert read_missing(client) == ["database", "migrations"]
    assert [line["error"] for line in log_lines.lines] == ["OperationalError"] * 2


def test_process_is_not_ready_while_redis_is_away(client: Client, db: None, settings: Any) -> None:
    with servers.run_valkey() as valkey:
        settings.REDIS_URL = valkey.url
        assert client.get("/readyz").status_code == 200
    assert read_missing(client) == ["redis"]
