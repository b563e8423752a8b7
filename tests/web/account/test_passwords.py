"""Which passwords are refused, and with which messages."""

from __future__ import annotations

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from league.actions.membership import add_member
from league.actions.proof import mark_proved
from league.models import Club, User
from league.principals import CONSOLE


def find_problems(password: str, user: User | None = None) -> set[str | None]:
    """Return the codes of what is wrong with a password; empty if nothing is."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        return {problem.code for problem in error.error_list}
    return set()


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("ninechars", "password_too_short"),
        ("1234567890", "password_breached"),
        ("iloveyou123", "password_breached"),
        ("Iloveyou123 ", "password_breached"),
        ("correcthorsebatterystaple", "password_breached"),
        ("Boolie2026!", "password_names"),
        ("localhost-1", "password_names"),
    ],
)
def test_passwords_that_would_be_tried_first_are_refused(password: str, code: str) -> None:
    assert code in find_problems(password)


@pytest.mark.parametrize(
    "password",
    [
        "tenletters then",
        "a good long pass phrase",
        "ten🂡🂢🂣🂤🂥🂦🂧🂨",
        "boolie is what we play on",
        "x" * 5 + "qzjv0",
    ],
)
def test_nothing_else_is_asked_of_a_password(password: str) -> None:
    assert find_problems(password) == set()


def test_names_of_the_person_and_of_their_clubs_are_no_passwords(riverside: Club) -> None:
    fay = User.objects.create_user("fay@example.org", name="Fay Featherstone")
    assert find_problems("riverside clubs", fay) == set()
    mark_proved(fay)
    add_member(club=riverside, email=fay.email, role="scorer", by=CONSOLE)
    assert find_problems("riverside club1", fay) == {"password_names"}
    assert "password_too_similar" in find_problems("featherstone", fay)
