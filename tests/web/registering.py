"""A tournament to register for, on its pages."""

from typing import Any

from django.test import Client

from tests.web.sheets import text

HOME = "/riverside/spring-open/"
PAGE = HOME + "1/"
REGISTER, REGISTRATION, CHECK_IN = PAGE + "register/", PAGE + "registration/", PAGE + "check-in/"
BY_MAIL = REGISTER + "by-mail/"


def post(client: Client, page: str, **sent: Any) -> str:
    """Post to a page, and return the text of the one that it leads to."""
    answer = client.post(page, sent, follow=True)
    assert answer.status_code == 200
    return text(answer)
