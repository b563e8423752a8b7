"""Settings from environment variables that need more than `os.environ.get`."""

import hashlib
import os
import re
import secrets
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

import dj_database_url
import dj_email_url
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

CODE_SUFFIXES = {".py", ".html", ".txt", ".css", ".js", ".svg", ".mo"}


def read_bool(name: str) -> bool:
    """Return True for 1, true, yes or on, and False for nothing, 0, false, no or off.

    Raises ImproperlyConfigured for anything else.
    """
    value = os.environ.get(name, "").strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"", "0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be on or off, not {value!r}.")


def read_list(name: str) -> list[str]:
    """Return the words of a comma-separated list."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def read_choice(name: str, choices: Sequence[str], *, default: str) -> str:
    """Return which of the choices it is, whatever its capital letters; `default` if it is not set.

    Raises ImproperlyConfigured for anything else.
    """
    value = os.environ.get(name, "").strip().lower() or default.lower()
    for choice in choices:
        if value == choice.lower():
            return choice
    raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}.")


def read_administrators() -> list[tuple[str, str]]:
    """Return Django's ADMINS from the e-mail addresses in `ADMINS`; they have no names.

    Raises ImproperlyConfigured for anything else.
    """
    addresses = read_list("ADMINS")
    try:
        for address in addresses:
            validate_email(address)
    except ValidationError:
        raise ImproperlyConfigured("ADMINS must be e-mail addresses, with commas between them.") from None
    return [("", address) for address in addresses]


def read_count(name: str, default: int) -> int:
    """Return a whole number from 1, or the default where the variable is not set.

    Raises ImproperlyConfigured for anything else.
    """
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not re.fullmatch("[1-9][0-9]{0,8}", value):
        raise ImproperlyConfigured(f"{name} must be a whole number from 1, not {value!r}.")
    return int(value)


def read_database(default: Path) -> dict[str, Any]:
    """Return Django's settings for `DATABASE_URL`; without one, for the SQLite file `default`.

    It is `sqlite:///absolute/path.sqlite3` or `postgres://...`. Raises ImproperlyConfigured for anything
    else.
    """
    url = os.environ.get("DATABASE_URL")
    if not url:
        create_private_folder(default.parent)
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
            "timeout": 10,  # seconds; then the form comes back, see league.actions.locks
            # FULL: an acknowledged result survives a power cut.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def read_email() -> dict[str, Any]:
    """Return Django's settings for `EMAIL_URL`.

    It is `submission://user:password@host` (with TLS, port 587), `smtp://host:25`, `file:///absolute/folder`
    or, by default, `console:`. Raises ImproperlyConfigured for anything else.
    """
    url = os.environ.get("EMAIL_URL") or "console:"
    try:
        parts = urlsplit(url)
        if _is_mail_url(parts):
            return {
                **dj_email_url.parse(url),
                "EMAIL_FILE_PATH": unquote(parts.path),
                "EMAIL_TIMEOUT": 10,  # seconds: a mail server that does not answer delays no request for long
            }
    except ValueError:  # a port that is no number, half an address
        pass
    raise ImproperlyConfigured(  # without the URL: it may hold a password
        "EMAIL_URL must be like submission://user:password@host, smtp://host:25, file:///folder or console:. "
        "Signs such as / # ? @ in a password are written %2F %23 %3F %40."
    )


def _is_mail_url(parts: SplitResult) -> bool:
    """Return whether every part of the URL means something.

    A part that would be ignored was meant to be something else.
    """
    parameters = set(parse_qs(parts.query, keep_blank_values=True))
    known = {"ssl", "tls", "_default_from_email", "_server_email"}
    if parts.fragment:
        return False
    if parts.scheme in {"smtp", "submission"}:
        return bool(parts.hostname) and parts.path in {"", "/"} and parameters <= known
    is_local = not (parts.netloc or parameters)
    return is_local and (parts.scheme, parts.path[:1]) in {("file", "/"), ("console", "")}


def create_private_folder(folder: Path) -> None:
    """Create the folder, which only its owner may look into."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def tighten_folder(folder: Path) -> None:
    """Let only its owner look into a folder that is there; earlier versions created it readable for all.

    A folder of another user stays as it is, since only its owner can change that.
    """
    with suppress(FileNotFoundError, PermissionError):
        if folder.stat().st_mode & 0o077:
            folder.chmod(0o700)


def list_catalogue_folders() -> list[Path]:
    """Return the folders `locale` beside the packages of games that others have installed.

    Each holds what Django calls a locale path: `de/LC_MESSAGES/django.mo`.
    """
    packages = {point.module.partition(".")[0] for point in entry_points(group="boolie.games")}
    specs = (find_spec(package) for package in sorted(packages))
    places = [
        Path(place) / "locale" for spec in specs if spec for place in spec.submodule_search_locations or ()
    ]
    return [place for place in places if place.is_dir()]


def compute_build(root: Path) -> str:
    """Return a short digest of the code.

    What was cached or generated by other code is recognised by it.
    """
    digest = hashlib.sha256()
    files = [root / "constraints.txt"]
    for folder in ("config", "games", "league", "locale", "templates"):
        files += (path for path in sorted((root / folder).rglob("*")) if path.suffix in CODE_SUFFIXES)
    for path in files:
        digest.update(str(path.relative_to(root)).encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def get_or_create_secret_key(var: Path) -> str:
    """Return this installation's secret key.

    It is generated at the first start and stored in `var`, readable by its owner only.
    """
    path = var / "secret-key"
    if not path.exists():
        create_private_folder(var)
        descriptor, draft = tempfile.mkstemp(dir=var)  # mode 0600
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)  # atomic, even if two processes start at once
        except FileExistsError:
            pass
        finally:
            os.unlink(draft)
    return path.read_text()
