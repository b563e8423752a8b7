"""A file to write a night's results in: CSV or XLSX, as the columns of the game ask for it."""

from collections.abc import Sequence

from django.http import HttpResponse
from django_tables2.export import TableExport
from tablib import Dataset

from league.queries.pages.importing import Prepared
from league.spreadsheets.reader import BYTE_ORDER_MARK
from league.tables.downloads import safe

FORMATS = ("csv", "xlsx")


def response(format: str, prepared: Prepared, *, name: str) -> HttpResponse:
    """The file, to be kept."""
    rows: Sequence[Sequence[object]] = [[safe(cell) for cell in row] for row in prepared.rows]
    content = Dataset(*rows, headers=prepared.headings, title=name).export(format)
    found = HttpResponse(BYTE_ORDER_MARK + content if format == "csv" else content)
    found["Content-Type"] = TableExport.FORMATS[format]
    found["Content-Disposition"] = f'attachment; filename="{name}.{format}"'
    return found
