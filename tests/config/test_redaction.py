"""What is taken out of messages and tracebacks: addresses, what people typed, and what a database repeats of it."""

from __future__ import annotations

from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import RequestFactory
from django.urls import resolve

from config.redaction import collect_typed, describe_error, format_error, redact
from league.actions.errors import ActionError
from league.models import User
from league.rules.validation import build_problem

PAT = "pat.smith@club.example"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"No mail to {PAT}.", "No mail to [address]"),
        (f"<{PAT}>: user unknown", "<[address]>: user unknown"),
        (f"mailto:{PAT.upper()}, to=pät@club.example", "mailto:[address], to=[address]"),
        ("redis://:secret@cache.example:6379/0", "redis://:[address]:6379/0"),
        ("from 203.0.113.9:4711 and 2001:db8::9", "from [ip]:4711 and [ip]"),
        ("to 127.0.0.1:6379 and [::1] at 12:34:56, version 5.2.19", None),
        ("There is no 'Pat O\\'Neill' here", "There is no […] here"),
        ('invalid input syntax for type integer: "Pat"', "invalid input syntax for type integer: […]"),
        ("can't adapt type 'Pat', isn't it", "can't adapt type […], isn't it"),
        ("'Pat O'Neill' and the players' 'Pat", "[…] and the players' […]"),
        ("[<Player: Pat Smith>, <User: Pat>]", "[<Player: […]>, <User: […]>]"),
        ("“Pat” value must be an integer.", "[…] value must be an integer."),
        ('duplicate key value violates unique constraint "league_user_email_key"', None),
        ("'NoneType' object has no attribute 'Pat'", "'NoneType' object has no attribute […]"),
        ("one\x00two\x1b[31m\u2028three", "one two [31m three"),
        ("first\nDETAIL: Key (email)=(pat) exists.\nCONTEXT: pat", "first"),
        ("x" * 9999, "x" * 500),
        (f"{'x' * 1990} 'Pat Smith'", "x" * 500),
    ],
)
def test_text_loses_addresses_quotations_and_all_but_its_first_line(text: str, kept: str | None) -> None:
    assert redact(text) == (text if kept is None else kept)


def test_message_loses_what_came_with_the_request() -> None:
    request = RequestFactory().post(
        "/riverside/players/pat-smith/?find=Quigley", {"name": "Ophelia Zephyr", "n": "12", "game": "ab"}
    )
    request.resolver_match = resolve(request.path)
    request.COOKIES["sessionid"] = "token-of-a-session"
    assert request.POST
    typed = collect_typed(request)
    message = "pat-smith Quigley Ophelia Zephyr token-of-a-session 12 ab /riverside/players/pat-smith/"
    assert redact(message, typed) == "[typed] [typed] [typed] [typed] 12 ab [typed]"


def test_nothing_is_read_of_a_request_to_find_out_what_was_typed() -> None:
    request = RequestFactory().post("/", {"name": "Ophelia Zephyr"})
    assert collect_typed(request) == []
    assert collect_typed(None) == []
    assert "Ophelia" in request.POST["name"]


def catch(raises: Any) -> BaseException:
    """Return the error that a function raises."""
    with pytest.raises(Exception) as caught:  # noqa: PT011  # whatever it is
        raises()
    return caught.value


def test_words_of_the_code_stay_in_a_message() -> None:
    row: dict[str, int] = {}
    assert describe_error(catch(lambda: row["average"])) == "KeyError: 'average'"
    assert describe_error(catch(lambda: row["".join(("pat-", "smith"))])) == "KeyError: […]"


def test_errors_that_are_data_are_their_codes() -> None:
    problem = build_problem("players.0.name", "unknown-player", "There is no {name}.", name="Pat")
    refused = ActionError(problem, problem)
    assert describe_error(refused) == "league.actions.errors.ActionError: unknown-player"


@pytest.mark.parametrize(
    "error",
    [
        SMTPRecipientsRefused({PAT: (550, f"5.1.1 <{PAT}>: no Pat Smith here".encode())}),
        ValidationError("“%(value)s” is not Pat Smith", params={"value": PAT}),
        IntegrityError(
            'duplicate key value violates unique constraint "league_user_email_key"\n'
            f"DETAIL:  Key (email)=({PAT}) already exists for Pat Smith.\n"
        ),
    ],
)
def test_errors_of_mail_servers_and_databases_name_nobody(error: Exception) -> None:
    described = describe_error(error)
    assert described.startswith(f"{type(error).__module__}.{type(error).__name__}: ")
    assert not any(word in described for word in ("pat", "Pat", "club.example"))


def test_account_that_is_there_already_is_not_named_by_the_database(db: None) -> None:
    User.objects.create_user(PAT)

    def create_again() -> None:
        with transaction.atomic():
            User.objects.create(email=PAT)

    trace = format_error(catch(create_again))
    assert "IntegrityError: " in trace and "in create_again" in trace
    assert "smith" not in trace.lower()


def test_traceback_has_the_errors_that_led_to_it() -> None:
    def look_up() -> None:
        raise LookupError(f"nobody has {PAT}")

    def ask() -> None:
        try:
            look_up()
        except LookupError as error:
            raise ValueError("no answer") from error

    def answer() -> None:
        try:
            ask()
        except ValueError:
            raise RuntimeError("no page")  # noqa: B904  # raised while the other is handled

    trace = format_error(catch(answer))
    messages = [line for line in trace.splitlines() if line and not line.startswith((" ", "Traceback"))]
    assert messages == [
        "RuntimeError: no page",
        "It happened while this was handled:",
        "ValueError: no answer",
        "It was caused by:",
        "LookupError: nobody has [address]",
    ]
    assert all(f"in {function.__name__}" in trace for function in (look_up, ask, answer))


def test_error_raised_from_none_hides_what_led_to_it() -> None:
    def hide() -> None:
        try:
            raise LookupError
        except LookupError:
            raise ValueError from None

    trace = format_error(catch(hide))
    assert trace.endswith("ValueError") and "LookupError" not in trace.partition("ValueError")[2]
    assert trace.count("Traceback") == 1


def test_error_that_cannot_be_shown_is_its_type() -> None:
    class Unspeakable(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert describe_error(Unspeakable()).endswith("Unspeakable")
