"""Read a whole club into a snapshot: what exports, reports, explanations and imports start from."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import F, Prefetch, Q
from django.utils import timezone

from league.models import (
    BoardSet,
    Bye,
    Challenge,
    Club,
    Competition,
    Decision,
    DecisionKind,
    DecisionOrigin,
    Division,
    Entry,
    Match,
    Player,
    Privacy,
    Result,
    Round,
    Season,
    Seat,
    Standing,
    Submission,
    Variant,
    Visibility,
)
from league.models.challenge import HAS_MATCH
from league.models.decision import is_ruling_in_force
from league.models.result import Verdict
from league.queries.as_of import EarlierState, filter_standing
from league.queries.award import list_stored_awards
from league.queries.confirmations import list_at_issue, read_version
from league.queries.paired_rounds import load_histories, load_table_deals
from league.rules.duplicate.boards import add_comparisons, build_boards
from league.rules.duplicate.comparison import EntryTotal
from league.rules.duplicate.rounds import compare_same_cards
from league.rules.records import (
    FIRST_STAGE,
    OWN_SETTINGS,
    BoardsRecord,
    ByeRecord,
    ChallengeRecord,
    ClubRecord,
    CompetitionRecord,
    ConfirmationRecord,
    DealRecord,
    DivisionKey,
    DivisionRecord,
    DrawRecord,
    EntryKey,
    EntryRecord,
    FinalistsRecord,
    MatchRecord,
    PairingRecord,
    PenaltyRecord,
    PlayerRecord,
    RoundRecord,
    RulingRecord,
    SeasonKey,
    SeasonRecord,
    VariantRecord,
)
from league.rules.seasons import report
from league.rules.settings import LADDER
from league.rules.snapshot import ClubSnapshot
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.totals import TOTAL_COLUMNS, EntryTotals


class Seated(NamedTuple):
    """The ids of the player whose entry has a seat, and of who sits there."""

    entry: str
    player: str


def read_snapshot(
    club: Club,
    *,
    season: Season | None = None,
    as_of: date | None = None,
    get_name: Callable[[Player], str] = attrgetter("name"),
) -> ClubSnapshot:
    """Return the club as it is, or as it was at the end of a day (docs/reference/ranking.md, As of a day).

    With `season` the others are without their divisions and what is in them. `get_name` gives the names; a snapshot
    that is only shown holds those that its reader may see. 8 queries, 9 as of a day; with tournaments 1 more, another
    one where their rounds say more than their matches, and one with a ladder.
    """
    privacy = club.privacy if club.privacy != Privacy.PUBLIC else None
    snapshot = ClubSnapshot(ClubRecord.from_row(club, slug=club.slug, privacy=privacy))
    for player in Player.objects.filter(club=club):
        own = player.visibility in (Visibility.MINOR, Visibility.HIDDEN)
        snapshot.players[player.key] = PlayerRecord.from_row(
            player,
            id=player.key,
            name=get_name(player),
            visibility=player.visibility if own else None,
        )
    for competition in Competition.objects.filter(club=club):
        snapshot.competitions[competition.slug] = CompetitionRecord.from_row(
            competition, slug=competition.slug
        )
    reopened: list[int] = []  # closed then, open again by now
    seasons: dict[int, Season] = {}
    for row in Season.objects.filter(competition__club=club).select_related("competition"):
        seasons[row.pk] = row
        if as_of and row.was_closed_on(as_of):
            reopened.append(row.pk)
        record = _build_season(row, row.state if as_of is None else row.get_state_on(as_of), as_of)
        snapshot.seasons[record.key] = record
    read = [season.pk] if season else list(seasons)
    divisions: dict[int, DivisionKey] = {}
    without_matches: set[int] = set()  # of drafts whose schedule is not finished: they have none yet
    for division in Division.objects.filter(season__in=read).select_related("stage"):
        its_season = seasons[division.season_id]
        key = DivisionKey(_build_season_key(its_season), division.stage.number, division.level)
        has_begun = snapshot.seasons[key.season].finalists or not its_season.finalists
        if as_of and key.stage > FIRST_STAGE and not has_begun:
            continue
        divisions[division.pk] = key
        if its_season.schedule_token:
            without_matches.add(division.pk)
        snapshot.divisions[key] = DivisionRecord.model_construct(
            season=key.season,
            stage=key.stage,
            level=key.level,
            name=division.name,
            as_of=division.as_of and min(division.as_of, as_of or division.as_of),
            entries=[],
        )
    # With their players' ids: one who came after the players were read has matches and standings as well.
    entries: Iterable[Any] = Entry.objects.filter(season__in=read).annotate(player_key=F("player__key"))
    decisions = list(
        Decision.objects.filter(season__in=read).in_order().select_related("player", "substitute", "remark")
    )
    since = EarlierState(decisions, as_of) if as_of else None
    decided: dict[int | None, list[Decision]] = {}
    for decision in filter_standing(decisions, as_of):
        if decision.kind in (DecisionKind.WITHDRAWAL, DecisionKind.PENALTY):
            decided.setdefault(decision.entry_id, []).append(decision)
    there_then: Iterable[Any] = since.restore_entries(entries) if since else entries
    for entry in there_then:
        if entry.division_id not in divisions:
            continue
        place = _build_entry(entry, entry.player_key, divisions[entry.division_id], decided.get(entry.pk, []))
        snapshot.entries[place.key] = place
    for match, result, seats in _list_matches(read, as_of, reopened):
        if match.division_id in without_matches or match.division_id not in divisions:
            continue
        there: MatchRecord | None = _build_match(match, result, seats, divisions[match.division_id])
        if since and there:
            there = since.restore_match(there, snapshot.entries)
        if there:
            snapshot.matches[there.id] = there
    stages = {(key.season, key.stage) for key in snapshot.divisions}
    has_tournaments = any(each.kind == "tournament" for each in snapshot.competitions.values())
    for round_record in _list_rounds(club) if has_tournaments else ():
        restored = _restore_round(round_record, snapshot.entries) if as_of else round_record
        if not restored.is_plain and (restored.season, restored.stage) in stages:
            snapshot.rounds[restored.key] = restored
    for season_key, boards in _list_boards(snapshot, read, filter_standing(decisions, as_of)).items():
        season_record = snapshot.seasons[season_key]
        snapshot.seasons[season_key] = season_record.model_copy(update={"boards": boards})
    if any((season.rules or {}).get("pairing") == LADDER for season in snapshot.seasons.values()):
        for challenge in _list_challenges(read, divisions, as_of):
            snapshot.challenges[challenge.key] = challenge
    return snapshot


def _list_boards(
    snapshot: ClubSnapshot, read: Collection[int], decisions: Sequence[Decision]
) -> dict[SeasonKey, BoardsRecord]:
    """Return what may be shown of the deals of those of these seasons in which all tables play the same cards.

    2 queries if there are such seasons.
    """
    if not any((season.rules or {}).get("same_cards") for season in snapshot.seasons.values()):
        return {}
    rulings: dict[int, list[RulingRecord]] = {}
    matches = Match.objects.filter(decisions__kind=DecisionKind.DEALS, division__season__in=read)
    keys = dict(matches.values_list("pk", "key"))
    made = [decision for decision in decisions if decision.kind == DecisionKind.DEALS]
    for decision in sorted(made, key=lambda each: each.ruling_order):
        if decision.match_id in keys:
            match = snapshot.matches.get(keys[decision.match_id])
            if match is None or not is_ruling_in_force(decision.detail, match.status):
                continue
            rulings.setdefault(decision.season_id, []).append(
                RulingRecord.model_construct(
                    match=keys[decision.match_id],
                    deals=tuple(decision.detail["deals"]),
                    shares=decision.detail["shares"] and tuple(decision.detail["shares"]),
                    reason=decision.reason,
                )
            )
    told = {}
    for drawn in BoardSet.objects.filter(season__in=read).select_related("season__competition"):
        key = _build_season_key(drawn.season)
        season = snapshot.seasons[key]
        settings = snapshot.get_settings(season) if season.is_opened else None
        if settings and settings.rules.same_cards and settings.deals:
            told[key] = build_boards(
                settings.game,
                settings.deals,
                seed=drawn.seed,
                digest=drawn.digest,
                known={int(number): DealRecord.model_validate(deal) for number, deal in drawn.deals.items()},
                rounds=snapshot.get_rounds(key),
                season=season,
                rulings=rulings.get(drawn.season_id, []),
            )
    return told


def add_variants(snapshot: ClubSnapshot, club: Club) -> ClubSnapshot:
    """Return the snapshot with the club's own variants, which no season needs. 1 query."""
    records = {
        variant.key: VariantRecord.from_row(variant, key=variant.key)
        for variant in Variant.objects.filter(club=club)
    }
    return replace(snapshot, variants=records)


