"""Workbooks for tests: as a spreadsheet program saves them, and as an attacker would."""

import io
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import openpyxl


def build_workbook(*rows: Sequence[Any], change: Callable[[Any], None] = lambda sheet: None) -> bytes:
    """Return an XLSX with these rows; `change` may do more to its sheet."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))
    change(book.active)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def build_workbook_from_xml(xml: str | Iterable[str]) -> bytes:
    """Return an XLSX whose one sheet has these rows, as XML."""
    return pack_workbook("".join(xml))


CONTENT_TYPES = zipfile.ZipFile(io.BytesIO(build_workbook(["x"]))).read("[Content_Types].xml").decode()
SHARED_STRINGS_TYPE = (
    '<Override PartName="/xl/sharedStrings.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
)


def pack_workbook(rows: str, *, styles: str = "", strings: Sequence[str] = ()) -> bytes:
    """Return an XLSX with these parts, as XML; the strings are pieces of text."""
    parts = {"xl/worksheets/sheet1.xml": f"<worksheet {NAMESPACE}><sheetData>{rows}</sheetData></worksheet>"}
    if styles:
        parts["xl/styles.xml"] = f"<styleSheet {NAMESPACE}>{styles}</styleSheet>"
    if strings:
        texts = "".join(f"<si><r><t>{text}</t></r></si>" for text in strings)
        parts["xl/sharedStrings.xml"] = f"<sst {NAMESPACE}>{texts}</sst>"
        parts["[Content_Types].xml"] = CONTENT_TYPES.replace("</Types>", f"{SHARED_STRINGS_TYPE}</Types>")
    return repack_workbook(build_workbook(["x"]), parts)


def repack_workbook(content: bytes, parts: Mapping[str, str | bytes]) -> bytes:
    """Return the workbook with other parts in it."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in {*old.namelist(), *parts}:
            new.writestr(name, parts[name] if name in parts else old.read(name))
    return out.getvalue()
