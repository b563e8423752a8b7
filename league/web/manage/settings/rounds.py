"""The settings of paired rounds: by which system, how many, and whether all tables play the same cards."""

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.queries.game_words import get_word
from league.rules.snapshot import JSON
from league.rules.standings.totals import PAIR_SIZE
from league.web.fields import Number
from league.web.manage.settings.base import SettingsForm, list_own_fields

# What the systems are called, of two at a table and of more.
PAIRING_IN_TWOS = (
    ("club", _("Swiss: players with equal scores meet, and no pair meets twice if it can be avoided")),
    ("dutch", _("Swiss by FIDE's Dutch system")),
    ("knockout", _("Knockout: who loses is out")),
    ("double-elimination", _("Double elimination: who loses twice is out")),
    ("ladder", _("Ladder: players challenge those above them, and change places by winning")),
)
PAIRING_OF_SAME_CARDS = ("movement", _("Everyone meets everyone, by a fixed movement"))
PAIRING_OF_MORE = (
    ("club", _("Players with equal scores share a table")),
    ("score", _("By score: drawn at first, then the highest together, even if they have met")),
    ("tables", _("Everyone meets as evenly as possible, whatever the scores")),
    ("table-knockout", _("Knockout: the first of each table go on")),
)
COMPARE = (
    ("matchpoints", _("matchpoints, in per cent: who did better than how many")),
    ("difference", _("the difference from the others' average score")),
)


class RoundsForm(SettingsForm):
    """What tournaments have whose rounds are paired."""

    pairing = forms.ChoiceField()
    rounds = Number(
        label=_("Rounds"),
        required=False,
        help_text=_(
            "Announced when it starts; you can add more later. Those of a knockout follow from its players."
        ),
    )
    same_cards = forms.BooleanField(
        label=_("All tables play the same cards"),
        required=False,
        help_text=_("Results are compared with those of everyone who held the same cards."),
    )
    compare = forms.ChoiceField(label=_("Compare by"), choices=COMPARE, required=False)

    def ask(self) -> None:
        super().ask()
        if not self.is_paired:
            self.leave_out(*list_own_fields(RoundsForm))
            return
        settings, rules = self.settings, self.settings.rules
        word, duplicate = get_word(settings.game, "rounds"), settings.game.duplicate
        self.fields["pairing"].label = gettext("How {rounds} are paired").format(rounds=word)
        self.fields["rounds"].label = capfirst(word)
        in_twos = settings.table_size == PAIR_SIZE
        choices = PAIRING_IN_TWOS if in_twos else PAIRING_OF_MORE
        if duplicate and duplicate.seats == settings.table_size and rules.pairs_rounds:
            choices = (PAIRING_OF_SAME_CARDS, *choices) if in_twos else choices
            self.initial["compare"] = rules.ranking[0] if rules.same_cards else COMPARE[0][0]
        else:
            self.leave_out("same_cards", "compare")
        self.offer("pairing", choices)

    def get_rules(self) -> JSON:
        rules = {**super().get_rules(), **self.get_typed("pairing", "rounds")}
        if "same_cards" in self.fields:
            rules["same_cards"] = self.cleaned_data["same_cards"] or None
        if rules.get("same_cards"):
            compare = self.cleaned_data["compare"] or COMPARE[0][0]
            rules["ranking"] = [compare, *rules["ranking"]]
        return rules
