"""Read the first sheet of an XLSX file as rows of text, once it is known how much the file holds.

openpyxl reads all styles and texts before the first cell, so a file of a few kilobytes could keep it busy for
minutes. Everything in the file is therefore unpacked and counted first.
"""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

import openpyxl

from games import Invalid
from games.problems import _
from league.rules.validation import build_problem

MAX_UNPACKED_BYTES = 2_000_000
MAX_PARTS = 2_000  # files in the archive; a sheet has a few
MAX_TAGS = 100_000  # a cell with a number has four
# What else there is takes openpyxl longer than cells do: ten times for a format of cells, a hundred times for a sheet.
# Programs write some hundred such tags, and a format for each way in which cells look.
MAX_OTHER_TAGS = 10_000
MAX_FORMATS = 4_000
MAX_SHEETS = 200
MAX_CELLS = 200_000  # including cells that are skipped
TOO_LARGE = build_problem(
    "", "too-large", _("The file is too large when unpacked. Import one match night at a time.")
)
ALLOWED_COMPRESSION = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack more than is asked for
# A document type, in which entities may grow; no workbook has it.
DOCTYPE_PATTERN = re.compile(rb"<!D")
TAG_PATTERN = re.compile(rb"<(?:[^<>\s/:]+:)?([^<>\s/:]+)")
CELL_TAGS = {b"row", b"c", b"v", b"f", b"is", b"si", b"t", b"r"}
# These patterns find every tag only where "<" is the one byte that it is in ASCII. In UTF-16 it is two, after white
# space or not; any other encoding has to be declared. Parts that are no XML begin with something else.
UTF_16_PATTERN = re.compile(rb"\xff\xfe|\xfe\xff|(?:[ \t\r\n]\0)*<\0|(?:\0[ \t\r\n])*\0<")
DECLARATION_PATTERN = re.compile(rb"(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*[\"']([^\"'>]*)")
ALLOWED_ENCODINGS = (b"utf-8", b"us-ascii", b"iso-8859-1")


class MissingValueError(Exception):
    """A formula that is stored without its value."""

    def __init__(self, row: int, cell: str) -> None:
        super().__init__(row, cell)
        self.row, self.cell = row, cell


def iterate_rows(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows up to the last, including blank rows, with their numbers.

    Raises games.Invalid, MissingValueError, and whatever openpyxl raises where the file is not an XLSX.
    """
    tags = _count_tags(content)
    formulas = _load_rows(content, values=False) if tags[b"f"] else None
    passed = 0
    for number, row in enumerate(_load_rows(content, values=True), 1):
        passed += len(row) + 1
        if passed > MAX_CELLS:
            raise Invalid(TOO_LARGE)
        if formulas:
            _require_values(row, next(formulas))
        yield number, [_format_value(cell.value) for cell in row]


def _load_rows(content: bytes, *, values: bool) -> Iterator[tuple[Any, ...]]:
    """Return the rows, with formulas as their values at the last save, or as they are written."""
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=values, keep_links=False)
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # those that the file states may be wrong
    rows: Iterator[tuple[Any, ...]] = sheet.iter_rows()
    return rows


def _require_values(values: tuple[Any, ...], formulas: tuple[Any, ...]) -> None:
    for cell, formula in zip(values, formulas, strict=True):
        if formula.data_type == "f" and cell.value is None and cell.data_type != "str":
            raise MissingValueError(formula.row, formula.coordinate)


def _count_tags(content: bytes) -> Counter[bytes]:
    """Return how often each tag opens in all parts together, without the prefix of its namespace.

    Raises games.Invalid where the file holds more than is read, zipfile.BadZipFile where it is no ZIP
    archive, ValueError where it is packed or encoded, or declares a document type, as no workbook is.
    """
    tags = Counter[bytes]()
    bytes_left, tags_left = MAX_UNPACKED_BYTES, MAX_TAGS
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        if len(packed.infolist()) > MAX_PARTS:
            raise Invalid(TOO_LARGE)
        for part in packed.infolist():
            if part.compress_type not in ALLOWED_COMPRESSION:
                raise ValueError(part.compress_type)
            with packed.open(part) as opened:
                unpacked = opened.read(bytes_left + 1)
            bytes_left -= len(unpacked)
            tags_left -= unpacked.count(b"<")
            if bytes_left < 0 or tags_left < 0:
                raise Invalid(TOO_LARGE)
            if DOCTYPE_PATTERN.search(unpacked) or not _is_countable(unpacked):
                raise ValueError(part.filename)
            tags.update(TAG_PATTERN.findall(unpacked))
    others = sum(count for tag, count in tags.items() if tag not in CELL_TAGS)
    if others > MAX_OTHER_TAGS or tags[b"xf"] > MAX_FORMATS or tags[b"sheet"] > MAX_SHEETS:
        raise Invalid(TOO_LARGE)
    return tags


def _is_countable(part: bytes) -> bool:
    """Return whether a parser would find the same tags in it as the patterns, by its encoding."""
    declared = DECLARATION_PATTERN.match(part)
    known = declared is None or declared[1].lower() in ALLOWED_ENCODINGS
    return known and not UTF_16_PATTERN.match(part)


def _format_value(value: object) -> str:
    """Return the text that a person would type to have this value in a cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).removesuffix(" 00:00:00") if isinstance(value, date) else str(value)
