"""The settings of a competition: its name, and the rules of its next season."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.forms import BoundField
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import WIN_RATE, Game, Invalid, Problem, validated
from league.actions.competition import change_competition
from league.forms import MISSING, ProblemForm, set_error_messages
from league.models import Competition, Match, Season
from league.models.competition import CompetitionKind
from league.models.season import SeasonState
from league.queries.game_words import get_metric_name, get_word
from league.queries.opening import find_setting_problems
from league.queries.variants import list_differences
from league.rules.field_types import MAX_NAME_LENGTH
from league.rules.pairing.tie_keys import list_tie_keys
from league.rules.settings import (
    BRACKETS,
    LADDER,
    LADDER_KEY,
    PAIRED_RANKING_KEYS,
    ROUND_ROBIN,
    TABLE_KNOCKOUT,
    FinalStage,
    PointsTable,
    YearRules,
    list_point_figures,
    list_ranking_keys,
)
from league.rules.snapshot import JSON, Settings, parse_settings
from league.rules.standings.totals import COMPARISONS, PAIR_SIZE
from league.web.base import ChangeView, Form
from league.web.fields import Number
from league.web.held import list_typed
from league.web.manage.access import get_competition_to_run
from league.web.manage.settings.money import MoneyFields, find_money_field

FREE_BOXES = 2  # below the filled boxes of the ranking
OUTCOMES = ("win", "draw", "loss")
# Of the ranking of a bracket, of a ladder, and where all play the same cards, and only there.
FIRST_KEYS = ("bracket", LADDER_KEY, *COMPARISONS)
OF_LADDERS = ("places", "days", "unplayed", "inactive_days")  # with "ladder_" before them in the form
OF_EVENINGS = (
    "team_counts",
    "guests",
    "evenings",
    "evenings_best",
    "evenings_least",
    "evenings_by",
)  # of tournaments
OF_LEAGUES = (
    *("division_size", "promoted", "meetings", "min_played", "vacancies", "min_matches"),
    *("win_rate_of", "more_awards"),
)
# Named in the form as in a club file.
PLAIN = (
    *OF_LEAGUES,
    "forfeit_score",
    "table_size",
    "confirm_days",
    "pairing",
    "rounds",
    "third_place",
    "best_of",
    "reseeding",
    "consolation",
    "groups",
    "draw_groups",
    "go_on",
    "tie_key",
    "dishes",
    "team_counts",
    "minutes",
    "guests",
)
BY_FIGURE = "figure-"  # before the key of what gives points
OF_KNOCKOUTS = ("third_place", "reseeding", "consolation")
OF_FINAL = (
    "pairing",
    "from_each",
    "best_of_rest",
    "third_place",
    "b_final",
    "best_of",
    "tie_key",
    "carry_over",
)
NUMBER = re.compile(r"[-−]?[0-9]{1,9}")


def put_at_fields(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield problems of rules with the names of fields as paths; each message once per field."""
    seen: set[tuple[str, str]] = set()
    for problem in problems:
        field = _find_field(problem)
        if (field, str(problem.message)) not in seen:
            yield replace(problem, path=field)
        seen.add((field, str(problem.message)))


def _find_field(problem: Problem) -> str:
    place, *inside = problem.path.removeprefix("rules.").split(".")
    if place == "money":
        return find_money_field(problem.path.removeprefix("rules."))
    if place in (LADDER, "evenings") and inside:
        return f"{place}_{inside[0]}"
    if place == "final":
        return f"final_{inside[0]}" if inside else "final_pairing"
    if place != "points":
        return {"relegated": "promoted", "ranking": "ranking_1"}.get(place, place)
    if "places" in inside:
        return f"places_{problem.message.values.get('size')}"
    return inside[-1] if inside else "points_by"


