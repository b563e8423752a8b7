"""The forms of a club's members: inviting somebody, and giving a member another role."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.forms.words import in_our_words
from league.models import Role
from league.queries.pages.members import PlayerName

WHAT_ROLES_DO = _(
    "Owners manage members, too. Organisers change the club, too. Scorers enter results. "
    "Players report the results of their own matches."
)


class Problematic(forms.Form):
    """A form that shows what an action refused, at the field where it is wrong.

    `is_outdated`: what it was sent in for has changed since it was looked at.
    """

    is_outdated = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        in_our_words(self)

    @property
    def shown_before(self) -> str:
        """What the form carried of the preview, where that has changed since; nothing where it has not."""
        return str(self.cleaned_data.get("shown", "")) if self.is_outdated else ""

    def refused(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.is_outdated |= problem.code == "changed-meanwhile"
            place = problem.path if problem.path in self.fields else None
            self.add_error(place, problem.message.translate(gettext))


class Invite(Problematic):
    email = forms.EmailField(label=_("E-mail address"), max_length=254)
    role = forms.ChoiceField(
        label=_("Role"), choices=Role.choices, initial=Role.PLAYER, help_text=WHAT_ROLES_DO
    )
    player = forms.ChoiceField(
        label=_("Plays here as"),
        required=False,
        help_text=_(
            "Their own matches then stand on their page. Only players without an account are listed."
        ),
    )

    def __init__(self, *args: Any, free: Iterable[PlayerName], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = [  # type: ignore[attr-defined]
            ("", gettext("nobody, or not yet known")),
            *((player.key, player.name) for player in free),
        ]
        self.fields["email"].widget.attrs["autocomplete"] = "off"  # it is somebody else's


class ChangeRole(Problematic):
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, help_text=WHAT_ROLES_DO)
