"""Cut Inter, the font of the pages, into the parts that browsers load as they need them."""

from pathlib import Path
from typing import Any

import fontpkg_inter
from django.conf import settings
from django.core.management.base import BaseCommand
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

# What league/static/league/fonts.css says of each part: a browser loads it only when a page has a sign of it. The first
# has what every page needs, the second what some names do.
PARTS = {
    "basic": "20-5B 5D 5F 61-7A A0 B7 D7 2013 2018-2019 201C-201D 2026 2190-2193 2212 2605",
    # Of Western Europe, beside those.
    "latin": "0-1F 5C 5E 60 7B-9F A1-B6 B8-D6 D8-FF 131 152-153 2BB-2BC 2C6 2DA 2DC 2000-2012 2014-2017 201A-201B"
    " 201E-2025 2027-206F 20AC 2122 2215 FEFF FFFD",
    "latin-ext": "100-130 132-151 154-2BA 2BD-2C5 2C7-2CC 2CE-2D7 2DD-2FF 304 308 329 1D00-1DBF 1E00-1E9F"
    " 1EF2-1EFF 20A0-20AB",
    "greek": "370-377 37A-37F 384-38A 38C 38E-3A1 3A3-3FF",
    "cyrillic": "400-52F 1C80-1C8A 2DE0-2DFF A640-A69F",
}
FEATURES = ["ccmp", "kern", "locl", "mark", "mkmk", "tnum"]


class Command(BaseCommand):
    help = (
        "Makes the font files that pages are shown in, once after each installation. "
        "Without them pages use the system's font."
    )
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        folder = settings.FONTS_DIR
        folder.mkdir(parents=True, exist_ok=True)
        for name, ranges in PARTS.items():
            cut_font(parse_ranges(ranges)).save(folder / f"inter-{name}.woff2")
        self.stdout.write(f"Wrote {len(PARTS)} font files to {folder}.")


def cut_font(characters: set[int]) -> TTFont:
    """Return Inter with these characters only, in all weights that pages use, as WOFF2."""
    font = TTFont(Path(fontpkg_inter.__file__).parent / "files" / "Inter[opsz,wght].ttf")
    subsetter = Subsetter(Options(layout_features=FEATURES, hinting=False))
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"opsz": 14, "wght": (400, 700)})
    font.flavor = "woff2"
    return font


def parse_ranges(text: str) -> set[int]:
    """Return the code points of hexadecimal ranges: `0-FF 131`."""
    characters: set[int] = set()
    for part in text.split():
        first, _dash, last = part.partition("-")
        characters |= set(range(int(first, 16), int(last or first, 16) + 1))
    return characters
