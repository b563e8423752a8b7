"""The settings of a knockout, at tables of two or of more, and of a double elimination."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.rules.settings import BRACKETS, OF_KNOCKOUT, TABLE_KNOCKOUT
from league.rules.snapshot import JSON
from league.rules.standings.totals import PAIR_SIZE
from league.web.fields import Number
from league.web.manage.settings.base import BestOfField, SettingsForm, list_own_fields

OF_TWO = (*OF_KNOCKOUT, "best_of")  # at a table
KNOCKOUTS = (*BRACKETS, TABLE_KNOCKOUT)
# Which systems have what.
OF_SYSTEMS = {
    **dict.fromkeys(OF_KNOCKOUT, ("knockout",)),
    "best_of": BRACKETS,
    "tie_key": KNOCKOUTS,
}
NOT_IN_KNOCKOUTS = ("rounds", "groups", "draw_groups", "final")  # its rounds follow from its players


class KnockoutForm(SettingsForm):
    """What only tournaments have in which losers go out; asked wherever rounds are paired, as it may become one."""

    third_place = forms.BooleanField(label=_("In a knockout, play for the third place"), required=False)
    reseeding = forms.BooleanField(
        label=_("In a knockout, draw each round by seed"),
        required=False,
        help_text=_(
            "The best who is left meets the last. Otherwise winners of ties next to each other meet."
        ),
    )
    consolation = forms.BooleanField(
        label=_("In a knockout, play a consolation"),
        required=False,
        help_text=_("Who loses the first match plays on against others who have, from the second round on."),
    )
    best_of = BestOfField(
        label=_("In a knockout or double elimination, best of"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_(
            "For each round from the final back: 5, 3 is a final of at most five matches and semi-finals of at most "
            "three. Leave blank: one match decides."
        ),
    )
    go_on = Number(
        label=_("In a knockout, how many of each table go on"),
        required=False,
        help_text=_("Leave blank: half of them, rounded up."),
    )
    tie_key = forms.ChoiceField(label=_("Tie-break of level matches in a knockout"), required=False)

    def ask(self) -> None:
        super().ask()
        self.is_bracket = self.settings.rules.is_knockout
        if not self.is_paired:
            self.leave_out(*list_own_fields(KnockoutForm))
            return
        self.leave_out(*(("go_on",) if self.settings.table_size == PAIR_SIZE else OF_TWO))
        self.offer_tie_keys("tie_key")

    def get_rules(self) -> JSON:
        rules, typed, system = super().get_rules(), self.cleaned_data, self.get_system()
        if not self.is_paired:
            return rules
        for name, systems in OF_SYSTEMS.items():
            rules[name] = (typed.get(name) or None) if system in systems else None
        rules["go_on"] = typed.get("go_on") if system == TABLE_KNOCKOUT else None  # 0 is refused
        if system in KNOCKOUTS:
            rules |= dict.fromkeys(NOT_IN_KNOCKOUTS)
            rules["ranking"] = ["bracket", *rules["ranking"]]
        return rules
