"""No function, class or module bears a name from the private language of the first version."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("bench", "config", "games", "league", "tests")
DATA = ROOT / "tests" / "data"
# Each has a standard term by now; most meant nothing to a reader who did not know the code.
RETIRED = frozenset((DATA / "retired_names.txt").read_text().split())
MAXIMUM = ("FEWEST", "HIGHEST", "LEAST", "LONGEST", "LOWEST", "MOST")
# What packages of others use (`Case`, `Asked`), and `touch`, which is Django's. This list only gets shorter.
EXEMPT = frozenset((DATA / "modules_with_retired_names.txt").read_text().split())


def test_no_retired_name_is_borne_outside_the_list() -> None:
    found = {path: names for path, names in list_retired_names().items() if path not in EXEMPT}
    assert found == {}


def test_list_of_exempt_modules_only_gets_shorter() -> None:
    assert sorted(EXEMPT - list_retired_names().keys()) == []


@cache
def list_retired_names() -> dict[str, list[str]]:
    """Return the retired names that each module defines, by its path; a module without any is left out."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            place = path.relative_to(ROOT)
            if place.parts[:2] != ("league", "migrations") and (names := find_retired_names(path)):
                found[str(place)] = sorted(names)
    return found


def find_retired_names(path: Path) -> set[str]:
    """Return the retired names among a module's own, its functions', classes' and constants'."""
    names = {path.stem}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {
                target.id for target in node.targets if isinstance(target, ast.Name) and target.id.isupper()
            }
    return {name for name in names if name in RETIRED or name.lstrip("_").split("_")[0] in MAXIMUM}
