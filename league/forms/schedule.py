"""The forms of the schedule: how a season's matches get their days, and moving a day or a match."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any, TypedDict

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions import draft as lots
from league.actions.reminder import MAX_REMIND_DAYS
from league.forms.member import Problematic
from league.forms.numbers import Number
from league.forms.words import MISSING
from league.models import Season
from league.queries.pages.making_schedule import Draw
from league.queries.pages.words import where
from league.queries.scheduled import like_it_is
from league.rules.pairing.fixtures import MAX_TABLES
from league.rules.pairing.nights import MAX_ROUND_DAYS, WEEK, Dates, Deadlines, Listed, Weekly
from league.rules.pairing.schedules import MAX_ROUNDS

WRITTEN = "%Y-%m-%d"
NO_DAY = _("There is no such day. A day is written like 2026-01-31.")
MOST_LINES = 1000
MOST_SAID = 5  # of what is wrong in one list

WEEKLY, LISTED, DEADLINES, WITHOUT = "weekly", "listed", "deadlines", "without"


class Day(forms.DateField):
    """Chosen from the browser's calendar, or written as it writes it."""

    def __init__(self, *, widget: forms.Widget | None = None, **kwargs: Any) -> None:
        calendar = forms.DateInput(format=WRITTEN, attrs={"type": "date"})
        super().__init__(
            input_formats=[WRITTEN], widget=widget or calendar, error_messages={"invalid": NO_DAY}, **kwargs
        )


