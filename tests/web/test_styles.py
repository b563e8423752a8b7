"""Style sheets and pages fit each other."""

import re
from pathlib import Path

import pytest
from django.conf import settings

FOLDER = settings.BASE_DIR / "league" / "static" / "league"
# What is linked beside each: every page has the style sheet of the site.
BESIDE = {
    "style.css": [],
    "fonts.css": [],
    "paper.css": ["style.css"],
    "sheet_form.css": ["style.css"],
    "screen.css": [],
    "table_clock.css": [],
    "registration.css": ["style.css"],
    "set_up.css": ["style.css"],
    "bracket.css": ["style.css"],
    "boards.css": ["style.css"],
    "reading.css": ["style.css"],
    "settlement.css": ["style.css"],
    "year.css": ["style.css"],
    "error.css": ["style.css"],
    "tasks.css": ["style.css"],
    "account.css": ["style.css"],
}
# The administration is Django's, and so are its variables.
OF_DJANGO = {"admin.css"}
FOR_SCRIPTS = {"failed", "leave", "needed", "save"}  # only a script looks for them
WRITING = (".html", ".js", ".py")
NUMBERED = re.compile("band-[0-4]")  # of a chart: `band-{{ number }}`


def test_every_style_sheet_is_looked_at() -> None:
    assert {path.name for path in FOLDER.glob("*.css")} == BESIDE.keys() | OF_DJANGO


@pytest.mark.parametrize("name", BESIDE)
def test_every_variable_is_defined(name: str) -> None:
    sheets = [_read(FOLDER / one) for one in (name, *BESIDE[name])]
    used = set(re.findall(r"var\((--[\w-]+)\)", sheets[0]))
    defined = set(re.findall(r"(--[\w-]+):", "\n".join(sheets)))
    assert used <= defined, sorted(used - defined)


def test_print_changes_no_variable_that_is_not_used() -> None:
    used = set(re.findall(r"var\((--[\w-]+)", _read(FOLDER / "style.css") + _read(FOLDER / "paper.css")))
    changed = set(re.findall(r"(--[\w-]+):", _read(FOLDER / "style.css").rpartition("@layer print {")[2]))
    assert changed and changed <= used, sorted(changed - used)


def test_administration_has_the_colours_of_the_site() -> None:
    colours = re.compile(r"light-dark\([^()]+\)")
    of_site, of_admin = (set(colours.findall(_read(FOLDER / name))) for name in ("style.css", "admin.css"))
    assert of_admin and of_admin <= of_site, sorted(of_admin - of_site)


def _read(path: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)


def test_every_class_of_a_page_has_a_style() -> None:
    used = set()
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        if "admin" not in path.parts:
            for names in re.findall(r'class="((?:{%.*?%}|{{.*?}}|[^"])*)"', path.read_text()):
                used |= set(re.sub(r"\S*{{.*?}}\S*", " ", re.sub(r"{%.*?%}", " ", names)).split())
    assert used - _list_styled() == FOR_SCRIPTS


def test_every_style_has_a_class_somewhere() -> None:
    """In a template, or in the code that makes the words of one."""
    folders = (settings.BASE_DIR / name for name in ("templates", "league", "games"))
    texts = [path.read_text() for folder in folders for path in folder.rglob("*") if path.suffix in WRITING]
    words = set(re.findall(r"[a-zA-Z][\w-]*", "\n".join(texts)))
    assert {name for name in _list_styled() if name not in words and not NUMBERED.fullmatch(name)} == set()


def _list_styled() -> set[str]:
    sheets = "\n".join(_read(FOLDER / name) for name in BESIDE)
    selectors = re.sub(r"{[^{}]*}", "{}", re.sub(r'url\([^)]*\)|"[^"]*"', "", sheets))
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors))


# Sides that have a name in the direction of the text, so that pages in a language written from the right are turned.
PHYSICAL = re.compile(
    r"""(?<![\w-])(?:
        (?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)
        | border-(?:top|bottom)-(?:left|right)-radius
        | (?:min-|max-)?(?:width|height)(?=\s*:) | (?:left|right|top|bottom)(?=\s*:)
        | (?:text-align|float|clear)\s*:\s*(?:left|right)
    )""",
    re.VERBOSE,
)


@pytest.mark.parametrize("name", sorted({*BESIDE}))
def test_no_style_names_a_side_by_left_or_right(name: str) -> None:
    """Conditions on the window are physical by their nature; so is what Django's administration has."""
    rules = re.sub(r"@(?:media|container|page)[^{]*", "", _read(FOLDER / name))
    assert PHYSICAL.findall(rules) == []
