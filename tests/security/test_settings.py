"""An installation is secure by default: its secret key, its cookies, its environment variables."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from config import environment

ROOT = Path(__file__).parent.parent.parent
SETTINGS_VARIABLES = {
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "DEBUG",
    "ALLOWED_HOSTS",
    "EMAIL_URL",
    "SITE_URL",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "LOG_FILE",
    "ADMINS",
    "MAX_MAILS_A_DAY",
    "SEARCH_ENGINES",
    "SIGN_UP",
    "SHOW_DEMO_LOG_INS",
    "MAX_LOG_INS_AN_HOUR",
    "REQUIRE_SECOND_FACTOR",
}


def run_program(*command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a program under these settings and no others."""
    rest = {name: value for name, value in os.environ.items() if name not in SETTINGS_VARIABLES}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=rest | {"SECRET_KEY": "x" * 60 + "0123456789", "DATABASE_URL": "sqlite:////nowhere/x"} | settings,
        capture_output=True,
        text=True,
        timeout=60,
    )


@cache
def read_settings(**environ: str) -> dict[str, Any]:
    done = run_program("-m", "tests.security.settings_dump", **environ)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


HTTPS_ENVIRONMENT = {
    "SITE_URL": "https://boolie.example/",
    "EMAIL_URL": "submission://pat:secret@mail.example",
}


# --- the key


