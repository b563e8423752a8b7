"""Documents say what is there: sheets are scored as printed, codes are listed, links and named tests lead somewhere."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import installed, score_line
from tests.test_words import list_texts as list_texts_of_pages

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))]
CITING = ("bench", "config", "docs", "games", "league", "templates", "tests")
TEXTS = {".css", ".html", ".js", ".md", ".py"}
# `docs/reference/scoring.md, SKUCK: Penalties`: a file, and where one is named a heading under its heading.
CITATION = re.compile(r"docs/((?:reference|decisions)/[\w-]+\.md)(?:, ([A-Za-z_][^;.)`\n\"]*))?")
GUIDES = [ROOT / "README.md", ROOT / "docs" / "organisers.md", ROOT / "docs" / "administrators.md"]
LABEL = re.compile(r"(?<![\w*])\*(\w[^*]*)\*(?![\w*])")
SECURITY = ROOT / "docs" / "security.md"
TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")
REQUIREMENT = re.compile(r"^\| (\d+\.\d+\.\d+) \| [^|]+ \| ([^|]+) \| ([^|]*?) ?\|$", re.MULTILINE)
REQUIREMENTS_OF_LEVEL_2 = 253  # of ASVS 5.0, with those of level 1
# Documents that the first version cited and nobody else had.
NOT_HERE = re.compile(r"(?<![\w/-])(?:contract|scoring|sheets)\.md\b")


def list_anchors(page: Path) -> set[str]:
    """Return what links may name behind the `#`, made from headings as GitHub makes it."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_each_printed_sheet_gives_the_printed_answer() -> None:
    blocks = [
        json.loads(block)
        for block in re.findall(
            r"```json\n(.*?)```", (REFERENCE / "sheets.md").read_text(encoding="utf-8"), re.DOTALL
        )
    ]
    lines, answers = blocks[::2], blocks[1::2]
    assert len(lines) == len(answers) and {line["game"] for line in lines} == {
        game.key for game in installed()
    }
    for line, answer in zip(lines, answers, strict=True):
        assert json.loads(json.dumps(score_line(json.dumps(line).encode()))) == answer, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for file, anchor in re.findall(r"\]\(([\w./-]*)(?:#([\w-]+))?\)", page.read_text(encoding="utf-8")):
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), file
        assert not anchor or anchor in list_anchors(target), f"{file}#{anchor}"


def test_guides_name_buttons_and_links_as_pages_do() -> None:
    said = "\n".join(
        " ".join(text.split()) for place, text in list_texts_of_pages() if not place.endswith(".md")
    )
    said = re.sub(r"\{\{ (?:words|rounds) \}\}", "rounds", said)  # the game's word, as most games have it
    said = re.sub(r"\{\{ (?:word|round) \}\}", "round", said)
    named = [
        (page.name, " ".join(label.split()))
        for page in GUIDES
        for label in LABEL.findall(
            re.sub(r"\*\*.+?\*\*", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        )
    ]
    assert len(named) > 60
    assert [(page, label) for page, label in named if label not in said] == []


def test_citations_name_a_file_and_a_heading_of_it() -> None:
    wrong = []
    for path in list_texts():
        text = path.read_text(encoding="utf-8")
        for file, place in CITATION.findall(text):
            target = ROOT / "docs" / file
            if not target.exists() or (place and not is_heading_of(target, place.strip())):
                wrong.append(f"{path.relative_to(ROOT)}: {file}, {place}")
    assert wrong == []


def test_tests_and_files_that_the_page_on_security_names_are_there() -> None:
    """A defence whose test has another name is as good as one without."""
    text = SECURITY.read_text(encoding="utf-8")
    wrong = [file for file in re.findall(r"`([\w/-]+/[\w.-]+\.\w+)`", text) if not (ROOT / file).exists()]
    for file, name in TEST.findall(text):
        path = ROOT / "tests" / file
        if not path.exists() or f"\ndef {name}(" not in path.read_text(encoding="utf-8"):
            wrong.append(f"{file}::{name}")
    assert len(TEST.findall(text)) > 100
    assert wrong == []


def test_files_that_the_table_of_changes_names_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _before, heading, rest = text.partition("## What a change takes\n")
    table, end, _after = rest.partition("\n## ")
    named = re.findall(r"`([\w/-]+(?:/|\.\w+))`", table)
    assert heading and end and len(named) > 30
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_each_requirement_of_level_2_has_one_answer() -> None:
    text = SECURITY.read_text(encoding="utf-8")
    rows = REQUIREMENT.findall(text)
    numbers = [tuple(map(int, number.split("."))) for number, _answer, _how in rows]
    assert numbers == sorted(set(numbers)) and len(numbers) == REQUIREMENTS_OF_LEVEL_2
    assert [number for number, answer, how in rows if answer != "n/a" and not how] == []
    counted = Counter(answer for _number, answer, _how in rows)
    table = re.search(r"^\| Answer \| Requirements \|\n.*\n((?:\|.*\n)*)", text, re.MULTILINE)
    assert table and dict(re.findall(r"\| ([^|]+) \| (\d+) \|", table[1])) == {
        answer: str(counted[answer]) for answer in ("met", "partly", "not met", "yours", "n/a")
    } | {"together": str(REQUIREMENTS_OF_LEVEL_2)}


def test_no_document_is_cited_that_is_not_here() -> None:
    cited = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in list_texts()
        if path.suffix != ".md"
        for line in path.read_text(encoding="utf-8").splitlines()
        if NOT_HERE.search(line)
    ]
    assert cited == []