# What the systems are called, of two at a table and of more.
PAIRING_IN_TWOS = (
    ("club", _("Swiss: players with equal scores meet, and no pair meets twice if it can be avoided")),
    ("dutch", _("Swiss by FIDE's Dutch system")),
    ("knockout", _("Knockout: who loses is out")),
    ("double-elimination", _("Double elimination: who loses twice is out")),
    ("ladder", _("Ladder: players challenge those above them, and change places by winning")),
)
PAIRING_OF_SAME_CARDS = ("movement", _("Everyone meets everyone, by a fixed movement"))
COMPARE = (
    ("matchpoints", _("matchpoints, in per cent: who did better than how many")),
    ("difference", _("the difference from the others' average score")),
)
PAIRING_OF_MORE = (
    ("club", _("Players with equal scores share a table")),
    ("score", _("By score: drawn at first, then the highest together, even if they have met")),
    ("tables", _("Everyone meets as evenly as possible, whatever the scores")),
    ("table-knockout", _("Knockout: the first of each table go on")),
)


def _fit_to_system(rules: JSON) -> JSON:
    """Return what follows from the system.

    A bracket and a ladder have no rounds to announce, and are ranked by how far each came, and by the place.
    """
    is_bracket, is_ladder = rules["pairing"] in BRACKETS, rules["pairing"] == LADDER
    if rules.get("same_cards"):
        return {"rounds": rules["rounds"]}
    is_knockout = is_bracket or rules["pairing"] == TABLE_KNOCKOUT
    others = [key for key in rules["ranking"] if key not in FIRST_KEYS]
    if is_ladder:
        others = [key for key in others if key not in PAIRED_RANKING_KEYS]
    return {
        "ranking": [*(["bracket"] if is_knockout else [LADDER_KEY] if is_ladder else []), *others],
        "rounds": None if is_knockout or is_ladder else rules["rounds"],
        "ladder": rules.get("ladder") if is_ladder else None,
        **{
            name: (rules.get(name) or None) if rules["pairing"] == "knockout" else None
            for name in OF_KNOCKOUTS
        },
        "best_of": (rules.get("best_of") or None) if is_bracket else None,
        "tie_key": (rules.get("tie_key") or None) if is_knockout else None,
        "go_on": rules.get("go_on") if rules["pairing"] == TABLE_KNOCKOUT else None,
    }


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


def _describe_points_by(game: Game, key: str) -> str:
    return gettext("by the sheet: {figure}").format(figure=get_metric_name(game, key))


def _list_usual_points(size: int) -> str:
    return ", ".join(str(points) for points in range(size, 0, -1))


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