def add_confirmations(snapshot: ClubSnapshot, club: Club) -> ClubSnapshot:
    """Return the snapshot with what players say of results, as far as that is not settled. 1 query."""
    matches = {}
    for submission in list_at_issue(club):
        match = snapshot.matches.get(submission.match.key)
        said = _build_confirmation(submission, club)
        if match and said:
            matches[match.id] = match.model_copy(update={"confirmation": said})
    return snapshot.replace_records(matches=matches)


def _build_confirmation(submission: Submission, club: Club) -> ConfirmationRecord | None:
    """Return the reply to an entered result; None if there is none, or the club itself has settled it."""
    reply = getattr(submission, "reply", None)
    if reply and (reply.player is None or reply.settled_at):
        return None
    said = ConfirmationRecord.model_construct(
        entered_on=timezone.localdate(submission.at, club.tzinfo),
        entered_by=submission.reporter.key if submission.reporter else None,
        waiting=read_version(submission) if submission.verdict == Verdict.WAITING else None,
    )
    if reply and reply.is_confirmed:
        return said.model_copy(update={"confirmed_by": reply.player.key})
    if reply:
        return said.model_copy(
            update={
                "disputed_by": reply.player.key,
                "reason": reply.remark.text if reply.remark else "",
                "version": read_version(reply) if reply.content else None,
            }
        )
    return said


