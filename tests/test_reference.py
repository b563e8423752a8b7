"""What docs/reference prints as an example is what Boolie does, and its links lead somewhere."""

import json
import re
from pathlib import Path

import pytest

from games import installed, score_line

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"
PAGES = sorted(REFERENCE.glob("*.md"))


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for file, anchor in re.findall(r"\]\(([\w./-]*)(?:#([\w-]+))?\)", page.read_text(encoding="utf-8")):
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), file
        assert not anchor or anchor in list_anchors(target), f"{file}#{anchor}"
