"""The form of a score sheet: a Django form built from the game's layout.

Each deal, and each line of a list beside the deals, is a form of its own with a prefix (`deals-0`), and has a field for
each cell. Typed text is never lost: it is shown again as it was sent, with its problems at its field.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any, Literal

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from games import Field, Invalid, Problem
from league.forms import parse_revision
from league.models import Result, SheetDraft
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.queries.boards import load_match_boards
from league.queries.game_words import get_word
from league.queries.match import SeatedMatch
from league.queries.overtaken import PossibleEnd, build_questions, list_overtaken
from league.queries.result_checks import question_played_on
from league.queries.sheet import DEALS, ON, OUT, Cell, Line, ListLayout, Sum, Table
from league.queries.sheet_draft import fill_in_shown
from league.queries.sheet_layout import (
    Texts,
    count_lines,
    count_written,
    get_max_lines,
    lay_out,
    lay_out_next_line,
    read_texts,
)
from league.rules.duplicate.sheets import fill_in_cards, question_cards
from league.rules.field_types import parse_day
from league.rules.records import SheetRecord
from league.rules.running_score import calculate_running_score, find_problems
from league.rules.snapshot import JSON
from league.rules.standings.totals import PAIR_SIZE
from league.web.entry.clock_offers import list_offers
from league.web.entry.messages import Message, build_messages, build_warnings
from league.web.entry.running import RunningTotals
from league.web.entry.submission import SubmissionForm, TextField

ENDED_BY_TIME = "time"  # as on the sheet
FULL_FORM, SHORT_FORM = "deals", "short"  # of a sheet, in the address
MIN_SPARE, MORE_SPARE = 1, 4  # empty lines below those that are filled in
SWITCH_PREFIX = "match-"  # of the names of the layout's switches


class CellField(forms.Field):
    """A cell: any text is accepted, and the game finds the problems."""

    def __init__(self, cell: Cell) -> None:
        super().__init__(required=False, label=cell.label)
        self.cell = cell

    def clean(self, value: Any) -> int | str | bool | None:
        return self.cell.value


class LineForm(forms.Form):
    """A deal, or a line of a list; `messages` are shown below it, `more_messages` below its optional cells."""

    def __init__(self, line: Line, texts: Texts | None = None) -> None:
        super().__init__(texts or {}, prefix=line.name)
        self.line = line
        self.messages: list[Message] = []
        self.more_messages: list[Message] = []
        for cell in line.cells:
            self.fields[cell.name.removeprefix(f"{line.name}-")] = CellField(cell)

    def add_message(self, message: Message) -> None:
        """Show the message below the line, and mark its cells as wrong."""
        (self.messages if message.is_in_front else self.more_messages).append(message)
        for name in () if message.is_warning else message.names:
            self.add_error(name.removeprefix(f"{self.prefix}-"), message.text)

    @property
    def wrong(self) -> set[str]:
        """Return the names of the cells that are marked as wrong."""
        return {self.add_prefix(name) for name in self.errors}

    @property
    def folds(self) -> bool:
        """Return whether a telephone may collapse it to a summary: it is complete and has no problems."""
        return self.line.is_filled and not (self.messages or self.more_messages)

    @property
    def summary(self) -> Iterator[list[Cell]]:
        """Yield the cells of the summary: the filled cells of the deal one by one, and those of each seat together."""
        for group in self.line.groups:
            cells = [cell for cell in group.cells if cell.applies and not cell.is_blank]
            if group.seat is None:
                yield from ([cell] for cell in cells)
            elif cells:
                yield cells


class SheetForm(SubmissionForm):
    """The sheet of a match, its date, and the reason for a correction.

    `waved` are the names of the warnings that the user has seen and dismissed. `draft` is the revision of the
    unfinished sheet that the form was made from; 0 for none.
    """

    reasons = (
        _("Typing mistake"),
        _("Misread the sheet"),
        _("Score sheet corrected"),
        _("Entered for the wrong match"),
    )
    played_on = TextField()
    ended = TextField()  # by time, before the last deal
    over = TextField()  # who took too long by the clock, and in which deals
    short = TextField()  # whether the sheet is of the game's short form
    waved = TextField()
    draft = TextField()
    running: RunningTotals
    is_dispute = False  # of a result that another user has entered

    def __init__(
        self,
        table: Table,
        sent: Texts,
        counts: Mapping[str, int],
        *,
        usual_day: date,
        is_final: bool = False,
        asks_for_end: bool = False,
    ) -> None:
        """Build the form; until it `is_final`, the day and the reason are not validated."""
        super().__init__(
            {
                **sent,
                "played_on": sent.get("played_on", usual_day.isoformat()).strip(),
                "short": ON if table.is_short else "",
                "draft": str(parse_revision(sent.get("draft", ""))),
                "waved": " ".join(sorted(set(re.findall(r"\b[0-9a-f]{12}\b", sent.get("waved", ""))))),
            }
        )
        self.table, self.counts, self.is_final = table, counts, is_final
        self._asks_for_end = asks_for_end
        self.offers = list_offers(table, self.data)
        self.sheet = lay_out(table, sent, counts)
        self.messages: list[Message] = []  # reasons for the refusal
        self.warnings: list[Message] = []  # questions before saving
        self.day_questions: list[str] = []  # questions about the day

    # --- its lines, made only where the form is shown

    @cached_property
    def deals(self) -> list[LineForm]:
        return [LineForm(line, self.data) for line in self.sheet.deals]

    @cached_property
    def lists(self) -> list[tuple[ListLayout, list[LineForm]]]:
        return [(part, [LineForm(line, self.data) for line in part.lines]) for part in self.sheet.lists]

    @cached_property
    def lines(self) -> list[LineForm]:
        return [*self.deals, *(line for _part, lines in self.lists for line in lines)]

    @cached_property
    def _by_name(self) -> dict[str | None, LineForm]:
        return {line.prefix: line for line in self.lines}

    # --- constructors

    @classmethod
    def from_match(
        cls,
        found: SeatedMatch,
        entered: Result | SheetRecord | None = None,
        *,
        draft: SheetDraft | None = None,
        night_day: date | None = None,
        clock: Mapping[str, str] | None = None,
        form: str | None = None,
    ) -> "SheetForm":
        """Return the form of the `entered` result, which does not count, or of the current one; else an empty form.

        Where there is neither, it is that of the unfinished sheet in `draft`, with the bids that are shown. The date of
        an empty form is the usual day, or the `night_day`, about which there is no further question. `clock` is what
        the match's clock says, in the address that leads from it. `form` is the one that the user asks for, FULL_FORM
        or SHORT_FORM; a result of another form is then left out.
        """
        shown = entered or found.match.current
        draft = None if shown else draft
        saved = draft.texts if draft else {}
        table = choose_table(found, saved) if saved else found.table.for_sheet(shown.sheet if shown else None)
        wanted = table if form is None else found.table.for_form(is_short=form == SHORT_FORM)
        is_shown = wanted.is_short == table.is_short
        table = wanted
        texts = read_texts(table, shown.sheet) if shown and is_shown else dict(saved if is_shown else {})
        if draft:
            texts = fill_in_shown(table, texts, draft.entered)
        counts = count_for_typing(table, texts)
        if shown and texts:  # no deal is missing
            counts[DEALS] = max(count_written(table, texts)[DEALS], table.fixed_deals or 1)
        if shown and (shown.sheet or {}).get("ended"):
            texts["ended"] = ENDED_BY_TIME
        for switch in table.layout.switches:
            if (shown and (shown.sheet or {}).get(switch.key)) or (clock and switch.key in clock):
                texts[SWITCH_PREFIX + switch.key] = "1"
        if clock and "over" in clock:
            texts["over"] = clock["over"]
        if shown and shown.played_on:
            texts["played_on"] = shown.played_on.isoformat()
        elif night_day and not (shown or saved):
            texts["played_on"] = night_day.isoformat()
            questions = question_played_on(found.season, night_day, found.today)
            texts["waved"] = " ".join(map(_name_warning, questions))
        return cls(
            table,
            {
                **texts,
                "base": str(found.match.revision),
                "draft": str(draft.revision if draft and is_shown else 0),
            },
            counts,
            usual_day=found.usual_day,
            asks_for_end=asks_for_end(found),
        )

    @classmethod
    def from_sent(
        cls, found: SeatedMatch, sent: Texts, *, more: bool = False, is_final: bool = False
    ) -> "SheetForm":
        """Return the form that was sent, by a browser or any other client; `more`: with more lines to type in."""
        table = choose_table(found, sent)
        counts = count_for_typing(table, sent, MORE_SPARE if more else MIN_SPARE)
        return cls(
            table,
            sent,
            counts,
            usual_day=found.usual_day,
            is_final=is_final,
            asks_for_end=asks_for_end(found),
        )

    @classmethod
    def from_typing(cls, found: SeatedMatch, sent: Texts) -> "SheetForm":
        """Return the form while the user types in it, with the same lines."""
        table = choose_table(found, sent)
        there = count_lines(table, sent)
        counts = {key: max(_get_min_lines(table, key), count) for key, count in there.items()}
        return cls(table, sent, counts, usual_day=found.usual_day, asks_for_end=asks_for_end(found))

    # --- what was sent

    def clean_played_on(self) -> date | None:
        try:
            return parse_day(self.cleaned_data["played_on"])
        except ValueError:
            if self.is_final:
                raise forms.ValidationError(gettext("Write the date like 2026-01-31.")) from None
            return None

    def clean(self) -> None:
        if self.is_final and (self.based_on or self.is_dispute):
            self.require_reason()

    def list_fields(self) -> set[str]:
        """Return the names of the form's own fields and of the sheet's cells."""
        switches = (SWITCH_PREFIX + switch.key for switch in self.table.layout.switches)
        offers = (offer.name for offer in self.offers)
        return {*self.fields, *switches, *offers, *(cell.name for cell in self.sheet.cells)}

    def as_json(self) -> JSON:
        """Return the typed sheet, with the penalties of the clock's offers that were accepted."""
        ended = {"ended": ENDED_BY_TIME} if self.is_ended else {}
        switches = {switch.key: True for switch, is_on in self.switches if is_on}
        sheet = {**self.sheet.as_json(), **switches, **ended}
        for offer in self.offers:
            if offer.is_accepted and offer.entry not in sheet.get(offer.into, ()):
                sheet[offer.into] = [*sheet.get(offer.into, ()), offer.entry]
        return sheet

    @property
    def switches(self) -> list[tuple[Field, bool]]:
        """The layout's switches of the match as a whole, each with whether it is on."""
        return [
            (switch, bool(self.data.get(SWITCH_PREFIX + switch.key))) for switch in self.table.layout.switches
        ]

    @property
    def deal_word(self) -> str:
        return get_word(self.table.settings.game, "deal")

    @property
    def is_ended(self) -> bool:
        """Whether the match was ended by time."""
        return bool(self.data.get("ended"))

    @property
    def may_end(self) -> bool:
        """Whether the form asks if the match was ended by time: in a tournament, and where the sheet says so."""
        return self._asks_for_end or self.is_ended

    @property
    def draft_seen(self) -> int:
        """The revision of the unfinished sheet that the form was made from."""
        return int(self["draft"].value())

    def renew_draft(self, revision: int) -> None:
        """Make this revision of the unfinished sheet the one that was seen, with everything that was typed."""
        self.data = {**self.data, "draft": str(revision)}

    def get_draft_texts(self) -> dict[str, str]:
        """Return what is typed, to be saved unfinished, in the words of no language; blank fields are left out."""
        own = {name: text for name, text in self.get_texts().items() if name not in ("why", "base", "draft")}
        cells = {cell.name: OUT if cell.is_null else cell.text for cell in self.sheet.cells}
        return {name: text for name, text in (own | cells).items() if text.strip()}

    def get_texts(self) -> dict[str, str]:
        """Return the typed texts by the names of their fields, to be held until after a log-in."""
        names = (
            *("played_on", "ended", "over", "short", "why", "base", "draft"),
            *(SWITCH_PREFIX + switch.key for switch in self.table.layout.switches),
            *(offer.name for offer in self.offers),
        )
        own = {name: self.data[name] for name in names if name in self.data}
        return {cell.name: cell.text for cell in self.sheet.cells} | own

    # --- problems, warnings and the running score

    @property
    def is_questioned(self) -> bool:
        return bool(self.warnings or self.day_questions)

    @property
    def is_refused(self) -> bool:
        return bool(self.messages or self.errors)

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show problems at their fields, others above the form.

        A single blank cell is filled with the rest of the total, for the user to check before saving.
        """
        problems = list(problems)
        super().add_problems(problem for problem in problems if problem.path in self.fields)
        of_sheet = [problem for problem in problems if problem.path not in self.fields]
        rests = self._find_rests()
        for message in build_messages(of_sheet, self.sheet, rests=rests):
            self.messages.append(message)
            self._place(message)
        for message in self.messages:
            if len(message.cells) == 1 and (rest := rests.get(message.names[0])) is not None:
                message.cells[0].text, message.cells[0].is_offered = str(rest), True

    def find_problems(self) -> Iterable[Problem]:
        """Return the problems of the sheet."""
        return find_problems(self.table.settings, self.as_json(), len(self.table.players))

    def find_warnings(self, found: SeatedMatch) -> tuple[Problem, ...]:
        """Return the warnings about a complete match, its day and later matches, unless all have been dismissed."""
        settings, seats, sheet = self.table.settings, len(self.table.players), self.as_json()
        boards = load_match_boards(found.match, settings)
        try:
            filled = fill_in_cards(sheet, boards, settings)
            parsed = games.parse(settings.game, filled, settings.options, seats)
        except Invalid:
            return ()
        if not settings.score(parsed, seats).complete:
            return ()
        warnings = games.warnings(settings.game, parsed, settings.options, seats)
        day, current = self.cleaned_data["played_on"], found.match.current
        if not (current and current.played_on == day):
            warnings = (*question_played_on(found.season, day, found.today), *warnings)
        warnings = (
            *warnings,
            *question_cards(sheet, boards, settings),
            *question_later_matches(found, sheet),
        )
        is_waved = set(self.data["waved"].split()).issuperset(map(_name_warning, warnings))
        return () if is_waved else warnings

    def add_warnings(self, warnings: Iterable[Problem]) -> None:
        """Show warnings; sending the form again dismisses them."""
        warnings = list(warnings)
        self.warnings = build_warnings(
            [warning for warning in warnings if warning.path != "played_on"], self.sheet
        )
        self.day_questions = [
            warning.message.translate(gettext) for warning in warnings if warning.path == "played_on"
        ]
        waved = {*self.data["waved"].split(), *map(_name_warning, warnings)}
        self.data = {**self.data, "waved": " ".join(sorted(waved))}

    def add_running_score(self) -> None:
        """Show the running score, and the problems so far unless those of a refusal are shown."""
        settings = self.table.settings
        running = calculate_running_score(settings, self.as_json(), len(self.table.players))
        messages = list(build_messages(running.problems, self.sheet, is_finished=False))
        warnings = build_warnings(running.warnings, self.sheet)
        for message in (*(() if self.is_refused else messages), *warnings):
            self._place(message)
        if running.score and running.deals:
            self.sheet.show_scores(running.score, running.deals)
            self.sheet.show_results(running.results, running.deals)
        self.running = RunningTotals(
            self.table, running, [message for message in (*messages, *warnings) if not message.line]
        )

    def _place(self, message: Message) -> None:
        if message.line:
            self._by_name[message.line.name].add_message(message)

    def _find_rests(self) -> dict[str, int]:
        """Return the rest for the single blank cell of a field whose counts add up to a total, by the cell's name.

        A seat that is out counts as 0.
        """
        rests = {}
        for line in self.sheet.deals:
            together: dict[str, list[Cell]] = defaultdict(list)
            for cell in line.cells:
                if cell.total is not None and cell.applies:
                    together[cell.field.key].append(cell)
            for cells in together.values():
                blank = [cell for cell in cells if cell.is_blank]
                values = [cell.value for cell in cells if not (cell.is_blank or cell.is_null)]
                counts = [value for value in values if isinstance(value, int)]
                if len(blank) == 1 and len(counts) == len(values):
                    rest, most = (blank[0].total or 0) - sum(counts), blank[0].maximum
                    if blank[0].minimum <= rest and (most is None or rest <= most):
                        rests[blank[0].name] = rest
        return rests

    # --- another line

    def build_next_line(self, key: str) -> LineForm | None:
        """Return another line of the requested list; else another deal, if the match continues after the last.

        None if there may be no more.
        """
        key = key or (DEALS if self._goes_on() else "")
        count = self.counts.get(key, 0)
        if not count or _get_fixed_lines(self.table, key) or count >= get_max_lines(self.table, key):
            return None
        return LineForm(lay_out_next_line(self.table, key, self.counts))

    def _goes_on(self) -> bool:
        last = self.deals[-1]
        if not last.line.is_filled or last.errors:
            return False
        return not self.running.is_complete or self._may_go_on()

    def _may_go_on(self) -> bool:
        """Return whether a complete match may have another deal, whatever its content."""
        sheet = self.as_json()
        sheet[DEALS] += sheet[DEALS][-1:]
        wrong = find_problems(self.table.settings, sheet, len(self.table.players))
        return f"sheet.deals.{len(sheet[DEALS]) - 1}" not in {problem.path for problem in wrong}

    # --- presentation

    @property
    def shape(self) -> Literal["pair", "many", "carded"]:
        """Return the shape of a deal: a line on telephones, a line on wide pages only, or always a card."""
        if self.sheet.is_carded or self.table.layout.by_field:
            return "carded"
        front = [cell for cell in self._first_cells if cell.field.in_front]
        has_buttons = any(cell.field.steps or cell.out_word for cell in front)
        return (
            "many" if len(self.table.players) > PAIR_SIZE or has_buttons or self.sheet.is_varied else "pair"
        )

    @property
    def sums(self) -> Sequence[Sum]:
        """Return the rows below the deals; larger tables that add up nothing else show the running score instead."""
        adds_up = self.shape == "pair" or self.table.layout.additions or self.sheet.foot
        return [*self.sheet.sums, *self.sheet.foot] if adds_up else ()

    @property
    def columns(self) -> int:
        """Return the number of columns of the table of deals; each seat has a column for its score."""
        seats = len(self.table.players) * (len(self.sheet.seat_labels) + 1)
        return 1 + len(self.sheet.deal_labels) + seats

    @property
    def optional_labels(self) -> str:
        """Return the labels of the optional fields, if these stand below all deals."""
        fields = (*self.table.layout.per_seat, *self.table.layout.per_deal)
        rest = [gettext(field.label) for field in fields if not field.in_front]
        return "" if self.sheet.is_varied else ", ".join(rest)

    @property
    def more_deals(self) -> str:
        """Return the text of the button that adds a deal; empty if their number is fixed."""
        if _get_fixed_lines(self.table, DEALS):
            return ""
        return gettext("Add another {thing}").format(thing=get_word(self.table.settings.game, "deal"))

    @property
    def begins(self) -> str:
        """Return the name of the cell to focus: the first that is still blank, else the first of all."""
        if self.is_refused or self.is_questioned:
            return ""
        wanted = (cell.name for line in self.sheet.deals for cell in line.cells if cell.is_wanted)
        return next(wanted, self._first_cells[0].name if self._first_cells else "")

    @property
    def totals(self) -> list[int]:
        """Return the totals to which the counts of some fields add up, for offering the rest."""
        return sorted(
            {cell.total for line in self.sheet.deals for cell in line.cells if cell.total is not None}
        )

    @property
    def out_words(self) -> list[str]:
        """Return the words that may be typed instead of a number."""
        return list(dict.fromkeys(cell.out_word for cell in self._first_cells if cell.out_word))

    @property
    def names_deals(self) -> bool:
        """Return whether a cell asks for a deal."""
        return any(cell.field.kind == "deal" for cell in self.sheet.cells)

    @property
    def help_texts(self) -> dict[str, str]:
        """Return the help texts by the labels of their fields, unless they are shown at the fields."""
        cells = [
            *self._first_cells,
            *(c for part in self.sheet.lists for line in part.lines for c in line.cells),
        ]
        return {
            gettext(cell.field.label): gettext(cell.field.help)
            for cell in cells
            if cell.field.help and not (self.sheet.is_carded and cell.is_helped)
        }

    @property
    def first_label(self) -> str:
        """Return the label of the cell that decides which others a deal needs; empty without such a cell."""
        asked = [cell for cell in self._first_cells if cell.is_wanted]
        return asked[0].label if self.sheet.is_carded and len(asked) == 1 and not asked[0].conditions else ""

    @property
    def _first_cells(self) -> tuple[Cell, ...]:
        """Return the cells of a deal; all deals have the same, except for who sits out."""
        return self.sheet.deals[0].cells if self.sheet.deals else ()


def question_later_matches(found: SeatedMatch, sheet: JSON) -> tuple[Problem, ...]:
    """Return what a complete sheet changes in later rounds of a bracket. At most 6 queries, none without a bracket."""
    end = PossibleEnd(MatchStatus.PLAYED, sheet)
    try:
        overtaken = list_overtaken(
            found.match.division, {found.match.pk: end}, found.table.settings, viewer=found.viewer
        )
    except Invalid:  # saving refuses it
        return ()
    return build_questions(overtaken)


def choose_table(found: SeatedMatch, sent: Texts) -> Table:
    """Return the table for the form of the sheet that was sent."""
    return found.table.for_form(is_short=bool(sent.get("short")))


def asks_for_end(found: SeatedMatch) -> bool:
    """Return whether its form asks if a match was ended by time: in a tournament."""
    return found.season.competition.kind == CompetitionKind.TOURNAMENT


def count_for_typing(table: Table, texts: Texts, spare: int = MIN_SPARE) -> dict[str, int]:
    """Return how many lines to show: the deals of a match, and spare ones if there may be more.

    Lines that were shown before are kept.
    """
    counts, there = count_written(table, texts), count_lines(table, texts)
    for key, written in counts.items():
        wanted = _get_fixed_lines(table, key) or max(
            _get_min_lines(table, key), written + spare + (key != DEALS)
        )
        counts[key] = min(max(wanted, there[key]), get_max_lines(table, key))
    return counts


def _get_fixed_lines(table: Table, key: str) -> int | None:
    """Return the fixed number of lines; None for lists beside the deals, and if any number of deals may be played."""
    is_open = key != DEALS or table.layout.passes or table.layout.goes_on
    return None if is_open else table.fixed_deals


def _get_min_lines(table: Table, key: str) -> int:
    return (table.fixed_deals if key == DEALS else None) or 1


def _name_warning(warning: Problem) -> str:
    """Return a hash that identifies a warning in the form: it is the same for the same day, cell and numbers."""
    text = f"{warning.path} {warning.code} {sorted(warning.message.values.items())}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]