def add_derived_values(snapshot: ClubSnapshot, club: Club) -> ClubSnapshot:
    """Return the snapshot with what is stored of what follows from the sheets.

    These are results, from the seats, and reports, from the standings and awards: what `export_club` writes, and
    `verify` checks. 3 queries.
    """
    derived = snapshot.replace_records(
        matches=_load_results(snapshot, club), seasons=_load_reports(snapshot, club)
    )
    return derived.replace_records(seasons=_load_comparisons(derived, club))


def _build_season_key(season: Season) -> SeasonKey:
    return SeasonKey(season.competition.slug, season.number)


def _build_season(season: Season, state: str, as_of: date | None) -> SeasonRecord:
    finalists = season.finalists and FinalistsRecord.model_validate(season.finalists)
    if finalists and as_of and as_of < finalists.since:
        finalists = None
    opened = season.state != "draft"  # by now: as of a day before, it is told by what it was then opened with
    columns = ["name", "starts_on", "ends_on", *(OWN_SETTINGS if opened else ())]
    return SeasonRecord.model_construct(
        competition=season.competition.slug,
        number=season.number,
        lot=season.draw_seed,
        divisions=[],
        draw=season.draw and DrawRecord.model_validate(season.draw),
        finalists=finalists,
        **{"state": state, **{name: getattr(season, name) for name in columns}},
    )


def _build_entry(
    entry: Entry, player: str, division: DivisionKey, decided: Sequence[Decision]
) -> EntryRecord:
    """Return a player's place in a division; `decided` are its withdrawals and penalties."""
    here = [decision for decision in decided if decision.origin == DecisionOrigin.PERSON]

    def list_penalties(decisions: Sequence[Decision]) -> tuple[PenaltyRecord, ...]:
        return tuple(
            PenaltyRecord.model_construct(**decision.penalty)
            for decision in decisions
            if decision.kind == DecisionKind.PENALTY
        )

    return EntryRecord.model_construct(
        division=division,
        player=player,
        seed=entry.seed,
        team=entry.team,
        guest=entry.guest,
        lot=entry.lot,
        left=entry.left,
        joined_on=entry.joined_on,
        left_on=entry.left_on if entry.left else None,
        penalties=list_penalties(decided),
        decided_left=entry.left and any(one.kind == DecisionKind.WITHDRAWAL for one in here),
        decided_penalties=list_penalties(here),
    )


