"""Creating a league: the last of the three steps of a new club, and at any time later."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from games import Problem
from league.actions.competition import create_league
from league.forms import ProblemForm
from league.models import Competition, Player
from league.queries.variants import Choice, list_choices
from league.rules.names import MAX_NAME_LENGTH
from league.rules.seasons.divisions import (
    get_min_division_size,
)
from league.rules.settings import MIN_DIVISION_SIZE, Rules
from league.web.fields import Number
from league.web.manage.base import ClubView
from league.web.manage.competition_settings import put_at_fields
from league.web.manage.schedule import WEEKLY

OF_GAME = ("options", "players")  # problems with the chosen game: its options, its number of players
RULES = ("division_size", "promoted", "meetings")


class ButtonsOfGames(forms.RadioSelect):
    """Radio buttons; the link of an error leads to the first."""

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        return super().id_for_label(id_, index or "0")


class NewCompetitionForm(ProblemForm):
    """As many are promoted as relegated. With several games none is chosen in advance."""

    name = forms.CharField(
        label=_("Name of the league"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        help_text=_("e.g. Tuesday League. Leave blank to name it after the game."),
    )
    game = forms.ChoiceField(label=_("Game"), widget=ButtonsOfGames)
    division_size = Number(
        label=_("Players per division"),
        required=False,
        help_text=_("Leave blank for the usual size ({usual} for two-player games)."),
    )
    promoted = Number(
        label=_("Promoted and relegated per division"),
        initial=Rules().promoted,
        help_text=_("e.g. 2 = top 2 go up, bottom 2 go down"),
    )
    meetings = Number(
        label=_("Rounds (times each pair plays)"),
        initial=Rules().meetings,
        help_text=_("Within each division."),
    )

    def __init__(self, *args: Any, choices: Sequence[Choice], taken: Collection[str], **kwargs: Any) -> None:
        """`taken` are the names of the club's competitions."""
        super().__init__(*args, **kwargs)
        self._taken, self._choices = taken, {choice.value: choice for choice in choices}
        self.fields["game"].choices = [(choice.value, choice.name) for choice in choices]  # type: ignore[attr-defined]
        if len({choice.game.key for choice in choices}) == 1:
            self.fields["game"].initial = choices[0].game.key
        size = self.fields["division_size"]
        size.help_text = str(size.help_text).format(usual=Rules().division_size)

    def clean(self) -> dict[str, Any]:
        """Name a league without a name after its game; ask for another name if that is taken."""
        sent: dict[str, Any] = super().clean() or {}
        if not sent.get("name") and "name" in sent and "game" in sent:
            sent["name"] = gettext("{game} League").format(game=self.chosen.game.name)
            if sent["name"] in self._taken:
                message = gettext("The club already has a league called {name}. Choose another name.")
                self.add_error("name", message.format(name=sent["name"]))
        return sent

    @property
    def chosen(self) -> Choice:
        return self._choices[self.cleaned_data["game"]]

    def get_rules(self) -> dict[str, int]:
        """Return the rules that were filled in."""
        return {name: self.cleaned_data[name] for name in RULES if self.cleaned_data[name] is not None}

    def add_problems(self, problems: Iterable[Problem]) -> None:
        super().add_problems(
            replace(problem, path="game") if problem.path.startswith(OF_GAME) else problem
            for problem in put_at_fields(problems)
        )


def group_by_game(choices: Iterable[Choice], field: forms.BoundField) -> Iterator[dict[str, Any]]:
    """Yield each game with its choices and their buttons, which are those of the field.

    `first` are the game's standard rules and the club's variants; `ready` are its ready-made variants, which are
    collapsed unless one is chosen.
    """
    pairs = zip(choices, field, strict=True)
    for game, of_game in groupby(pairs, lambda pair: pair[0].game):
        offered = list(of_game)
        ready = [pair for pair in offered if not (pair[0].is_usual or pair[0].is_own)]
        yield {
            "game": game,
            "first": [pair for pair in offered if pair not in ready],
            "ready": ready,
            "unfolded": field.value() in [choice.value for choice, _button in ready],
        }


class NewCompetitionView(ClubView[NewCompetitionForm]):
    """The page has no form while the club has too few players for any game."""

    permission = "run-seasons"
    template_name = "manage/new_competition.html"

    def find(self) -> HttpResponse | None:
        super().find()
        self.players = Player.objects.filter(club=self.club).active().count()
        self.taken = list(Competition.objects.filter(club=self.club).values_list("name", flat=True))
        self.choices = list_choices(self.club, games.installed())
        sizes = (get_min_division_size(choice.game) for choice in self.choices)
        self.min_players = min(sizes, default=MIN_DIVISION_SIZE)
        return None

    def build_form(self, sent: QueryDict | None) -> NewCompetitionForm:
        return NewCompetitionForm(sent, choices=self.choices, taken=self.taken)

    def is_confirmed(self) -> bool:
        return self.players >= self.min_players

    def change(self, form: NewCompetitionForm) -> HttpResponse:
        made = create_league(
            club=self.club,
            name=form.cleaned_data["name"],
            game=form.chosen.game.key,
            options=form.chosen.options,
            rules=form.get_rules(),
            by=self.by,
        )
        message = gettext("Draft season created. Only organisers can see it.")
        messages.success(self.request, message)
        schedule = reverse("set-up-schedule", args=[self.club.slug, made.competition.slug, made.number])
        return redirect(f"{schedule}?how={WEEKLY}")

    def get_context(self, form: NewCompetitionForm) -> dict[str, Any]:
        return {
            **super().get_context(form),
            "games": list(group_by_game(self.choices, form["game"])),
            "players": self.players,
            "min_players": self.min_players,
            "is_first": not self.taken,
        }
