"""The settings of standings: what players are ranked by, one criterion after the other, and the points of a match."""

import re
from collections.abc import Collection
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Invalid, validated
from league.forms import MISSING
from league.queries.game_words import get_metric_name
from league.rules.settings import LADDER_KEY, PointsTable, list_point_figures, list_ranking_keys
from league.rules.snapshot import JSON
from league.rules.standings.totals import COMPARISONS
from league.web.fields import Number
from league.web.manage.settings.base import SettingsForm

FREE_BOXES = 2  # below the filled boxes of the ranking
OUTCOMES = ("win", "draw", "loss")
# Of the ranking of a bracket, of a ladder, and where all play the same cards, and only there: their kinds add them.
FIRST_KEYS = ("bracket", LADDER_KEY, *COMPARISONS)
BY_FIGURE = "figure-"  # before the key of what gives points
NUMBER = re.compile(r"[-−]?[0-9]{1,9}")


class PlacesField(forms.CharField):
    """The points of each place at tables of a size, as a list; None if left blank."""

    def __init__(self, size: int) -> None:
        label = gettext("At a table of {size}").format(size=size)
        super().__init__(label=label, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"}))
        self._size = size

    def clean(self, value: Any) -> list[int] | None:
        typed = re.split(r"[\s,;]+", super().clean(value).strip(" ,;"))
        if typed == [""]:
            return None
        if not all(NUMBER.fullmatch(number) for number in typed):
            message = gettext("Enter a whole number such as {usual}.")
            raise forms.ValidationError(message.format(usual=_list_usual_points(self._size)))
        points = [int(number.replace("−", "-")) for number in typed]
        try:
            validated(PointsTable, {"places": {str(self._size): points}}, "")
        except Invalid as invalid:
            said_of_all = [problem.message.translate(gettext) for problem in invalid.problems]
            raise forms.ValidationError(said_of_all) from None
        return points


def _list_usual_points(size: int) -> str:
    return ", ".join(str(points) for points in range(size, 0, -1))


class RankingForm(SettingsForm):
    """By what every competition is ranked, and what its matches are worth.

    There is a field for each criterion, `ranking_1` and so on, and at larger tables one for the places of each size,
    `places_3` and so on.
    """

    points_by = forms.ChoiceField(
        label=_("Award points"),
        choices=[
            ("outcome", _("by win, draw and loss")),
            ("place", _("by place at the table")),
        ],
    )
    win = Number(label=_("Points for a win"), required=False)
    draw = Number(label=_("Points for a draw"), required=False)
    loss = Number(label=_("Points for a loss"), required=False)

    def ask(self) -> None:
        super().ask()
        self._ask_for_ranking()
        self._ask_for_points()

    def _ask_for_ranking(self) -> None:
        """Add a box for each ranking criterion, and FREE_BOXES; more appear once these are saved."""
        game, rules = self.settings.game, self.settings.rules
        possible = list_ranking_keys(game, paired_in_twos=self.settings.is_paired_in_twos)
        self._keys = [key for key in possible if key not in FIRST_KEYS]
        ranking = [key for key in rules.ranking if key not in FIRST_KEYS]
        typed = [place for place in range(1, len(self._keys) + 1) if self.data.get(f"ranking_{place}")]
        keys = [(key, capfirst(get_metric_name(game, key))) for key in self._keys]
        for place in range(1, min(len(self._keys), max(len(ranking), *typed, 0) + FREE_BOXES) + 1):
            nothing = [] if place == 1 else [("", gettext("none"))]
            self.fields[f"ranking_{place}"] = forms.ChoiceField(
                label=gettext("First") if place == 1 else gettext("then"),
                choices=[*nothing, *keys],
                required=place == 1,
                initial=ranking[place - 1] if place <= len(ranking) else "",
            )

    def _ask_for_points(self) -> None:
        """Ask for the points of an outcome, and at larger tables for those of a place, or by a figure of the game."""
        game, points = self.settings.game, self.settings.rules.points
        most = game.most_seats(self.settings.options)
        self.initial.update(points.model_dump())
        self._sizes = {f"places_{size}": size for size in range(game.min_seats, most + 1) if most > 2}
        if not self._sizes:
            self.leave_out("points_by")
            return
        by_figure = gettext("by the sheet: {figure}")
        own = [
            (BY_FIGURE + key, by_figure.format(figure=get_metric_name(game, key)))
            for key in list_point_figures(game)
        ]
        self.offer("points_by", [*self.fields["points_by"].choices, *own])  # type: ignore[attr-defined]
        by = "outcome" if points.places is None else "place"
        self.initial["points_by"] = BY_FIGURE + points.figure if points.figure else by
        for name, size in self._sizes.items():
            self.fields[name] = PlacesField(size)
            given = ", ".join(str(point) for point in (points.places or {}).get(str(size), ()))
            self.initial[name] = _list_usual_points(size) if points.places is None else given

    @property
    def comparisons(self) -> list[BoundField]:
        return [self[name] for name in self.fields if name.startswith("ranking_")]

    @property
    def has_more_comparisons(self) -> bool:
        return len(self.comparisons) < len(self._keys)

    @property
    def outcomes(self) -> list[BoundField]:
        return [self[name] for name in OUTCOMES]

    @property
    def places(self) -> list[BoundField]:
        return [self[name] for name in self._sizes]

    def clean(self) -> JSON:
        """Require distinct criteria, and points if they are a criterion."""
        cleaned = super().clean()
        seen: set[str] = set()
        for field in self.comparisons:
            key = cleaned.get(field.name)
            if key and key in seen:
                self.add_error(field.name, gettext("This is already listed above. Choose another one."))
            seen.add(key or "")
        self._clean_points("points" in seen)
        return cleaned

    def _clean_points(self, compared: bool) -> None:
        """Require the points that count; others may have any value."""
        by = self.cleaned_data.get("points_by") if self._sizes else "outcome"
        size = self.cleaned_data.get("table_size") or self.settings.game.table_size
        counted: Collection[str] = ()
        needed: Collection[str] = ()
        if compared and by == "outcome":
            counted = needed = OUTCOMES
        elif compared and by == "place":
            counted, needed = self._sizes, (f"places_{size}",)
        for field in (*OUTCOMES, *self._sizes):
            if field not in counted:
                self.errors.pop(field, None)
            elif field in needed and field not in self.errors and self.cleaned_data.get(field) is None:
                self.add_error(field, MISSING)
        if not compared:
            self.errors.pop("points_by", None)

    def get_rules(self) -> JSON:
        rules, typed = super().get_rules(), self.cleaned_data
        rules["ranking"] = [typed[field.name] for field in self.comparisons if typed[field.name]]
        if "points" not in rules["ranking"]:
            return rules
        by = typed.get("points_by", "outcome")
        if by.startswith(BY_FIGURE):
            rules["points"] = {"figure": by.removeprefix(BY_FIGURE)}
        elif by == "place":
            places = {str(size): typed[field] for field, size in self._sizes.items() if typed[field]}
            rules["points"] = {**rules.get("points", {}), "places": places, "figure": None}
        else:
            rules["points"] = {field: typed[field] for field in OUTCOMES}
        return rules
