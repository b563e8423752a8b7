"""An app that shows codes, as a test has one."""

from __future__ import annotations

import html
import re
import time
from typing import Any
from unittest.mock import patch

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client, TestCase

from tests.web.account.test_account import WORDS

FACTORS = "/-/account/second-factor/"
APP = f"{FACTORS}app/"
CODES = f"{FACTORS}codes/"
STEP = "/-/log-in/second-factor/"
CONFIRM = "/-/confirm/"


class App:
    """Shows a code for each half minute. Time goes on with each, as a code is good once."""

    def __init__(self, secret: str) -> None:
        self.secret, self.passed = secret, 0.0

    def send(self, client: Client, path: str, **fields: Any) -> Any:
        """Type in a code that has not been used, half a minute later than the last one."""
        self.passed += 30
        now = time.time() + self.passed
        with (
            patch("allauth.mfa.totp.internal.auth.time.time", return_value=now),
            TestCase.captureOnCommitCallbacks(execute=True),
        ):
            code = format_hotp_value(hotp_value(self.secret, int(now) // 30))
            return client.post(path, {"code": code, **fields})


def confirm(client: Client) -> None:
    """Give the password once more, as is asked before a change to an account."""
    assert client.post(CONFIRM, {"password": WORDS}).status_code == 302


def set_up_app(client: Client) -> App:
    """Set up an app for whoever is logged in, in their browser."""
    confirm(client)
    page = client.get(APP).content.decode()
    found = re.search(r'<code class="key">(\w+)</code>', html.unescape(page))
    assert found, page
    app = App(found[1])
    assert app.send(client, APP).headers["Location"] == CODES
    return app


def list_recovery_codes(client: Client) -> list[str]:
    return re.findall(r"<code>(\d{8})</code>", client.get(CODES).content.decode())
