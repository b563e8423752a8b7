"""The ladders of divisions as their order follows from it, from the seats: no sheet is read.

`league.rules.seasons.ladders` builds the same from a club file.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from league.models import Challenge, Division, Entry, Season, Seat
from league.models.challenge import HAS_MATCH
from league.rules.pairing.ladder import (
    ChallengeState,
    LadderChallenge,
    LadderInput,
    LadderPlayer,
    MatchState,
    compute_deadline,
)
from league.rules.settings import LadderRules

OPEN: ChallengeState = "open"


def load_ladder_inputs(
    season: Season,
    divisions: Collection[Division],
    entries: Mapping[int, Sequence[Entry]],
    rules: LadderRules,
) -> dict[int, LadderInput]:
    """Return what the order of each of a season's ladders follows from, by division. 2 queries.

    `entries` are those of each division, with their players.
    """
    challenges = _load_challenges(rules, division__in=[division.pk for division in divisions])
    return {
        division.pk: LadderInput(
            tuple(build_player(entry) for entry in entries[division.pk]),
            tuple(challenges[division.pk]),
            rules,
            season.starts_on,
            division.as_of,
        )
        for division in divisions
    }


def build_player(entry: Entry) -> LadderPlayer:
    return LadderPlayer(entry.player.key, entry.seed, entry.joined_on, entry.left, entry.left_on)


def _load_challenges(rules: LadderRules, **chosen: Any) -> defaultdict[int, list[LadderChallenge]]:
    """Return the challenges of these divisions in order of their numbers, with their results."""
    challenges: defaultdict[int, list[LadderChallenge]] = defaultdict(list)
    rows = list(
        Challenge.objects.filter(**chosen)
        .order_by("division", "number")
        .values_list(
            "division",
            "number",
            "challenger__player__key",
            "challenged__player__key",
            "made_on",
            "state",
            "settled_on",
            "match",
            "match__due_on",
            "match__status",
            "match__current__played_on",
        )
    )
    seats: defaultdict[int, list[tuple[str, str, bool]]] = defaultdict(list)
    matches = [match for *_row, match, _due, _status, _played in rows if match]
    for match, player, outcome, absent in Seat.objects.filter(match__in=matches).values_list(
        "match", "entry__player__key", "outcome", "absent"
    ):
        seats[match].append((player, outcome, absent))
    for division, number, one, other, made_on, state, settled_on, match, due_on, status, played_on in rows:
        given = LadderChallenge(
            number,
            one,
            other,
            made_on,
            due_on or compute_deadline(made_on, rules),
            OPEN if state in HAS_MATCH else cast(ChallengeState, state),
            settled_on,
        )
        if match:
            given = given.with_result(cast(MatchState, status), played_on, seats[match])
        challenges[division].append(given)
    return challenges
