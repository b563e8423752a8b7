"""Enter a player in a season that is already open (docs/reference/schedule.md, Late entries)."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any

from django.db.models import Q

from games import Invalid, Problem, Strict
from games.problems import Text, _
from league.actions.batches import BATCH_SIZE
from league.actions.decisions.common import (
    ENTRY_GONE,
    Facts,
    decide,
    find_entry,
    load_seats,
    recompute_after_decision,
    record_decision,
    require_shown,
)
from league.actions.errors import ActionError
from league.actions.fixtures import delete_empty_rounds, ensure_rounds, generate_match_keys
from league.actions.rounds import count_movement_entries
from league.actions.sheet_draft import delete_sheet_drafts
from league.models import (
    Bye,
    Challenge,
    Decision,
    DecisionKind,
    Division,
    Entry,
    Match,
    Player,
    Result,
    Round,
    Season,
    Seat,
    Standing,
    Submission,
)
from league.models.match import MatchStatus
from league.models.round import RoundState
from league.notifications.reminders import plan_reminders
from league.principals import Principal
from league.queries.schedule import get_schedule_source, may_share_room
from league.rules import rule_checks
from league.rules.pairing import late_entry
from league.rules.pairing.fixtures import MAX_MATCHES, build_too_many_problem
from league.rules.pairing.late_entry import PlannedMatch, RunningDivision, SeasonFixture
from league.rules.records import FIRST_STAGE
from league.rules.settings import MOVEMENT
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.totals import PAIR_SIZE
from league.rules.validation import build_problem

MAX_LATE_MATCHES = 2_000  # as many as the largest division of which a schedule can be made gives
# The effects on a single match, or on several, when it is reverted.
DELETED = (
    _("The match created for this player is deleted."),
    _("The {number} matches created for this player are deleted."),
)
LEFT = (
    _("The player is removed from the table joined; the match stays."),
    _("The player is removed from the {number} tables joined; the matches stay."),
)


class Payload(Strict):
    """The level of the division, the ids of the matches that were made, and of the tables that were joined."""

    level: int
    matches: list[str]
    joined: list[str]
    guest: bool = False


@dataclass(frozen=True)
class Plan:
    """`seed` is the place at the end of the division; `matches` come by round.

    `is_made_here` is False for matches of its own in a schedule whose source is unknown: then their
    tables are free of all divisions.
    """

    division: Division
    player: Player
    seed: int
    matches: tuple[PlannedMatch, ...]
    is_made_here: bool

    @property
    def new_matches(self) -> list[PlannedMatch]:
        return [match for match in self.matches if not match.joins]

    @property
    def digest(self) -> str:
        """Return a digest that differs wherever other matches would be shown."""
        shown = (self.division.pk, self.player.pk, self.seed, self.matches)
        return hashlib.sha256(repr(shown).encode()).hexdigest()


def add_late_entry(
    *,
    division: Division,
    player: Player,
    reason: str,
    note: str = "",
    guest: bool = False,
    by: Principal,
    seen: str = "",
) -> Decision:
    """Enter a player in a division of an open season, last by seed, with matches; in a tournament perhaps as a guest.

    `seen` is the digest of the plan that was shown. Runs at most 32 queries, more only by batches of rows.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `player`, `reason` or `note`,
    if no opponent is left, if no table has a free place, if the season is not open, and `changed-meanwhile` if
    they would now get other matches.
    """
    with decide(division.season, DecisionKind.LATE_ENTRY, by) as event:
        season = event.season
        current = Division.objects.filter(pk=division.pk, season=season).select_related("stage").first()
        if current is None:
            raise ActionError(
                build_problem("", "gone", _("This division no longer exists. Choose another one."))
            )
        current.season = season
        planned = plan(current, player)
        require_shown(seen, planned.digest)
        keys = generate_match_keys(season.competition.club_id, ())
        payload = Payload(
            level=current.level,
            matches=list(islice(keys, len(planned.new_matches))),
            joined=[match.joins for match in planned.matches if match.joins],
            guest=guest and season.competition.is_tournament,
        )
        decision = record_decision(
            event,
            DecisionKind.LATE_ENTRY,
            reason=reason,
            note=note,
            player=player,
            **payload.model_dump(exclude_defaults=True),
        )
        apply(decision, planned, payload)
        return decision


def _has_begun(season: Season) -> bool:
    """Return whether a round of a tournament has been paired. 1 query."""
    return Round.objects.filter(stage__season=season).exclude(state=RoundState.PLANNED).exists()


def plan(division: Division, player: Player) -> Plan:
    """Return whom the player would meet, when and where; 2 queries.

    The division was read with its stage, season, competition and club. Raises ActionError at `player` for a player of
    another club or who is entered in the season, if no opponent is left, no table has a place, or numbers are
    used up.
    """
    season = division.season
    settings = parse_settings(*season.settings)
    if season.current_stage != FIRST_STAGE:
        raise ActionError(
            build_problem("", "final-begun", _("The final has begun: it takes no more players."))
        )
    entries = list(
        Entry.objects.filter(stage=division.stage_id).select_related("player").order_by("seed", "pk")
    )
    if problem := _check_player(division, player, entries):
        raise ActionError(problem)
    if settings.rules.is_knockout and _has_begun(season):
        sentence = _("The first round of the bracket has been paired: it takes no more players.")
        raise ActionError(build_problem("", "bracket-begun", sentence))
    there = [entry for entry in entries if entry.division_id == division.pk]
    placed = count_movement_entries(season) if settings.rules.pairing == MOVEMENT else 0
    if placed and _has_begun(season) and placed % PAIR_SIZE == 0:
        sentence = _("The movement has no place for another player: everyone in it meets everyone.")
        raise ActionError(build_problem("", "movement-full", sentence))
    seed = max((entry.seed for entry in there), default=0) + 1
    if seed > late_entry.MAX_NUMBER:
        raise ActionError(
            build_problem("", "no-seed", _("No seed can be higher than {most}."), most=late_entry.MAX_NUMBER)
        )
    fixtures = _load_fixtures(division)
    source = get_schedule_source(division.stage)
    running = RunningDivision(division.level, fixtures, may_share_room(source))
    others = [entry.player.key for entry in there if not entry.left]
    meetings, today = settings.rules.meetings, season.competition.club.today
    try:
        if settings.rules.pairing:
            matches: tuple[PlannedMatch, ...] = ()  # the next round is paired with the newcomer
        elif settings.table_size != PAIR_SIZE:
            matches = late_entry.plan_table_joins(player.key, running, _find_table_sizes(settings))
        elif problem := _check_number(len(fixtures), len(others) * meetings):
            raise Invalid(problem)
        else:
            matches = late_entry.plan_pair_matches(player.key, others, meetings, running, today)
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
    return Plan(division, player, seed, matches, is_made_here=source is not None)


def apply(decision: Decision, planned: Plan, payload: Payload) -> None:
    division, player = planned.division, planned.player
    entry = Entry.objects.create(
        season=division.season,
        stage_id=division.stage_id,
        division=division,
        player=player,
        seed=planned.seed,
        guest=payload.guest,
        joined_on=decision.on if _is_ladder(decision) else None,
    )
    decision.entry = entry
    decision.save(update_fields=["entry"])
    _create_matches(division, payload.matches, planned.new_matches)
    _join_tables(division.season, entry, payload.joined)
    plan_reminders(division.season, repeat=True)
    recompute_after_decision(division.season, [division.pk], [player.pk])


def revert(decision: Decision) -> None:
    """Remove the entry with its matches, their refused submissions, and its seats at other tables.

    Raises ActionError if a match of it has a result, or a decision has been made about it since. Runs
    at most 33 queries, more only by batches of rows.
    """
    entry = find_entry(decision)
    if entry is None:
        raise ActionError(ENTRY_GONE)
    matches = _list_matches(entry)
    if problems := list(_check_dependants(decision, entry, matches)):
        raise ActionError(*problems)
    joined = set(decision.detail["joined"])
    shared = [match for match in matches if match.key in joined]
    _delete_matches([match for match in matches if match.key not in joined])
    if shared:
        _leave_tables(shared, entry)
    if _is_paired(decision):
        Bye.objects.filter(entry=entry).delete()  # asked for: none has been given
    delete_empty_rounds(Round.objects.filter(stage=entry.stage_id))
    Standing.objects.filter(entry=entry).delete()
    Entry.objects.filter(pk=entry.pk).delete()
    recompute_after_decision(decision.season, [entry.division_id], [entry.player_id])


def find_blockers(decision: Decision) -> list[Problem]:
    """Return the problems with which `revert` would refuse; 4 queries, 5 of paired rounds."""
    entry = find_entry(decision)
    if entry is None:
        return [ENTRY_GONE]
    return list(_check_dependants(decision, entry, _list_matches(entry)))


def describe(decision: Decision, facts: Facts) -> Text:
    if not facts.division:
        return Text(_("{people} joined after the start."), {"people": facts.people})
    sentence = _("{people} joined {division} after the start.")
    return Text(sentence, {"people": facts.people, "division": facts.division})


def describe_revert(decision: Decision, facts: Facts) -> list[Text]:
    texts = [Text(_("{people} no longer takes part."), {"people": facts.people})]
    for sentences, matches in ((DELETED, "matches"), (LEFT, "joined")):
        if number := len(decision.detail[matches]):
            texts.append(Text(sentences[min(number, 2) - 1], {"number": number}))
    return texts


# --- planning


def _check_player(division: Division, player: Player, entries: Sequence[Entry]) -> Problem | None:
    """Return why this player cannot come in."""
    if player.club_id != division.season.competition.club_id:
        return build_problem(
            "player", "unknown-player", _("The club has no such player. Add the player to the club first.")
        )
    if all(entry.player_id != player.pk for entry in entries):
        return None
    sentence = _("{player} already takes part.")
    return build_problem("player", "entered-already", sentence, player=player.key)


def _check_number(season_matches: int, own_matches: int) -> Problem | None:
    """Return why the newcomer cannot get so many matches in a season that has so many already."""
    if own_matches > MAX_LATE_MATCHES:
        sentence = _(
            "This would make {matches} matches; a late entry can have at most "
            "{most}. Choose a smaller division."
        )
        return build_problem(
            "", "too-many-matches", sentence, matches=f"{own_matches:,}", most=f"{MAX_LATE_MATCHES:,}"
        )
    if season_matches + own_matches > MAX_MATCHES:
        remedy = _("Add the player to the next season instead.")
        return build_too_many_problem("", season_matches + own_matches, remedy)
    return None


def _find_table_sizes(settings: Settings) -> frozenset[int]:
    """Return the sizes of table that the game is played at, and that have points where places give them."""
    game, rules = settings.game, settings.rules
    possible = range(game.min_seats, game.most_seats(settings.options) + 1)
    return frozenset(size for size in possible if not list(rule_checks.find_missing_points(rules, [size])))


def _load_fixtures(division: Division) -> list[SeasonFixture]:
    """Return all matches of a division's stage; 1 query."""
    seated: dict[str, list[tuple[str, str]]] = defaultdict(list)
    matches: dict[str, tuple[int, int, int, date | None, str]] = {}
    in_stage = {"match__division__season": division.season_id, "match__division__stage": division.stage_id}
    seats: Any = Seat.objects.filter(**in_stage).order_by("match", "number")
    for key, level, number, table, day, status, entry, player in seats.values_list(
        "match__key",
        "match__division__level",
        "match__round__number",
        "match__table",
        "match__due_on",
        "match__status",
        "entry__player__key",
        "player__key",
    ):
        matches[key] = (level, number, table, day, status)
        seated[key].append((entry, player))
    return [
        SeasonFixture(
            key,
            level,
            number,
            table,
            day,
            seats=tuple(entry for entry, _player in seated[key]),
            sat=tuple(player for _entry, player in seated[key]),
            waits=status == MatchStatus.SCHEDULED,
            is_played=status == MatchStatus.PLAYED,
        )
        for key, (level, number, table, day, status) in matches.items()
    ]