def test_each_code_of_an_error_stands_in_a_table() -> None:
    documented = {code for page in sorted(REFERENCE.glob("*.md")) for code in list_documented_codes(page)}
    given = {code: str(path.relative_to(ROOT)) for path, code in list_given_codes()}
    given |= {code: game.key for game in installed() for code in game.codes}
    assert len(given) > 200
    assert {code: where for code, where in given.items() if code not in documented} == {}


def list_documented_codes(page: Path) -> Iterator[str]:
    """Yield what the first column of the page's tables of codes holds."""
    in_table = False
    for line in page.read_text(encoding="utf-8").splitlines():
        in_table = line.startswith("| Code |") or (in_table and line.startswith("|"))
        if in_table:
            yield from re.findall(r"`([^`]+)`", line.split("|")[1])


def list_given_codes() -> Iterator[tuple[Path, str]]:
    """Yield each code that is written where a problem is built, with its file.

    That is, what is given to a parameter or field `code`, whatever the function or class is called.
    """
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in list_code_with_problems()}
    positions = {
        (get_module(path), name): position
        for path, tree in trees.items()
        for name, position in list_code_positions(tree)
    }
    by_name = {name: position for (_module, name), position in positions.items() if position is not None}
    for path, tree in trees.items():
        origins = {
            alias.asname or alias.name: node.module
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            place = (origins.get(name) or get_module(path), name)
            position = positions[place] if place in positions else by_name.get(name)
            if position is not None and position < len(call.args):
                code = call.args[position]
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    yield path, code.value


def list_code_with_problems() -> list[Path]:
    return [path for folder in ("games", "league") for path in sorted((ROOT / folder).rglob("*.py"))]


def get_module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def list_code_positions(tree: ast.Module) -> Iterator[tuple[str, int | None]]:
    """Yield every function and class with the position of its parameter or field `code`, None without one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args if argument.arg != "self"]
        elif isinstance(node, ast.ClassDef):
            fields = (field.target for field in node.body if isinstance(field, ast.AnnAssign))
            names = [field.id for field in fields if isinstance(field, ast.Name)]
        else:
            continue
        yield node.name, names.index("code") if "code" in names else None


def list_texts() -> list[Path]:
    """Return all files that may cite, but for this one."""
    found = [path for path in ROOT.glob("*.*") if path.suffix in TEXTS]
    found += [
        path for folder in CITING for path in sorted((ROOT / folder).rglob("*")) if path.suffix in TEXTS
    ]
    return [path for path in found if path != Path(__file__)]


def is_heading_of(page: Path, place: str) -> bool:
    """Say whether the page has this heading, or after a colon the second one under the first."""
    above, _, below = place.partition(": ")
    sections = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    under = [section for section in sections if section.split("\n")[0] == above]
    return bool(under) and (
        not below or re.search(rf"^### {re.escape(below)}$", under[0], re.MULTILINE) is not None
    )
