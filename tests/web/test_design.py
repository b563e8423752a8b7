"""The page of the components, and the colours of the style sheet."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from league.web.public.design import compute_contrast, list_specimens, list_tokens

READ = ("ink", "muted", "brand", "brand-strong", "relegation", "danger", "gold", "focus")
TEXT, EDGE = 4.5, 3.0  # WCAG 2, AA


@pytest.mark.parametrize(
    ("one", "other", "contrast"),
    [("000000", "ffffff", 21.0), ("777777", "ffffff", 4.5), ("abcdef", "abcdef", 1.0)],
)
def test_contrast_is_that_of_the_standard(one: str, other: str, contrast: float) -> None:
    assert compute_contrast(one, other) == compute_contrast(other, one) == contrast


def test_colours_of_text_can_be_read_wherever_they_stand() -> None:
    tokens = {token.name: token for token in list_tokens()}
    pairs = [(text, on, TEXT) for text in READ for on in ("bg", "surface", "sunken")]
    pairs += [(kind, f"{kind}-wash", TEXT) for kind in ("brand", "relegation", "danger", "gold")]
    pairs += [("on-brand", "brand", TEXT), ("edge", "surface", EDGE)]
    low = [
        (text, on, scheme, found)
        for text, on, least in pairs
        for scheme in ("light", "dark")
        for found in [compute_contrast(*(getattr(tokens[name], scheme).code[1:] for name in (text, on)))]
        if found < least
    ]
    assert low == []


def test_page_is_for_developers_only(db: None, client: Client) -> None:
    assert client.get("/-/design/").status_code == 404


def test_page_shows_every_component_and_changes_nothing(db: None, client: Client, settings: Any) -> None:
    settings.SHOW_DEMO_LOG_INS = True
    cache.clear()
    page = client.get("/-/design/").content.decode()
    assert '<meta name="robots" content="noindex">' in page
    assert [anchor for anchor, *_rest in list_specimens() if f'<h2 id="{anchor}">' not in page] == []
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]
    assert page.count('<svg class="swatch"') == 2 * len(list_tokens()) > 30
