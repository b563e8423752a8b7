"""Reads the environment: the few values that need more than `os.environ.get`."""

import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured


def switch(name: str) -> bool:
    """True for 1, true, yes or on; False for nothing, 0, false, no or off."""
    value = os.environ.get(name, "").strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"", "0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be on or off, not {value!r}.")


def words(name: str) -> list[str]:
    """A list written with commas."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def database(default: Path) -> dict[str, Any]:
    """Django's settings for `DATABASE_URL`: `sqlite:///absolute/path.sqlite3` or `postgres://...`."""
    url = os.environ.get("DATABASE_URL")
    if not url:
        default.parent.mkdir(parents=True, exist_ok=True)
        return _sqlite(default)
    try:
        parts = urlsplit(url)
        path = unquote(parts.path).lstrip("/")
        if path and parts.scheme == "sqlite" and not parts.netloc:
            return _sqlite(Path("/", path))
        if path and parts.scheme in {"postgres", "postgresql"}:
            return {**dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True)}
    except ValueError:  # a port that is no number, half an address
        pass
    raise ImproperlyConfigured(  # without the URL: it may hold a password
        "DATABASE_URL must be like sqlite:///absolute/path.sqlite3 or postgres://user:password@host/name."
    )


def _sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            # A writer takes its lock at the start: two of them queue instead of one failing half-way.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: an acknowledged result survives a power cut.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def secret_key(var: Path) -> str:
    """This installation's key: made at the first start, kept in `var/`, readable by its owner only."""
    path = var / "secret-key"
    if not path.exists():
        var.mkdir(parents=True, exist_ok=True)
        descriptor, draft = tempfile.mkstemp(dir=var)  # mode 0600
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)  # whole or not at all, also with two processes starting at once
        except FileExistsError:
            pass
        finally:
            os.unlink(draft)
    return path.read_text()
