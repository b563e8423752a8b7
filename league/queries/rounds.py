"""The rounds of a tournament as pages show them: what is proposed, who sits where, and who rests."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games import Text
from league.models import Bye, Division, Entry, Event, Match, Round, Season, User
from league.models.match import MatchStatus
from league.models.round import ByeKind
from league.queries.fixtures import Fixture, list_fixtures
from league.queries.game_words import get_round_word
from league.queries.paired_rounds import PUBLISHED, is_ladder, is_paired
from league.rules.explain.pairings import explain_reason
from league.rules.pairing.protocol import Reason
from league.rules.records import FIRST_STAGE, PairingRecord, ReasonRecord


@dataclass(frozen=True)
class RestingPlayer:
    """A player without a match in a round, and what they get for it."""

    player: str
    name: str
    kind: ByeKind
    points: int


@dataclass(frozen=True)
class ProposedTable:
    number: int
    players: Sequence[tuple[str, str]]  # id and name, by seat
    reasons: Sequence[Text]


@dataclass(frozen=True)
class Proposal:
    """What is proposed for a division of a round, why, and what could not be avoided."""

    division: Division
    tables: Sequence[ProposedTable]
    byes: Sequence[tuple[str, Sequence[Text]]]  # names
    warnings: Sequence[Text]
    moving: Sequence[tuple[str, str]]  # players who can change places, by name


def list_rounds(season: Season, stage: int | None = None) -> list[Round]:
    """Return the rounds of the stage that a season has reached, or of this one, by number. 1 query."""
    rounds = Round.objects.filter(stage__season=season, stage__number=stage or season.current_stage)
    return list(rounds.order_by("number"))


def find_current_round(rounds: Sequence[Round]) -> Round | None:
    """Return the latest published round; None before the first one is published."""
    published = [each for each in rounds if each.state in PUBLISHED]
    return published[-1] if published else None


def find_round_in_play(season: Season, rounds: Sequence[Round]) -> Round | None:
    """Return the round that is being played, or was last; None before the first, and where nothing is left to play.

    Where all rounds are published from the start it is the first with a match to play; a ladder has none, ever. At most
    1 query.
    """
    if is_ladder(season):
        return None
    if is_paired(season):
        return find_current_round(rounds)
    waiting = Match.objects.filter(round__in=rounds, status=MatchStatus.SCHEDULED).order_by("round__number")
    number = waiting.values_list("round__number", flat=True).first()
    return next((each for each in rounds if each.number == number), None)


def has_results(chosen: Round) -> bool:
    """Return whether a match of a round is decided. 1 query."""
    return Match.objects.filter(round=chosen).exclude(status=MatchStatus.SCHEDULED).exists()


def list_tables(
    season: Season, number: int, *, reader: User | AnonymousUser, stage: int | None = None
) -> list[Fixture]:
    """Return the matches of a round by table, of the stage that a season has reached or of this one. 3 queries."""
    of_stage = season.divisions.filter(stage__number=stage or season.current_stage)
    divisions = list(of_stage.select_related("stage"))
    fixtures = list_fixtures(season, divisions, reader=reader, round_number=number)
    return sorted(fixtures, key=lambda match: match.table)


def build_event_key(season: Season, number: int) -> str:
    """Return the key of the events of a round, of the stage that a season, read with its competition, has reached."""
    stage = "" if season.current_stage == FIRST_STAGE else "final/"
    return f"{season.competition.slug}/{season.number}/{stage}{number}"


def find_beginning(season: Season, chosen: Round) -> datetime | None:
    """Return when a round began: when its clock was started, or else when it was published. 1 query.

    It is read from the audit log, which has nothing of rounds from files. None, too, if it was more than a day ago.
    """
    competition = season.competition
    events = Event.objects.filter(
        club=competition.club_id,
        at__gte=timezone.now() - timedelta(days=1),
        noun="round",
        key=build_event_key(season, chosen.number),
        action__in=["publish_round", "start_clock"],
    )
    return events.order_by("-at").values_list("at", flat=True).first()


def list_resting(chosen: Round, *, reader: User | AnonymousUser) -> list[RestingPlayer]:
    """Return those who have a bye in a round, by seed. 1 query."""
    byes = Bye.objects.filter(round=chosen).select_related("entry__player").order_by("entry__seed")
    return [
        RestingPlayer(
            bye.entry.player.key,
            bye.entry.player.get_name_for(reader),
            ByeKind(bye.kind),
            bye.points,
        )
        for bye in byes
    ]


def list_seats_by_name(
    tables: Sequence[Fixture], resting: Sequence[RestingPlayer]
) -> list[tuple[str, Fixture | None]]:
    """Return everyone's name with their match, or with None for a bye, in alphabetical order."""
    seats: list[tuple[str, Fixture | None]] = [(seat.name, match) for match in tables for seat in match.seats]
    seats += ((player.name, None) for player in resting)
    return sorted(seats, key=lambda each: each[0].casefold())


def list_names(season: Season, *, reader: User | AnonymousUser) -> dict[str, str]:
    """Return the names of the players of a season by id, of those who play on first by seed. 1 query."""
    entries = Entry.objects.filter(season=season, stage__number=season.current_stage).select_related("player")
    return {entry.player.key: entry.player.get_name_for(reader) for entry in entries.order_by("left", "seed")}


def list_proposals(season: Season, chosen: Round, names: Mapping[str, str]) -> list[Proposal]:
    """Return what is proposed for each division of a paired round; tables are numbered through all of them. 1 query."""
    divisions = {
        str(division.level): division
        for division in season.divisions.filter(stage__number=season.current_stage)
    }

    def name(player: str) -> str:
        return names.get(player, player)

    words = get_round_word(season, "round"), get_round_word(season, "Round")
    proposals: list[Proposal] = []
    before = 0
    for level, raw in sorted((chosen.pairings or {}).items(), key=lambda each: int(each[0])):
        record = PairingRecord.model_validate(raw)
        tables = [
            ProposedTable(
                before + number,
                [(player, name(player)) for player in table.entries],
                [_explain(reason, name, words) for reason in table.reasons],
            )
            for number, table in enumerate(record.tables, 1)
        ]
        byes = [
            (name(bye.entry), [_explain(reason, name, words) for reason in bye.reasons])
            for bye in record.byes
        ]
        warnings = [_explain(reason, name, words) for reason in record.warnings]
        moving = sorted(_list_moving(record, name), key=lambda each: each[1].casefold())
        proposals.append(Proposal(divisions[level], tables, byes, warnings, moving))
        before += len(tables)
    return proposals


def _explain(reason: ReasonRecord, name: Callable[[str], str], words: tuple[str, str]) -> Text:
    """Return the sentence of a stored reason; of a reason that another program wrote, its code."""
    try:
        text = explain_reason(Reason(reason.code, reason.values), name, words=words)
        text.translate(str)
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return Text(reason.code, {})
    return text


def _list_moving(record: PairingRecord, name: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    for table in record.tables:
        yield from ((player, name(player)) for player in table.entries)
    yield from ((bye.entry, name(bye.entry)) for bye in record.byes if bye.kind == "pairing")
