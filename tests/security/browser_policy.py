"""The security headers that every response must have.

A page must not contain anything that they forbid, either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any

CSP = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
# For browsers that do not know frame-ancestors.
FRAME_HEADERS = {"X-Frame-Options": "DENY"}
# Up to the closing bracket, which may not be one between quotes.
TAG_PATTERN = re.compile(r"""<[a-z](?:[^>"']|"[^"]*"|'[^']*'|["'])*""", re.IGNORECASE)


class InlineParser(HTMLParser):
    """A parser that finds what should be in a file instead of a tag: scripts, styles, event handlers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.findings: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if (
            tag == "style"
            or (tag == "script" and not values.get("src"))
            or tag in ("iframe", "object", "base")
        ):
            self.findings.append(f"<{tag}>")
        for name, value in values.items():
            if name == "style" or name.startswith("on") or name in ("hx-on", "srcdoc"):
                self.findings.append(f"<{tag} {name}>")
            if name in ("href", "src", "action", "formaction", "data-href") and value:
                scheme = value.partition(":")[0].lower() if ":" in value else ""
                if scheme == "javascript" or (name == "src" and (scheme or value.startswith("//"))):
                    self.findings.append(f"<{tag} {name}={value}>")


def find_inline(page: str) -> Iterator[str]:
    """Yield the inline scripts, styles and event handlers of a page.

    Each tag is parsed only once, even if a page has a thousand of it.
    """
    for tag in sorted(set(TAG_PATTERN.findall(page))):
        yield from _find_inline_in_tag(tag)


@cache
def _find_inline_in_tag(tag: str) -> list[str]:
    return InlineParser(f"{tag}>").findings


def find_leniency(response: Any, *, page: bool = True) -> Iterator[str]:
    """Yield what a response allows that it should not.

    A response that does not come from a view has nothing to click on: it is no `page`.
    """
    policy = {part.strip() for part in response.headers.get("Content-Security-Policy", "").split(";")}
    if policy != CSP:
        yield f"Content-Security-Policy differs in {sorted(policy ^ CSP)}"
    expected = HEADERS | FRAME_HEADERS if page or "X-Frame-Options" in response.headers else HEADERS
    for name, value in expected.items():
        if response.headers.get(name) != value:
            yield f"{name}: {response.headers.get(name)}"
    if response.headers.get("Content-Type", "").startswith("text/html"):
        yield from (f"{inline} in the page" for inline in find_inline(response.content.decode()))
