"""Importing a night's results from a spreadsheet: a template, a preview, and saving all or nothing."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django_tables2.export import TableExport
from tablib import Dataset

from games import Invalid, Problem
from league.actions.errors import ActionError
from league.actions.result_import import import_results
from league.forms import ProblemForm
from league.models import Match, Season
from league.models.match import MatchStatus
from league.permissions import can
from league.principals import Principal, identify
from league.queries.club_overview import load_seats
from league.queries.endings import describe_endings
from league.queries.import_plan import FileForm, ImportPlan, find_short_form, list_table_sizes, plan_import
from league.queries.occasions import Occasion, filter_matches, find_occasion, list_occasions
from league.queries.result_checks import check_season_open, get_usual_day
from league.rules.snapshot import parse_settings
from league.spreadsheets.columns import (
    DAY,
    DEAL,
    MATCH,
    FieldColumn,
    format_player_heading,
)
from league.spreadsheets.reader import (
    BYTE_ORDER_MARK,
    MAX_BYTES,
    MAX_TEXT_LENGTH,
    TOO_MUCH_TEXT,
    Row,
    parse_position,
    read_spreadsheet,
    read_text,
    write_text,
)
from league.web import held
from league.web.base import ChangeView
from league.web.downloads import safe
from league.web.entry.night import read_day
from league.web.errors import build_not_found
from league.web.limits import limit_body, require_safe

SHORT_FORM = "short"  # in addresses
FILE_FORMATS = ("csv", "xlsx")
MAX_BODY = 2_200_000  # bytes: a file and the cells beside it
DEFAULT_DEALS = 12  # to be filled in, if a match may have any number
MAX_PREPARED_ROWS = 1_000  # of a whole season: more may be too many to import at once
MAX_LISTED = 100  # problems
MAX_ROW_LENGTH = 160


class ImportForm(ProblemForm):
    """A file, or pasted cells; afterwards the field for cells holds those of the file."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("A spreadsheet saved as XLSX or CSV."),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
    )
    cells = forms.Field(  # unstripped: blank rows count, as problems name their row
        label=_("Or paste from a spreadsheet"),
        help_text=_("Copy the cells with their headings and paste them here."),
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 10, "wrap": "off", "spellcheck": "false", "autocomplete": "off"}
        ),
    )
    seen = forms.Field(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows: tuple[Row, ...] = ()
        self.problems: list[Problem] = []

    def clean(self) -> None:
        try:
            self.rows = self._read()
        except Invalid as invalid:
            self.add_problems(invalid.problems)

    def _read(self) -> tuple[Row, ...]:
        file = self.cleaned_data.get("file")
        if file is None:
            return read_text(self.cleaned_data["cells"] or "")
        rows = read_spreadsheet(file.read(MAX_BYTES + 1))
        cells = write_text(rows)
        if len(cells) > MAX_TEXT_LENGTH:
            raise Invalid(TOO_MUCH_TEXT)
        self.data = {**self.data, "cells": cells}
        return rows

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Store all problems, which the page shows with their rows."""
        problems = list(problems)
        self.problems += problems
        super().add_problems(problems[:MAX_LISTED])


class ImportResultsView(ChangeView[ImportForm]):
    """Reads a file or cells and shows a preview, then saves it when the form is sent again."""

    form_class = ImportForm
    template_name = "entry/import_results.html"
    shows_unsaved = False
    season: Season

    @limit_body(MAX_BODY)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Hold cells that were sent after the session had ended until after the log-in."""
        if request.method == "POST" and not request.user.is_authenticated:
            return held.hold(request, {"cells": request.POST.get("cells", "")}, most=MAX_TEXT_LENGTH)
        return super().dispatch(request, *args, **kwargs)

    def find(self) -> None:
        self.season, self.by = _get_season(self.request, **self.kwargs)

    def build_form(self, sent: QueryDict | None) -> ImportForm:
        if sent is None:
            return ImportForm(initial={"cells": _fetch_cells(self.request)})
        return ImportForm(sent, self.request.FILES)

    def make_plan(self, form: ImportForm) -> ImportPlan | None:
        is_refused = bool(form.errors)
        if not form.rows or (self.is_confirmed() and not is_refused):
            return None
        try:
            return plan_import(season=self.season, rows=form.rows, user=self.by.user)
        except Invalid as invalid:
            raise ActionError(*invalid.problems) from None

    def is_confirmed(self) -> bool:
        return "save" in self.request.POST and bool(self.request.POST.get("seen"))

    def change(self, form: ImportForm) -> HttpResponse:
        seen = str(form.cleaned_data["seen"])
        number = len(import_results(season=self.season, rows=form.rows, by=self.by, seen=seen).new_results)
        message = ngettext("1 result saved.", "{number} results saved.", number)
        messages.success(
            self.request,
            message.format(number=number)
            if number
            else gettext("Nothing new: all results were already saved."),
        )
        if "night" in self.request.GET:  # of the page with the link
            day, club = read_day(self.request, "night"), self.kwargs["club"]
            return redirect("enter-night", club, day) if day else redirect("enter-results", club)
        return redirect(reverse("season-matches", kwargs=self.kwargs))

    def get_context(self, form: ImportForm) -> dict[str, Any]:
        about = _describe_plan(self.plan, form) if self.plan else _describe_file(self.season)
        return {
            "season": self.season,
            "against": tuple(check_season_open(self.season)),
            "problems": tuple(_list_by_row(form.problems, form.rows)),
            "more": max(0, len(form.problems) - MAX_LISTED),
            "plan": self.plan,
            **about,
        }


@require_safe
@login_required
def download_template(
    request: HttpRequest, club: str, competition: str, season: int, file_format: str
) -> HttpResponse:
    """Return a template file for the next night or round, or as the address requests."""
    found, _by = _get_season(request, club, competition, season)
    if file_format not in FILE_FORMATS:
        raise Http404
    settings = parse_settings(*found.settings)
    sizes = list_table_sizes(found, settings)
    short = find_short_form(settings, sizes) if request.GET.get("form") == SHORT_FORM else None
    columns = (short or FileForm(settings.layout, sizes)).columns
    occasion = None if request.GET.get("all") else _choose_occasion(found, request.GET)
    matches = list(filter_matches(found, occasion).filter(status=MatchStatus.SCHEDULED))
    load_seats(matches)
    rows = [
        [safe(cells.get(column.name, "")) for column in columns]
        for match in matches
        for cells in _prepare_rows(
            found,
            match,
            1 if short else settings.count_deals(match.seats.count()) or DEFAULT_DEALS,
            request,
        )
    ]
    name = f"{club}-{competition}-{season}-{'sums' if short else 'results'}"
    content = Dataset(*rows, headers=[column.name for column in columns], title=name).export(file_format)
    return HttpResponse(
        BYTE_ORDER_MARK + content if file_format == "csv" else content,
        content_type=TableExport.FORMATS[file_format],
        headers={"Content-Disposition": f'attachment; filename="{name}.{file_format}"'},
    )


def _get_season(request: HttpRequest, club: str, competition: str, season: int) -> tuple[Season, Principal]:
    """Return the season and the user, if they may enter results; raise Http404 otherwise. 2 queries."""
    seasons = Season.objects.select_related("competition__club")
    found = seasons.filter(competition__club__slug=club, competition__slug=competition, number=season).first()
    if found is None:
        raise build_not_found(request, club, {"cells": request.POST.get("cells", "")})
    by = identify(request.user)
    if not can(by, "enter-result", found.competition.club_id):
        raise Http404
    return found, by


def _fetch_cells(request: HttpRequest) -> str:
    """Return the cells held during the log-in; a file can't be held, nor more cells than a page takes."""
    typed = held.fetch(request)
    if typed is None:
        return ""
    cells = typed.get("cells", "")
    messages.info(
        request,
        gettext("Your cells from before you logged in are back. They have not been saved yet.")
        if cells
        else gettext("You were logged out, and nothing has been saved. Choose the file again.")
        if "cells" in typed
        else gettext("You were logged out, and nothing has been saved. Paste fewer cells at a time."),
    )
    return cells


# --- the template


def _describe_file(season: Season) -> dict[str, Any]:
    """Build the context of the template: the matches for which it is offered, and its columns. 2 queries."""
    settings = parse_settings(*season.settings)
    sizes = list_table_sizes(season, settings)
    columns, short = FileForm(settings.layout, sizes).columns, find_short_form(settings, sizes)
    fields = [column.field for column in columns if isinstance(column, FieldColumn)]
    days, rounds = list_occasions(season)
    rows = sum(occasion.to_play for occasion in rounds) * (settings.count_deals(max(sizes)) or DEFAULT_DEALS)
    return {
        "game": settings.game,
        "columns": columns,
        "short": settings.game.short_sheet if short else None,
        "short_columns": short.columns if short else (),
        "occasions": tuple(_list_next(days, rounds, season.competition.club.today)),
        "offers_all": 0 < rows <= MAX_PREPARED_ROWS,
        "has_dashes": any(field.get_out_label(max(sizes)) for field in fields),
        "has_lists": any(field.several for field in fields),
        "has_conditions": any(field.given for field in fields),
    }


def _list_next(days: Sequence[Occasion], rounds: Sequence[Occasion], today: date) -> Iterator[Occasion]:
    """Yield the first night, the last past night and the next one, of those with open matches.

    Without dates, yield the first round.
    """
    days = [day for day in days if day.to_play]
    if not days:
        yield from [number for number in rounds if number.to_play][:1]
    been = [day for day in days if isinstance(day.when, date) and day.when < today]
    to_come = days[len(been) :]
    yield from sorted({*days[:1], *been[-1:], *to_come[:1]}, key=days.index)


def _choose_occasion(season: Season, asked: QueryDict) -> Occasion | None:
    """Return the requested day or round, or else the next to be played, if any. 1 query.

    Raises Http404 for a day or round that does not exist.
    """
    day, number = asked.get("day", ""), asked.get("round", "")
    occasion = find_occasion(*list_occasions(season), day=day, number=number)
    if occasion is None and (day or number):
        raise Http404
    return occasion


def _prepare_rows(season: Season, match: Match, deals: int, request: HttpRequest) -> Iterator[dict[str, Any]]:
    """Yield a row for each deal of a match, with the players, and in the first row the day, if it has passed."""
    players = {
        format_player_heading(seat.number): seat.player.get_name_in_files_for(request.user)
        for seat in match.seats.all()
    }
    day = get_usual_day(season, match)
    for deal in range(1, deals + 1):
        dated = {DAY: day.isoformat()} if day and deal == 1 else {}
        yield {MATCH: match.key, DEAL: deal, **dated, **players}


# --- the preview


def _list_by_row(problems: Sequence[Problem], rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """Yield the first problems, each with its row, column and the row's text."""
    texts = {row.number: " · ".join(filter(None, row.cells)) for row in rows}
    for problem in problems[:MAX_LISTED]:
        row, column = parse_position(problem.path) or (0, "")
        text = texts.get(row, "")[:MAX_ROW_LENGTH]
        yield {"row": row, "column": column, "problem": problem, "text": text}


def _describe_plan(plan: ImportPlan, form: ImportForm) -> dict[str, Any]:
    """Build the context of a plan. No queries."""
    return {
        "results": [
            (
                result,
                tuple(
                    zip(result.seats, result.score.seats, describe_endings(result.score.seats), strict=True)
                ),
            )
            for result in plan.results
        ],
        "is_undated": any(result.is_new and not result.is_dated for result in plan.results),
        "warnings": tuple(_list_by_row(plan.warnings, form.rows)),
        "more_warnings": max(0, len(plan.warnings) - MAX_LISTED),
    }
