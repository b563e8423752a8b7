"""The settings of a club: its name, its time zone, who sees its pages, and the names of its players there."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.club import change_club
from league.forms import ProblemForm, list_time_zone_choices
from league.models import Privacy
from league.rules.names import MAX_NAME_LENGTH
from league.web.manage.base import ClubView


class ClubSettingsForm(ProblemForm):
    name = forms.CharField(label=_("Name of the club"), max_length=MAX_NAME_LENGTH)
    timezone = forms.ChoiceField(
        label=_("Time zone"),
        choices=list_time_zone_choices,
        help_text=_("Used for match dates and deadlines."),
    )
    language = forms.ChoiceField(
        label=_("Language of invitations"),
        required=False,  # a form without this field leaves the setting unchanged
        choices=settings.LANGUAGES,
        help_text=_("Used in e-mails to people who have no account yet. Everyone else chooses their own."),
    )
    former_players = forms.ChoiceField(
        label=_("Names of former players"),
        required=False,  # a form without this field leaves the setting unchanged
        choices=(("keep", _("Keep the name")), ("hide", _("Replace with “Former player” and a number"))),
        help_text=_(
            "When a member leaves or deletes their account. Results stay either way. A "
            "replaced name can't be restored."
        ),
    )
    privacy = forms.ChoiceField(
        label=_("Who sees the club's pages"),
        required=False,
        choices=(
            (Privacy.PUBLIC, _("Everyone")),
            (Privacy.SHORT_NAMES, _("Everyone, with short names (“Ann A.”)")),
            (Privacy.MEMBERS, _("Only members who are logged in")),
        ),
        help_text=_(
            "Members have a role in the club, or an account linked to a player, and always see full names. The name "
            "of a single player can be shortened or hidden under Edit on the player's page."
        ),
    )
    privacy_email = forms.EmailField(
        label=_("E-mail address for questions about names"),
        required=False,
        help_text=_(
            "Shown to everyone on the players' pages, so that people, or parents for their child, can ask for a "
            "name to be shortened or hidden. Leave blank for none."
        ),
    )


class ClubSettingsView(ClubView[ClubSettingsForm]):
    permission = "change-club"
    template_name = "manage/club_settings.html"

    def build_form(self, sent: QueryDict | None) -> ClubSettingsForm:
        former_players = "hide" if self.club.hides_former_players else "keep"
        initial = {
            "name": self.club.name,
            "timezone": self.club.timezone,
            "language": self.club.language,
            "former_players": former_players,
            "privacy": self.club.privacy,
            "privacy_email": self.club.privacy_email,
        }
        return ClubSettingsForm(sent, initial=initial)

    def change(self, form: ClubSettingsForm) -> HttpResponse:
        sent = form.cleaned_data
        change_club(
            club=self.club,
            name=sent["name"],
            zone=sent["timezone"],
            language=sent["language"] or None,
            hides_former_players={"hide": True, "keep": False}.get(sent["former_players"]),
            privacy=sent["privacy"] or None,
            privacy_email=sent["privacy_email"] if "privacy_email" in form.data else None,
            by=self.by,
        )
        messages.success(self.request, gettext("Changes saved."))
        return redirect(self.club)
