"""The fields of a tournament's money: amounts as people type them, and as the rules hold them."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.queries.game_words import get_match_word
from league.rules.money import ALL_FEES, CENTS, MAX_CENTS, MAX_PRIZES, MoneyRules, format_cents
from league.rules.snapshot import JSON
from league.web.fields import Number
from league.web.manage.settings.base import SettingsForm, list_own_fields

AMOUNT = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]{1,2}))?")
MORE_DECIMALS = re.compile(r"[0-9]+[.,][0-9]{3,}")
SHARE = re.compile(r"[0-9]{1,3}")
OF_LOST_GAMES = ("each", "first", "then", "settled")
PRIZES = ("places", "best_match", "best_team")
FIELDS = ("currency", "entry_fee", "guest_fee", *OF_LOST_GAMES, "unit", *PRIZES)
PREFIX = "money_"
ONE_AMOUNT, TOO_MANY_PRIZES = _("Enter one amount."), _("There are too many prizes.")


def read_cents(typed: str) -> int:
    """Return the cents of an amount such as 5, 0.50 or 0,50; raise ValidationError for another text."""
    text = typed.strip()
    if found := AMOUNT.fullmatch(text):
        cents = int(found[1]) * CENTS + int((found[2] or "").ljust(2, "0"))
        if cents <= MAX_CENTS:
            return cents
    if text.startswith(("-", "−")):
        raise forms.ValidationError(gettext("An amount can't be less than 0."))
    if MORE_DECIMALS.fullmatch(text):
        raise forms.ValidationError(gettext("An amount has two decimals at most: 0.50."))
    raise forms.ValidationError(gettext("Enter an amount such as 5.00."))


class Amount(forms.CharField):
    """An amount in cents; None if left blank."""

    def __init__(self, **options: Any) -> None:
        typed = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(required=False, widget=typed, **options)

    def clean(self, value: Any) -> Any:
        typed = super().clean(value)
        return read_cents(typed) if typed else None

    def prepare_value(self, value: Any) -> Any:
        return format_cents(value) if isinstance(value, int) else value


class MoneyForm(SettingsForm):
    """What players of a tournament pay and can win; `money` says whether there is any."""

    money = forms.BooleanField(label=_("Players pay, or win money"), required=False)
    money_currency = forms.CharField(
        label=_("Currency"),
        required=False,
        max_length=3,
        help_text=_("Three letters such as EUR, or a sign such as €."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    money_entry_fee = Amount(label=_("Entry fee"))
    money_guest_fee = Amount(label=_("Entry fee of guests"), help_text=_("Leave blank: the same."))
    money_each = Amount(help_text=_("Leave blank: lost games cost nothing."))
    money_first = Number(required=False, help_text=_("Leave blank: all cost the same."))
    money_then = Amount(label=_("Each further one costs"))
    money_settled = forms.ChoiceField(
        label=_("Lost games are paid for"),
        required=False,
        choices=[("evening", _("after the evening")), ("year", _("after the year"))],
    )
    money_unit = forms.ChoiceField(
        label=_("Prizes are"),
        required=False,
        choices=[("cents", _("amounts")), ("percent", _("per cent of the entry fees"))],
    )
    money_places = forms.CharField(
        label=_("Prizes of the places"),
        required=False,
        help_text=_("From the first, with spaces between: 20.00 10.00 5.00. Leave blank: none."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    money_best_match = forms.CharField(required=False, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    money_best_team = forms.CharField(
        label=_("Prize of the best team"),
        required=False,
        help_text=_("Its players divide it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def ask(self) -> None:
        """Ask a tournament for its money, and for that of lost games where its game counts them."""
        super().ask()
        if self.is_league:
            self.leave_out(*list_own_fields(MoneyForm))
            return
        settings = self.settings
        money, match = settings.rules.money, get_match_word(settings.game)
        if not settings.game.lost_figure:
            self.leave_out(*(PREFIX + name for name in OF_LOST_GAMES))
        else:
            self.fields["money_each"].label = gettext("A lost game costs")
            label = gettext("Number of lost games at this price, per {match}")
            self.fields["money_first"].label = label.format(match=match)
        self.fields["money_best_match"].label = gettext("Prize of the best {match}").format(match=match)
        self.initial["money"] = money is not None
        if money:
            self.initial.update({PREFIX + name: value for name, value in _list_initial(money).items()})

    @property
    def money_fields(self) -> list[forms.BoundField]:
        """Return the fields that belong to the box, in their order."""
        return [self[PREFIX + name] for name in FIELDS if PREFIX + name in self.fields]

    def clean(self) -> JSON:
        cleaned = super().clean()
        self._money = self._read_money()
        return cleaned

    def get_rules(self) -> JSON:
        rules = super().get_rules()
        if not self.is_league:
            rules["money"] = self._money
        return rules

    def _read_money(self) -> JSON | None:
        """Return the money as the rules hold it, and add an error to each field that can't be read."""
        typed = self.cleaned_data
        if not typed.get("money"):
            for name in FIELDS:
                self.errors.pop(PREFIX + name, None)
            return None
        found: JSON = {"currency": typed.get("money_currency", "")}
        found["entry_fee"] = typed.get("money_entry_fee") or 0
        if typed.get("money_guest_fee") is not None:
            found["guest_fee"] = typed["money_guest_fee"]
        lost = {name: typed.get(PREFIX + name) for name in OF_LOST_GAMES}
        if lost["each"] is not None:
            found["lost_games"] = lost | {"settled": lost["settled"] or "evening"}
        elif lost["first"] is not None or lost["then"] is not None:
            self.add_error("money_each", gettext("Say what a lost game costs."))
        is_share = typed.get("money_unit") == "percent"
        prizes = {name: self._read_prizes(name, is_share=is_share) for name in PRIZES}
        if any(prizes.values()):
            found["prizes"] = {
                "unit": typed.get("money_unit") or "cents",
                "places": prizes["places"],
                "best_match": sum(prizes["best_match"]),
                "best_team": sum(prizes["best_team"]),
            }
        return found

    def _read_prizes(self, name: str, *, is_share: bool) -> list[int]:
        """Return the typed numbers of a field; none after an error, which the field then has."""
        typed = re.split(r"[\s;]+|,\s+", self.cleaned_data.get(PREFIX + name, "").strip(" ,;%"))
        most = MAX_PRIZES if name == "places" else 1
        try:
            if len(typed) > most:
                raise forms.ValidationError(ONE_AMOUNT if most == 1 else TOO_MANY_PRIZES)
            return [_read_share(text) if is_share else read_cents(text) for text in typed if text]
        except forms.ValidationError as error:
            self.add_error(PREFIX + name, error)
            return []


def _read_share(typed: str) -> int:
    if not SHARE.fullmatch(typed) or int(typed) > ALL_FEES:
        raise forms.ValidationError(gettext("Enter whole numbers up to 100, such as 50 30 20."))
    return int(typed)


def _list_initial(money: MoneyRules) -> dict[str, Any]:
    """Return what the fields show of the rules, by name."""
    shown: dict[str, Any] = {"currency": money.currency, "entry_fee": money.entry_fee}
    shown["guest_fee"] = money.guest_fee
    if money.lost_games:
        shown |= money.lost_games.model_dump()
    if prizes := money.prizes:
        write = str if prizes.unit == "percent" else format_cents
        shown |= {
            "unit": prizes.unit,
            "places": " ".join(map(write, prizes.places)),
            **{name: write(getattr(prizes, name)) for name in PRIZES[1:] if getattr(prizes, name)},
        }
    return shown


def find_money_field(path: str) -> str:
    """Return the field of a place of the rules, such as "money.prizes.places.0"."""
    names = [name for name in path.split(".")[1:] if not name.isdecimal()]
    last = names[-1] if names else "currency"
    return PREFIX + {"lost_games": "each", "prizes": "places"}.get(last, last)
