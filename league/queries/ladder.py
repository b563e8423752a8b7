"""The ladders of divisions: what their order follows from, and how their page shows them. No sheet is read.

`league.rules.seasons.ladders` builds the former from a club file.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from django.contrib.auth.models import AnonymousUser

from league.models import Challenge, Division, Entry, Player, Season, Seat, User
from league.models.challenge import HAS_MATCH
from league.rules.pairing.ladder import (
    ChallengeState,
    LadderChallenge,
    LadderInput,
    LadderPlayer,
    MatchState,
    compute_deadline,
    find_challenge_problem,
)
from league.rules.records import FIRST_STAGE
from league.rules.settings import LadderRules
from league.rules.snapshot import parse_settings

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
    challenges = _load_challenges(rules, [division.pk for division in divisions])
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


def _load_challenges(rules: LadderRules, divisions: Sequence[int]) -> defaultdict[int, list[LadderChallenge]]:
    """Return the challenges of these divisions in order of their numbers, with their results. 2 queries."""
    challenges: defaultdict[int, list[LadderChallenge]] = defaultdict(list)
    seats: defaultdict[int, list[tuple[str, str, bool]]] = defaultdict(list)
    of_matches = Seat.objects.filter(match__challenge__division__in=divisions)
    for match, player, outcome, absent in of_matches.values_list(
        "match", "entry__player__key", "outcome", "absent"
    ):
        seats[match].append((player, outcome, absent))
    rows = (
        Challenge.objects.filter(division__in=divisions)
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


@dataclass(frozen=True)
class ChallengeShown:
    """An open challenge, with its players' ids and names, and the last day on which it may be played."""

    number: int
    challenger: str
    challenger_name: str
    challenged: str
    challenged_name: str
    due_on: date
    match: str
    arranged_on: date | None = None
    venue: str = ""


@dataclass(frozen=True)
class Rung:
    """A place on a ladder: who stands there, with the open challenge, and whether the reader may challenge them."""

    place: int
    player: str
    link: str  # the end of the address that explains the place
    name: str
    is_own: bool
    challenge: ChallengeShown | None
    may_be_challenged: bool


@dataclass(frozen=True)
class DivisionLadder:
    division: Division
    rungs: Sequence[Rung]
    challenges: Sequence[ChallengeShown]  # open ones, by deadline
    own: str  # the reader's id, if they are on it


def list_ladders(season: Season, *, reader: User | AnonymousUser) -> list[DivisionLadder]:
    """Return the ladder of each division of a season, on the day for which its standings hold. 5 queries."""
    rules = parse_settings(*season.settings).rules.ladder_rules
    divisions = list(season.divisions.filter(stage__number=FIRST_STAGE).order_by("level"))
    entries: dict[int, list[Entry]] = {division.pk: [] for division in divisions}
    for entry in Entry.objects.filter(division__in=entries).select_related("player"):
        entries[entry.division_id].append(entry)
    inputs = load_ladder_inputs(season, divisions, entries, rules)
    matches = {
        (division, number): of_match
        for division, number, *of_match in Challenge.objects.filter(
            division__in=entries, match__isnull=False
        ).values_list("division", "number", "match__key", "match__arranged_on", "match__venue")
    }
    return [
        _build_ladder(
            division,
            {entry.player.key: entry.player for entry in entries[division.pk]},
            inputs[division.pk],
            {number: of_match for (home, number), of_match in matches.items() if home == division.pk},
            reader=reader,
            is_open=season.is_open,
        )
        for division in divisions
    ]


def _build_ladder(
    division: Division,
    players: Mapping[str, Player],
    given: LadderInput,
    matches: Mapping[int, Sequence[Any]],  # key, arranged day and venue, by challenge
    *,
    reader: User | AnonymousUser,
    is_open: bool,
) -> DivisionLadder:
    names = {key: player.get_name_for(reader) for key, player in players.items()}
    own = next(
        (key for key in given.ladder.order if reader.pk is not None and players[key].user_id == reader.pk), ""
    )
    challenges = [
        ChallengeShown(
            each.number,
            each.challenger,
            names[each.challenger],
            each.challenged,
            names[each.challenged],
            each.due_on,
            *matches[each.number],
        )
        for each in given.challenges
        if is_open and each.find_outcome(given.day) == "open"
    ]
    by_player = {player: each for each in challenges for player in (each.challenger, each.challenged)}
    rungs = [
        Rung(
            place,
            player,
            players[player].public_key,
            names[player],
            player == own,
            by_player.get(player),
            bool(own)
            and is_open
            and find_challenge_problem(given.ladder, given.rules, by_player, own, player) is None,
        )
        for place, player in enumerate(given.ladder.order, 1)
    ]
    in_order = sorted(challenges, key=lambda each: (each.due_on, each.number))
    return DivisionLadder(division, rungs, in_order, own)