def _list_challenges(
    seasons: Collection[int], divisions: Mapping[int, DivisionKey], as_of: date | None
) -> Iterator[ChallengeRecord]:
    """Yield the challenges of ladders, or those that had been made by a day, as they were then. 1 query."""
    made = Challenge.objects.filter(division__season__in=seasons)
    if as_of:
        made = made.filter(made_on__lte=as_of)
    for row in made.select_related("challenger__player", "challenged__player", "match"):
        is_settled = row.settled_on is not None and (as_of is None or row.settled_on <= as_of)
        yield ChallengeRecord.from_row(
            row,
            division=divisions[row.division_id],
            challenger=row.challenger.player.key,
            challenged=row.challenged.player.key,
            state="open" if row.state in HAS_MATCH or not is_settled else row.state,
            settled_on=row.settled_on if is_settled else None,
            match=row.match.key if row.match else None,
        )


def _list_rounds(club: Club) -> Iterator[RoundRecord]:
    """Yield the rounds that say more than their matches, but for those of unfinished schedules. 1 or 2 queries."""
    rounds = (
        Round.objects.filter(
            stage__season__competition__club=club, stage__season__schedule_token__isnull=True
        )
        .beyond_matches()
        .select_related("stage__season__competition")
        .prefetch_related(Prefetch("byes", Bye.objects.order_by("pk").select_related("entry__player")))
    )
    for row in rounds:
        yield RoundRecord.from_row(
            row,
            season=_build_season_key(row.stage.season),
            stage=row.stage.number,
            number=row.number,
            pairings=row.pairings and _build_pairings(row.pairings),
            byes=tuple(ByeRecord.from_row(bye, entry=bye.entry.player.key) for bye in row.byes.all()),
        )


def _build_pairings(stored: dict[str, Any]) -> dict[str, PairingRecord]:
    """Return pairings by level, with their keys in order: a database gives them in an order of its own."""
    return {level: PairingRecord.model_validate(stored[level]) for level in sorted(stored, key=int)}


def _restore_round(record: RoundRecord, entries: Mapping[EntryKey, EntryRecord]) -> RoundRecord:
    """Return a round as of a day, whose entries these are (docs/reference/club-file.md, Rulings)."""
    byes = [bye for bye in record.byes if EntryKey(record.season, record.stage, bye.entry) in entries]
    state = "planned" if record.state == "paired" else record.state
    return record.model_copy(update={"state": state, "pairings": None, "byes": tuple(byes)})


def _list_matches(
    seasons: Collection[int], as_of: date | None, reopened: Sequence[int]
) -> Iterable[tuple[Match, Result | None, list[Seated]]]:
    """Yield every match of these seasons with the result that counted then and who has its seats.

    In the seasons of `reopened` that is also what closing had decided, which was not undone yet. 2 queries, 3 as of a
    day.
    """
    seats: dict[int, list[Seated]] = {}
    for pk, entry, player in (
        Seat.objects.filter(match__division__season__in=seasons)
        .order_by("match", "number")
        .values_list("match", "entry__player__key", "player__key")
    ):
        seats.setdefault(pk, []).append(Seated(entry, player))
    matches = Match.objects.filter(division__season__in=seasons).select_related("round")
    if as_of is None:
        for match in matches.select_related("current"):
            yield match, match.current, seats.get(match.pk, [])
        return
    counted = Result.objects.filter(
        Q(effective_from__isnull=True) | Q(effective_from__lte=as_of),
        Q(by_closing=False) | Q(generation=F("match__generation")) | Q(match__division__season__in=reopened),
        Q(decision__revoked_on=None) | Q(decision__revoked_on__gt=as_of),
        Q(submission__undone_on=None) | Q(submission__undone_on__gt=as_of),
        match__division__season__in=seasons,
    )
    newest = {result.match_id: result for result in counted.order_by("generation", "number")}
    for match in matches:
        yield match, newest.get(match.pk), seats.get(match.pk, [])


def _build_match(
    match: Match, result: Result | None, seats: list[Seated], division: DivisionKey
) -> MatchRecord:
    """Return a match as its result says, once there is one: a later revision may have seated others."""
    entries = tuple(seat.entry for seat in seats)
    sitting = tuple(seat.player for seat in seats)
    record = MatchRecord.model_construct(
        id=match.key,
        division=division,
        round=match.round.number,
        table=match.table,
        leg=match.leg,
        paired=match.paired,
        seats=entries,
        due_on=match.due_on,
        arranged_on=match.arranged_on,
        venue=match.venue,
        sat=() if sitting == entries else sitting,
    )
    if result is None:
        return record
    return record.model_copy(
        update={
            "seats": tuple(result.seats),
            "status": result.status,
            "played_on": result.played_on,
            "sheet": result.sheet,
            "revision": result.number,
            "absent": tuple(result.seats[number] for number in result.absent),
            "sat": tuple(result.seated_players),
        }
    )


