"""Pages that are joined from parts: a page is rendered with gaps, which stay as they are while parts change."""

import re
from collections.abc import Mapping

from django.utils.safestring import SafeString, mark_safe

# No text that users typed looks like this: its first character is escaped.
GAP = re.compile(r"<gap ([\w-]+)>")
# Nor like this: its quotation marks are escaped.
TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+(?=">)')


def make_gap(name: str | int) -> SafeString:
    """Return what stands for a part until the page is joined."""
    return mark_safe(f"<gap {name}>")  # noqa: S308  (names are ours)


def fill_gaps(page: str, parts: Mapping[str, str]) -> str:
    """Return the page with a part in each of its gaps."""
    pieces = GAP.split(page)
    pieces[1::2] = [parts[name] for name in pieces[1::2]]
    return "".join(pieces)


def take_token_out(page: str) -> str:
    """Return the page with a gap, `token`, for the CSRF token: it differs each time."""
    return TOKEN.sub(make_gap("token"), page)