class Days(forms.CharField):
    """Days, one a line; empty lines are passed over, and each wrong one is told."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"rows": 4, "spellcheck": "false"}
        super().__init__(widget=forms.Textarea(attrs=attrs), required=False, **kwargs)

    def clean(self, value: Any) -> Any:
        days, wrong = [], []
        for number, line in enumerate(super().clean(value).splitlines()[: MOST_LINES + 1], 1):
            if number > MOST_LINES:
                wrong.append(gettext("There can be {most} lines at most.").format(most=MOST_LINES))
            elif written := line.strip():
                day = _read(written)
                if day:
                    days.append(day)
                else:
                    said = gettext("Line {number}: “{written}” is no day. A day is written like 2026-01-31.")
                    wrong.append(said.format(number=number, written=written[:20]))
        if wrong:
            raise ValidationError(wrong[:MOST_SAID])
        return days


def _read(written: str) -> date | None:
    try:
        return datetime.strptime(written, WRITTEN).date()  # noqa: DTZ007  # a day has no time zone
    except ValueError:
        return None


# What counts of the form by what is chosen, and whether something must be written there.
NIGHTS: Mapping[str, bool] = {"holidays": False, "tables": False}
COUNTS: Mapping[str, Mapping[str, bool]] = {
    WEEKLY: {"start": True, **NIGHTS},
    LISTED: {"days": True, **NIGHTS},
    DEADLINES: {"first": True, "every": True, "remind_days": False},
    WITHOUT: {},
}
ALWAYS = ("how", "rounds", "lot", "starts_on", "ends_on")


class Wanted(TypedDict):
    dates: Dates | None
    tables: int | None
    rounds: int | None
    draw_seed: int | None
    starts_on: date | None
    ends_on: date | None


class MakeSchedule(Problematic):
    """How a season's matches get their days. Only the fields of what is chosen count."""

    how = forms.ChoiceField(
        label=_("When are the matches played?"),
        choices=[
            (WEEKLY, _("On club nights, every week on the same day")),
            (LISTED, _("On club nights, on days that I list")),
            (DEADLINES, _("Whenever the players like, each round by a last day")),
            (WITHOUT, _("Without days: only who meets whom in which round")),
        ],
        initial=WEEKLY,
        widget=forms.RadioSelect,
    )
    start = Day(
        label=_("First night"),
        required=False,
        help_text=_("The others follow every week on the same day of the week."),
    )
    days = Days(label=_("Days"), help_text=_("One a line, written like 2026-01-31."))
    first = Day(label=_("The first round is to be played by"), required=False)
    every = Number(
        label=_("Weeks for each further round"),
        required=False,
        initial=1,
        min_value=1,
        max_value=MAX_ROUND_DAYS // WEEK,
    )
    remind_days = Number(
        label=_("Remind the players so many days before"),
        required=False,
        min_value=0,
        max_value=MAX_REMIND_DAYS,
        help_text=_(
            "Whoever has an account and has not played yet gets a mail. Leave it empty if nobody should."
        ),
    )
    holidays = Days(
        label=_("Days to leave out"),
        help_text=_("Holidays, for example. One a line, written like 2026-12-25; may be left empty."),
    )
    tables = Number(
        label=_("Tables in the room"),
        required=False,
        min_value=1,
        max_value=MAX_TABLES,
        help_text=_(
            "Leave it empty if there are as many as needed. With fewer, a round takes more than one night."
        ),
    )
    rounds = Number(label=_("Number of rounds"), required=False, min_value=1, max_value=MAX_ROUNDS)
    lot = Number(
        label=_("Drawn from number"),
        min_value=1,
        max_value=lots.MAX_DRAW_SEED,
        help_text=_("Who sits with whom is drawn from it. You need not change it."),
    )
    starts_on = Day(label=_("The season begins on"), required=False)
    ends_on = Day(
        label=_("The season ends on"),
        required=False,
        help_text=_("Both may be left empty. Otherwise every day of the schedule lies between them."),
    )

    def __init__(self, *args: Any, draw: Draw | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if draw is None:
            del self.fields["rounds"], self.fields["lot"]
            return
        self.fields["rounds"].help_text = _usual(draw)
        if draw.keeps_lot:
            del self.fields["lot"]
        else:
            self.fields["lot"].initial = draw.lot or lots.generate_draw_seed()

    @property
    def choices(self) -> list[tuple[forms.boundfield.BoundWidget, list[forms.BoundField]]]:
        """Each choice with the fields that only it has."""
        return [
            (radio, [self[name] for name in COUNTS[radio.data["value"]] if name not in NIGHTS])
            for radio in self["how"].subwidgets
        ]

    @property
    def of_nights(self) -> list[forms.BoundField]:
        return [self[name] for name in NIGHTS]

    @property
    def of_season(self) -> list[forms.BoundField]:
        return [self["starts_on"], self["ends_on"]]

    @property
    def chosen(self) -> str:
        return str(self.cleaned_data.get("how", ""))

    def clean(self) -> None:
        counts = COUNTS.get(self.chosen, {})
        for name in set(self.fields) - {*counts, *ALWAYS}:
            self.errors.pop(name, None)
        for name, needed in counts.items():
            if needed and name not in self.errors and self.cleaned_data.get(name) in (None, "", []):
                self.add_error(name, MISSING)

    def refused(self, problems: Iterable[Problem]) -> None:
        """At a field that counts, or else at the top."""
        for problem in problems:
            name = problem.path.partition(".")[0]
            counts = name in COUNTS[self.chosen] or name in ALWAYS
            self.add_error(
                name if counts and name in self.fields else None, problem.message.translate(gettext)
            )

    @property
    def wanted(self) -> "Wanted":
        """Of a form that is right: what the schedule is made from."""
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


def _usual(draw: Draw) -> str:
    """What is to be said of the number of rounds."""
    fewest, most = draw.usual
    rounds = gettext("{fewest} to {most}").format(fewest=fewest, most=most) if fewest < most else str(most)
    said = gettext(
        "Left empty, there are as many as it takes for everybody to meet everybody about as often as the rules say: "
        "{rounds}. A season has {limit} at most."
    )
    return said.format(rounds=rounds, limit=MAX_ROUNDS)


def as_it_is(season: Season) -> dict[str, Any]:
    """What the form begins with: what made the schedule that is there, or that of the season before. 3 queries, 5 where
    it is the season before's."""
    limits = {"starts_on": season.starts_on, "ends_on": season.ends_on}
    found = like_it_is(season, today=where(season).today)
    if found is None:
        return {"start": season.starts_on, **limits}
    dates, tables = found.making.dates, found.making.tables
    return {
        "how": _HOW[type(dates)],
        "tables": tables,
        "rounds": found.making.rounds,
        "remind_days": found.remind_days or None,
        **limits,
        **(_written(dates) if dates else {}),
    }


_HOW = {Weekly: WEEKLY, Listed: LISTED, Deadlines: DEADLINES, type(None): WITHOUT}


def _written(dates: Dates) -> dict[str, Any]:
    """Also where it does not count: whoever chooses another way begins on the same day."""
    if isinstance(dates, Deadlines):
        return {"start": dates.first, "first": dates.first, "every": dates.every // WEEK}
    if isinstance(dates, Weekly):
        return {"start": dates.start, "first": dates.start, "holidays": _lines(dates.holidays)}
    return {"start": dates.days[0], "first": dates.days[0], "days": _lines(dates.days)}


def _lines(days: Iterable[date]) -> str:
    return "\n".join(day.isoformat() for day in days)


class MoveMatch(Problematic):
    due_on = Day(label=_("Day"), required=False, help_text=_("Leave it empty for a match without a day."))
    table = Number(label=_("Table"), min_value=1, max_value=MAX_TABLES)


class MoveNight(Problematic):
    day = Day(widget=forms.HiddenInput())
    to = Day(label=_("Move what is not decided to"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].error_messages["required"] = _("Choose the day to move them to.")

    @classmethod
    def of_day(cls, day: str, sent: Mapping[str, Any] | None = None) -> "MoveNight":
        """There is one for each day on the page: their fields are told apart by it."""
        return cls(sent, initial={"day": day}, auto_id=f"{_read(day) or 'night'}-%s")

    def clean(self) -> None:
        if "day" in self.errors:
            self.gone()

    def refused(self, problems: Iterable[Problem]) -> None:
        problems = list(problems)
        if any(problem.path == "day" for problem in problems):
            self.gone()
        else:
            super().refused(problems)

    def gone(self) -> None:
        """The day is none of the page's any more, so that nothing can be said at it."""
        self.errors.clear()
        self.add_error(
            None, gettext("That day has no open matches any more. These are the days as they are now.")
        )
