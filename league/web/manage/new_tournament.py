"""Creating a tournament: who plays, how long, how, and when; then it is started in one click."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import games
from games import Problem
from league.actions.player import normalize_name
from league.actions.registration import open_registration, register_players
from league.actions.season import open_season
from league.actions.tournament import create_tournament
from league.models import Competition, Match, Season
from league.queries.invited import InvitationSource, list_invited, list_sources
from league.queries.variants import Choice, list_choices
from league.rules.names import MAX_NAME_LENGTH
from league.rules.seasons.tournament_plans import TournamentPlan, propose_plans
from league.rules.settings import LADDER
from league.web.fields import Day, Number
from league.web.formats import format_duration, format_season
from league.web.limits import limit_body
from league.web.manage.base import ClubView
from league.web.manage.competition_settings import put_at_fields
from league.web.manage.new_competition import OF_GAME, ButtonsOfGames, group_by_game
from league.web.manage.new_players import MAX_BODY, NewPlayersForm, read_names

USUAL_HOURS, MAX_HOURS = 3, 100
MAX_MINUTES = 1000  # of a match
MIN_PLAYERS, MAX_EXPECTED = 2, 2000
TITLES = {
    "swiss": _("Swiss: each round pairs players with equal scores"),
    "knockout": _("Knockout: who loses is out; with a match for the third place"),
    "double-elimination": _("Double elimination: who loses twice is out"),
    "groups": _("{groups} groups, then a knockout of the first two of each"),
    "round-robin": _("Round robin: everyone plays everyone"),
    "ladder": _("Ladder: players challenge those above them, for months"),
    "table-knockout": _("Knockout: the better half of each table goes on"),
    "series": _("Series: drawn at first, then seated by score"),
    "standings": _("Players with equal scores share a table"),
    "even": _("Tables change so that people meet as evenly as possible"),
    "same-cards": _("The same cards at all tables, {deals} a round: everyone meets everyone"),
    "same-cards-swiss": _("The same cards at all tables, {deals} a round: equal scores meet"),
}


class NewTournamentForm(NewPlayersForm):
    """The four questions; the plans follow from the answers to the first ones, and one of them is chosen."""

    game = forms.ChoiceField(label=_("Game"), widget=ButtonsOfGames)
    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        help_text=_("e.g. Spring Open. Leave blank to name it after the game."),
    )
    expected = Number(
        label=_("How many players do you expect?"),
        required=False,
        min_value=MIN_PLAYERS,
        max_value=MAX_EXPECTED,
        help_text=_("Only if you don't list them now: they can register later."),
    )
    hours = Number(
        label=_("How many hours do you have?"), initial=USUAL_HOURS, min_value=1, max_value=MAX_HOURS
    )
    minutes = Number(
        label=_("Minutes a match"),
        required=False,
        min_value=1,
        max_value=MAX_MINUTES,
        help_text=_("Leave blank for the game's usual length."),
    )
    source = forms.ChoiceField(label=_("From"), required=False)
    first = Number(
        label=_("How many, best first"), required=False, initial=8, min_value=1, max_value=MAX_EXPECTED
    )
    starts_on = Day(label=_("Date"), required=False, help_text=_("Leave blank for today."))
    plan = forms.ChoiceField(label=_("How do you want to play?"), widget=forms.RadioSelect, required=False)
    field_order = ("game", "names", "expected", "hours", "minutes", "starts_on", "name", "plan")

    def __init__(
        self,
        *args: Any,
        choices: Sequence[Choice],
        taken: Iterable[str],
        sources: Sequence[InvitationSource],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._sources = {source.key: source for source in sources}
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            ("", gettext("Choose …")),
            *((source.key, describe_source(source)) for source in sources),
        ]
        if "fill" in self.data:
            self._fill_in()
        del self.fields["namesakes"]
        self.fields["names"].required = False
        self.fields["names"].widget.attrs["rows"] = 8
        self.fields["names"].widget.attrs.pop("autofocus")
        self._taken, self._choices = frozenset(taken), {choice.value: choice for choice in choices}
        self.fields["game"].choices = [(choice.value, choice.name) for choice in choices]  # type: ignore[attr-defined]
        self.plans: Sequence[TournamentPlan] = ()
        self._offer_plans()

    def _fill_in(self) -> None:
        """Add the players of the chosen league to the typed names, but for those who stand there."""
        source = self._sources.get(str(self.data.get("source", "")))
        most = _read_number(self.data.get("first"), MAX_EXPECTED)
        typed = str(self.data.get("names", ""))
        there = {normalize_name(name) for _line, name in read_names(typed)}
        invited = list_invited(source, most) if source and most else []
        new = [name for name in invited if normalize_name(name) not in there]
        names = "\n".join([*([typed.rstrip()] if typed.strip() else []), *new])
        self.data = {**self.data.dict(), "names": names}  # type: ignore[attr-defined]

    @property
    def chosen(self) -> Choice:
        return self._choices[self.cleaned_data["game"]]

    @property
    def chosen_plan(self) -> TournamentPlan:
        return next(plan for plan in self.plans if plan.key == self.cleaned_data["plan"])

    @property
    def _is_creating(self) -> bool:
        return "start" in self.data or "draft" in self.data

    @property
    def opens_registration(self) -> bool:
        return "register" in self.data

    def _offer_plans(self) -> None:
        """Offer what can be played by as many as were typed or are expected, once game and hours are known."""
        choice = self._choices.get(str(self.data.get("game", "")))
        typed = len(list(read_names(str(self.data.get("names", "")))))
        players = max(typed, _read_number(self.data.get("expected"), MAX_EXPECTED) or 0)
        hours = _read_number(self.data.get("hours"), MAX_HOURS)
        if choice and hours and players >= MIN_PLAYERS:
            minutes = _read_number(self.data.get("minutes"), MAX_MINUTES)
            self.plans = propose_plans(
                choice.game, choice.options, players, 60 * hours, minutes_a_match=minutes
            )
        possible = [plan for plan in self.plans if plan.is_possible]
        self.fields["plan"].choices = [(plan.key, describe_plan(plan)) for plan in possible]  # type: ignore[attr-defined]
        if possible and self.is_bound and not self.data.get("plan"):
            self.data = {**dict(self.data.items()), "plan": possible[0].key}

    def list_too_long(self) -> list[str]:
        """Return what would take longer than there is time."""
        return [describe_plan(plan) for plan in self.plans if not plan.is_possible]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "game" in cleaned and "name" in cleaned and not cleaned["name"]:
            usual = gettext("{game} tournament").format(game=gettext(self.chosen.game.name))
            names = (usual, *(f"{usual} {number}" for number in range(2, len(self._taken) + 3)))
            cleaned["name"] = next(name for name in names if name not in self._taken)
        elif cleaned.get("name") in self._taken:
            self.add_error("name", gettext("The club already has a league or tournament of this name."))
        players = len(cleaned.get("names", ()))
        if not self._is_creating:  # the plans are shown
            players = max(players, cleaned.get("expected") or 0)
        if "game" in cleaned and not self.opens_registration and players < self.chosen.game.min_seats:
            least = self.chosen.game.min_seats
            few = gettext("At least {number} players are needed.").format(number=least)
            self.add_error("names", few)
        return cleaned

    def add_problems(self, problems: Iterable[Problem]) -> None:
        found = list(problems)
        of_names = [problem for problem in found if problem.path.startswith("names")]
        super().add_problems(of_names)
        for problem in put_at_fields(problem for problem in found if problem not in of_names):
            place = "game" if problem.path.startswith(OF_GAME) else problem.path
            self.add_error(place if place in self.fields else None, problem.message.translate(gettext))


def _read_number(typed: object, most: int) -> int | None:
    text = str(typed or "").strip()
    return int(text) if text.isdecimal() and len(text) < 6 and 1 <= int(text) <= most else None


def describe_source(source: InvitationSource) -> str:
    """Return where players are taken from: Tuesday League, season 3: division A."""
    if source.level or source.season is None:
        level = gettext(source.level.name) if source.level else ""
        return gettext("{competition}: {level}").format(competition=source.competition.name, level=level)
    season = format_season(source.season.number, source.season.name)
    if not source.division:
        return gettext("{competition}, {season}").format(competition=source.competition.name, season=season)
    return gettext("{competition}, {season}: division {division}").format(
        competition=source.competition.name, season=season, division=source.division.name
    )


def describe_plan(plan: TournamentPlan) -> str:
    """Return a plan in words: Swiss ..., 4 rounds, 2 h 40 min; of a ladder, which has neither, only how."""
    if not plan.rounds:
        return str(TITLES[plan.kind])
    rounds = ngettext("{number} round", "{number} rounds", plan.rounds)
    if plan.kind == "series":
        rounds = gettext("{number} series")
    rounds = rounds.format(number=plan.rounds)
    deals = ngettext("{number} deal", "{number} deals", plan.options.get("deals", 0))
    how = str(TITLES[plan.kind]).format(
        groups=plan.rules.get("groups"), deals=deals.format(number=plan.options.get("deals"))
    )
    shown = gettext("{how} – {rounds}, {duration}").format(
        how=how, rounds=rounds, duration=format_duration(plan.minutes)
    )
    return f"{shown}{_describe_packs(plan)}"


def _describe_packs(plan: TournamentPlan) -> str:
    """Return what a plan with the same cards takes, and how even it is: "; 8 packs a round; ..."."""
    if not plan.packs:
        return ""
    packs = ngettext("{number} pack a round", "{number} packs a round", plan.packs).format(number=plan.packs)
    if plan.together is None:
        return f"; {packs}"
    least, most = plan.together
    even = (
        gettext("any two hold the same cards in {least} rounds")
        if least == most
        else gettext("any two hold the same cards in {least} to {most} rounds")
    )
    shown = f"; {packs}; {even.format(least=least, most=most)}"
    if plan.sides and plan.sides[0] != plan.sides[1]:  # else each holds both equally often
        least, most = plan.sides
        sides = gettext("each holds either side in {least} to {most} deals")
        shown += f"; {sides.format(least=least, most=most)}"
    return shown


@method_decorator(limit_body(MAX_BODY), name="dispatch")
class NewTournamentView(ClubView[NewTournamentForm]):
    """Shows what can be played once names and hours were sent, then creates the tournament.

    It is started, saved as a draft, or opened for registration.
    """

    permission = "run-seasons"
    template_name = "manage/new_tournament.html"

    def find(self) -> HttpResponse | None:
        super().find()
        self.taken = list(Competition.objects.filter(club=self.club).values_list("name", flat=True))
        self.choices = list_choices(self.club, games.installed())
        self.sources = list_sources(self.club)
        return None

    def build_form(self, sent: QueryDict | None) -> NewTournamentForm:
        return NewTournamentForm(sent, choices=self.choices, taken=self.taken, sources=self.sources)

    def is_confirmed(self) -> bool:
        return bool(self.request.POST.get("plan")) and "fill" not in self.request.POST

    def change(self, form: NewTournamentForm) -> HttpResponse:
        plan = form.chosen_plan
        sent, starts = form.cleaned_data, "start" in self.request.POST
        with transaction.atomic():
            season = create_tournament(
                club=self.club,
                name=sent["name"],
                game=form.chosen.game.key,
                options={**form.chosen.options, **plan.options},
                rules=plan.rules,
                names=() if form.opens_registration else sent["names"],
                starts_on=sent["starts_on"] or self.club.today,
                by=self.by,
            )
            if form.opens_registration:
                open_registration(season=season, by=self.by)
                register_players(season=season, names=sent["names"], by=self.by)
            elif starts:
                open_season(season=Season.objects.for_page().get(pk=season.pk), by=self.by)
        address = (self.club.slug, season.competition.slug, season.number)
        if form.opens_registration:
            message = gettext("Registration is open. Everyone can see the tournament's page.")
            messages.success(self.request, message)
            return redirect("registration", *address)
        if not starts:
            messages.success(self.request, gettext("Draft created. Only organisers can see it."))
            return redirect("set-up", *address)
        if plan.rules.get("pairing") == LADDER:
            said = gettext("{name} has started. Players can challenge each other.")
            messages.success(self.request, said.format(name=season.name))
            return redirect("ladder", *address)
        if not plan.rules.get("pairing"):
            messages.success(self.request, gettext("{name} has started.").format(name=season.name))
            return redirect(self._find_first_sheet(season) or reverse("season-matches", args=address))
        messages.success(self.request, gettext("{name} has started. Pair round 1.").format(name=season.name))
        return redirect("run-rounds", *address)

    def _find_first_sheet(self, season: Season) -> str | None:
        """Return the address of the form of the first match, where it is played today."""
        matches = Match.objects.filter(division__season=season, due_on=self.club.today)
        first = matches.order_by("round__number", "table").first()
        return reverse("enter", args=[self.club.slug, first.key]) if first else None

    def get_context(self, form: NewTournamentForm) -> dict[str, Any]:
        games_to_choose = list(group_by_game(self.choices, form["game"]))
        return {**super().get_context(form), "games": games_to_choose, "may_invite": bool(self.sources)}
