"""Workbooks for tests: as a spreadsheet program saves them, and as somebody would who means harm."""

import io
import zipfile
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import openpyxl


def workbook(*rows: Sequence[Any], change: Callable[[Any], None] = lambda sheet: None) -> bytes:
    """An XLSX with these rows; `change` may do more to its sheet."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))
    change(book.active)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def with_sheet(xml: str | Iterable[str]) -> bytes:
    """An XLSX whose one sheet has these rows, as XML."""
    return packed("".join(xml))


KINDS = zipfile.ZipFile(io.BytesIO(workbook(["x"]))).read("[Content_Types].xml").decode()
STRINGS = (
    '<Override PartName="/xl/sharedStrings.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
)


def packed(rows: str, *, styles: str = "", strings: Sequence[str] = ()) -> bytes:
    """An XLSX whose parts say this, as XML; the strings are pieces of text."""
    parts = {"xl/worksheets/sheet1.xml": f"<worksheet {SPACE}><sheetData>{rows}</sheetData></worksheet>"}
    if styles:
        parts["xl/styles.xml"] = f"<styleSheet {SPACE}>{styles}</styleSheet>"
    if strings:
        texts = "".join(f"<si><r><t>{one}</t></r></si>" for one in strings)
        parts["xl/sharedStrings.xml"] = f"<sst {SPACE}>{texts}</sst>"
        parts["[Content_Types].xml"] = KINDS.replace("</Types>", f"{STRINGS}</Types>")
    return repacked(workbook(["x"]), parts)


def repacked(content: bytes, parts: dict[str, str]) -> bytes:
    """With other parts in it."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in {*old.namelist(), *parts}:
            new.writestr(name, parts[name] if name in parts else old.read(name))
    return out.getvalue()
