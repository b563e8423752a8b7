"""Pages, mails, messages, commands and documents use the words that they have agreed on, and no older ones."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
RETIRED = (ROOT / "tests" / "data" / "retired_phrases.txt").read_text(encoding="utf-8").splitlines()
MARKERS = frozenset(
    ("_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext", "Text")
)
COMMENT = re.compile(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", re.DOTALL)


def list_texts() -> Iterator[tuple[str, str]]:
    """Yield what people read, with the file that says it."""
    for folder in ("league", "games", "config"):
        for path in (ROOT / folder).rglob("*.py"):
            if "migrations" not in path.parts:
                for text in find_messages(ast.parse(path.read_text(encoding="utf-8"))):
                    yield str(path.relative_to(ROOT)), text
    for path in (*(ROOT / "templates").rglob("*.html"), *(ROOT / "templates").rglob("*.txt")):
        yield str(path.relative_to(ROOT)), COMMENT.sub("", path.read_text(encoding="utf-8"))
    for path in (
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "docs" / "reference").glob("*.md"),
        ROOT / "README.md",
    ):
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def find_messages(tree: ast.AST) -> Iterator[str]:
    """Yield the texts that a module marks to be translated."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in MARKERS:
                for part in node.args:
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.value


def test_no_retired_phrase_is_said() -> None:
    wanted = re.compile("|".join(rf"(?<!\w){re.escape(phrase)}(?!\w)" for phrase in RETIRED))
    found = {
        (place, said[0]) for place, text in list_texts() for said in wanted.finditer(" ".join(text.split()))
    }
    assert not found, "\n".join(f"{place}: {phrase}" for place, phrase in sorted(found))


def test_texts_name_people_by_nouns() -> None:
    """A player, a member, an organiser; on pages, in mails, messages and commands."""
    vague = re.compile(r"\b(somebody|whoever|nobody|anybody|everybody)\b(?![-=\"_])", re.IGNORECASE)
    found = {
        (place, said[0])
        for place, text in list_texts()
        if not place.endswith(".md")
        for said in vague.finditer(re.sub(r"{{.*?}}|{%-? *(?:if|with|else).*?%}|<[^<>]*>", "", text))
    }
    assert not found, "\n".join(f"{place}: {word}" for place, word in sorted(found))


def test_texts_have_one_apostrophe() -> None:
    """The straight one; typographic quotation marks come in pairs and stay."""
    found = {place for place, text in list_texts() if "\u2019" in text}
    assert not found, "\n".join(sorted(found))


def test_retired_phrases_are_listed_once() -> None:
    assert sorted(set(RETIRED)) == RETIRED


def test_messages_are_found() -> None:
    """The test above could not fail without them."""
    texts = list(list_texts())
    assert sum(place.endswith(".py") for place, _text in texts) > 500
    assert sum(place.endswith((".html", ".txt")) for place, _text in texts) > 100
