"""The form that takes a night's results in: a file, or cells that are pasted."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from games import Invalid
from league.spreadsheets.reader import (
    MAX_BYTES,
    MAX_TEXT_LENGTH,
    TOO_MUCH_TEXT,
    Row,
    read_spreadsheet,
    read_text,
    write_text,
)


class NightResults(forms.Form):
    file = forms.FileField(
        label=_("The file"),
        help_text=_("A spreadsheet, saved as XLSX or CSV."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
    )
    cells = forms.CharField(
        label=_("Or the cells themselves"),
        help_text=_("Mark them in the spreadsheet with their headings, copy them, and paste them here."),
        widget=forms.Textarea(
            attrs={"rows": 10, "wrap": "off", "spellcheck": "false", "autocomplete": "off"}
        ),
    )


@dataclass(frozen=True)
class Sent:
    """What somebody has sent in: cells as they were pasted, or those of the file, once it has been `opened`."""

    cells: str
    file: "UploadedFile[bytes] | None"
    saves: bool  # it has been looked at, and is to be kept
    seen: str
    rows: tuple[Row, ...] = ()
    shown: str = ""  # what the form carried of the preview

    def opened(self) -> "Sent":
        """With its rows. Raises games.Invalid."""
        if self.file is not None:
            rows = read_spreadsheet(self.file.read(MAX_BYTES + 1))
            found = replace(self, rows=rows, cells=write_text(rows))
        else:
            found = replace(self, rows=read_text(self.cells) if len(self.cells) <= MAX_TEXT_LENGTH else ())
        if len(found.cells) > MAX_TEXT_LENGTH:
            raise Invalid(TOO_MUCH_TEXT)
        return found

    @property
    def form(self) -> NightResults:
        return NightResults(initial={"cells": self.cells})


def received(post: Mapping[str, Any], files: Mapping[str, Any]) -> Sent:
    file = files.get("file")
    seen, shown = str(post.get("seen", "")), str(post.get("shown", ""))
    saves = "save" in post and bool(seen)
    return Sent(str(post.get("cells", "")), file, saves=saves, seen=seen, shown=shown)


def holding(cells: str) -> Sent:
    """The form before it is sent in."""
    return Sent(cells, None, saves=False, seen="")