# --- matches and seats


def _create_matches(division: Division, keys: Sequence[str], planned: Sequence[PlannedMatch]) -> None:
    """Create matches for two; 5 queries, more only by batches of rows."""
    rounds = ensure_rounds((division.stage_id, fixture.round) for fixture in planned)
    entries = {
        entered.player.key: entered
        for entered in Entry.objects.filter(division=division).select_related("player")
    }
    matches = Match.objects.bulk_create(
        [
            Match(
                club_id=division.season.competition.club_id,
                division=division,
                key=key,
                round_id=rounds[division.stage_id, fixture.round],
                table=fixture.table,
                due_on=fixture.due_on,
            )
            for key, fixture in zip(keys, planned, strict=True)
        ],
        batch_size=BATCH_SIZE,
    )
    Seat.objects.bulk_create(
        [
            Seat(match=match, number=number, entry=entries[player], player_id=entries[player].player_id)
            for match, fixture in zip(matches, planned, strict=True)
            for number, player in enumerate(fixture.players)
        ],
        batch_size=BATCH_SIZE,
    )


def _join_tables(season: Season, entry: Entry, joined: Collection[str]) -> None:
    """Add the entry in the last seat of each of these tables; 3 queries where there are any.

    Their unfinished sheets go: a table of another size has another sheet, and often other deals.
    """
    matches = list(Match.objects.filter(club=season.competition.club_id, key__in=joined))
    seated = load_seats(matches)
    Seat.objects.bulk_create(
        [
            Seat(match=match, number=len(seated[match.pk]), entry=entry, player_id=entry.player_id)
            for match in matches
        ],
        batch_size=BATCH_SIZE,
    )
    delete_sheet_drafts([match.pk for match in matches])


