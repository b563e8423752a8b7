"""What becomes of a match that was not played as it should: who stayed away, or that it counts for nobody; and why."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions.result_revisions import MAX_REASON_LENGTH
from league.forms.member import Problematic
from league.forms.result import read_revision
from league.models import DecisionKind
from league.queries.pages.deciding import Chair, DecidingPage
from league.queries.pages.obstacles import named

HOW = [
    (DecisionKind.FORFEIT.value, _("Somebody stayed away")),
    (DecisionKind.VOID.value, _("The match counts for nobody")),
]


class DecideMatch(Problematic):
    """The boxes are the numbers of the seats. A match that counts for nobody is not made so once more."""

    how = forms.ChoiceField(label=_("What happened?"), choices=HOW, widget=forms.RadioSelect)
    absent = forms.MultipleChoiceField(
        label=_("Who stayed away?"), required=False, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(
        label=_("Reason"),
        widget=forms.TextInput(attrs={"maxlength": MAX_REASON_LENGTH, "autocomplete": "off", "dir": "auto"}),
        help_text=_(
            "In a few words. It stands on the page of the match and on the page “What was decided”, for everybody "
            "to read."
        ),
    )

    def __init__(self, *args: Any, page: DecidingPage, **kwargs: Any) -> None:
        super().__init__(*args, initial={"how": DecisionKind.FORFEIT.value}, **kwargs)
        self.page = page
        self.fields["absent"].choices = [  # type: ignore[attr-defined]
            (str(chair.number), chair.name) for chair in page.chairs
        ]
        if page.is_void:
            self.fields["how"].choices = HOW[:1]  # type: ignore[attr-defined]
        self.fields["reason"].error_messages["required"] = _("Say in a few words why.")

    @property
    def radios(self) -> dict[str, Any]:
        """Each choice, by its name."""
        return {str(radio.data["value"]): radio for radio in self["how"]}

    @property
    def boxes(self) -> list[tuple[Any, Chair]]:
        return list(zip(self["absent"], self.page.chairs, strict=True))

    @property
    def voids(self) -> bool:
        return self.cleaned_data.get("how") == DecisionKind.VOID.value

    @property
    def away(self) -> list[int]:
        """The numbers of the seats whose players stayed away."""
        return [int(number) for number in self.cleaned_data.get("absent", ())]

    def again(self, page: DecidingPage, problems: Iterable[Problem]) -> "DecideMatch":
        """The same, beside what the match says now, with what it was refused for."""
        sent = cast(QueryDict, self.data).copy()
        sent["base"] = str(page.base)
        anew = DecideMatch(sent, page=page)
        anew.full_clean()
        anew.refused(
            named(
                problems,
                players=page.players,
                matches={page.key: " – ".join(chair.name for chair in page.chairs)},
            )
        )
        return anew

    def clean(self) -> None:
        if read_revision(self.data.get("base", "")) != self.page.base:
            self.add_error(None, gettext("The match has changed meanwhile: look at what it says now."))
        if not (self.voids or self.away or "absent" in self.errors or "how" in self.errors):
            self.add_error("absent", gettext("Say who stayed away."))
