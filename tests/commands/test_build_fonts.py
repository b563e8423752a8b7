"""`build_fonts`: Inter in parts that browsers read, and pages that are shown in it where it was made."""

import re
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings as site
from django.test import Client
from fontTools.ttLib import TTFont

from league.management.commands.build_fonts import PARTS, parse_ranges
from tests.commands.console import run_command

BASIC_BYTES = 15_000  # what most readers load
USED_BY_PAGES = "AZaz09–−·→↑“”’…★=+#&@()[]/"


@pytest.fixture(scope="module")
def basic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the basic part by the command, as the others are made."""
    folder = tmp_path_factory.mktemp("var") / "fonts"
    with (
        patch.dict(PARTS, {"basic": PARTS["basic"]}, clear=True),
        patch("django.conf.settings.FONTS_DIR", folder),
    ):
        said = run_command("build_fonts")
    assert said.code == 0, said.err
    return folder / "inter-basic.woff2"


def test_basic_part_is_a_light_web_font(basic: Path) -> None:
    assert basic.read_bytes()[:4] == b"wOF2"
    assert basic.stat().st_size <= BASIC_BYTES


def test_basic_part_has_all_weights_and_the_signs_of_pages(basic: Path) -> None:
    font = TTFont(basic)
    (weight,) = font["fvar"].axes
    assert (weight.axisTag, weight.minValue, weight.maxValue) == ("wght", 400, 700)
    assert [sign for sign in USED_BY_PAGES if ord(sign) not in font.getBestCmap()] == []


def test_no_sign_is_in_two_parts() -> None:
    parts = [parse_ranges(ranges) for ranges in PARTS.values()]
    assert len(set().union(*parts)) == sum(map(len, parts))


def test_style_sheet_names_every_part_and_no_sign_that_its_part_has_not() -> None:
    style = (site.BASE_DIR / "league/static/league/fonts.css").read_text()
    faces = re.findall(r"fonts/inter-([\w-]+)\.woff2.*?unicode-range: ([^;]+);", style, re.DOTALL)
    assert [name for name, _ranges in faces] == list(PARTS)
    for name, ranges in faces:
        assert parse_ranges(ranges.replace("U+", "").replace(",", " ")) <= parse_ranges(PARTS[name]), name


@pytest.mark.django_db
@pytest.mark.parametrize("made", [True, False])
def test_pages_link_the_font_only_where_it_was_made(client: Client, settings: Any, made: bool) -> None:
    settings.HAS_FONTS = made
    page = client.get("/").content.decode()
    assert ("league/fonts.css" in page) is made
    assert "league/style.css" in page


@pytest.mark.django_db
@pytest.mark.parametrize("made", [True, False])
def test_administration_links_the_font_only_where_it_was_made(
    admin_client: Client, settings: Any, made: bool
) -> None:
    settings.HAS_FONTS = made
    page = admin_client.get("/-/admin/").content.decode()
    assert ("league/fonts.css" in page) is made
    assert "league/admin.css" in page
