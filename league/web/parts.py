"""Pages that are joined from parts: a page is rendered with gaps, which stay as they are while parts change."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

# No text that users typed looks like this: its first character is escaped.
GAP = re.compile(r"<gap ([\w-]+)>")
# Nor like this: its quotation marks are escaped.
TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")\w+(?=">)')
TOKEN_GAP = "token"  # noqa: S105  (a name)


@dataclass(frozen=True)
class Chunk:
    """Some of a page that is packed at once: gaps, or an empty name for none, each with the text that follows it."""

    pieces: tuple[tuple[str, str], ...]
    digest: str
    is_listed: bool  # all its gaps are of a list, such as the rows of divisions

    @property
    def gaps(self) -> list[str]:
        return [gap for gap, _text in self.pieces if gap]

    @property
    def follows_token(self) -> bool:
        return self.pieces[0][0] == TOKEN_GAP

    def fill(self, parts: Mapping[str, str]) -> str:
        """Return the text with a part in each of its gaps; one for the token stays empty."""
        return "".join(
            f"{parts[gap]}{text}" if gap and gap != TOKEN_GAP else text for gap, text in self.pieces
        )


def make_gap(name: str | int) -> SafeString:
    """Return what stands for a part until the page is joined."""
    return mark_safe(f"<gap {name}>")  # noqa: S308  (names are ours)


def take_token_out(page: str) -> str:
    """Return the page with a gap for the CSRF token in each form: it differs each time."""
    return TOKEN.sub(rf"\1<gap {TOKEN_GAP}>", page)


def split_page(page: str, *, listed: str, most: int) -> list[Chunk]:
    """Return the chunks of a page with gaps.

    A chunk begins with each gap for a token and, where more than `most` gaps begin with `listed`, with every so many of
    these, and after the last.
    """
    names = ["", *GAP.findall(page)]
    is_split = sum(name.startswith(listed) for name in names) > most
    chunks: list[list[tuple[str, str]]] = [[]]
    number, was_listed = 0, False
    for name, text in zip(names, GAP.split(page)[::2], strict=True):
        is_listed = is_split and name.startswith(listed)
        if name == TOKEN_GAP or is_listed != was_listed or (is_listed and number % most == 0):
            chunks.append([])
        number, was_listed = number + is_listed, is_listed
        chunks[-1].append((name, text))
    return [_build_chunk(chunk, is_listed=is_split and chunk[0][0].startswith(listed)) for chunk in chunks]


def _build_chunk(pieces: list[tuple[str, str]], *, is_listed: bool) -> Chunk:
    return Chunk(tuple(pieces), hashlib.sha256(repr(pieces).encode()).hexdigest(), is_listed)