def _load_results(snapshot: ClubSnapshot, club: Club) -> dict[str, MatchRecord]:
    stored: dict[str, tuple[list[Any], list[Any]]] = {}
    for match, score, place in (
        Seat.objects.filter(match__club=club, match__status="played")
        .order_by("match", "number")
        .values_list("match__key", "score", "place")
    ):
        scores, places = stored.setdefault(match, ([], []))
        scores.append(score)
        places.append(place)
    return {
        match: snapshot.matches[match].model_copy(update={"result": {"scores": scores, "places": places}})
        for match, (scores, places) in stored.items()
    }


def _load_reports(snapshot: ClubSnapshot, club: Club) -> dict[SeasonKey, SeasonRecord]:
    stored: dict[DivisionKey, list[RankedEntry]] = {}
    movements: dict[SeasonKey, dict[str, str]] = {}
    rows = Standing.objects.filter(entry__season__competition__club=club).values_list(
        "entry__season__competition__slug",
        "entry__season__number",
        "entry__division__stage__number",
        "entry__division__level",
        *(f"entry__{name}" for name in ("player__key", "seed", "lot")),
        *("rank", "decided_by", "movement"),
        *TOTAL_COLUMNS,
    )
    for slug, number, stage, level, player, seed, lot, *stored_values in rows:
        rank, decided_by, movement, *totals = stored_values
        key = DivisionKey(SeasonKey(slug, number), stage, level)
        row = EntryTotals(player, seed, lot=lot, **dict(zip(TOTAL_COLUMNS, totals, strict=True)))
        stored.setdefault(key, []).append(RankedEntry(row, rank, decided_by or None))
        if movement:
            movements.setdefault(key.season, {})[player] = movement
    awards = list_stored_awards(club)
    for ranked in stored.values():  # ids here, not there: each database has its own order of letters
        ranked.sort(key=lambda one: (one.rank, one.row.seed, one.row.player))
    seasons = {}
    for season_key, season in snapshot.seasons.items():
        divisions = snapshot.get_divisions(season_key)
        if any(match.is_finished for division in divisions for match in snapshot.get_matches(division.key)):
            game = snapshot.get_settings(season).game
            moved = movements.get(season_key, {})
            reports = [
                report.build_division_report(
                    division.key, division.name, stored.get(division.key, []), game, moved
                )
                for division in divisions
            ]
            teams = report.build_team_report(snapshot, season_key, stored)
            seasons[season_key] = season.model_copy(
                update={"report": {"divisions": reports, "awards": awards.get(season_key, []), **teams}}
            )
    return seasons


def _load_comparisons(snapshot: ClubSnapshot, club: Club) -> dict[SeasonKey, SeasonRecord]:
    """Return the seasons whose deals are shown, with what each gives each match; 4 queries if there are any."""
    told = {key: season for key, season in snapshot.seasons.items() if season.boards}
    if not told:
        return {}
    of_club = {"season__competition__club": club}
    histories = load_histories(None, load_table_deals(**of_club), **of_club)
    divisions = {
        DivisionKey(_build_season_key(division.season), division.stage.number, division.level): division.pk
        for division in Division.objects.filter(**of_club).select_related("season__competition", "stage")
    }
    compared = {}
    for key, season in told.items():
        settings = snapshot.get_settings(season)
        totals: dict[str, EntryTotal] = {}
        matches: list[MatchRecord] = []
        for division in snapshot.get_divisions(key):
            totals |= compare_same_cards(histories[divisions[division.key]], settings) or {}
            matches += snapshot.get_matches(division.key)
        if season.boards:
            boards = add_comparisons(season.boards, totals, matches, settings.deals or 1)
            compared[key] = season.model_copy(update={"boards": boards})
    return compared


def build_ranked_entry(standing: Standing) -> RankedEntry:
    """Return a stored standing as `rules.standings.ranking.rank_entries` gave it, without its steps."""
    row = EntryTotals(
        player=standing.entry.player.key,
        seed=standing.entry.seed,
        lot=standing.entry.lot,
        **{name: getattr(standing, name) for name in TOTAL_COLUMNS},
    )
    return RankedEntry(row, standing.rank, standing.decided_by or None)