def _delete_matches(matches: Sequence[Match]) -> None:
    """Delete matches whose results were all revoked, which the database triggers permit.

    Runs 4 queries, and those by which Django looks for related rows.
    """
    Result.objects.filter(match__in=matches).delete()
    Submission.objects.filter(match__in=matches).delete()
    Seat.objects.filter(match__in=matches).delete()
    Match.objects.filter(pk__in=[match.pk for match in matches]).delete()


def _leave_tables(matches: Sequence[Match], entry: Entry) -> None:
    """Delete the entry's seats; players who joined the table later move up.

    Revoked results in which the entry's player has a place are deleted, with their submissions: no player of
    that name has a place in the match any more. So are unfinished sheets, whose seats would be others.
    """
    player = entry.player_id
    key = Player.objects.values_list("key", flat=True).get(pk=player)
    outdated = [
        (result.pk, result.submission_id)
        for result in Result.objects.filter(match__in=matches)
        if key in result.seats
    ]
    Result.objects.filter(pk__in=[result for result, _submission in outdated]).delete()
    Submission.objects.filter(pk__in=[submission for _result, submission in outdated]).delete()
    seated = load_seats(matches)
    Seat.objects.filter(match__in=matches).delete()
    Seat.objects.bulk_create(
        [
            Seat(match=match, number=number, entry_id=seat.entry_id, player_id=seat.player_id)
            for match in matches
            for number, seat in enumerate(seat for seat in seated[match.pk] if seat.entry_id != entry.pk)
        ],
        batch_size=BATCH_SIZE,
    )
    delete_sheet_drafts([match.pk for match in matches])


