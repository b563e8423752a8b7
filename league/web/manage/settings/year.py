"""The settings of a year of evenings: each running of a tournament is one, and they are ranked together."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.rules.settings import YearRules
from league.rules.snapshot import JSON
from league.web.fields import Number
from league.web.manage.settings.base import SettingsForm, list_own_fields


class YearForm(SettingsForm):
    """How the evenings of a year are ranked together; `evenings` says whether they are."""

    evenings = forms.BooleanField(
        label=_("Its runnings are the evenings of a year, ranked together"), required=False
    )
    evenings_best = Number(
        label=_("Evenings of a player that count"), required=False, help_text=_("The best. Leave blank: all.")
    )
    evenings_least = Number(
        label=_("Evenings it takes to be ranked"),
        required=False,
        initial=1,
        help_text=_("Who came to fewer, such as guests, ranks apart."),
    )
    evenings_by = forms.ChoiceField(
        label=_("The year is ranked by"),
        required=False,
        choices=[("sum", _("the sum of these evenings")), ("average", _("their average"))],
    )

    def ask(self) -> None:
        super().ask()
        if self.is_league:
            self.leave_out(*list_own_fields(YearForm))
            return
        evenings = self.settings.rules.evenings
        shown = evenings or YearRules()
        self.initial.update(
            {
                "evenings": evenings is not None,
                "evenings_best": shown.best,
                "evenings_least": shown.least,
                "evenings_by": shown.by,
            }
        )

    def get_rules(self) -> JSON:
        rules, typed = super().get_rules(), self.cleaned_data
        if self.is_league:
            return rules
        rules["evenings"] = None
        if typed["evenings"]:
            least = 1 if typed["evenings_least"] is None else typed["evenings_least"]
            by = typed["evenings_by"] or "sum"
            rules["evenings"] = {"best": typed["evenings_best"], "least": least, "by": by}
        return rules
