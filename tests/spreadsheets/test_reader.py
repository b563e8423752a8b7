"""Reading spreadsheets: rows of text from CSV, XLSX and pasted cells, and a refusal of everything else."""

import csv
import io
import struct
import zipfile
from contextlib import suppress
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900

from games import Invalid
from league.spreadsheets import reader, xlsx
from league.spreadsheets.reader import Row, read_spreadsheet, read_text, write_text
from tests.spreadsheets.workbooks import (
    build_workbook,
    build_workbook_from_xml,
    pack_workbook,
    repack_workbook,
)

SHEET = "xl/worksheets/sheet1.xml"
ROWS = [["match", "deal", "player 1"], ["m1", "1", "Zoë, Quick"], [], ["m1", "2", 'Bo "B" Ek']]
EXPECTED = [(1, ROWS[0]), (2, ROWS[1]), (4, ROWS[3])]


def write_csv(delimiter: str = ",", end: str = "\r\n") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows(ROWS)
    return out.getvalue()


def list_plain_rows(rows: Any) -> list[tuple[int, list[str]]]:
    return [(row.number, list(row.cells)) for row in rows]


def get_refusal(content: bytes | str) -> tuple[str, str]:
    """Return where and why the content is refused."""
    with pytest.raises(Invalid) as refused:
        read_spreadsheet(content.encode() if isinstance(content, str) else content)
    (problem,) = refused.value.problems
    return problem.path, str(problem.message)


UNREADABLE = ("", "This can't be read as CSV or XLSX. Save the spreadsheet in one of these formats.")


# --- CSV and pasted cells


def test_csv_is_read_however_it_was_written() -> None:
    for encoding in ["utf-8", "utf-8-sig", "utf-16", "cp1252"]:
        for delimiter in [",", ";", "\t"]:
            assert list_plain_rows(read_spreadsheet(write_csv(delimiter).encode(encoding))) == EXPECTED, (
                delimiter,
                encoding,
            )


def test_mark_of_utf_8_may_be_pasted_too() -> None:
    assert list_plain_rows(read_text("\ufeffmatch\tdeal")) == [(1, ["match", "deal"])]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_lines_may_end_as_on_any_computer(end: str) -> None:
    assert list_plain_rows(read_text(write_csv("\t", end))) == EXPECTED


def test_rows_are_counted_as_the_spreadsheet_shows_them() -> None:
    assert list_plain_rows(read_spreadsheet(b'a,b\n"one\ntwo",3\n\n,\n4,5,,\n')) == [
        (1, ["a", "b"]),
        (2, ["one two", "3"]),
        (5, ["4", "5"]),
    ]


def test_quotation_marks_that_do_not_belong_together_are_told_with_their_row() -> None:
    for text in ('a,b\n1,2\n3,"4\n5,6\n', 'a,b\n1,2\n"3" x,4\n'):
        assert get_refusal(text) == ("row 3", "The quotation marks in this row don't match.")


def test_nothing_is_refused_as_nothing() -> None:
    cases: list[bytes] = [b"", b"\n\n", b" , ,\n,,", b"\xef\xbb\xbf", b"\xff\xfe"]
    for content in cases:
        assert get_refusal(content) == ("", "There is nothing to import. Choose a file or paste cells."), (
            content
        )


