"""Tables as files: CSV, XLSX or JSON, in which no text is taken for a formula."""

import re
from typing import Any

from django.http import Http404, HttpResponse
from django_tables2 import Table
from django_tables2.export import TableExport
from tablib import Dataset

FORMATS = ("csv", "xlsx", "json")

# Characters that begin a formula in spreadsheets, also in the wide forms of East Asian keyboards.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# Characters that XML, the format inside XLSX, can't hold.
UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def build_download(table: Table, file_format: str, *names: str | int) -> HttpResponse:
    """Build the file of a table, named after `names`; raise Http404 for an unknown format."""
    if file_format not in FORMATS:
        raise Http404
    name = "-".join(str(part) for part in names if part)
    response: HttpResponse = Export(file_format, table, dataset_kwargs={"title": name}).response(
        f"{name}.{file_format}"
    )
    return response


class Export(TableExport):
    """An export that makes texts safe for spreadsheets; numbers stay numbers, and JSON is unchanged."""

    def table_to_dataset(
        self, table: Table, exclude_columns: Any, dataset_kwargs: dict[str, Any] | None = None
    ) -> Dataset:
        headers, *rows = table.as_values(exclude_columns=exclude_columns)
        dataset = Dataset(**(dataset_kwargs or {}))
        dataset.headers = [self._safe(text) for text in headers]
        for row in rows:
            dataset.append([self._safe(value) for value in row])
        return dataset

    def _safe(self, value: Any) -> Any:
        return value if self.format == "json" else safe(value)


def safe(value: Any) -> Any:
    """Return a value that is safe in a spreadsheet's cell: no text is taken for a formula."""
    if not isinstance(value, str):
        return value
    text = UNWRITABLE.sub("\ufffd", value)
    return f"'{text}" if text.startswith(FORMULA) else text
