"""The settings of a ladder, whose players challenge each other."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.rules.settings import LADDER, LADDER_KEY, PAIRED_RANKING_KEYS
from league.rules.snapshot import JSON
from league.web.fields import Number
from league.web.manage.settings.base import SettingsForm, list_own_fields


class LadderForm(SettingsForm):
    """What only ladders have; a tournament that becomes one gets the usual rules of ladders first."""

    ladder_places = Number(label=_("Places up that may be challenged"))
    ladder_days = Number(label=_("Days to play a challenge"))
    ladder_unplayed = forms.ChoiceField(
        label=_("A challenge that is declined, or not played in time"),
        choices=[("loss", _("counts as a loss of the challenged player")), ("nothing", _("changes nothing"))],
    )
    ladder_inactive_days = Number(
        label=_("Days without a match after which a player goes down a place"),
        required=False,
        help_text=_("Leave blank: never."),
    )

    def ask(self) -> None:
        super().ask()
        rules = self.settings.rules
        self.is_ladder = rules.is_ladder
        if self.is_ladder:
            shown = rules.ladder_rules.model_dump()
            self.initial.update({f"ladder_{name}": value for name, value in shown.items()})
        else:
            self.leave_out(*list_own_fields(LadderForm))

    def get_rules(self) -> JSON:
        rules = super().get_rules()
        typed = self.get_typed(*list_own_fields(LadderForm))
        if self.is_paired:
            rules["ladder"] = None
        if self.get_system() == LADDER:
            rules["ladder"] = {name.removeprefix("ladder_"): value for name, value in typed.items()} or None
            rules["rounds"] = None
            others = [key for key in rules["ranking"] if key not in PAIRED_RANKING_KEYS]
            rules["ranking"] = [LADDER_KEY, *others]
        return rules
