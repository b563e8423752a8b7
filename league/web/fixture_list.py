"""A list of matches as HTML. A page may have a thousand; a template would take several times as long."""

from collections.abc import Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from league.models.match import MatchStatus
from league.queries.fixtures import Fixture, FixtureSeat
from league.web.formats import format_figure

MAX_SHOWN = 4  # players of a match in a short list


class FixtureWriter:
    """Writes matches of one club, whose address is `home`; what all of them share is looked up once.

    A short list has the first players of each match alone, and how many others there are.
    """

    def __init__(self, home: str, *, is_short: bool, with_table: bool) -> None:
        self.home, self.is_short, self.with_table = escape(home), is_short, with_table
        self.outcomes = {
            "win": f' <i aria-hidden="true">✓</i><span class="unseen">{escape(gettext("won"))}</span>',
            "draw": f' <i aria-hidden="true">=</i><span class="unseen">{escape(gettext("drawn"))}</span>',
        }
        self.absent = f"<i>{escape(gettext('absent'))}</i>"
        self.disputed = f'<span class="chip down">{escape(gettext("disputed"))}</span>'
        self.uncounted = gettext("doesn't count")
        self.overdue = f'<span class="chip down">{escape(gettext("overdue"))}</span>'

    def write(self, matches: Sequence[Fixture], places: Sequence[Sequence[str]]) -> SafeString:
        """Return the list; `places` are the notes on each match beside the players, as HTML."""
        written = "".join(
            self._write_match(match, place) for match, place in zip(matches, places, strict=True)
        )
        return mark_safe(f'<ul class="fixtures">\n{written}</ul>')  # noqa: S308  (all that users typed is escaped)

    def _write_match(self, match: Fixture, place: Sequence[str]) -> str:
        shown = match.by_place[:MAX_SHOWN] if self.is_short else match.by_place
        seats = "".join(self._write_seat(match, seat) for seat in shown)
        notes = " ".join(self._list_notes(match, place))
        small = f"<small>{notes}</small>" if notes else ""
        return f'<li><a href="{self.home}matches/{escape(match.key)}/">\n{seats}</a>\n{small}</li>\n'

    def _write_seat(self, match: Fixture, seat: FixtureSeat) -> str:
        start = '<span class="winner">' if seat.outcome == "win" else "<span>"
        outcome = self.outcomes.get(seat.outcome, "")
        figure = ""
        if match.is_played:
            figure = f'<b class="score">{escape(format_figure(seat.score))}</b>'
        elif seat.absent:
            figure = self.absent
        return f"{start}<bdi>{escape(seat.name)}</bdi>{outcome} {figure}</span>\n"

    def _list_notes(self, match: Fixture, place: Sequence[str]) -> list[str]:
        notes = []
        if self.is_short and (others := len(match.seats) - MAX_SHOWN) > 0:
            more = ngettext("and 1 more", "and %(number)s more", others) % {"number": others}
            notes.append(f"<span>{escape(more)}</span>")
        notes += place
        if self.with_table:
            notes.append(f"<span>{escape(gettext('Table %(number)s') % {'number': match.table})}</span>")
        if match.is_disputed:
            notes.append(self.disputed)
        if match.is_overdue:
            notes.append(self.overdue)
        elif match.is_decided and not match.is_played:
            status = str(capfirst(match.status.label))
            if match.status == MatchStatus.VOID:
                status = f"{status} – {self.uncounted}"
            notes.append(f"<span>{escape(status)}</span>")
        return notes
