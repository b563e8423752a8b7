"""What the settings ask of every competition, and how a kind of competition adds to it."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.forms import ProblemForm, set_error_messages
from league.models import Competition
from league.models.competition import CompetitionKind
from league.queries.game_words import get_metric_name, get_word
from league.rules.names import MAX_NAME_LENGTH
from league.rules.pairing.tie_keys import list_tie_keys
from league.rules.snapshot import JSON, Settings
from league.web.fields import Number


class SettingsForm(ProblemForm):
    """The name and the rules that every kind of competition has; each kind is a subclass.

    A kind declares its fields, named as in a club file, with the name of their object before those that stand in one:
    `ladder_days`. `ask` leaves out the fields that this competition doesn't need and fills in the others, `clean`
    checks what was typed, and `get_rules` adds it to the rules. The form of the page inherits from all kinds, so each
    of these calls its parent's first.
    """

    name = forms.CharField(label=_("Name"), max_length=MAX_NAME_LENGTH)
    table_size = Number(label=_("Players at a table"), required=False)
    minutes = Number(
        label=_("Minutes a match usually takes"),
        required=False,
        help_text=_("For schedules, plans and clocks. Leave blank for the usual length of the game."),
    )
    unconfirmed_results = forms.ChoiceField(
        label=_("When a player enters a result"),
        choices=[
            ("", _("it counts at once; an opponent can confirm or dispute it")),
            ("wait", _("it counts once an opponent confirms it")),
        ],
        required=False,
        help_text=_("What scorers and organisers enter counts at once."),
    )
    confirm_days = Number(
        label=_("Days to confirm or dispute"),
        required=False,
        help_text=_("Without an answer the result is final after that. Leave blank for 7."),
    )
    forfeit_score = Number(
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("e.g. -5. Leave blank: the absent player loses without a score."),
    )
    dishes = forms.BooleanField(
        label=_("The last does the dishes"),
        required=False,
        help_text=_("The final table names the last player, or all who share that place."),
    )

    def __init__(self, *args: Any, competition: Competition, settings: Settings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.competition, self.settings = competition, settings
        self.is_league = competition.kind == CompetitionKind.LEAGUE
        self.is_paired = bool(settings.rules.pairing)
        self.initial = {**settings.rules.model_dump(), "name": competition.name}
        self.ask()
        set_error_messages(self)

    def ask(self) -> None:
        """Leave out the fields that this competition doesn't need, and fit the others to its game and its rules."""
        game = self.settings.game
        label = gettext("Penalty score per {deal}")
        self.fields["forfeit_score"].label = label.format(deal=get_word(game, "deal"))
        if game.fixed_seats is None:
            usual = gettext("{least} to {most}. Leave blank for the usual {usual}.")
            most = game.most_seats(self.settings.options)
            help_text = usual.format(least=game.min_seats, most=most, usual=game.table_size)
            self.fields["table_size"].help_text = help_text
        else:
            self.leave_out("table_size")

    def clean(self) -> JSON:
        """Require a table size that the game allows."""
        cleaned: JSON = super().clean() or self.cleaned_data
        size, game = cleaned.get("table_size"), self.settings.game
        if size is not None and (refusal := game.wrong_seats(size, self.settings.options)):
            self.add_error("table_size", refusal.translate(gettext))
        return cleaned

    def get_rules(self) -> JSON:
        """Return the previous rules, updated with the typed values; None for what no longer applies."""
        typed = self.cleaned_data
        return {
            **self.competition.rules,
            **self.get_typed("table_size", "minutes", "confirm_days", "forfeit_score"),
            "unconfirmed_results": typed["unconfirmed_results"] or None,
            "dishes": typed["dishes"] or None,
        }

    # --- for the kinds

    def leave_out(self, *names: str) -> None:
        for name in names:
            del self.fields[name]

    def offer(self, name: str, choices: Iterable[tuple[str, str | Promise]]) -> None:
        """Set the choices of a field."""
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def offer_tie_keys(self, name: str) -> None:
        """Offer the keys by which ties that end level may be decided."""
        game = self.settings.game
        keys = [(key, capfirst(get_metric_name(game, key))) for key in list_tie_keys(game)]
        self.offer(name, [("", gettext("another match")), *keys])
        self.fields[name].help_text = gettext("If that is equal, too, another match decides.")

    def get_typed(self, *names: str) -> JSON:
        """Return the values of those of these fields that are asked for."""
        return {name: self.cleaned_data[name] for name in names if name in self.fields}

    def get_system(self) -> str:
        """Return the system that was chosen for rounds; empty if none was, or all tables play the same cards."""
        return "" if self.cleaned_data.get("same_cards") else self.cleaned_data.get("pairing", "")


def list_own_fields(kind: type[SettingsForm]) -> list[str]:
    """Return the names of the fields that a kind adds to those of every competition."""
    return [name for name in kind.base_fields if name not in SettingsForm.base_fields]


class BestOfField(forms.CharField):
    """Of how many matches ties are, as a list from the final back; None if left blank."""

    def clean(self, value: Any) -> list[int] | None:
        typed = re.split(r"[\s,;]+", super().clean(value).strip(" ,;"))
        if typed == [""]:
            return None
        if not all(number.isdecimal() for number in typed):
            raise forms.ValidationError(gettext("Enter whole numbers such as 5, 3."))
        return [int(number) for number in typed]

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value
