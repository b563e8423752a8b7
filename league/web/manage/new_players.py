"""Adding players to a club: the second of the three steps of a new club, and at any time later."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions.player import add_players, normalize_name
from league.forms import MISSING, ProblemForm
from league.models import Competition, Player
from league.rules.names import MAX_NAME_LENGTH
from league.web.limits import limit_body
from league.web.manage.base import ClubView

BULLET = re.compile(r"^(?:[0-9]+\s*[.)]|[-*+•‣◦·–—])\s*")  # before a name: 1. 2) •
SAME_NAME = ("known-name", "twice")
MAX_ERRORS = 20  # of names
MAX_BODY = 400_000  # bytes


class PastedListForm(ProblemForm):
    """A form with a list, a line for each player: each problem is shown with its line; of many, only the first."""

    list_name: str  # of the field
    lines: list[tuple[int, str]]  # the number and the name of each line that is not empty

    def add_problems(self, problems: Iterable[Problem]) -> None:
        found = list(problems)
        for problem in found[:MAX_ERRORS]:
            is_of_list = problem.path.startswith(self.list_name)
            self.add_error(self.list_name if is_of_list else None, self._describe(problem))
        if len(found) > MAX_ERRORS:
            more = gettext("And {number} more like these.")
            self.add_error(self.list_name, more.format(number=len(found) - MAX_ERRORS))

    def _describe(self, problem: Problem) -> str:
        reason = problem.message.translate(gettext)
        _list, _dot, number = problem.path.partition(".")
        if not number:
            return reason
        line, name = self.lines[int(number)]
        short = name[:MAX_NAME_LENGTH]
        if problem.code == "twice":
            first = next(
                above for above, other in self.lines if normalize_name(other) == normalize_name(name)
            )
            message = gettext("{name} is listed twice (lines {first} and {line}).")
            return message.format(name=short, first=first, line=line)
        return gettext("Line {line}, {name}: {reason}").format(line=line, name=short or "–", reason=reason)


class NewPlayersForm(PastedListForm):
    """`offers_namesakes`: a name exists already, and may be another person's."""

    list_name = "names"

    names = forms.CharField(
        label=_("Players (one per line)"),
        widget=forms.Textarea(
            attrs={"rows": 16, "spellcheck": "false", "autocomplete": "off", "dir": "auto", "autofocus": True}
        ),
        help_text=_("Paste a list, for example a column of a spreadsheet. We ignore list numbers."),
    )
    namesakes = forms.BooleanField(
        label=_("These are different people"),
        required=False,
        help_text=_("If a player is listed by mistake, delete the line instead."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = []
        self.offers_namesakes = bool(self.data.get("namesakes"))

    def clean_names(self) -> list[str]:
        self.lines = list(read_names(self.cleaned_data["names"]))
        if self.fields["names"].required and not self.lines:
            raise forms.ValidationError(MISSING)
        return [name for _line, name in self.lines]

    def add_problems(self, problems: Iterable[Problem]) -> None:
        found = list(problems)
        alike = sum(problem.code in SAME_NAME for problem in found)
        self.offers_namesakes |= bool(alike)
        if alike == 1:
            self["namesakes"].label = _("These are two different people")
        super().add_problems(found)


def read_names(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number of each line that is not empty, with its first cell that is not just a number."""
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        cells = (BULLET.sub("", " ".join(cell.split())) for cell in line.split("\t"))
        name = next((cell for cell in cells if cell and not cell.isdecimal()), "")
        if name:
            yield number, name


@method_decorator(limit_body(MAX_BODY), name="dispatch")
class NewPlayersView(ClubView[NewPlayersForm]):
    permission = "run-seasons"
    template_name = "manage/new_players.html"
    form_class = NewPlayersForm
    is_first: bool  # as a step of creating the club, before it has a competition

    def find(self) -> HttpResponse | None:
        super().find()
        self.is_first = not Competition.objects.filter(club=self.club).exists()
        return None

    def change(self, form: NewPlayersForm) -> HttpResponse:
        sent = form.cleaned_data
        added = add_players(club=self.club, names=sent["names"], namesakes=sent["namesakes"], by=self.by)
        message = ngettext("{number} player added.", "{number} players added.", len(added))
        messages.success(self.request, message.format(number=len(added)))
        return redirect("new-competition" if self.is_first else "players", self.club.slug)

    def get_context(self, form: NewPlayersForm) -> dict[str, Any]:
        players = Player.objects.filter(club=self.club).count()
        return {**super().get_context(form), "players": players, "is_first": self.is_first}
