"""No query sorts or compares by the id of a round where its number is meant: ids follow the order of saving."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("bench", "config", "league", "tests")
SORTS = frozenset({"order_by", "latest", "earliest"})
FINDS = frozenset({"filter", "exclude", "get", "Q"})
COMPARISONS = frozenset({"gt", "gte", "lt", "lte", "range"})


def test_rounds_are_sorted_and_compared_by_their_number() -> None:
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            place = path.relative_to(ROOT)
            if place.parts[:2] == ("league", "migrations"):  # rounds were numbers once
                continue
            if lines := sorted(find_lookups_of_ids(path.read_text(encoding="utf-8"))):
                found[str(place)] = lines
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        'matches.order_by("round")',
        'seats.order_by("number", "-match__round")',
        'matches.latest("round")',
        'Window(RowNumber(), order_by="round")',
        'ordering = ["division", "round"]',
        "matches.filter(round__gte=first)",
        "seats.exclude(Q(match__round__lt=last))",
        "matches.get(round=2)",
    ],
)
def test_lookup_of_ids_is_found(source: str) -> None:
    assert list(find_lookups_of_ids(source)) == [1]


@pytest.mark.parametrize(
    "source",
    [
        'matches.order_by("round__number", "table")',
        "matches.filter(round__number__gte=2)",
        "matches.filter(round=match.round_id)",
        "round(2.5)",
        "build_problem(round=2)",
    ],
)
def test_number_of_a_round_is_no_lookup_of_ids(source: str) -> None:
    assert list(find_lookups_of_ids(source)) == []


def find_lookups_of_ids(source: str) -> Iterator[int]:
    """Yield the lines of a module that sort by the id of a round, or compare it with a number."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            ordered = [part.value for part in node.keywords if part.arg == "order_by"]
            sorts = [*node.args, *ordered] if name in SORTS else ordered
            finds = name in FINDS and any(map(compares_ids, node.keywords))
            if finds or any(map(names_a_round, sorts)):
                yield node.lineno
        elif (
            isinstance(node, ast.Assign)
            and ast.unparse(node.targets[0]) == "ordering"
            and names_a_round(node)
        ):
            yield node.lineno


def names_a_round(node: ast.AST) -> bool:
    """Return whether a column given as text is a round itself, not one of its columns."""
    words = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return any(isinstance(word, str) and word.lstrip("-").split("__")[-1] == "round" for word in words)


def compares_ids(keyword: ast.keyword) -> bool:
    """Return whether a condition is about the size of a round's id, or names it by a literal."""
    *path, last = (keyword.arg or "").split("__")
    if last == "round":
        return isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, int)
    return last in COMPARISONS and path[-1:] == ["round"]