class CompetitionSettingsForm(MoneyFields, ProblemForm):
    """The name and the rules.

    Tournaments have no fields that only leagues need, and games for two none that only larger tables need.
    """

    name = forms.CharField(label=_("Name"), max_length=MAX_NAME_LENGTH)
    division_size = Number(
        label=_("Players per division"),
        help_text=_("Usual size of new divisions."),
    )
    meetings = Number(label=_("Rounds (times each pair plays)"), help_text=_("Within each division."))
    table_size = Number(label=_("Players at a table"), required=False)
    promoted = Number(
        label=_("Promoted and relegated per division"),
        help_text=_("e.g. 2 = top 2 go up, bottom 2 go down. 0 = no promotion or relegation."),
    )
    min_played = Number(
        label=_("Minimum matches for promotion"),
        help_text=_("With fewer matches, the next player is promoted instead. 0 = no minimum."),
    )
    vacancies = forms.ChoiceField(
        label=_("Filling vacancies"),
        choices=[
            ("relegate-fewer", _("Best relegated players stay up")),
            ("promote-more", _("More players promoted from the division below")),
        ],
        help_text=_("When a player leaves and a division would get smaller."),
    )
    pairing = forms.ChoiceField()
    rounds = Number(
        label=_("Rounds"),
        required=False,
        help_text=_(
            "Announced when it starts; you can add more later. Those of a knockout follow from its players."
        ),
    )
    third_place = forms.BooleanField(label=_("In a knockout, play for the third place"), required=False)
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
    tie_key = forms.ChoiceField(label=_("Tie-break of level matches in a knockout"), required=False)
    go_on = Number(
        label=_("In a knockout, how many of each table go on"),
        required=False,
        help_text=_("Leave blank: half of them, rounded up."),
    )
    groups = Number(
        label=_("Groups"),
        required=False,
        help_text=_("How many groups the players are divided into by seed. Leave blank: all play in one."),
    )
    draw_groups = forms.BooleanField(
        label=_("Draw the groups by lot, from neighbouring seeds"), required=False
    )
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
    final_b_final = forms.BooleanField(label=_("The others play a B final"), required=False)
    final_carry_over = forms.BooleanField(
        label=_("Carry over results among those who go on"),
        required=False,
        help_text=_("Where everyone plays everyone: those who have met in their group don't meet again."),
    )
    final_best_of = BestOfField(
        label=_("Best of"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("From the last match back, such as 5, 3. Leave blank: one match decides."),
    )
    final_tie_key = forms.ChoiceField(label=_("Tie-break of level matches"), required=False)
    same_cards = forms.BooleanField(
        label=_("All tables play the same cards"),
        required=False,
        help_text=_("Results are compared with those of everyone who held the same cards."),
    )
    compare = forms.ChoiceField(label=_("Compare by"), choices=COMPARE, required=False)
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
    min_matches = Number(
        label=_("Minimum matches for awards"),
        help_text=_("Needed for most season awards (or all matches, if fewer)."),
    )
    win_rate_of = forms.ChoiceField(
        label=_("Win rate of awards"),
        choices=[("", _("counts matches"))],  # and what the game calls a deal
        required=False,
    )
    more_awards = forms.BooleanField(label=_("Give more awards"), required=False)
    dishes = forms.BooleanField(
        label=_("The last does the dishes"),
        required=False,
        help_text=_("The final table names the last player, or all who share that place."),
    )
    minutes = Number(
        label=_("Minutes a match usually takes"),
        required=False,
        help_text=_("For schedules, plans and clocks. Leave blank for the usual length of the game."),
    )
    forfeit_score = Number(
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("e.g. -5. Leave blank: the absent player loses without a score."),
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

    def __init__(self, *args: Any, competition: Competition, settings: Settings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules, game = settings.rules, settings.game
        self.initial = {**rules.model_dump(), **rules.points.model_dump(), "name": competition.name}
        self._before, self._settings = competition.rules, settings
        keys = list_ranking_keys(game, paired_in_twos=settings.is_paired_in_twos)
        self._keys = [key for key in keys if key not in FIRST_KEYS]
        self._ask_about_cards(settings)
        self.is_bracket, self.is_ladder = rules.is_knockout, rules.is_ladder
        of_ladder = rules.ladder_rules.model_dump()
        self.initial |= {f"ladder_{name}": of_ladder[name] for name in OF_LADDERS}
        if not self.is_ladder:
            for name in OF_LADDERS:
                del self.fields[f"ladder_{name}"]
        self.is_league = competition.kind == CompetitionKind.LEAGUE
        for field in OF_EVENINGS if self.is_league else OF_LEAGUES:
            del self.fields[field]
        if "guests" in self.fields and (rules.is_knockout or self.is_ladder or rules.final):
            del self.fields["guests"]
        if not self.is_league:
            of_year = (rules.evenings or YearRules()).model_dump()
            self.initial |= {f"evenings_{name}": value for name, value in of_year.items()}
            self.initial["evenings"] = rules.evenings is not None
        self.ask_about_money(settings, is_league=self.is_league)
        extra = [gettext(award.label) for award in game.awards if award.extra]
        for field, is_asked in (
            ("more_awards", bool(extra)),
            ("win_rate_of", any(award.figure == WIN_RATE for award in game.awards)),
        ):
            if field in self.fields and not is_asked:
                del self.fields[field]
        if "win_rate_of" in self.fields:
            deals = get_word(game, "deals")
            counts = gettext("counts {deals}").format(deals=deals)
            self.fields["win_rate_of"].choices = [("", _("counts matches")), ("deals", counts)]  # type: ignore[attr-defined]
            example = gettext("With {deals} counted, 6 of 8 won in two matches are 75 %.")
            self.fields["win_rate_of"].help_text = example.format(deals=deals)
        if "more_awards" in self.fields:
            self.fields["more_awards"].help_text = ", ".join(extra)
        self.is_paired = bool(rules.pairing)
        if self.is_paired:
            in_twos = settings.table_size == PAIR_SIZE
            choices = PAIRING_IN_TWOS if in_twos else PAIRING_OF_MORE
            if in_twos and "same_cards" in self.fields:
                choices = (PAIRING_OF_SAME_CARDS, *choices)
            self.fields["pairing"].choices = choices  # type: ignore[attr-defined]
            word = get_word(game, "rounds")
            self.fields["pairing"].label = gettext("How {rounds} are paired").format(rounds=word)
            self.fields["rounds"].label = capfirst(word)
        else:
            del self.fields["pairing"], self.fields["rounds"], self.fields["tie_key"]
        if not (self.is_paired and settings.table_size == PAIR_SIZE):
            for field in (*OF_KNOCKOUTS, "best_of"):
                del self.fields[field]
        if not (self.is_paired and settings.table_size > PAIR_SIZE):
            del self.fields["go_on"]
        self._ask_about_final(settings)
        self._ask_about_ties(game)
        self._ask_about_tables(settings)
        label = gettext("Penalty score per {deal}")
        self.fields["forfeit_score"].label = label.format(deal=get_word(game, "deal"))
        self._ask_for_ranking([key for key in rules.ranking if key not in FIRST_KEYS])
        set_error_messages(self)

    def _ask_about_cards(self, settings: Settings) -> None:
        """Ask whether all tables play the same cards, where the game and the system allow it."""
        rules, duplicate = settings.rules, settings.game.duplicate
        if duplicate and duplicate.seats == settings.table_size and rules.pairs_rounds:
            self.initial["compare"] = rules.ranking[0] if rules.same_cards else COMPARE[0][0]
        else:
            del self.fields["same_cards"], self.fields["compare"]

    def _ask_about_final(self, settings: Settings) -> None:
        """Ask a tournament for groups, and for a final where two sit at a table."""
        rules = settings.rules
        is_alone = rules.is_knockout or rules.is_ladder
        if self.is_league or is_alone:
            del self.fields["groups"], self.fields["draw_groups"]
        self.has_final = not self.is_league and not is_alone and settings.table_size == PAIR_SIZE
        given = rules.final.model_dump() if rules.final else {}
        for name in OF_FINAL:
            if not self.has_final:
                del self.fields[f"final_{name}"]
            elif name in given:
                self.initial[f"final_{name}"] = given[name]

    def _ask_about_ties(self, game: Game) -> None:
        """Offer the keys by which ties that end level may be decided."""
        keys = [(key, capfirst(get_metric_name(game, key))) for key in list_tie_keys(game)]
        for name in ("tie_key", "final_tie_key"):
            if name in self.fields:
                field = self.fields[name]
                field.choices = [("", gettext("another match")), *keys]  # type: ignore[attr-defined]
                field.help_text = gettext("If that is equal, too, another match decides.")

    def _ask_about_tables(self, settings: Settings) -> None:
        game, points = settings.game, settings.rules.points
        most = game.most_seats(settings.options)
        if game.fixed_seats is None:
            usual = gettext("{least} to {most}. Leave blank for the usual {usual}.")
            help_text = usual.format(least=game.min_seats, most=most, usual=game.table_size)
            self.fields["table_size"].help_text = help_text
        else:
            del self.fields["table_size"]
        self._sizes = {f"places_{size}": size for size in range(game.min_seats, most + 1) if most > 2}
        if not self._sizes:
            del self.fields["points_by"]
        self.initial["points_by"] = "outcome" if points.places is None else "place"
        if self._sizes:
            own = [(BY_FIGURE + key, _describe_points_by(game, key)) for key in list_point_figures(game)]
            self.fields["points_by"].choices = [*self.fields["points_by"].choices, *own]  # type: ignore[attr-defined]
            if points.figure:
                self.initial["points_by"] = BY_FIGURE + points.figure
        for name, size in self._sizes.items():
            self.fields[name] = PlacesField(size)
            given = ", ".join(str(point) for point in (points.places or {}).get(str(size), ()))
            self.initial[name] = _list_usual_points(size) if points.places is None else given

    def _ask_for_ranking(self, ranking: list[str]) -> None:
        """Add a box for each ranking criterion, and FREE_BOXES; more appear once these are saved."""
        typed = [place for place in range(1, len(self._keys) + 1) if self.data.get(f"ranking_{place}")]
        keys = [(key, capfirst(get_metric_name(self._settings.game, key))) for key in self._keys]
        for place in range(1, min(len(self._keys), max(len(ranking), *typed, 0) + FREE_BOXES) + 1):
            nothing = [] if place == 1 else [("", gettext("none"))]
            self.fields[f"ranking_{place}"] = forms.ChoiceField(
                label=gettext("First") if place == 1 else gettext("then"),
                choices=[*nothing, *keys],
                required=place == 1,
                initial=ranking[place - 1] if place <= len(ranking) else "",
            )

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
        """Require distinct criteria, a table size that the game allows, and points if they are a criterion."""
        seen: set[str] = set()
        for field in self.comparisons:
            key = self.cleaned_data.get(field.name)
            if key and key in seen:
                self.add_error(field.name, gettext("This is already listed above. Choose another one."))
            seen.add(key or "")
        size, game = self.cleaned_data.get("table_size"), self._settings.game
        if size is not None and (refusal := game.wrong_seats(size, self._settings.options)):
            self.add_error("table_size", refusal.translate(gettext))
        self._clean_points("points" in seen)
        self._money = self.read_money()
        return self.cleaned_data

    def _clean_points(self, compared: bool) -> None:
        """Require the points that count; others may have any value."""
        by = self.cleaned_data.get("points_by") if self._sizes else "outcome"
        size = self.cleaned_data.get("table_size") or self._settings.game.table_size
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
        """Return the previous rules, updated with the typed values."""
        typed = self.cleaned_data
        ranking = [typed[field.name] for field in self.comparisons if typed[field.name]]
        plain = {field: typed[field] for field in PLAIN if field in self.fields}
        waiting = typed["unconfirmed_results"] or None
        rules = {**self._before, "ranking": ranking, "unconfirmed_results": waiting, **plain}
        rules |= {
            name: rules[name] or None
            for name in ("win_rate_of", "more_awards", "dishes", "guests")
            if name in rules
        }
        if self.is_ladder:
            rules["ladder"] = {name: typed[f"ladder_{name}"] for name in OF_LADDERS}
        if "same_cards" in self.fields:
            rules["same_cards"] = typed["same_cards"] or None
            if typed["same_cards"]:
                rules["ranking"] = [typed["compare"] or COMPARE[0][0], *ranking]
        if self.is_paired:
            rules |= _fit_to_system(rules)
        if not self.is_league:
            rules["evenings"] = None
        if typed.get("evenings"):
            best, least = typed["evenings_best"], typed["evenings_least"]
            by = typed["evenings_by"] or "sum"
            rules["evenings"] = {"best": best, "least": 1 if least is None else least, "by": by}
        if "money" in self.fields:
            rules["money"] = self._money
        if "groups" in self.fields:
            rules["draw_groups"] = (rules["draw_groups"] or None) if rules["groups"] else None
        if self.has_final:
            rules["final"] = self._get_final()
        if rules.get("pairing") in (*BRACKETS, TABLE_KNOCKOUT):
            rules |= {"groups": None, "draw_groups": None, "final": None}
        if self.is_league:
            rules["relegated"] = rules["promoted"]
        by_figure = str(typed.get("points_by", "")).partition(BY_FIGURE)[2]
        if "points" in ranking and by_figure:
            rules["points"] = {"figure": by_figure}
        elif "points" in ranking and typed.get("points_by") == "place":
            places = {str(size): typed[field] for field, size in self._sizes.items() if typed[field]}
            rules["points"] = {**self._before.get("points", {}), "places": places, "figure": None}
        elif "points" in ranking:
            rules["points"] = {field: typed[field] for field in OUTCOMES}
        return rules

    def _get_final(self) -> JSON | None:
        """Return what follows on the groups or rounds, as typed; None if nothing does."""
        typed = {name: self.cleaned_data[f"final_{name}"] for name in OF_FINAL}
        if not typed["pairing"]:
            return None
        is_knockout = typed["pairing"] == "knockout"
        return {
            "pairing": typed["pairing"],
            "from_each": FinalStage.model_fields["from_each"].default
            if typed["from_each"] is None
            else typed["from_each"],
            "best_of_rest": typed["best_of_rest"] or 0,
            "third_place": (typed["third_place"] or None) if is_knockout else None,
            "b_final": typed["b_final"] or None,
            "best_of": None if typed["pairing"] == ROUND_ROBIN else typed["best_of"] or None,
            "tie_key": None if typed["pairing"] == ROUND_ROBIN else typed["tie_key"] or None,
            "carry_over": (typed["carry_over"] or None) if typed["pairing"] == ROUND_ROBIN else None,
        }

    def add_problems(self, problems: Iterable[Problem]) -> None:
        super().add_problems(put_at_fields(problems))


class CompetitionView(ChangeView[Form]):
    """A page about a competition's rules from its next season on; it explains if its game can't be played."""

    competition: Competition
    settings: Settings

    def find(self) -> HttpResponse | None:
        self.competition, self.by = get_competition_to_run(self.request, **self.kwargs)
        found = self.competition
        if problems := find_setting_problems(found):
            typed = list_typed(dict(self.request.POST.lists()))
            context = {"competition": found, "problems": problems, "typed": typed}
            return TemplateResponse(self.request, "manage/no_game.html", context)
        self.settings = parse_settings(found.game, found.options, found.rules)
        return None

    def get_context(self, form: Form) -> dict[str, Any]:
        """Return the competition, and which of its seasons the change affects. 1 query."""
        matches = Match.objects.filter(division__season=OuterRef("pk"))
        seasons = Season.objects.filter(competition=self.competition).annotate(has_matches=Exists(matches))
        states = {season.state: season for season in seasons.order_by("-number")}
        return {
            "competition": self.competition,
            "game": self.settings.game,
            "draft": states.pop(SeasonState.DRAFT, None),
            "has_opened": bool(states),
        }


class CompetitionSettingsView(CompetitionView[CompetitionSettingsForm]):
    template_name = "manage/competition_settings.html"

    def build_form(self, sent: QueryDict | None) -> CompetitionSettingsForm:
        return CompetitionSettingsForm(sent, competition=self.competition, settings=self.settings)

    def change(self, form: CompetitionSettingsForm) -> HttpResponse:
        name, rules = form.cleaned_data["name"], form.get_rules()
        change_competition(competition=self.competition, name=name, rules=rules, by=self.by)
        messages.success(self.request, gettext("Changes saved."))
        return redirect(self.competition)

    def get_context(self, form: CompetitionSettingsForm) -> dict[str, Any]:
        differences = list_differences(self.settings.game, self.settings.options)
        warnings = self.settings.list_option_warnings()
        return {**super().get_context(form), "differences": differences, "warnings": warnings}
