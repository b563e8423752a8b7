"""The settings of a tournament's groups, of its teams and guests, and of the final that follows."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.rules.settings import BRACKETS, OF_KNOCKOUT, ROUND_ROBIN, TABLE_KNOCKOUT, FinalStage
from league.rules.snapshot import JSON
from league.rules.standings.totals import PAIR_SIZE
from league.web.fields import Number
from league.web.manage.settings.base import BestOfField, SettingsForm, list_own_fields

# Which finals have what.
OF_SYSTEMS = {
    **dict.fromkeys(OF_KNOCKOUT, ("knockout",)),
    "best_of": BRACKETS,
    "tie_key": (*BRACKETS, TABLE_KNOCKOUT),
    "carry_over": (ROUND_ROBIN,),
}
OF_TWO = tuple(f"final_{name}" for name in (*OF_KNOCKOUT, "best_of", "carry_over"))  # at a table
FINAL_AT_TABLES = [
    ("", pgettext_lazy("final", "none")),
    (TABLE_KNOCKOUT, _("a knockout: the first of each table go on")),
]


class GroupsForm(SettingsForm):
    """How the players of a tournament are divided and ranked: in groups, in teams, and apart as guests."""

    team_counts = Number(
        label=_("Players of a team who count"),
        required=False,
        help_text=_("The best so many of each team are added up, on the page Teams. Leave blank: all."),
    )
    guests = forms.ChoiceField(
        label=_("Guests"),
        required=False,
        choices=[
            ("", _("rank with all others")),
            ("apart", _("rank among themselves, below all others")),
            ("unranked", _("have no place in the standings")),
        ],
    )
    groups = Number(
        label=_("Groups"),
        required=False,
        help_text=_("How many groups the players are divided into by seed. Leave blank: all play in one."),
    )
    draw_groups = forms.BooleanField(
        label=_("Draw the groups by lot, from neighbouring seeds"), required=False
    )

    def ask(self) -> None:
        super().ask()
        rules = self.settings.rules
        if self.is_league:
            self.leave_out(*list_own_fields(GroupsForm))
        elif rules.is_knockout or rules.is_ladder:
            self.leave_out("guests", "groups", "draw_groups")
        elif rules.final:
            self.leave_out("guests")

    def get_rules(self) -> JSON:
        rules = {**super().get_rules(), **self.get_typed(*list_own_fields(GroupsForm))}
        if "guests" in self.fields:
            rules["guests"] = rules["guests"] or None
        if "groups" in self.fields:
            rules["draw_groups"] = (rules["draw_groups"] or None) if rules["groups"] else None
        return rules


class FinalForm(SettingsForm):
    """What follows on the groups or rounds of a tournament."""

    final_pairing = forms.ChoiceField(
        label=_("Then a final"),
        required=False,
        choices=[
            ("", pgettext_lazy("final", "none")),
            ("knockout", _("a knockout")),
            ("double-elimination", _("a double elimination")),
            ("round-robin", _("everyone plays everyone")),
        ],
    )
    final_from_each = Number(label=_("From each group"), required=False, initial=2)
    final_best_of_rest = Number(
        label=_("And the best of those who come next"), required=False, initial=0, help_text=_("0 = none.")
    )
    final_third_place = forms.BooleanField(label=_("Play for the third place"), required=False)
    final_reseeding = forms.BooleanField(
        label=_("Draw each round by seed"),
        required=False,
        help_text=_(
            "The best who is left meets the last. Otherwise winners of ties next to each other meet."
        ),
    )
    final_consolation = forms.BooleanField(
        label=_("Play a consolation"),
        required=False,
        help_text=_("Who loses the first match plays on against others who have, from the second round on."),
    )
    final_b_final = forms.BooleanField(label=_("The others play a B final"), required=False)
    final_best_of = BestOfField(
        label=_("Best of"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("From the last match back, such as 5, 3. Leave blank: one match decides."),
    )
    final_tie_key = forms.ChoiceField(label=_("Tie-break of level matches"), required=False)
    final_carry_over = forms.BooleanField(
        label=_("Carry over results among those who go on"),
        required=False,
        help_text=_("Where everyone plays everyone: those who have met in their group don't meet again."),
    )
    final_go_on = Number(
        label=_("In the final, how many of each table go on"),
        required=False,
        help_text=_("Leave blank: half of them, rounded up."),
    )

    def ask(self) -> None:
        super().ask()
        rules = self.settings.rules
        self.has_final = not (self.is_league or rules.is_knockout or rules.is_ladder)
        if not self.has_final:
            self.leave_out(*list_own_fields(FinalForm))
            return
        shown = rules.final.model_dump() if rules.final else {}
        self.initial.update({f"final_{name}": value for name, value in shown.items()})
        self.offer_tie_keys("final_tie_key")
        if self.settings.table_size == PAIR_SIZE:
            self.leave_out("final_go_on")
        else:
            self.leave_out(*OF_TWO)
            self.offer("final_pairing", FINAL_AT_TABLES)

    def get_rules(self) -> JSON:
        rules = super().get_rules()
        if self.has_final:
            rules["final"] = self._get_final()
        return rules

    def _get_final(self) -> JSON | None:
        """Return the final as typed, with None for what it can't have; None if there is no final."""
        own = list_own_fields(FinalForm)
        typed = {name.removeprefix("final_"): value for name, value in self.get_typed(*own).items()}
        if not typed["pairing"]:
            return None
        if typed["from_each"] is None:
            typed["from_each"] = FinalStage.model_fields["from_each"].default
        return {
            **typed,
            "best_of_rest": typed["best_of_rest"] or 0,
            "b_final": typed["b_final"] or None,
            **{
                name: (typed.get(name) or None) if typed["pairing"] in systems else None
                for name, systems in OF_SYSTEMS.items()
            },
            "go_on": typed.get("go_on"),  # 0 is refused
        }
