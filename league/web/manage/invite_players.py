"""Inviting many players at once: a pasted list of names with e-mail addresses."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.actions.invitation import invite_players
from league.forms import MISSING
from league.web.limits import limit_body
from league.web.manage.base import ClubView
from league.web.manage.new_players import BULLET, PastedListForm

ADDRESS = re.compile(r"[<(\[]?([^\s<>()\[\],;:\"]+@[^\s<>()\[\],;:\"]+)[>)\]]?")
MAX_BODY = 100_000  # bytes


class InvitePlayersForm(PastedListForm):
    list_name = "rows"
    rows = forms.CharField(
        label=_("Players with their e-mail addresses (one per line)"),
        widget=forms.Textarea(
            attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off", "dir": "auto", "autofocus": True}
        ),
        help_text=_(
            "For example “Ann Archer, ann@example.org”, or two columns of a spreadsheet. Each person gets an "
            "invitation by e-mail, linked to the player with this name. Names that the club does not have are added. "
            "Players who already have an account get no e-mail."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = []

    def clean_rows(self) -> list[tuple[str, str]]:
        rows = list(read_rows(self.cleaned_data["rows"]))
        if not rows:
            raise forms.ValidationError(MISSING)
        self.lines = [(line, name) for line, name, _email in rows]
        return [(name, email) for _line, name, email in rows]


def read_rows(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the number of each line that is not empty, its name, and its address, empty where it has none."""
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        found = ADDRESS.search(line)
        cells = ADDRESS.sub("\t", line, count=1) if found else line
        words = " ".join(re.sub(r"[\t;]", " ", cells).split()).strip(' ,"')
        if words or found:
            yield number, BULLET.sub("", words), found[1] if found else ""


@method_decorator(limit_body(MAX_BODY), name="dispatch")
class InvitePlayersView(ClubView[InvitePlayersForm]):
    permission = "manage-members"
    template_name = "manage/invite_players.html"
    form_class = InvitePlayersForm

    def change(self, form: InvitePlayersForm) -> HttpResponse:
        done = invite_players(club=self.club, rows=form.cleaned_data["rows"], by=self.by)
        sent = len(done.invitations)
        text = ngettext("{number} invitation sent.", "{number} invitations sent.", sent)
        said = [text.format(number=sent)]
        if done.added:
            text = ngettext("{number} player added.", "{number} players added.", len(done.added))
            said.append(text.format(number=len(done.added)))
        if done.with_account:
            text = gettext("Already with an account: {names}.")
            said.append(text.format(names=", ".join(done.with_account)))
        if done.invited_before:
            text = gettext("Already invited: {names}.")
            said.append(text.format(names=", ".join(done.invited_before)))
        messages.success(self.request, " ".join(said))
        return redirect("members", self.club.slug)
