"""The pages of docs/reference, for readers who want every rule in full."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from league.web.cache import cached_page
from league.web.limits import require_safe

FOLDER = settings.BASE_DIR / "docs" / "reference"
INDEX = "README"
# The documents have no HTML of their own: a tag in their text is shown as it is written.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.add_render_rule("table_open", lambda *_: '<div class="wide" tabindex="0"><table class="quiet">\n')
MARKDOWN.add_render_rule("table_close", lambda *_: "</table></div>\n")
RULING = re.compile(r"\*\*([A-Z]+\d+) ")
DOCUMENT = re.compile(r"([\w-]+)\.md")  # of the same folder
CONTENTS = "Contents:"  # the page lists its headings itself


@dataclass(frozen=True)
class Document:
    """A document as HTML; `headings` are the anchors and texts of its headings of level 2."""

    title: str
    headings: tuple[tuple[str, str], ...]
    html: SafeString


@require_safe
def show_index(request: HttpRequest) -> HttpResponse:
    """Show what the reference holds. No query beside those of the frame."""
    return _show(request, INDEX)


@require_safe
def show(request: HttpRequest, page: str) -> HttpResponse:
    """Show a document of the reference. No query beside those of the frame."""
    if page not in {path.stem for path in FOLDER.glob("*.md")} - {INDEX}:
        raise Http404
    return _show(request, page)


def _show(request: HttpRequest, name: str) -> HttpResponse:
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")

    def build() -> HttpResponse:
        context = {"document": render_document(text), "is_index": name == INDEX}
        return render(request, "public/reference.html", context)

    return cached_page(request, sha256(text.encode()).hexdigest(), build)


@lru_cache(maxsize=32)
def render_document(text: str) -> Document:
    """Render Markdown, with an anchor at each heading and ruling and with links to pages of this site."""
    tokens = MARKDOWN.parse(text)
    title, headings, anchors = "", [], set[str]()
    for first, second, third in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if first.type == "heading_open":
            first.attrs["id"] = anchor = build_anchor(second.content, anchors)
            heading = "".join(child.content for child in second.children or ())
            if first.tag == "h1":
                title = heading
            elif first.tag == "h2":
                headings.append((anchor, heading))
        elif first.type == "th_open" and not second.content:
            first.tag = third.tag = "td"  # a heading without a text
        elif first.type == "list_item_open" and (ruling := RULING.match(third.content)):
            first.attrs["id"] = f"ruling-{ruling[1]}"
    for token in tokens:
        _lead_links(token.children or ())
    html = MARKDOWN.renderer.render(_leave_out_contents(tokens), MARKDOWN.options, {})
    return Document(title, tuple(headings), mark_safe(html))  # noqa: S308 - the renderer escapes the text


def build_anchor(heading: str, taken: set[str]) -> str:
    """Return the anchor that GitHub gives a heading, and count it as taken."""
    plain = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    anchor, number = plain, 0
    while anchor in taken:
        number += 1
        anchor = f"{plain}-{number}"
    taken.add(anchor)
    return anchor


def _lead_links(tokens: Sequence[Token]) -> None:
    """Lead links between documents to their pages, under their titles; links to other files become plain text."""
    is_served = True
    for at, token in enumerate(tokens):
        if token.type == "link_open":
            file, _hash, anchor = str(token.attrs["href"]).partition("#")
            document = DOCUMENT.fullmatch(file)
            is_served = bool(document) or not file or ":" in file
            if document:
                address = reverse("reference-page", args=[document[1]])
                token.attrs["href"] = address + (f"#{anchor}" if anchor else "")
                if tokens[at + 1].content == file:
                    tokens[at + 1].content = _read_title(document[1])
        if token.type in ("link_open", "link_close") and not is_served:
            token.tag = "span"
            token.attrs.pop("href", None)


def _read_title(page: str) -> str:
    with (FOLDER / f"{page}.md").open(encoding="utf-8") as file:
        return file.readline().strip("# \n")


def _leave_out_contents(tokens: Sequence[Token]) -> Sequence[Token]:
    for at, (first, second) in enumerate(pairwise(tokens)):
        if first.type == "paragraph_open" and second.content.startswith(CONTENTS):
            return [*tokens[:at], *tokens[at + 3 :]]
    return tokens
