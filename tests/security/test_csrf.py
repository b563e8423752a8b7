"""Cross-site request forgery: a post without the token of our page is refused.

That this holds for every URL is shown by test_role_table.py.
"""

from __future__ import annotations

import pytest

from tests.security.population import Population


def test_token_of_another_is_no_token(population: Population) -> None:
    owner, stranger = population.client("owner", enforce_csrf_checks=True), population.client("stranger")
    stranger.get("/-/password/")
    sent = {"csrfmiddlewaretoken": stranger.cookies["csrftoken"].value}
    assert owner.post("/-/log-out/", sent).status_code == 403


@pytest.mark.parametrize("field", ["password", "password1", "password2", "oldpassword"])
def test_password_is_not_shown_by_the_page_that_says_so(population: Population, field: str) -> None:
    client = population.client("visitor", enforce_csrf_checks=True)
    response = client.post("/-/log-in/", {"login": "sam@example.org", field: "a good long pass phrase"})
    assert response.status_code == 403
    assert "a good long pass phrase" not in response.content.decode()
