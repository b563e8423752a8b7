"""Reads the environment: the few values that need more than `os.environ.get`."""

import hashlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

import dj_database_url
import dj_email_url
from django.core.exceptions import ImproperlyConfigured

CODE_SUFFIXES = {".py", ".html", ".txt", ".css", ".js", ".svg", ".mo"}


def read_bool(name: str) -> bool:
    """True for 1, true, yes or on; False for nothing, 0, false, no or off."""
    value = os.environ.get(name, "").strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"", "0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be on or off, not {value!r}.")


def read_list(name: str) -> list[str]:
    """A list written with commas."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def read_database(default: Path) -> dict[str, Any]:
    """Django's settings for `DATABASE_URL`: `sqlite:///absolute/path.sqlite3` or `postgres://...`."""
    url = os.environ.get("DATABASE_URL")
    if not url:
        default.parent.mkdir(parents=True, exist_ok=True)
        return _build_sqlite_settings(default)
    try:
        parts = urlsplit(url)
        path = unquote(parts.path).lstrip("/")
        if path and parts.scheme == "sqlite" and not parts.netloc:
            return _build_sqlite_settings(Path("/", path))
        if path and parts.scheme in {"postgres", "postgresql"}:
            return {**dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True)}
    except ValueError:  # a port that is no number, half an address
        pass
    raise ImproperlyConfigured(  # without the URL: it may hold a password
        "DATABASE_URL must be like sqlite:///absolute/path.sqlite3 or postgres://user:password@host/name."
    )


def _build_sqlite_settings(path: Path) -> dict[str, Any]:
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


def read_email() -> dict[str, Any]:
    """Django's settings for `EMAIL_URL`: `submission://user:password@host` (with TLS, port 587), `smtp://host:25`,
    `file:///absolute/folder` or, the default, `console:`."""
    url = os.environ.get("EMAIL_URL") or "console:"
    try:
        parts = urlsplit(url)
        if _is_mail_url(parts):
            return {
                **dj_email_url.parse(url),
                "EMAIL_FILE_PATH": unquote(parts.path),
                "EMAIL_TIMEOUT": 10,  # seconds: a mail server that does not answer holds nobody up for long
            }
    except ValueError:  # a port that is no number, half an address
        pass
    raise ImproperlyConfigured(  # without the URL: it may hold a password
        "EMAIL_URL must be like submission://user:password@host, smtp://host:25, file:///folder or console:. "
        "Signs such as / # ? @ in a password are written %2F %23 %3F %40."
    )


def _is_mail_url(parts: SplitResult) -> bool:
    """Whether every part of it means something: what is left over was meant to be something else."""
    asked = set(parse_qs(parts.query, keep_blank_values=True))
    known = {"ssl", "tls", "_default_from_email", "_server_email"}
    if parts.fragment:
        return False
    if parts.scheme in {"smtp", "submission"}:
        return bool(parts.hostname) and parts.path in {"", "/"} and asked <= known
    here = not (parts.netloc or asked)
    return here and (parts.scheme, parts.path[:1]) in {("file", "/"), ("console", "")}


def compute_build(root: Path) -> str:
    """A short digest of the code: what was made or kept by other code is not taken for ours."""
    digest = hashlib.sha256()
    files = [root / "constraints.txt"]
    for room in ("config", "games", "league", "templates"):
        files += (path for path in sorted((root / room).rglob("*")) if path.suffix in CODE_SUFFIXES)
    for path in files:
        digest.update(str(path.relative_to(root)).encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def get_or_create_secret_key(var: Path) -> str:
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
