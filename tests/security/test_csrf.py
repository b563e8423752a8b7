"""Nothing can be sent in somebody's name by another site: a post without the token of our page is refused."""

from __future__ import annotations

import pytest

from tests.security.asking import address, asked_for
from tests.security.house import HERE, House, kept
from tests.security.roles import Row

EVERY = [pytest.param(name, row, id=f"{name} {row.case}".strip()) for name, row in asked_for()]


@pytest.mark.parametrize(("name", "row"), EVERY)
def test_post_without_a_token_is_refused(house: House, db: None, name: str, row: Row) -> None:
    where, before = address(name, row, house), kept()
    for who in HERE:
        response = house.client(who, enforce_csrf_checks=True).post(where, row.sent)
        assert response.status_code == 403, who
        assert b"Nothing has been saved" in response.content
    assert kept() == before


def test_token_of_another_is_no_token(house: House, db: None) -> None:
    owner, stranger = house.client("owner", enforce_csrf_checks=True), house.client("stranger")
    stranger.get("/-/password/")
    sent = {"csrfmiddlewaretoken": stranger.cookies["csrftoken"].value}
    assert owner.post("/-/log-out/", sent).status_code == 403


@pytest.mark.parametrize("field", ["password", "password1", "password2", "oldpassword"])
def test_password_is_not_shown_by_the_page_that_says_so(house: House, db: None, field: str) -> None:
    client = house.client("visitor", enforce_csrf_checks=True)
    response = client.post("/-/log-in/", {"login": "sam@example.org", field: "a good long pass phrase"})
    assert response.status_code == 403
    assert "a good long pass phrase" not in response.content.decode()
