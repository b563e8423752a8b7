"""A page of all components, with sample data, and of the style sheet's tokens with their contrast."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from types import SimpleNamespace
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import installed
from league.models import Division
from league.models.match import MatchStatus
from league.queries.fixtures import Fixture, FixtureSeat
from league.queries.sheet import Table
from league.queries.versions import read_sheet
from league.rules.snapshot import parse_settings
from league.web.cache import cached_page
from league.web.charts import draw_averages
from league.web.limits import require_safe
from league.web.public.demo import only_for_trying_out

STYLE = settings.BASE_DIR / "league" / "static" / "league" / "style.css"
TOKEN = re.compile(r"--([\w-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);")
HERE = "/-/design"
NAMES = (
    "Ann Archer",
    "Bob Birch",
    "Cleo Costa",
    "Dev Dhar",
    "Eva Engel",
    "Finn Foley",
    "Gus Gray",
    "Hana Hirsch",
)


# --- tokens


@dataclass(frozen=True)
class Colour:
    """A colour of a scheme, and its contrast on the surface of cards."""

    code: str
    contrast: float


@dataclass(frozen=True)
class Token:
    name: str
    light: Colour
    dark: Colour


@cache
def list_tokens() -> tuple[Token, ...]:
    """Return the colours that the style sheet names."""
    codes = {name: schemes for name, *schemes in TOKEN.findall(STYLE.read_text(encoding="utf-8"))}
    surfaces = codes["surface"]
    return tuple(
        Token(
            name,
            *(
                Colour(f"#{code}", compute_contrast(code, on))
                for code, on in zip(schemes, surfaces, strict=True)
            ),
        )
        for name, schemes in codes.items()
    )


def compute_contrast(first: str, second: str) -> float:
    """Return the contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    darker, lighter = sorted(map(_compute_luminance, (first, second)))
    return round((lighter + 0.05) / (darker + 0.05), 1)


def _compute_luminance(code: str) -> float:
    parts = (int(code[at : at + 2], 16) / 255 for at in (0, 2, 4))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


# --- components, each with a title, its template and its context


class SampleForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=40)
    bid = forms.IntegerField(
        label=_("Bid"),
        max_value=27,
        help_text=_("From 0 to 27."),
        error_messages={"max_value": _("Bid can't be more than 27.")},
    )
    division = forms.ChoiceField(label=_("Division"), choices=[("A", "A"), ("B", "B")])
    reason = forms.CharField(label=_("Reason"), widget=forms.Textarea(attrs={"rows": 2}), required=False)
    seat = forms.ChoiceField(
        label=_("Absent player"), choices=list(enumerate(NAMES[:2])), widget=forms.RadioSelect
    )


SAMPLE_FORM = SampleForm({"name": "Ann Archer", "bid": "40", "division": "B", "seat": "0"})


def _show_match(*scores: int) -> Fixture:
    """Return a sample match of two players, or of as many as there are scores."""
    best, status = max(scores, default=0), MatchStatus.PLAYED if scores else MatchStatus.SCHEDULED
    seats = [
        FixtureSeat(name, "win" if score == best else "loss", score or 0, place, absent=False)
        for place, (name, score) in enumerate(zip(NAMES, scores or (None, None), strict=False), 1)
    ]
    return Fixture("sample", Division(), 1, 1, status, date(2025, 7, 15), is_overdue=False, seats=seats)


def _show_sheet() -> dict[str, Any]:
    """Return an example sheet of the game with the smallest table."""
    game = min(installed(), key=lambda game: game.table_size)
    example = game.examples[0]
    table = Table(parse_settings(game.key, dict(example.options), {}), NAMES[: example.seats])
    return {"sheet": read_sheet(table, dict(example.sheet)), "label": gettext("A score sheet")}


def _show_league_table() -> dict[str, Any]:
    """Return rows whose links lead back to this page."""
    rows = [
        SimpleNamespace(
            rank=place,
            key=HERE,
            name=name,
            played=3,
            figure=f"−{place}.25",
            moved=moved,
            places=abs(moved),
            theirs=place == 2,
            left=place == 4,
        )
        for place, (name, moved) in enumerate(zip(NAMES, (1, -1, 0, 0), strict=False), 1)
    ]
    return {
        "table": {"head": gettext("Average"), "rows": rows},
        "label": "league-table",
        "page": {"where": {"club": ""}},
    }


def list_specimens() -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield an anchor, a title, a template and its context for each component that has a template of its own."""
    matches = [_show_match(-3, -7), _show_match(40, 20, 10, -5), _show_match()]
    yield "league-table", gettext("League table"), "components/league_table.html", _show_league_table()
    yield "matches", gettext("Matches"), "components/matches.html", {"matches": matches, "home": f"{HERE}/#"}
    yield "sheet", gettext("Score sheet"), "components/sheet.html", _show_sheet()
    yield "progress", gettext("Progress"), "components/progress.html", {"decided": 20, "matches": 24}
    yield "pips", gettext("Form"), "components/form.html", {"form": ["won", "drawn", "lost", "won"]}
    yield "choices", gettext("Choices"), "components/radios.html", {"field": SAMPLE_FORM["seat"]}


@require_safe
@only_for_trying_out
def design(request: HttpRequest) -> HttpResponse:
    """Show the components to developers, under `dev.py run`. No query beside the reader's."""

    def build() -> HttpResponse:
        specimens = [
            (anchor, title, render_to_string(template, {**shown, "user": request.user}, request))
            for anchor, title, template, shown in list_specimens()
        ]
        averages = [Fraction(-tenths, 10) for tenths in (20, 13, 15, 9, 8, 11, 6, 5)]
        levels = next((game.levels for game in installed() if game.levels), ())
        context = {
            "tokens": list_tokens(),
            "form": SAMPLE_FORM,
            "chart": draw_averages(averages, levels),
            "specimens": specimens,
        }
        return render(request, "public/design.html", context)

    return cached_page(request, "design", build)
