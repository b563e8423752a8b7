"""Whatever stands in a club file, `import_club` takes it or says what is wrong: never a traceback."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.commands.console import everything, export, importing, run
from tests.rules.clubs import RICH, club, competition, content, division, forfeit, played, season, sheet
from tests.scenarios import rolled_back

pytestmark = pytest.mark.django_db

WORDS = [
    *("", "ann", "m1", "club", "league", "skuck", "draft", "open", "closed", "played", "forfeit", "void"),
    *("2026-01-31", "9999-12-31", "0000-00-00", "UTC", "\ud800", "a\x00", "x" * 101, "average", "lot", "１"),
]
NUMBERS = [0, 1, 2, 3, -1, 10**6, 2**31, 2**63 - 1, 2**63, 10**30, 1.5, 2.0, -0.0, 1e308]
NAMES = [
    *("id", "name", "slug", "seats", "sat", "absent", "sheet", "result", "report", "revision", "status"),
    *(
        "player",
        "seed",
        "left",
        "penalties",
        "points",
        "score",
        "level",
        "number",
        "rules",
        "options",
        "game",
    ),
    *("deals", "bids", "tricks", "due_on", "played_on", "a.b", ""),
]
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(NUMBERS)
    | st.sampled_from(WORDS)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=8,
)
SMALL = club(
    competition(
        season(
            division(
                [
                    {"player": "ann", "penalties": [{"score": 1}]},
                    {"player": "bob", "left": True},
                    {"player": "cleo"},
                ],
                [
                    played(
                        "m1",
                        "ann bob",
                        {**sheet((0, 0), (1, 0)), "penalties": [{"seat": 0, "kind": "renege"}]},
                    ),
                    forfeit("m2", "bob cleo", "cleo", due_on="2026-01-20"),
                    {"id": "m3", "seats": ["cleo", "ann"], "status": "void"},
                    {"id": "m4", "seats": ["cleo", "bob"]},
                ],
            ),
            division("dev eva", level=2),
            options={"deals": 2},
            rules={"promoted": 1},
            starts_on="2026-01-01",
            ends_on="2026-03-01",
            lot=5,
        ),
        season(division("ann bob"), number=2, state="draft"),
    )
)


def places(part: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a document."""
    keys = list(part) if isinstance(part, dict) else list(range(len(part))) if isinstance(part, list) else []
    return [place for key in keys for place in [(part, key), *places(part[key])]]


@st.composite
def spoiled(draw: st.DrawFn, document: Any) -> Any:
    """The document with one to three nodes replaced, taken out, doubled, or put in another's place."""
    changed = deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        found = places(changed)
        container, key = found[draw(st.integers(0, len(found) - 1))]
        match draw(st.sampled_from(["anything", "other", "out", "twice", "more"])):
            case "anything":
                container[key] = draw(ANYTHING)
            case "other":  # a value that is right elsewhere
                other, place = found[draw(st.integers(0, len(found) - 1))]
                container[key] = deepcopy(other[place])
            case "out":
                del container[key]
            case "twice" if isinstance(container, list):
                container.append(deepcopy(container[key]))
            case _ if isinstance(container, dict):
                container[draw(st.sampled_from(NAMES))] = draw(ANYTHING)
    return changed


def taken_or_refused(document: Any, *flags: str) -> None:
    before = everything()
    with rolled_back():
        ran = importing(document, *flags)
        if ran.code == 0:
            slug = json.loads(content(document))["club"]["slug"]
            exported = export(slug)
            assert run("verify", slug).lines == [] and run("verify", slug).code == 0
            assert not any(
                json.loads(importing(exported, "--json").out)[kind][noun]
                for kind in ("added", "changed")
                for noun in ("players", "matches", "entries", "seasons")
            )
            assert importing(document, *flags).code == 0
            return
        assert (ran.code, ran.out) == (1, "")
        assert ran.lines and "Traceback" not in ran.err
        assert everything() == before


@given(spoiled(SMALL))
def test_a_new_club_comes_in_or_is_refused(document: Any) -> None:
    taken_or_refused(document)


@given(spoiled(SMALL), st.sampled_from([(), ("--recompute",)]))
def test_a_file_over_a_club_comes_in_or_is_refused(document: Any, flags: tuple[str, ...]) -> None:
    with rolled_back():
        assert importing(SMALL).code == 0
        taken_or_refused(document, *flags)


@given(st.data())
@settings(max_examples=settings().max_examples // 2)  # each is a rich club
def test_a_spoiled_export_comes_in_or_is_refused(data: st.DataObject) -> None:
    with rolled_back():
        assert importing(RICH).code == 0
        document = json.loads(export("club"))
        taken_or_refused(data.draw(spoiled(document)), "--recompute")


@given(ANYTHING)
def test_what_is_no_club_file_is_refused(document: Any) -> None:
    ran = importing(document)
    assert ran.code == 1 and ran.lines