def test_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    var = tmp_path / "var"
    key = environment.get_or_create_secret_key(var)
    assert len(key) > 60
    assert environment.get_or_create_secret_key(var) == key
    assert [path.name for path in var.iterdir()] == ["secret-key"]
    assert stat.S_IMODE((var / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE(var.stat().st_mode) == 0o700
    assert environment.get_or_create_secret_key(tmp_path / "another") != key


def test_folder_of_the_data_is_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    var = tmp_path / "var"
    environment.read_database(var / "boolie.sqlite3")
    assert stat.S_IMODE(var.stat().st_mode) == 0o700
    var.chmod(0o755)  # as earlier versions created it
    environment.tighten_folder(var)
    assert stat.S_IMODE(var.stat().st_mode) == 0o700
    environment.tighten_folder(tmp_path / "missing")
    assert not (tmp_path / "missing").exists()


def test_folder_that_is_open_is_tightened_at_the_start(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "config", tmp_path / "config", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "constraints.txt", tmp_path)
    (tmp_path / "var").mkdir()
    (tmp_path / "var").chmod(0o755)
    subprocess.run([sys.executable, "-c", "import config.settings"], cwd=tmp_path, check=True, timeout=60)
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


def test_key_that_another_process_made_meanwhile_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = environment.get_or_create_secret_key(tmp_path)
    monkeypatch.setattr(Path, "exists", lambda path: False)  # as it was when we looked
    assert environment.get_or_create_secret_key(tmp_path) == key
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


MAKE_KEYS_SCRIPT = """
import sys
from pathlib import Path
from config.environment import get_or_create_secret_key
print("ready", flush=True)
sys.stdin.readline()
for number in range(200):
    print(get_or_create_secret_key(Path(sys.argv[1]) / str(number)))
"""


def test_processes_that_start_together_have_the_same_key(tmp_path: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", MAKE_KEYS_SCRIPT, str(tmp_path)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    keys = [process.communicate(timeout=60)[0].split() for process in processes]
    assert keys[0] == keys[1] == keys[2]
    assert len(set(keys[0])) == 200


# --- the database


@pytest.mark.parametrize("slashes", [3, 4])
def test_sqlite_path_is_absolute_with_three_slashes_and_with_four(
    slashes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:{'/' * slashes}{str(tmp_path)[1:]}/a%20club/boolie.sqlite3")
    assert environment.read_database(Path("unused"))["NAME"] == tmp_path / "a club" / "boolie.sqlite3"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgres_url_is_taken_apart(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"{scheme}://ann:s%40fe@db.example:5433/club")
    read = environment.read_database(Path("unused"))
    assert read["ENGINE"] == "django.db.backends.postgresql"
    wanted = {"USER": "ann", "PASSWORD": "s@fe", "HOST": "db.example", "PORT": 5433, "NAME": "club"}
    assert {name: read[name] for name in wanted} == wanted


@pytest.mark.parametrize("url", ["", None])
def test_no_url_is_the_file_in_var(url: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    if url is not None:
        monkeypatch.setenv("DATABASE_URL", url)
    path = tmp_path / "var" / "boolie.sqlite3"
    assert environment.read_database(path)["NAME"] == path
    assert path.parent.is_dir()


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "/var/boolie.sqlite3",
        "mysql://ann:secret@db/club",
        "sqlite://",
        "sqlite:///",
        "sqlite://relative/boolie.sqlite3",
        "postgres://",
        "postgres://ann:secret@db",
        "postgres://ann:secret@db:port/club",
        "postgres://ann:secret@[::1/club",
    ],
)
def test_url_that_is_none_is_said_to_be_and_not_repeated(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(
        ImproperlyConfigured, match=r"DATABASE_URL must be like sqlite:///.* or postgres://"
    ) as error:
        environment.read_database(Path("unused"))
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("value", "on"),
    [("1", True), ("True", True), ("on", True), (" yes ", True), ("", False), ("0", False), ("off", False)],
)
def test_switch_is_on_or_off(value: str, on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", value)
    assert environment.read_bool("DEBUG") is on


@pytest.mark.parametrize(("value", "count"), [("", 7), (" ", 7), ("1", 1), (" 250 ", 250)])
def test_number_is_read_or_has_its_default(value: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAX_MAILS_A_DAY", value)
    assert environment.read_count("MAX_MAILS_A_DAY", 7) == count


@pytest.mark.parametrize("value", ["0", "-1", "1.5", "many", "1e3", "٣", "9" * 10])
def test_number_that_is_none_is_an_error(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAX_MAILS_A_DAY", value)
    with pytest.raises(ImproperlyConfigured, match="MAX_MAILS_A_DAY must be a whole number from 1"):
        environment.read_count("MAX_MAILS_A_DAY", 7)


def test_switch_that_is_neither_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="DEBUG must be on or off, not 'maybe'"):
        environment.read_bool("DEBUG")


# --- mail


def read_mail_settings(monkeypatch: pytest.MonkeyPatch, url: str) -> dict[str, Any]:
    monkeypatch.setenv("EMAIL_URL", url)
    read = environment.read_email()
    return {name.removeprefix("EMAIL_"): read[name] for name in read if read[name]}


SMTP_SETTINGS = {
    "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
    "HOST": "mail.example",
    "TIMEOUT": 10,
}


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("smtp://mail.example", {"PORT": 25}),
        ("smtp://mail.example:2525/", {"PORT": 2525, "FILE_PATH": "/"}),
        ("submission://mail.example", {"PORT": 587, "USE_TLS": True}),
        (
            "submission://pat%40club.example:s%40f%2Fe@mail.example",
            {"PORT": 587, "USE_TLS": True, "HOST_USER": "pat@club.example", "HOST_PASSWORD": "s@f/e"},
        ),
        ("submission://mail.example:465?ssl=on", {"PORT": 465, "USE_SSL": True}),
        (
            "smtp://mail.example?_default_from_email=cards@club.example",
            {"PORT": 25, "DEFAULT_FROM_EMAIL": "cards@club.example"},
        ),
    ],
)
def test_mail_server_is_taken_apart(url: str, read: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_mail_settings(monkeypatch, url) == SMTP_SETTINGS | read


@pytest.mark.parametrize("url", ["", "console:", "console://"])
def test_mail_goes_to_the_console_until_there_is_a_server(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "console" in read_mail_settings(monkeypatch, url)["BACKEND"]


def test_mail_goes_to_files_of_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    read = read_mail_settings(monkeypatch, "file:///var/club%20mail")
    assert "filebased" in read["BACKEND"]
    assert read["FILE_PATH"] == "/var/club mail"


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "mail.example",
        "https://pat:secret@mail.example",
        "smtps://pat:secret@mail.example",
        "smtp://",
        "submission://:25",
        "smtp://pat:secret@mail.example:port",
        "smtp://pat:secret@mail.example:70000",
        "smtp://pat:secret@[::1",
        "smtp://pat:secret@mail.example/inbox",
        "smtp://pat:secret@mail.example?timeout=long",
        # These characters end the host if they are in a password without percent-encoding.
        "submission://pat:1/secret@mail.example",
        "submission://pat:1?secret@mail.example",
        "submission://pat:1#secret@mail.example",
        "file:relative",
        "file://host/folder",
        "console:secret",
        "console://secret",
    ],
)
def test_mail_url_that_is_none_is_said_to_be_and_not_repeated(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(
        ImproperlyConfigured, match=r"EMAIL_URL must be like submission://.* or console:"
    ) as error:
        read_mail_settings(monkeypatch, url)
    assert "secret" not in str(error.value)
    assert error.value.__cause__ is None


def test_mail_settings_are_djangos() -> None:
    expected = {
        "EMAIL_HOST": "mail.example",
        "EMAIL_HOST_PASSWORD": "secret",
        "EMAIL_USE_TLS": True,
        "DEFAULT_FROM_EMAIL": "Boolie <boolie@boolie.example>",
    }
    assert {name: read_settings(**HTTPS_ENVIRONMENT)[name] for name in expected} == expected


# --- the digest of the code


def test_digest_follows_the_code_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "constraints.txt").write_text("Django==5.2")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.py").write_text("1")
    first = environment.compute_build(tmp_path)
    (tmp_path / "games" / "a.pyc").write_text("compiled")
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "b.py").write_text("2")
    assert environment.compute_build(tmp_path) == first
    (tmp_path / "games" / "a.py").write_text("2")
    assert environment.compute_build(tmp_path) != first
    (tmp_path / "games" / "a.py").write_text("1")
    assert environment.compute_build(tmp_path) == first
    (tmp_path / "constraints.txt").write_text("Django==5.3")
    assert environment.compute_build(tmp_path) != first


def test_passwords_are_hashed_with_argon2_and_two_log_ins_are_tried_in_order() -> None:
    settings = read_settings()
    assert settings["PASSWORD_HASHERS"] == ["config.hashers.FewAtOnceArgon2PasswordHasher"]
    assert settings["AUTHENTICATION_BACKENDS"][0] == "axes.backends.AxesStandaloneBackend"


# --- what follows from the settings

SECURE_SETTINGS = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT")


def test_https_site_has_secure_cookies_a_redirect_and_hsts() -> None:
    settings = read_settings(**HTTPS_ENVIRONMENT)
    assert all(settings[name] is True for name in SECURE_SETTINGS)
    assert settings["SECURE_HSTS_SECONDS"] >= 31_536_000
    assert settings["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert settings["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://boolie.example"]
    assert settings["ALLOWED_HOSTS"][0] == "boolie.example"
    assert settings["DEBUG"] is False


@pytest.mark.parametrize("site", [{}, {"SITE_URL": "http://192.168.1.7:8000"}])
def test_http_site_works_without_https_and_believes_no_proxy(site: dict[str, str]) -> None:
    settings = read_settings(**site)
    assert not any(settings[name] for name in SECURE_SETTINGS)
    assert settings["SECURE_HSTS_SECONDS"] == 0
    assert settings["SECURE_PROXY_SSL_HEADER"] is None
    assert settings["ALLAUTH_TRUSTED_PROXY_COUNT"] == 0


def test_jobs_and_cache_live_in_the_process_until_there_is_a_redis() -> None:
    here = read_settings()
    assert here["CELERY_TASK_ALWAYS_EAGER"] is True
    assert "locmem" in here["CACHES"]["default"]["BACKEND"]
    redis = "redis://redis.example:6379/2"
    there = read_settings(REDIS_URL=redis)
    assert there["CELERY_TASK_ALWAYS_EAGER"] is False
    assert there["CELERY_BROKER_URL"] == there["CACHES"]["default"]["LOCATION"] == redis


def test_site_with_https_passes_djangos_own_check_before_deployment() -> None:
    command = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = run_program(*command, SITE_URL="https://boolie.example", SECRET_KEY=os.urandom(40).hex())
    assert done.returncode == 0, done.stderr
    with pytest.raises(SystemCheckError, match="SECURE_SSL_REDIRECT"):  # the check is awake
        call_command("check", "--deploy", "--fail-level", "WARNING")


def test_log_ins_of_the_demo_are_offered_on_ones_own_computer_only() -> None:
    assert run_program("manage.py", "check", SHOW_DEMO_LOG_INS="on").returncode == 0
    refused = run_program("manage.py", "check", SHOW_DEMO_LOG_INS="on", SITE_URL="https://boolie.example")
    assert refused.returncode != 0 and "SHOW_DEMO_LOG_INS is for your own computer only" in refused.stderr
