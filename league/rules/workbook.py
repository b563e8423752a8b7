"""The first sheet of an XLSX, as rows of text.

It is read here because openpyxl reads all styles and all sheets before the first cell: a file of a few kilobytes could
keep it busy for minutes. Here only what is needed is unpacked, and counted before it is parsed.
"""

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from posixpath import basename, dirname, join, normpath
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils import column_index_from_string
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

from games import Invalid
from games.problems import _
from league.rules.check import problem

MOST_UNPACKED = 2_000_000  # bytes of everything that is read
MOST_TAGS = 250_000  # in it; a cell with a number has four
LARGE = problem("", "too-large", _("The file is too large when it is unpacked."))
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack more than they are asked for
TYPE = re.compile(rb"<\0?!\0?D")  # a document type, in which entities may grow; no workbook has one
LONGEST_FORMAT = 255  # of a number, as Excel has them; what looks through them is slow
LETTERS = re.compile(r"[A-Z]*")
TRUE = ("1", "true")


class NoValue(Exception):
    """A formula is kept without what it comes to."""

    def __init__(self, row: int, cell: str) -> None:
        super().__init__(row, cell)
        self.row, self.cell = row, cell


def rows(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows that stand in the file, blank ones too, by their numbers. Raises games.Invalid; NoValue; and anything
    that reading stumbles over where it is no XLSX."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = _Parts(packed)
        (book,) = parts.of_type("", "/officeDocument")
        root = parts.tree(book)
        texts = _Texts(
            strings=[
                _string(one) for name in parts.of_type(book, "/sharedStrings") for one in parts.tree(name)
            ],
            is_day=[one for name in parts.of_type(book, "/styles") for one in _days(parts.tree(name))],
            epoch=CALENDAR_MAC_1904
            if any(one.get("date1904") in TRUE for one in _all(root, "workbookPr"))
            else CALENDAR_WINDOWS_1900,
        )
        first = next(_all(root, "sheet"))
        id = next(value for name, value in first.items() if name.endswith("}id"))
        (sheet,) = (target for key, _type, target in parts.related(book) if key == id)
        yield from _rows(parts.tree(sheet), texts)


class _Parts:
    """What is packed in the file, as far as it is asked for and not too large."""

    def __init__(self, packed: zipfile.ZipFile) -> None:
        self._packed = packed
        self._bytes, self._tags = MOST_UNPACKED, MOST_TAGS

    def tree(self, name: str) -> Element:
        return ElementTree.fromstring(self._read(name))  # noqa: S314 - counted, and without entities

    def of_type(self, name: str, kind: str) -> list[str]:
        """The parts that belong to one as this kind."""
        return [target for _id, type, target in self.related(name) if type.endswith(kind)]

    def related(self, name: str) -> list[tuple[str, str, str]]:
        """The parts that belong to one, or to the whole file: id, type and name of each."""
        folder = dirname(name)
        return [
            (one.get("Id", ""), one.get("Type", ""), normpath(join("/", folder, one.get("Target", "")))[1:])
            for one in self.tree(join(folder, "_rels", f"{basename(name)}.rels"))
        ]

    def _read(self, name: str) -> bytes:
        """Never more than the file says of itself, nor than may be read."""
        part = self._packed.getinfo(name)
        if part.compress_type not in PACKED:
            raise ValueError(part.compress_type)
        if part.file_size > self._bytes:
            raise Invalid(LARGE)
        with self._packed.open(part) as opened:
            content = opened.read(self._bytes + 1)
        self._bytes -= len(content)
        self._tags -= content.count(b"<")
        if self._bytes < 0 or self._tags < 0:
            raise Invalid(LARGE)
        if TYPE.search(content):
            raise ValueError(name)
        return content


@dataclass(frozen=True)
class _Texts:
    """What numbers in cells stand for: shared strings, days by the style of the cell."""

    strings: Sequence[str]
    is_day: Sequence[bool]
    epoch: datetime

    def of(self, cell: Element) -> str | None:
        """What somebody would type to have this cell; None where its formula has no value."""
        kind, held = cell.get("t", "n"), {_name(one): one for one in cell}
        if kind == "inlineStr":
            return _string(held["is"]) if "is" in held else ""
        value = (held["v"].text or "") if "v" in held else ""
        if not value:
            return None if "f" in held and kind != "str" else ""
        if kind == "s":
            return self.strings[int(value)]
        if kind == "b":
            return "true" if value in TRUE else "false"
        if kind == "d":
            return _as_day(datetime.fromisoformat(value))
        return self._number(value, int(cell.get("s", 0))) if kind == "n" else value

    def _number(self, value: str, style: int) -> str:
        number = float(value)
        if style < len(self.is_day) and self.is_day[style]:
            with suppress(OverflowError, ValueError):  # no calendar goes that far
                return _as_day(from_excel(number, self.epoch))
        return str(int(number)) if number.is_integer() else str(number)


def _rows(sheet: Element, texts: _Texts) -> Iterator[tuple[int, list[str]]]:
    number = 0
    for row in _all(sheet, "row"):
        number = int(row.get("r", number + 1))
        written: list[str] = []
        column = 0
        for cell in row:
            column = _column(cell.get("r", "")) or column + 1
            text = texts.of(cell)
            if text is None:
                raise NoValue(number, cell.get("r", ""))
            if text:
                written += [""] * (column - len(written))
                written[column - 1] = text
        yield number, written


def _column(at: str) -> int:
    """Of a cell: 2 of "B7". 0 where it does not say."""
    found = LETTERS.match(at)
    return int(column_index_from_string(found[0])) if found and found[0] else 0


def _days(styles: Element) -> Iterator[bool]:
    """Of each style whether its numbers are shown as days."""
    own = {one.get("numFmtId"): one.get("formatCode", "")[:LONGEST_FORMAT] for one in _all(styles, "numFmt")}
    formats = {str(id): code for id, code in BUILTIN_FORMATS.items()} | own
    days = {id for id, code in formats.items() if is_date_format(code)}
    for used in _all(styles, "cellXfs"):
        yield from (one.get("numFmtId") in days for one in used)


def _as_day(value: object) -> str:
    """Without the time, at midnight."""
    return str(value).removesuffix(" 00:00:00")


def _string(item: Element) -> str:
    """A text and its pieces, without how it is to be spoken."""
    spoken = {id(one) for part in _all(item, "rPh") for one in part}
    return "".join(one.text or "" for one in _all(item, "t") if id(one) not in spoken)


def _all(root: Element, name: str) -> Iterator[Element]:
    return (one for one in root.iter() if _name(one) == name)


def _name(element: Element) -> str:
    """Without its namespace: there are two for workbooks."""
    return str(element.tag).rpartition("}")[2]
