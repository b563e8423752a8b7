"""Read the first sheet of an XLSX file as rows of text, once it is known how much the file holds.

openpyxl reads all styles and texts before the first cell, so a file of a few kilobytes could keep it busy for
minutes. Everything in the file is therefore unpacked and counted first.
"""

import io
import re
import zipfile
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
MAX_CELLS = 200_000  # including those that are passed over to get to the next one
TOO_LARGE = build_problem("", "too-large", _("The file is too large when it is unpacked."))
ALLOWED_COMPRESSION = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack more than is asked for
DOCTYPE_PATTERN = re.compile(
    rb"<\0?!\0?D"
)  # a document type, in which entities may grow; no workbook has one
FORMULA_PATTERN = re.compile(rb"<(\w+:)?f[\s/>]")
TAG_LIMITS = (
    (re.compile(rb"<(?!/|(?:\w+:)?(?:row|c|v|f|is|si|t|r)[\s/>])"), MAX_OTHER_TAGS),
    (re.compile(rb"<(?:\w+:)?xf[\s/>]"), MAX_FORMATS),
    (re.compile(rb"<(?:\w+:)?sheet[\s/>]"), MAX_SHEETS),
)
UTF_16 = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")  # in which these patterns would find nothing


class MissingValueError(Exception):
    """A formula that is stored without its value."""

    def __init__(self, row: int, cell: str) -> None:
        super().__init__(row, cell)
        self.row, self.cell = row, cell


def iterate_rows(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows up to the last one, including blank ones, with their numbers.

    Raises games.Invalid, MissingValueError, and whatever openpyxl raises where the file is not an XLSX.
    """
    has_formulas = _scan_formulas(content)
    formulas = _load_rows(content, values=False) if has_formulas else None
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


def _scan_formulas(content: bytes) -> bool:
    """Return whether any part may hold a formula.

    Raises games.Invalid where the file holds more than is read, zipfile.BadZipFile where it is no ZIP
    archive, ValueError where it is packed, or declares a document type, as no workbook is.
    """
    has_formulas = False
    left, tags = MAX_UNPACKED_BYTES, MAX_TAGS
    found = [0] * len(TAG_LIMITS)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        if len(packed.infolist()) > MAX_PARTS:
            raise Invalid(TOO_LARGE)
        for part in packed.infolist():
            if part.compress_type not in ALLOWED_COMPRESSION:
                raise ValueError(part.compress_type)
            with packed.open(part) as opened:
                unpacked = opened.read(left + 1)
            left -= len(unpacked)
            tags -= unpacked.count(b"<")
            if left < 0 or tags < 0:
                raise Invalid(TOO_LARGE)
            if DOCTYPE_PATTERN.search(unpacked) or unpacked.startswith(UTF_16):
                raise ValueError(part.filename)
            for number, (pattern, most) in enumerate(TAG_LIMITS):
                found[number] += sum(1 for _tag in pattern.finditer(unpacked))
                if found[number] > most:
                    raise Invalid(TOO_LARGE)
            has_formulas |= FORMULA_PATTERN.search(unpacked) is not None
    return has_formulas


def _format_value(value: object) -> str:
    """Return what somebody would type to have this value in a cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).removesuffix(" 00:00:00") if isinstance(value, date) else str(value)
