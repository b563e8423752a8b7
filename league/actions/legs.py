"""Further matches of a tie of a bracket, its legs (docs/reference/pairing.md, Knockout)."""

from collections.abc import Iterable

from league.actions.fixtures import delete_match_rows
from league.models import Division, Match, Round, Seat
from league.queries.confirmations import has_waiting
from league.queries.decisions import has_decision
from league.queries.paired_rounds import PUBLISHED, RunningTie, find_best_of, load_running_ties
from league.queries.schedule import get_division_settings

MAX_STEM = 90  # of a match's id, so that there is room for the number of the leg


def fit_legs(division: Division) -> None:
    """Make the next match of each tie that goes on in a locked division, and remove those that aren't needed any more.

    A match that has had a result stays, also if that was undone, as does one about which something has been decided: it
    is to be voided or played. The division was read with its season. Runs no query in a division without ties of
    several matches, else 3 more, and in a tie 6 for a match that is made and 8 for those that are removed.
    """
    settings = get_division_settings(division, division.season)
    if not settings.rules.best_of:
        return
    rounds = list(Round.objects.filter(stage=division.stage_id, state__in=PUBLISHED))
    longest = find_best_of(rounds, settings)
    for tie in load_running_ties(rounds, settings.tie_key):
        best_of = longest[tie.round.number, division.pk]
        if tie.division == division.pk and best_of > 1:
            _fit_tie(tie, best_of)


def _fit_tie(tie: RunningTie, best_of: int) -> None:
    is_decided = tie.find_winner(best_of) is not None or tie.has_left
    superfluous = tie.open_legs if is_decided else tie.open_legs[1:]
    if superfluous:
        unplayed = Match.objects.filter(pk__in=superfluous, leg__gt=1, results=None)
        untouched = unplayed.exclude(has_waiting()).exclude(has_decision())
        delete_matches(untouched.values_list("pk", flat=True))
    elif tie.legs and not is_decided and not tie.open_legs:
        create_leg(Match.objects.get(pk=next(reversed(tie.legs))), tie.round)


def create_leg(last: Match, chosen: Round) -> Match:
    """Create another match at the table of a match, in turned seats. 5 queries."""
    legs = list(
        Match.objects.filter(round=chosen, table=last.table).order_by("leg").values_list("key", "leg")
    )
    leg = legs[-1][1] + 1
    added = Match.objects.create(
        club_id=last.club_id,
        division_id=last.division_id,
        key=find_free_key(last.club_id, f"{legs[0][0][:MAX_STEM]}-{leg}"),
        round=chosen,
        table=last.table,
        leg=leg,
        paired=True,
        due_on=chosen.due_on,
    )
    Seat.objects.bulk_create(
        [
            Seat(
                match=added,
                number=place,
                round=chosen,
                leg=leg,
                entry_id=seat.entry_id,
                player_id=seat.player_id,
            )
            for place, seat in enumerate(Seat.objects.filter(match=last).order_by("-number"))
        ]
    )
    return added


def find_free_key(club_id: int, stem: str) -> str:
    """Return a free id that begins so, with a number if need be: other matches of the club may be made at once."""
    taken = set(Match.objects.filter(club=club_id, key__startswith=stem).values_list("key", flat=True))
    return next(key for key in (stem, *(f"{stem}-{number}" for number in range(2, 1000))) if key not in taken)


def delete_matches(matches: Iterable[int]) -> None:
    """Delete matches by their ids, with all that was sent for them. 7 queries."""
    delete_match_rows(Match.objects.filter(pk__in=list(matches)))
