"""Read a spreadsheet as rows of text: CSV however it was written, XLSX, or cells pasted into a page.

A formula counts by its stored value; nothing is ever computed. The limits guard against files that pretend to
be small. tablib, which writes the files that are offered, would read them without their blank rows, so that
problems could not be given their row. See docs/reference/commands.md, import_results: The file.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from openpyxl.utils import get_column_letter

from games import Invalid, Problem
from games.problems import _
from league.rules.field_types import UNREADABLE_CATEGORIES
from league.rules.validation import build_problem
from league.spreadsheets import xlsx

MAX_MEGABYTES = 1
MAX_BYTES = MAX_MEGABYTES * 1_000_000
MAX_ROWS = 5_000  # with blank rows
MAX_COLUMNS = 200
MAX_TEXT_LENGTH = 200_000  # characters: the results of many nights, and all a page can carry back and forth
MAX_CELL_LENGTH = 500

ZIP_SIGNATURE = b"PK\x03\x04"
OLD_EXCEL_SIGNATURE = b"\xd0\xcf\x11\xe0"  # also of a workbook with a password
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"  # by which Excel knows that a CSV is in UTF-8
BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
DELIMITERS = "\t;,"
ALLOWED_CONTROLS = {"\t", "\n"}
NOT_A_SPREADSHEET = build_problem(
    "",
    "no-spreadsheet",
    _("This can't be read as CSV or XLSX. Save the spreadsheet in one of these formats."),
)
TOO_MANY_COLUMNS = build_problem("", "too-large", _("Too many columns: at most {most}."), most=MAX_COLUMNS)
TOO_MUCH_TEXT = build_problem(
    "",
    "too-large",
    _("Too much text: at most {most} characters. Import one match night at a time."),
    most=MAX_TEXT_LENGTH,
)
NOT_TEXT = _("A cell in this row has more than {most} characters, or characters that can't be used.")
POSITION_PATTERN = re.compile(r"row (\d+)(?:, (.+))?", re.DOTALL)


@dataclass(frozen=True)
class Row:
    """A row, without the blank cells at its end.

    Its number is that of the spreadsheet: from 1, with blank rows counted.
    """

    number: int
    cells: tuple[str, ...]

    def cell(self, number: int) -> str:
        return self.cells[number] if number < len(self.cells) else ""


def format_position(row: int, column: str = "") -> str:
    """Return the path of a problem: "row 5, tricks 2"."""
    return f"row {row}, {column}" if column else f"row {row}"


def parse_position(path: str) -> tuple[int, str] | None:
    """Return the row and column of such a path; None where it names no row."""
    match = POSITION_PATTERN.fullmatch(path)
    return (int(match[1]), match[2] or "") if match else None


def format_column(number: int) -> str:
    """Return the letters of a column, counted from 0: A, B ... Z, AA."""
    return str(get_column_letter(number + 1))


# --- reading


def read_spreadsheet(content: bytes) -> tuple[Row, ...]:
    """Return the rows of a file in which something is written.

    Raises games.Invalid.
    """
    if len(content) > MAX_BYTES:
        sentence = _("The file is too large: at most {most} MB.")
        raise _build_refusal("too-large", sentence, most=MAX_MEGABYTES)
    if content.startswith(OLD_EXCEL_SIGNATURE):
        raise _build_refusal(
            "old-file",
            _("This is an old Excel file or has a password. Save it as XLSX or CSV, without a password."),
        )
    return (
        _collect_rows(_iterate_workbook(content))
        if content.startswith(ZIP_SIGNATURE)
        else read_text(_decode_text(content))
    )


def read_text(text: str) -> tuple[Row, ...]:
    """Return the rows of a CSV, or of pasted cells, in which something is written.

    Raises games.Invalid.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise Invalid(TOO_MUCH_TEXT)
    text = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")
    if not _is_readable(text):
        raise Invalid(NOT_A_SPREADSHEET)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_detect_delimiter(text), strict=True)
    return _collect_rows(_iterate_records(reader))


def _iterate_records(reader: Iterator[list[str]]) -> Iterator[tuple[int, list[str]]]:
    for number in count(1):
        try:
            yield number, next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if "field limit" in str(error):  # csv has the same class for all errors
                raise Invalid(_build_not_text(number)) from None
            sentence = _("The quotation marks in this row don't match.")
            raise Invalid(build_problem(format_position(number), "quotes", sentence)) from None


def _detect_delimiter(text: str) -> str:
    """Return the most frequent delimiter of the first line in which something is written."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", first)
    return max(DELIMITERS, key=bare.count)


def _decode_text(content: bytes) -> str:
    marked = next((name for mark, name in BYTE_ORDER_MARKS if content.startswith(mark)), None)
    for name in (marked,) if marked else ("utf-8", "cp1252"):  # Excel may still write the second
        with suppress(UnicodeDecodeError):
            return content.decode(name)
    raise Invalid(NOT_A_SPREADSHEET)


def _iterate_workbook(content: bytes) -> Iterator[tuple[int, list[str]]]:
    try:
        yield from xlsx.iterate_rows(content)
    except Invalid:
        raise
    except xlsx.MissingValueError as formula:
        sentence = _(
            "The formula in {cell} has no saved value. Open the file in your spreadsheet program and save it."
        )
        raise Invalid(
            build_problem(format_position(formula.row), "no-value", sentence, cell=formula.cell)
        ) from None
    except Exception:  # noqa: BLE001  # whatever it stumbles over: it is not a file that can be read
        raise Invalid(NOT_A_SPREADSHEET) from None


def _collect_rows(records: Iterable[tuple[int, list[str]]]) -> tuple[Row, ...]:
    """Return the rows in which something is written.

    Of a file that is too large, no more is read than it takes to find that out.
    """
    rows: list[Row] = []
    counted = length = 0
    for number, texts in records:
        counted += 1
        cells = _strip_cells(texts)
        if counted > MAX_ROWS or (cells and number > MAX_ROWS):
            raise _build_refusal("too-large", _("Too many rows: at most {most}."), most=MAX_ROWS)
        if not cells:
            continue
        if len(cells) > MAX_COLUMNS:
            raise Invalid(TOO_MANY_COLUMNS)
        length += sum(map(len, cells))
        if length > MAX_TEXT_LENGTH:
            raise Invalid(TOO_MUCH_TEXT)
        if not all(len(cell) <= MAX_CELL_LENGTH and _is_readable(cell) for cell in cells):
            raise Invalid(_build_not_text(number))
        rows.append(Row(number, tuple(cells)))
    if not rows:
        raise _build_refusal("empty", _("There is nothing to import. Choose a file or paste cells."))
    return tuple(rows)


def _strip_cells(texts: Iterable[str]) -> list[str]:
    """Return the cells without blank cells at the end."""
    cells = [" ".join(text.split()) for text in texts]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _build_not_text(row: int) -> Problem:
    return build_problem(format_position(row), "no-text", NOT_TEXT, most=MAX_CELL_LENGTH)


def _is_readable(text: str) -> bool:
    return not any(
        unicodedata.category(sign) in UNREADABLE_CATEGORIES and sign not in ALLOWED_CONTROLS for sign in text
    )


def _build_refusal(code: str, sentence: str, **values: int) -> Invalid:
    return Invalid(build_problem("", code, sentence, **values))


# --- writing


def write_text(rows: Iterable[Row]) -> str:
    """Return the rows as cells that can be pasted, each at its number."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    line = 1
    for row in rows:
        out.write("\n" * (row.number - line))
        writer.writerow(row.cells)
        line = row.number + 1
    return out.getvalue()
