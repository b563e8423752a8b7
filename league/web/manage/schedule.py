"""Making a season's schedule: the dates of its matches, and a preview."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions.draft import MAX_DRAW_SEED, generate_draw_seed
from league.actions.schedule import compute_digest, make_schedule, plan_fixtures
from league.forms import MISSING, ProblemForm
from league.models import Division, Entry, Match, Player, Season
from league.notifications.reminders import MAX_REMIND_DAYS
from league.queries.schedule import find_settings, find_wanted_schedule, has_active_results
from league.rules.pairing.fairness import measure_schedule
from league.rules.pairing.fixtures import MAX_TABLES, Fixtures
from league.rules.pairing.nights import MAX_ROUND_DAYS, WEEK, Dates, Deadlines, Listed, Weekly
from league.rules.pairing.schedules import MAX_ROUNDS, build_table_draw
from league.rules.snapshot import parse_settings
from league.web.fields import Day, Days, Number
from league.web.formats import format_duration
from league.web.manage.season import SeasonChangeView

OPEN_ROUNDS = 2  # the others are collapsed
MAX_LISTED_MATCHES = 2000  # of the first rounds; the others show only the days
UNDER_WAY = timedelta(seconds=30)  # several times the size of any part

WEEKLY, LISTED, DEADLINES, WITHOUT = "weekly", "listed", "deadlines", "without"
# The fields that count for each choice, and whether they are required.
NIGHT_FIELDS: Mapping[str, bool] = {"holidays": False, "tables": False}
COUNTING: Mapping[str, Mapping[str, bool]] = {
    WEEKLY: {"start": True, **NIGHT_FIELDS},
    LISTED: {"days": True, **NIGHT_FIELDS},
    DEADLINES: {"first": True, "every": True, "remind_days": False},
    WITHOUT: {},
}
ALWAYS_COUNTING = ("how", "rounds", "lot", "starts_on", "ends_on")


@dataclass(frozen=True)
class DrawChoice:
    """The choices for tables of more than two.

    `fewest` and `most` are the rounds that a division takes for all its players to meet; `lot` is the season's draw
    seed, 0 before it has one, and `keeps_lot` says that it can't change.
    """

    table_size: int
    fewest: int
    most: int
    lot: int
    keeps_lot: bool


class ScheduleArguments(TypedDict):
    dates: Dates | None
    tables: int | None
    rounds: int | None
    draw_seed: int | None
    starts_on: date | None
    ends_on: date | None


class MakeScheduleForm(ProblemForm):
    """Asks how a season's matches get their dates. Only the fields of the chosen way count."""

    how = forms.ChoiceField(
        label=_("When are matches played?"),
        choices=[
            (WEEKLY, _("On club nights, weekly")),
            (LISTED, _("On dates I choose")),
            (DEADLINES, _("Players arrange it; one deadline per round")),
            (WITHOUT, _("No dates – pairings by round only")),
        ],
        initial=WEEKLY,
        widget=forms.RadioSelect,
    )
    start = Day(
        label=_("First match night"),
        required=False,
        help_text=_("Then weekly, on the same weekday."),
    )
    days = Days(label=_("Dates"), help_text=_("One per line, e.g. 2026-01-31."))
    first = Day(label=_("Deadline for round 1"), required=False)
    every = Number(
        label=_("Weeks per further round"),
        required=False,
        initial=1,
        min_value=1,
        max_value=MAX_ROUND_DAYS // WEEK,
    )
    remind_days = Number(
        label=_("Reminder (days before)"),
        required=False,
        min_value=0,
        max_value=MAX_REMIND_DAYS,
        help_text=_(
            "Players with an account and a match to play get an e-mail. Leave blank for no reminder."
        ),
    )
    holidays = Days(
        label=_("Skip these dates"),
        help_text=_("Optional, e.g. holidays. One per line: 2026-12-25."),
    )
    tables = Number(
        label=_("Number of tables (optional)"),
        required=False,
        min_value=1,
        max_value=MAX_TABLES,
        help_text=_("With too few tables, a round takes more than one night."),
    )
    rounds = Number(label=_("Number of rounds"), required=False, min_value=1, max_value=MAX_ROUNDS)
    lot = Number(
        label=_("Draw number"),
        min_value=1,
        max_value=MAX_DRAW_SEED,
        help_text=_("Decides who meets whom. No need to change it."),
    )
    starts_on = Day(label=_("Starts on"), required=False)
    ends_on = Day(
        label=_("Ends on"),
        required=False,
        help_text=_("Optional. All match dates must lie between the two."),
    )

    def __init__(self, *args: Any, draw: DrawChoice | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.draw = draw
        if draw is None:
            del self.fields["rounds"], self.fields["lot"]
            return
        rounds = gettext("{fewest} to {most}") if draw.fewest < draw.most else "{most}"
        hint = gettext("Leave blank for the usual number: {rounds}. {limit} are possible at most.")
        self.fields["rounds"].help_text = hint.format(
            rounds=rounds.format(fewest=draw.fewest, most=draw.most), limit=MAX_ROUNDS
        )
        if draw.keeps_lot:
            del self.fields["lot"]
        else:
            self.fields["lot"].initial = draw.lot or generate_draw_seed()

    @property
    def choices(self) -> list[tuple[forms.boundfield.BoundWidget, list[forms.BoundField]]]:
        """Return each choice with the fields that only that choice has."""
        return [
            (radio, [self[name] for name in COUNTING[radio.data["value"]] if name not in NIGHT_FIELDS])
            for radio in self["how"].subwidgets
        ]

    @property
    def night_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in NIGHT_FIELDS]

    @property
    def chosen(self) -> str:
        return str(self.cleaned_data.get("how", ""))

    def clean(self) -> None:
        counting = COUNTING.get(self.chosen, {})
        for name in set(self.fields) - {*counting, *ALWAYS_COUNTING}:
            self.errors.pop(name, None)
        for name, is_needed in counting.items():
            if is_needed and name not in self.errors and self.cleaned_data.get(name) in (None, "", []):
                self.add_error(name, MISSING)

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show problems at fields that count, others at the top; the page itself shows that the schedule changed."""
        for problem in problems:
            if problem.code == "changed-meanwhile":
                self.is_outdated = True
                continue
            name = problem.path.partition(".")[0]
            counts = name in self.fields and (name in COUNTING[self.chosen] or name in ALWAYS_COUNTING)
            self.add_error(name if counts else None, problem.message.translate(gettext))

    @property
    def arguments(self) -> ScheduleArguments:
        """Return the arguments of the schedule; the form must be valid."""
        sent = self.cleaned_data
        return {
            "dates": self._dates,
            "tables": sent["tables"] if self.chosen in (WEEKLY, LISTED) else None,
            "rounds": sent.get("rounds"),
            "draw_seed": sent.get("lot"),
            "starts_on": sent["starts_on"],
            "ends_on": sent["ends_on"],
        }

    @property
    def _dates(self) -> Dates | None:
        sent = self.cleaned_data
        if self.chosen == WEEKLY:
            return Weekly(sent["start"].weekday(), sent["start"], tuple(sent["holidays"]))
        if self.chosen == LISTED:
            return Listed(tuple(sent["days"]), tuple(sent["holidays"]))
        return Deadlines(sent["first"], WEEK * sent["every"]) if self.chosen == DEADLINES else None

    @property
    def days_to_remind(self) -> int:
        return (self.cleaned_data["remind_days"] or 0) if self.chosen == DEADLINES else 0


class MakeScheduleView(SeasonChangeView[MakeScheduleForm]):
    """Shows a preview of a schedule, then saves it; if the plan has changed by then, shows the new preview."""

    template_name = "manage/make_schedule.html"
    was_sent_in = False

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.is_closed:
            return self.lead_to_season(
                gettext("The tournament has ended. Reopen it to change the schedule.")
                if self.season.competition.is_tournament
                else gettext("The season is closed. Reopen it to change the schedule.")
            )
        # After sending, the refusal says so, above the form.
        if not self.was_sent_in and has_active_results(self.season):
            message = gettext(
                "There are results, so you can't make a new schedule. You can still move single nights and "
                "matches."
            )
            messages.info(self.request, message)
            return redirect("nights", *self.address)
        return None

    def build_form(self, sent: QueryDict | None) -> MakeScheduleForm:
        """Return the form; with a new draw seed on request, or if none is filled in.

        `?how=` chooses the way for a new league, whose first schedule has no dates.
        """
        draw = find_draw_choice(self.season)
        if sent is None:
            initial = get_initial(self.season)
            how = self.request.GET.get("how", "")
            return MakeScheduleForm(initial=initial | {"how": how} if how in COUNTING else initial, draw=draw)
        sent = sent.copy()
        if "draw" in sent:
            sent["lot"] = str(generate_draw_seed())
        elif not sent.get("lot", "").strip():
            sent["lot"] = str(self.season.draw_seed or generate_draw_seed())
        return MakeScheduleForm(sent, draw=draw)

    def is_confirmed(self) -> bool:
        return "keep" in self.request.POST

    def make_plan(self, form: MakeScheduleForm) -> Fixtures | None:
        if not form.is_valid() or (
            self.is_confirmed() and not form.is_outdated
        ):  # the action plans by itself
            return None
        return plan_fixtures(self.season, **form.arguments)

    def change(self, form: MakeScheduleForm) -> HttpResponse:
        self.was_sent_in = True
        make_schedule(
            season=self.season,
            remind_days=form.days_to_remind,
            by=self.by,
            seen=self.request.POST.get("seen", ""),
            **form.arguments,
        )
        messages.success(self.request, gettext("Schedule saved."))
        return redirect("set-up" if self.season.is_draft else "nights", *self.address)

    def get_context(self, form: MakeScheduleForm) -> dict[str, Any]:
        season = self.season
        matches = Match.objects.filter(division__season=season)
        context = {
            **super().get_context(form),
            "divisions": Division.objects.filter(season=season).count(),
            "players": Entry.objects.filter(season=season).count(),
            "matches": 0 if season.schedule_token else matches.count(),
            "unfinished": describe_unfinished_schedule(season),
        }
        return context if self.plan is None else context | self._describe_plan(form, self.plan)

    def _describe_plan(self, form: MakeScheduleForm, fixtures: Fixtures) -> dict[str, Any]:
        """Return the context of a schedule that is not saved yet. 1 query."""
        players = Player.objects.filter(entries__season=self.season)
        by_key = {player.key: player for player in players.only("key", "name", "user", "visibility", "club")}
        pairings = list(fixtures.pairings)
        return {
            "fixtures": fixtures,
            "match_count": len(pairings),
            "length": format_duration(parse_settings(*self.season.settings).minutes),
            "nights": list(_list_nights(fixtures, by_key)),
            "fairness": measure_schedule(fixtures.groups, pairings, has_shared_room=fixtures.has_shared_room),
            "seen": compute_digest(
                fixtures,
                remind_days=form.days_to_remind,
                starts_on=form.arguments["starts_on"],
                ends_on=form.arguments["ends_on"],
            ),
        }


def _list_nights(fixtures: Fixtures, players: Mapping[str, Player]) -> Iterator[dict[str, Any]]:
    """Yield the matches of a round by day; of a large schedule only the first matches are listed."""
    divisions = {group.level: group.name for group in fixtures.groups}
    left = MAX_LISTED_MATCHES
    for fixture_round in fixtures.rounds:
        byes = [(divisions[bye.level], players[bye.player]) for bye in fixture_round.byes]
        for number, night in enumerate(fixture_round.nights):
            listed = night.pairings[:left]
            left -= len(listed)
            yield {
                "day": night.day,
                "round": fixture_round.number,
                "is_open": fixture_round.number <= OPEN_ROUNDS,
                "matches": [
                    (divisions[pairing.level], pairing.table, [players[key] for key in pairing.players])
                    for pairing in listed
                ],
                "more": len(night.pairings) - len(listed),
                "byes": byes if number == 0 else [],
            }


def find_draw_choice(season: Season) -> DrawChoice | None:
    """Return the choices of a draw; None for tables of two, or if the game is not installed. 1 query."""
    settings = find_settings(season)
    draw = build_table_draw(settings, draw_seed=season.draw_seed) if settings else None
    if settings is None or draw is None:
        return None
    divisions = Division.objects.filter(season=season).annotate(size=Count("entries"))
    rounds = [
        draw.count_rounds(size, settings.rules.meetings)
        for size in divisions.values_list("size", flat=True)
        if size >= draw.least
    ]
    fewest, most = min(rounds, default=0), max(rounds, default=0)
    return DrawChoice(draw.size, fewest, most, season.draw_seed, keeps_lot=season.is_open)


def describe_unfinished_schedule(season: Season) -> str:
    """Return the message about a schedule that is being made, or was begun; empty for any other."""
    if season.schedule_batch_at is None:
        return ""
    if timezone.now() - season.schedule_batch_at < UNDER_WAY:
        return gettext("The schedule is being created. Reload this page in a few seconds.")
    return gettext("The schedule isn't complete because creating it was interrupted. Create it again.")


def get_initial(season: Season) -> dict[str, Any]:
    """Return the settings of the current schedule, or of the previous season's. 1 query, 3 for the previous season.

    If that had no nights, the first night is in a week.
    """
    today = season.competition.club.today
    limits = {"starts_on": season.starts_on, "ends_on": season.ends_on}
    first_night = season.starts_on or today + timedelta(days=WEEK)
    found = find_wanted_schedule(season, today=today)
    if found is None:
        return {"start": first_night, **limits}
    dates = found.source.dates
    initial = {
        "tables": found.source.tables,
        "rounds": found.source.rounds,
        "remind_days": found.remind_days or None,
        **limits,
    }
    # The first day is filled in even if it doesn't count, so that another way begins on the same day.
    if isinstance(dates, Deadlines):
        start, weeks = dates.first, dates.every // WEEK
        return initial | {"how": DEADLINES, "start": start, "first": start, "every": weeks}
    if isinstance(dates, Weekly):
        holidays = _write_lines(dates.holidays)
        return initial | {"how": WEEKLY, "start": dates.start, "first": dates.start, "holidays": holidays}
    if isinstance(dates, Listed):
        start, days = dates.days[0], _write_lines(dates.days)
        holidays = _write_lines(dates.holidays)
        return initial | {"how": LISTED, "start": start, "first": start, "days": days, "holidays": holidays}
    return initial | {"how": WITHOUT, "start": first_night}


def _write_lines(days: Iterable[date]) -> str:
    return "\n".join(day.isoformat() for day in days)
