"""The pages that say that something is not as it should be."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from league.web.public import home
from tests.web.sheets import text


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (PermissionDenied, 403, "You don't have access to this page"),
        (RuntimeError, 500, "This is our mistake, not yours."),
    ],
)
def test_error_has_a_page_of_ours(
    monkeypatch: pytest.MonkeyPatch, db: None, error: type[Exception], status: int, said: str
) -> None:
    def fail(_find: str, **_: Any) -> Any:
        raise error

    monkeypatch.setattr(home, "find_clubs", fail)
    response = Client(raise_request_exception=False).get("/")
    assert response.status_code == status
    assert said in text(response)