# --- undoing


def _list_matches(entry: Entry) -> list[Match]:
    """Return the matches in which an entry has a seat, in order; 1 query."""
    return list(Match.objects.filter(seats__entry=entry).order_by("round__number", "table", "pk"))


def _is_paired(decision: Decision) -> bool:
    return bool(parse_settings(*decision.season.settings).rules.pairing)


def _is_ladder(decision: Decision) -> bool:
    return parse_settings(*decision.season.settings).rules.is_ladder


def _check_dependants(decision: Decision, entry: Entry, matches: Sequence[Match]) -> Iterator[Problem]:
    """Yield a problem for each thing that would be lost with the late entry; 2 queries, up to 3 in a tournament."""
    published = Round.objects.filter(state__in=(RoundState.PUBLISHED, RoundState.FINISHED))
    rounds = published.filter(Q(seats__entry=entry) | Q(byes__entry=entry)).order_by("number")
    if _is_paired(decision) and (number := rounds.values_list("number", flat=True).first()):
        sentence = _("The player has been paired in round {round}, so can only withdraw.")
        yield build_problem("", "paired", sentence, round=number)
        return
    challenges = Challenge.objects.filter(Q(challenger=entry) | Q(challenged=entry))
    if _is_ladder(decision) and challenges.exists():
        sentence = _("The player has challenges, so can only withdraw.")
        yield build_problem("", "challenges", sentence)
        return
    keys = {match.pk: match.key for match in matches}
    results = Result.objects.active().filter(match__in=matches)
    for match in sorted(set(results.values_list("match", flat=True)), key=list(keys).index):
        sentence = _("Match {match} has a result that would be lost.")
        yield build_problem("", "later-result", sentence, match=keys[match])
    own = [match for match in matches if match.key not in decision.detail["joined"]]  # deleted with it
    others = Decision.objects.active().filter(season=decision.season, pk__gt=decision.pk)
    others = others.filter(Q(player=decision.player) | Q(kind=DecisionKind.SUBSTITUTE, match__in=own))
    later = others.order_by("-pk").values_list("pk", flat=True).first()
    if later or entry.left:
        sentence = _("A later decision concerns this player or one of the matches. Undo that one first.")
        yield build_problem("", "later-decision", sentence, decision=later or 0)
    own_keys = {*decision.detail["matches"], *decision.detail["joined"]}
    for key in keys.values():
        if key not in own_keys:
            sentence = _("Match {match} was imported from a club file since, and would be lost.")
            yield build_problem("", "other-match", sentence, match=key)
