"""Entries that decisions are made about, as they are now."""

from games.problems import _
from league.actions.errors import ActionError
from league.models import Decision, Entry, Season
from league.rules.validation import build_problem

NO_ENTRY = build_problem("", "no-entry", _("This entry is not there any more."))


def require_entry(entry: Entry, season: Season) -> Entry:
    """Return the entry of a locked season as it is now; raise ActionError if it is gone. 1 query."""
    current = Entry.objects.select_related("player", "division").filter(pk=entry.pk, season=season).first()
    if current is None:
        raise ActionError(NO_ENTRY)
    current.season = season
    return current


def find_entry(decision: Decision) -> Entry | None:
    """Return the decision's entry in the last stage it reached, or None if it is gone; 1 query."""
    entries = Entry.objects.filter(season=decision.season_id, player=decision.player_id)
    return entries.order_by("-stage").first()
