"""Fields in which a player is chosen, and what every decision asks for: a reason."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions.result_revisions import MAX_REASON_LENGTH
from league.forms.member import Problematic
from league.queries.pages.members import PlayerName
from league.queries.pages.who import Entered

CHANGED = _("Something has changed meanwhile: look at what would happen now.")


class Player(forms.ChoiceField):
    """One of those who are given: by their names, or by name in each division."""

    def of(self, players: Iterable[PlayerName | Entered]) -> None:
        self.choices = [
            ("", gettext("choose …")),
            *(
                (one.division, [(player.key, player.name) for player in one.players])
                if isinstance(one, Entered)
                else (one.key, one.name)
                for one in players
            ),
        ]


def _called(problem: Problem, names: Mapping[str, str], matches: Mapping[str, str]) -> Problem:
    """The same, with names where it has ids."""
    called = dict(problem.message.values)
    for word, known in (("player", names), ("match", matches)):
        if word in called:
            called[word] = known.get(str(called[word]), called[word])
    if "matches" in called:
        keys = str(called["matches"]).split(", ")
        called["matches"] = ", ".join(matches.get(key, key) for key in keys)
    return replace(problem, message=replace(problem.message, values=called))


class Choose(Problematic):
    """Whom it is about, before anything else can be asked."""

    player = Player(label=_("Player"))

    def __init__(self, *args: Any, players: Iterable[Entered], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].of(players)  # type: ignore[attr-defined]


class Reasoned(Problematic):
    """`reason` is missed only when it is done: whoever looks at what it would do first need not have one yet."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": MAX_REASON_LENGTH, "autocomplete": "off", "dir": "auto"}),
        help_text=_("It stands on the page “What was decided”, for everybody to read."),
    )

    names: Mapping[str, str] = {}  # of players, by id
    matches: Mapping[str, str] = {}  # who plays there, by id

    def refused(self, problems: Iterable[Problem]) -> None:
        """Players and matches are called by names, not by ids."""
        super().refused(_called(problem, self.names, self.matches) for problem in problems)

    @property
    def typed_reason(self) -> str:
        return str(self.cleaned_data.get("reason", ""))


class Looked(Reasoned):
    """`seen` is what was looked at."""

    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def changed(self) -> None:
        """That is not what would be done."""
        self.add_error(None, CHANGED)
