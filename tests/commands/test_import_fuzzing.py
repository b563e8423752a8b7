"""Whatever a club file holds, `import_club` accepts it or says what is wrong: never a traceback."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.clubfile.documents import (
    CLUB_WITH_EVERYTHING,
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
    build_sheet,
    encode_document,
)
from tests.clubfile.tournaments import build_match, build_round, build_tournament
from tests.commands.console import fetch_all_rows, run_command, run_export, run_import
from tests.scenarios import discard_changes

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
    *("rounds", "pairings", "byes", "entry", "kind", "origin", "tables", "state", "leg", "paired", "values"),
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
SMALL_CLUB = build_club(
    build_competition(
        build_season(
            build_division(
                [
                    {"player": "ann", "penalties": [{"score": 1}]},
                    {"player": "bob", "left": True},
                    {"player": "cleo"},
                ],
                [
                    build_played_match(
                        "m1",
                        "ann bob",
                        {**build_sheet((0, 0), (1, 0)), "penalties": [{"seat": 0, "kind": "renege"}]},
                    ),
                    build_forfeited_match("m2", "bob cleo", "cleo", due_on="2026-01-20"),
                    {"id": "m3", "seats": ["cleo", "ann"], "status": "void"},
                    {"id": "m4", "seats": ["cleo", "bob"]},
                ],
            ),
            build_division("dev eva", level=2),
            options={"deals": 2},
            rules={"promoted": 1},
            starts_on="2026-01-01",
            ends_on="2026-03-01",
            lot=5,
        ),
        build_season(build_division("ann bob"), number=2, state="draft"),
    )
)


TOURNAMENT = build_tournament(
    build_division(
        "ann bob cleo dev",
        [
            build_match("m1", "ann bob"),
            build_match("m2", "bob ann", leg=2),
            build_match("m3", "dev ann", round=2),
        ],
    ),
    build_division("eva fay", level=2),
    rounds=[
        build_round(1, "finished", "ann bob", byes=[{"entry": "dev", "kind": "pairing", "points": 2}]),
        build_round(2, "published", "dev ann", byes=[{"entry": "bob", "kind": "zero", "origin": "no-show"}]),
        build_round(3, "planned", due_on="2026-04-01"),
    ],
    name="Spring",
)


def list_places(part: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) of a document."""
    keys = list(part) if isinstance(part, dict) else list(range(len(part))) if isinstance(part, list) else []
    return [place for key in keys for place in [(part, key), *list_places(part[key])]]


@st.composite
def spoiled_documents(draw: st.DrawFn, document: Any) -> Any:
    """Draw the document with one to three nodes changed.

    Each is replaced by anything or by another node, removed, duplicated, or joined by an additional key.
    """
    changed = deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        places = list_places(changed)
        container, key = places[draw(st.integers(0, len(places) - 1))]
        match draw(st.sampled_from(["anything", "other", "out", "twice", "more"])):
            case "anything":
                container[key] = draw(ANYTHING)
            case "other":  # a value that is right elsewhere
                other, place = places[draw(st.integers(0, len(places) - 1))]
                container[key] = deepcopy(other[place])
            case "out":
                del container[key]
            case "twice" if isinstance(container, list):
                container.append(deepcopy(container[key]))
            case _ if isinstance(container, dict):
                container[draw(st.sampled_from(NAMES))] = draw(ANYTHING)
    return changed


def assert_taken_or_refused(document: Any, *flags: str) -> None:
    before = fetch_all_rows()
    with discard_changes():
        ran = run_import(document, *flags)
        if ran.code == 0:
            slug = json.loads(encode_document(document))["club"]["slug"]
            exported = run_export(slug)
            assert run_command("verify", slug).lines == [] and run_command("verify", slug).code == 0
            assert not any(
                json.loads(run_import(exported, "--json").out)[kind].get(noun)
                for kind in ("added", "changed")
                for noun in ("players", "matches", "entries", "seasons", "rounds")
            )
            assert run_import(document, *flags).code == 0
            return
        assert (ran.code, ran.out) == (1, "")
        assert ran.lines and "Traceback" not in ran.err
        assert fetch_all_rows() == before


@given(spoiled_documents(SMALL_CLUB))
def test_a_new_club_comes_in_or_is_refused(document: Any) -> None:
    assert_taken_or_refused(document)


@given(spoiled_documents(SMALL_CLUB), st.sampled_from([(), ("--recompute",)]))
def test_a_file_over_a_club_comes_in_or_is_refused(document: Any, flags: tuple[str, ...]) -> None:
    with discard_changes():
        assert run_import(SMALL_CLUB).code == 0
        assert_taken_or_refused(document, *flags)


@given(spoiled_documents(TOURNAMENT))
def test_a_new_tournament_comes_in_or_is_refused(document: Any) -> None:
    assert_taken_or_refused(document)


@given(spoiled_documents(TOURNAMENT), spoiled_documents(TOURNAMENT))
def test_a_file_over_a_tournament_comes_in_or_is_refused(before: Any, document: Any) -> None:
    with discard_changes():
        if run_import(before).code == 0:
            assert_taken_or_refused(document)


@given(st.data())
@settings(max_examples=settings().max_examples // 2)  # each is a rich club
def test_a_spoiled_export_comes_in_or_is_refused(data: st.DataObject) -> None:
    with discard_changes():
        assert run_import(CLUB_WITH_EVERYTHING).code == 0
        document = json.loads(run_export("club"))
        assert_taken_or_refused(data.draw(spoiled_documents(document)), "--recompute")


@given(ANYTHING)
def test_what_is_no_club_file_is_refused(document: Any) -> None:
    ran = run_import(document)
    assert ran.code == 1 and ran.lines