def test_what_is_no_spreadsheet_is_refused() -> None:
    cases: list[bytes] = [
        b"match,deal\x00",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xfe\x00\xd8\x00",
        b"PK\x05\x06" + b"\x00" * 18,
        b"PK\x03\x04 and no more",
        b"match\x81deal",
        repack_workbook(build_workbook(["a"]), {"xl/workbook.xml": "<no"}),
        build_workbook_from_xml('<row r="1"><c r="A1"><v>seven</v></c></row>'),
        repack_workbook(
            build_workbook(["a"]), {"xl/workbook.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}
        ),
        build_workbook_from_xml('<row r="1"><c r="A1" t="s"><v>77</v></c></row>'),
        build_workbook_from_xml('<row r="1"><c r="ABCD1"><v>1</v></c></row>'),
    ]
    for content in cases:
        assert get_refusal(content) == UNREADABLE, content


def test_parts_in_another_encoding_are_refused() -> None:
    """As no program writes them, and what is counted in them would not be found."""
    sheet = build_workbook_from_xml("<row><c><v>1</v></c></row>")
    with zipfile.ZipFile(io.BytesIO(sheet)) as packed:
        xml = packed.read(SHEET).decode()
    parts = [
        *(xml.encode(encoding) for encoding in ("utf-16", "utf-16-le", "utf-16-be")),
        *(f" \n{xml}".encode(encoding) for encoding in ("utf-16-le", "utf-16-be")),
        # In this one, a byte that is not "<" of ASCII opens tags.
        b"<?xml version='1.0' encoding = 'mac_arabic'?>" + xml.encode().replace(b"<", b"\xbc"),
        b'\xef\xbb\xbf<?xml version="1.0" encoding="latin-1"?>' + xml.encode(),
    ]
    for part in parts:
        assert get_refusal(repack_workbook(sheet, {SHEET: part})) == UNREADABLE, part


def test_parts_that_declare_utf_8_are_read() -> None:
    sheet = build_workbook_from_xml("<row><c><v>1</v></c></row>")
    with zipfile.ZipFile(io.BytesIO(sheet)) as packed:
        xml = packed.read(SHEET)
    declarations = (b"", b'<?xml version="1.0" encoding="utf-8"?>', b"\xef\xbb\xbf<?xml version='1.0'?>")
    for declaration in declarations:
        assert read_spreadsheet(repack_workbook(sheet, {SHEET: declaration + xml})) == (Row(1, ("1",)),)


def test_parts_that_are_no_xml_are_passed_over() -> None:
    """The settings of a printer, as Excel keeps them, are UTF-16; some pictures begin with a number."""
    parts = {
        "xl/printerSettings/printerSettings1.bin": "HP <1>".encode("utf-16-le"),
        "xl/media/a.emf": b"\1\0\0",
    }
    assert read_spreadsheet(repack_workbook(build_workbook(["a"]), parts)) == (Row(1, ("a",)),)


def test_old_excel_file_is_named() -> None:
    assert get_refusal(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600) == (
        "",
        "This is an old Excel file or has a password. Save it as XLSX or CSV, without a password.",
    )


@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_read_or_refused(content: bytes, packed: bool) -> None:
    with suppress(Invalid):
        rows = read_spreadsheet(b"PK\x03\x04" * packed + content)
        assert rows and all(row.cells and row.cells[-1] for row in rows)


# --- XLSX


def test_cells_of_a_workbook_are_read_as_they_would_be_typed() -> None:
    cells = [
        3,
        3.0,
        3.5,
        -4,
        "  Ann \n Archer ",
        True,
        False,
        None,
        datetime(2026, 1, 5),
        date(2026, 1, 6),
        1e21,
    ]
    texts = ["3", "3", "3.5", "-4", "Ann Archer", "true", "false", "", "2026-01-05", "2026-01-06"]
    assert list_plain_rows(read_spreadsheet(build_workbook(["match"], [], cells))) == [
        (1, ["match"]),
        (3, [*texts, str(10**21)]),
    ]


def test_formula_counts_by_the_value_kept_with_it_and_is_never_worked_out() -> None:
    cell_xml = '<row r="1"><c r="A1"><f>WEBSERVICE("http://localhost")</f><v>7</v></c></row>'
    assert list_plain_rows(read_spreadsheet(build_workbook_from_xml(cell_xml))) == [(1, ["7"])]
    blank = '<row r="1"><c r="A1" t="str"><f>IF(1,"","")</f><v></v></c><c r="B1"><v>7</v></c></row>'
    assert list_plain_rows(read_spreadsheet(build_workbook_from_xml(blank))) == [(1, ["", "7"])]


def test_formula_without_a_value_is_told_with_its_cell() -> None:
    message = "has no saved value. Open the file in your spreadsheet program and save it."
    assert get_refusal(build_workbook(["match", "deal"], ["m1", "=1+1"])) == (
        "row 2",
        f"The formula in B2 {message}",
    )


@pytest.mark.parametrize("epoch", [CALENDAR_WINDOWS_1900, CALENDAR_MAC_1904])
def test_days_of_either_calendar_are_read(epoch: datetime) -> None:
    content = build_workbook([date(2026, 1, 5)], change=lambda sheet: setattr(sheet.parent, "epoch", epoch))
    assert list_plain_rows(read_spreadsheet(content)) == [(1, ["2026-01-05"])]


def test_texts_that_are_kept_once_are_read_without_how_they_are_spoken() -> None:
    spoken = 'Zoë</t></r><rPh sb="0" eb="3"><t>zo-ee</t></rPh><r><t> Quick'
    sheet = '<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c></row>'
    assert list_plain_rows(read_spreadsheet(pack_workbook(sheet, strings=["match", spoken]))) == [
        (1, ["Zoë Quick", "match"])
    ]


def test_merged_cells_keep_what_stands_in_the_first() -> None:
    content = build_workbook(
        ["match", "deal"], ["m1", 1], [None, 2], change=lambda sheet: sheet.merge_cells("A2:A3")
    )
    assert list_plain_rows(read_spreadsheet(content)) == [
        (1, ["match", "deal"]),
        (2, ["m1", "1"]),
        (3, ["", "2"]),
    ]


def test_first_sheet_is_read() -> None:
    content = build_workbook(
        ["match"], change=lambda sheet: sheet.parent.create_sheet("More").append(["other"])
    )
    assert list_plain_rows(read_spreadsheet(content)) == [(1, ["match"])]


def test_empty_workbook_is_refused() -> None:
    assert get_refusal(build_workbook()) == ("", "There is nothing to import. Choose a file or paste cells.")


def test_workbook_as_an_office_writes_it_is_read() -> None:
    """300 rows in a hundred looks, with widths, merged cells, links, notes, rules, and other sheets."""

    def decorate(sheet: Any) -> None:
        for number, row in enumerate(sheet.iter_rows()):
            for cell in row:
                cell.font = Font(name="Calibri", size=8 + number % 10, bold=number % 2 == 0)
                cell.fill = PatternFill("solid", fgColor=f"FF{number % 10:02}FFEE")
                cell.border = Border(left=Side("thin"), bottom=Side("double", color="FF112233"))
                cell.alignment = Alignment(wrap_text=True, vertical="top")
                cell.number_format = f"0.{'0' * (number % 5)}"
            sheet.cell(number + 1, 1).comment = Comment("Read at the table", "Ann")
            sheet.cell(number + 1, 2).hyperlink = f"https://club.example/{number}"
        for letter in "ABCDEF":
            sheet.column_dimensions[letter].width = 17
        sheet.merge_cells("A301:A302")
        sheet.conditional_formatting.add(
            "C2:F301", CellIsRule("lessThan", ["0"], font=Font(color="FF990000"))
        )
        for number in range(30):
            sheet.parent.create_sheet(f"Night {number}").append(["other"])

    rows = [[f"m{number}", number, "Zoë, Quick", 3.5, None, number % 2 == 0] for number in range(301)]
    read = read_spreadsheet(build_workbook(*rows, change=decorate))
    assert len(read) == 301 and read[300].cells == ("m300", "300", "Zoë, Quick", "3.5", "", "true")


# --- limits


def test_large_file_is_refused_unread() -> None:
    assert get_refusal(b"," * (reader.MAX_BYTES + 1)) == (
        "",
        "The file is too large: at most 1 MB.",
    )


TOO_LARGE = ("", "The file is too large when unpacked. Import one match night at a time.")


@pytest.mark.parametrize(
    "bomb",
    [
        pytest.param(lambda: pack_workbook("", styles="<xf/>" * 900_000), id="styles"),
        pytest.param(lambda: pack_workbook("", styles="<xf/>" * 260_000), id="styles-few-bytes"),
        pytest.param(lambda: pack_workbook("", styles=" " * 2_000_000), id="blank"),
        pytest.param(lambda: pack_workbook("", styles="<xf/>" * 4_001), id="formats"),
        pytest.param(lambda: pack_workbook("", styles='<x:xf id="1"/>' * 4_001), id="formats-by-a-prefix"),
        pytest.param(
            lambda: pack_workbook("", styles='<a-é:xf id="1"/>' * 4_001), id="formats-by-any-prefix"
        ),
        pytest.param(lambda: pack_workbook("", styles="<border></border>" * 10_001), id="borders"),
        pytest.param(lambda: pack_workbook("<sheet/>" * 201), id="sheets"),
        pytest.param(lambda: pack_workbook("<row>" + "<c/>" * 1_900_000 + "</row>"), id="empty-cells"),
        pytest.param(
            lambda: pack_workbook("<row>" + "<c><v>1</v></c>" * 70_000 + "</row>"), id="filled-cells"
        ),
        pytest.param(lambda: pack_workbook("<row/>" * 1_600_000), id="rows"),
    ],
)
def test_file_that_is_large_only_when_unpacked_is_refused(bomb: Any) -> None:
    content = bomb()
    assert len(content) < 30_000 and get_refusal(content) == TOO_LARGE


def test_archive_of_very_many_files_is_refused() -> None:
    content = build_workbook(["a"])
    most = xlsx.MAX_PARTS - len(zipfile.ZipFile(io.BytesIO(content)).infolist())
    for count, refused in ((most, False), (most + 1, True)):
        packed = repack_workbook(content, {f"other/{number}": "" for number in range(count)})
        if refused:
            assert get_refusal(packed) == TOO_LARGE
        else:
            assert len(reader.read_spreadsheet(packed)) == 1


def test_file_that_says_it_is_smaller_is_refused() -> None:
    content = pack_workbook("<row/>" * 10_000)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        size = archive.getinfo("xl/worksheets/sheet1.xml").file_size
    lying = content.replace(struct.pack("<L", size), struct.pack("<L", 900))
    assert lying != content and get_refusal(lying) == UNREADABLE


def test_sheet_of_endless_width_is_refused() -> None:
    wide = '<row r="1"><c r="A1"><v>1</v></c><c r="{}1">{}</c></row>'
    assert list_plain_rows(read_spreadsheet(build_workbook_from_xml(wide.format("XFD", "")))) == [(1, ["1"])]
    assert get_refusal(build_workbook_from_xml(wide.format("XFD", "<v>1</v>"))) == (
        "",
        "Too many columns: at most 200.",
    )
    assert get_refusal("," * 200 + "x") == ("", "Too many columns: at most 200.")


@pytest.mark.parametrize(
    "content",
    [
        b"a\n" * 5_001,
        b"a" + b"\n" * 5_001,
        build_workbook_from_xml("<row/>" * 5_001),
        build_workbook_from_xml('<row r="99999999999"><c><v>1</v></c></row>'),
    ],
)
def test_too_many_rows_are_refused_blank_ones_too(content: bytes) -> None:
    assert get_refusal(content) == ("", "Too many rows: at most 5000.")


def test_too_much_text_is_refused() -> None:
    text = "a" * 400
    often = pack_workbook(("<row>" + '<c t="s"><v>0</v></c>' * 150 + "</row>") * 4, strings=[text])
    for content in (often, f"{text}\n" * 501, "\t" * 200_001):
        assert get_refusal(content)[1].startswith("Too much text: at most 200000 characters.")


@pytest.mark.parametrize("text", ["x" * 501, "a\x80b"])
def test_cell_that_holds_no_readable_text_is_told_with_its_row(text: str) -> None:
    path, message = get_refusal(build_workbook(["match"], [text]))
    assert path == "row 2" and message.startswith("A cell in this row has more than 500 characters")


def test_cell_that_is_longer_than_csv_can_be_is_told_likewise() -> None:
    path, message = get_refusal("match\n" + "x" * 140_000)
    assert path == "row 2" and message.startswith("A cell in this row has more than 500 characters")


# --- as text again


cell = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]), min_size=1, max_size=5)


@given(st.dictionaries(st.integers(2, 9), st.lists(cell, min_size=1, max_size=5), max_size=5))
def test_rows_as_text_are_the_same_rows_again(cells: dict[int, list[str]]) -> None:
    rows = (Row(1, ("match", "deal")), *(Row(number, tuple(cells[number])) for number in sorted(cells)))
    assert read_text(write_text(rows)) == rows
