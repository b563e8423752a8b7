"""The objects of a club file: read from it, held by a snapshot, merged, checked and written by the same models.

A model has the keys of the file in the order in which they are written (docs/reference/club-file.md, File). What comes
from the database was checked when it came in: it is put together by `model_construct`, which checks nothing again.
"""

import operator
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer
from pydantic_core import PydanticKnownError

from games import MayBeLeftOut, Strict
from league.rules.field_types import CompetitionSlug, Data, Day, Id, Lot, Remark, Slug, Timezone
from league.rules.names import Name

FORMAT: Literal["boolie-club/1"] = "boolie-club/1"
MAX_LEG = 100
MAX_PENALTIES_PER_ENTRY = 100
MAX_STAGE = 100
MAX_VARIANTS = 100

FIRST_STAGE = 1  # the number of the one that is divided and scheduled and, in a league, promoted from
FINAL_STAGE = 2  # of a tournament whose groups, or announced rounds, a final follows

# What an opened season may have otherwise than its competition; a draft has none of its own.
OWN_SETTINGS = ("game", "game_version", "options", "rules")

T = TypeVar("T")


class SeasonKey(NamedTuple):
    competition: str
    number: int


class DivisionKey(NamedTuple):
    season: SeasonKey
    stage: int
    level: int


class RoundKey(NamedTuple):
    season: SeasonKey
    stage: int
    number: int


class ChallengeKey(NamedTuple):
    division: DivisionKey
    number: int


class EntryKey(NamedTuple):
    """A player's place in a stage of a season: in each stage they may be in another division."""

    season: SeasonKey
    stage: int
    player: str


NO_DIVISION = DivisionKey(SeasonKey("", 0), 0, 0)


def _refuse_key(value: object) -> object:
    raise PydanticKnownError("extra_forbidden")


def _convert_to_tuple(value: object) -> tuple[object, ...]:
    if not isinstance(value, list):
        raise PydanticKnownError("list_type")
    return tuple(value)


def _drop(records: list[Any]) -> list[Any]:
    return []


Ordinal = Annotated[int, Field(ge=1, le=1_000_000)]
DrawSeed = Annotated[int, Field(ge=0, le=2**63 - 1)]
FileDay = Annotated[Day, PlainSerializer(date.isoformat)]
# A field that is written only if there is anything, so that a new one leaves all other files as they are. Functions of
# Python itself say so: they are called for each field of each record.
IF_ANY = Field(exclude_if=(None, "", ()).__contains__)
IF_TRUE = Field(exclude_if=operator.not_)
IF_NOT_1 = Field(exclude_if=(1).__eq__)
IfAny = Annotated[MayBeLeftOut[T], IF_ANY]
Tuple = Annotated[tuple[T, ...], BeforeValidator(_convert_to_tuple)]
# A list of records, each of which is read and written by itself: the object that holds them has none.
Nested = Annotated[list[Any], AfterValidator(_drop)]
Stage = Annotated[int, Field(ge=1, le=MAX_STAGE), IF_NOT_1]
# A field that a file can't have: it says where the record stands, or what the club knows of it besides.
NotInFile = Annotated[T, BeforeValidator(_refuse_key), Field(exclude=True)]


class Record(Strict):
    """An object of a club file. `default_path` names it in errors where it stands in no file."""

    not_compared: ClassVar[frozenset[str]] = frozenset()
    not_columns: ClassVar[frozenset[str]] = frozenset()

    def __eq__(self, other: object) -> bool:
        """Return whether two records have the same content, without what needs no new revision."""
        if type(self) is not type(other):
            return NotImplemented
        theirs = other.__dict__
        return all(
            theirs[name] == value for name, value in self.__dict__.items() if name not in self.not_compared
        )

    @classmethod
    def list_columns(cls) -> list[str]:
        """Return the fields that are columns of the same names."""
        return [name for name in cls.model_fields if name not in cls.not_columns]

    @classmethod
    def from_row(cls, row: object, **values: Any) -> Self:
        """Return a record of these values and, for the other columns, of what the row has."""
        columns = {name: getattr(row, name) for name in cls.list_columns() if name not in values}
        construct: Any = cls.model_construct  # of this class, which mypy's plugin doesn't see
        record: Self = construct(**columns, **values)
        return record

    def get_columns(self) -> dict[str, Any]:
        """Return the values of the columns, also those that a file leaves out."""
        return {name: getattr(self, name) for name in self.list_columns()}


class ClubRecord(Record):
    slug: Slug
    name: Name
    timezone: Timezone = "UTC"
    privacy: IfAny[Literal["short-names", "members"]] = None

    not_columns = frozenset({"slug", "privacy"})

    def merge_onto(self, base: Self) -> Self:
        """Return this record; one that says nothing of privacy leaves it as it is."""
        return self.model_copy(update={"privacy": self.privacy or base.privacy})


class PlayerRecord(Record):
    id: Id
    name: Name
    visibility: IfAny[Literal["minor", "hidden"]] = None

    not_columns = frozenset({"id", "visibility"})

    def merge_onto(self, base: Self | None) -> Self:
        """Return this record; one that says nothing of visibility leaves it as it is."""
        return (
            self.model_copy(update={"visibility": base.visibility}) if base and not self.visibility else self
        )


class CompetitionRecord(Record):
    slug: CompetitionSlug
    name: Name
    kind: Literal["league", "tournament"] = "league"
    game: str
    options: dict[str, Any] = {}  # once read: only what differs from the game's defaults
    rules: dict[str, Any] = {}  # once read: in full
    seasons: Nested = []

    not_columns = frozenset({"slug", "seasons"})

    @property
    def key(self) -> str:
        return self.slug

    @property
    def default_path(self) -> str:
        return f"competitions.{self.slug}"


class VariantRecord(Record):
    key: Id
    name: Name
    game: str
    options: dict[str, Any] = {}  # once read: only what differs from the game's defaults

    not_columns = frozenset({"key"})

    @property
    def unique_name(self) -> tuple[str, str]:
        """Return what no two variants of a club may share: the game and the name, ignoring case."""
        return self.game, self.name.casefold()


class ReasonRecord(Record):
    """Why, as a code and its figures (`league.rules.pairing.protocol`)."""

    code: Id
    values: Data = {}


class FinalistRecord(Record):
    """A player of the final: by level and seed in it, and why."""

    player: Id
    level: Ordinal
    seed: Ordinal
    reason: ReasonRecord


class DrawRecord(Record):
    """The draw of a tournament's groups: its number, and the players of each group as it gave them, by seed.

    Without `groups` some were moved by hand, or nothing is drawn yet. `lots` are those of players whose ids have been
    replaced since.
    """

    seed: DrawSeed
    groups: Annotated[Tuple[Tuple[Id]], IF_ANY] = ()
    lots: Annotated[dict[Id, Lot], IF_TRUE] = Field(default_factory=dict)


class FinalistsRecord(Record):
    """Who plays in the final of a tournament, since which day, and a digest of the standings that it follows from."""

    since: FileDay
    digest: Id
    players: Tuple[FinalistRecord]


class PileRecord(Record):
    """Cards of a deal that belong together, the first one lowest (`games.boards`)."""

    key: Id
    cards: Tuple[Id]


class ComparedRecord(Record):
    """What the comparison gives a match in a deal, by seat, as decimal text; None where a seat is not compared."""

    match: Id
    values: Tuple[str | None]


class DealRecord(Record):
    """A deal of a season in which all tables play the same cards, numbered from 1."""

    number: Ordinal
    piles: Tuple[PileRecord]
    lot: Annotated[int, Field(ge=0, le=1_000), IF_TRUE] = 0
    compared: Annotated[Tuple[ComparedRecord], IF_ANY] = ()  # as a file or the tables have it

    not_compared = frozenset({"compared"})


class RulingRecord(Record):
    """What the director gives for deals of a match instead of comparing them: per cents by seat, or nothing at all.

    Deals are numbered from 0, as on the sheet; without `shares` they are left out.
    """

    match: Id
    deals: Annotated[Tuple[Annotated[int, Field(ge=0, le=999)]], Field(min_length=1)]
    shares: IfAny[Tuple[Annotated[int, Field(ge=0, le=100)]]] = None
    reason: Annotated[Remark, IF_ANY] = ""


class BoardsRecord(Record):
    """The deals of a season in which all tables play the same cards (docs/reference/duplicate.md, Club files).

    `seed` is there once the last round is over; until then `deals` are those of finished rounds.
    """

    digest: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    seed: IfAny[Annotated[str, Field(pattern="^[0-9a-f]{32}$")]] = None
    deals: Annotated[Tuple[DealRecord], IF_ANY] = ()
    rulings: Annotated[Tuple[RulingRecord], IF_ANY] = ()
    has_seed: NotInFile[bool] = False  # the club can deal them, though the seed may be secret

    not_compared = frozenset({"has_seed"})


class SeasonRecord(Record):
    """A season, in which `lot`, `game`, `game_version`, `options`, `rules` are None if left out, as in a draft.

    The options of an opened season are in full, once what it leaves out is resolved.
    """

    number: Ordinal
    name: Annotated[Name, IF_ANY] = ""  # a tournament's
    starts_on: IfAny[FileDay] = None
    ends_on: IfAny[FileDay] = None
    state: Literal["draft", "open", "closed"] = "draft"
    lot: MayBeLeftOut[DrawSeed] = None
    game: IfAny[str] = None
    game_version: IfAny[Ordinal] = None
    options: IfAny[dict[str, Any]] = None
    rules: IfAny[dict[str, Any]] = None
    draw: IfAny[DrawRecord] = None
    finalists: IfAny[FinalistsRecord] = None
    boards: IfAny[BoardsRecord] = None
    rounds: Annotated[Nested, IF_TRUE] = []
    divisions: Nested
    report: IfAny[dict[str, Any]] = (
        None  # {"divisions": [...], "awards": [...]}, as a file or the tables have it
    )
    competition: NotInFile[str] = ""

    not_compared = frozenset({"report"})

    @property
    def key(self) -> SeasonKey:
        return SeasonKey(self.competition, self.number)

    @property
    def is_opened(self) -> bool:
        return self.state != "draft"

    @property
    def default_path(self) -> str:
        return f"competitions.{self.competition}.seasons.{self.number}"


class PairedTableRecord(Record):
    entries: Tuple[Id]  # by seat
    reasons: Tuple[ReasonRecord] = ()


ByeKind = Literal["pairing", "full", "half", "zero"]


class PairedByeRecord(Record):
    entry: Id
    kind: ByeKind
    reasons: Tuple[ReasonRecord] = ()


class PairingRecord(Record):
    """What was proposed for a division of a round, why, and what it was made from."""

    system: Id
    settings: Data = {}
    seed: DrawSeed
    digest: Id
    tables: Tuple[PairedTableRecord]
    byes: Tuple[PairedByeRecord] = ()
    warnings: Annotated[Tuple[ReasonRecord], IF_ANY] = ()  # what could not be avoided


def _sort_by_level(pairings: dict[str, PairingRecord]) -> dict[str, PairingRecord]:
    return {level: pairings[level] for level in sorted(pairings, key=lambda level: (len(level), level))}


class ByeRecord(Record):
    """What an entry gets for a round in which it does not play; `points` are in units of the rules."""

    entry: Id
    kind: ByeKind
    origin: Annotated[Literal["system", "request", "no-show"], Field(exclude_if="system".__eq__)] = "system"
    points: Annotated[int, Field(ge=0, le=100_000), IF_TRUE] = 0

    not_columns = frozenset({"entry"})


class RoundRecord(Record):
    """A round of a tournament. A plain one, which says no more than its matches do, is in no file."""

    stage: Stage = 1
    number: Ordinal
    state: Literal["planned", "paired", "published", "finished"]
    due_on: IfAny[FileDay] = None
    pairings: IfAny[  # by the level of a division
        Annotated[dict[str, PairingRecord], Field(min_length=1), AfterValidator(_sort_by_level)]
    ] = None
    byes: Annotated[Tuple[ByeRecord], IF_ANY] = ()
    season: NotInFile[SeasonKey] = NO_DIVISION.season

    not_columns = frozenset({"stage", "number", "pairings", "byes", "season"})

    @property
    def key(self) -> RoundKey:
        return RoundKey(self.season, self.stage, self.number)

    @property
    def default_path(self) -> str:
        return f"competitions.{self.season.competition}.seasons.{self.season.number}.rounds.{self.number}"

    @property
    def is_published(self) -> bool:
        return self.state in ("published", "finished")

    @property
    def is_plain(self) -> bool:
        return self.state == "published" and not (self.due_on or self.pairings or self.byes)


# The division of a tournament in which all play. It is data, as a file may hold it, so it is not translated.
FIELD_NAME = "Open"


class DivisionRecord(Record):
    stage: Stage = 1
    level: Ordinal
    name: Name = ""  # once read: by its level, if left out
    as_of: IfAny[FileDay] = None  # of a ladder: the day for which its standings hold
    entries: Nested
    matches: Nested = []
    challenges: Annotated[Nested, IF_TRUE] = []  # of a ladder
    season: NotInFile[SeasonKey] = NO_DIVISION.season

    @property
    def key(self) -> DivisionKey:
        return DivisionKey(self.season, self.stage, self.level)

    @property
    def default_path(self) -> str:
        return f"competitions.{self.season.competition}.seasons.{self.season.number}.{self.name}"


class PenaltyRecord(Record):
    points: Annotated[int, Field(ge=0, le=100_000)] = 0
    score: Annotated[int, Field(ge=0, le=100_000)] = 0
    reason: Remark = ""


class EntryRecord(Record):
    """An entry. What was decided here, and not by a file, a file that is merged onto it neither removes nor doubles."""

    player: Id
    seed: Ordinal
    left: Annotated[bool, IF_TRUE] = False
    joined_on: IfAny[FileDay] = None  # of a ladder, for who came in later
    left_on: IfAny[FileDay] = None
    team: Annotated[Name, IF_ANY] = ""  # in a tournament: kept apart in its rounds
    guest: Annotated[bool, IF_TRUE] = False  # in a tournament, without a team
    lot: Annotated[Lot, IF_ANY] = ""  # drawn before the player's id was replaced
    penalties: Annotated[  # those of files first
        Tuple[PenaltyRecord], Field(max_length=MAX_PENALTIES_PER_ENTRY), IF_ANY
    ] = ()
    division: NotInFile[DivisionKey] = NO_DIVISION
    decided_left: NotInFile[bool] = False
    decided_penalties: NotInFile[tuple[PenaltyRecord, ...]] = ()

    not_compared = frozenset({"decided_left", "decided_penalties"})

    @property
    def key(self) -> EntryKey:
        return EntryKey(self.division.season, self.division.stage, self.player)

    @property
    def default_path(self) -> str:
        return f"entries.{self.player}"

    @property
    def file_penalties(self) -> tuple[PenaltyRecord, ...]:
        return self.penalties[: len(self.penalties) - len(self.decided_penalties)]

    def merge_onto(self, base: "EntryRecord | None") -> "EntryRecord":
        """Return this entry of a file with what was decided about it here.

        See docs/reference/club-file.md, Decisions.
        """
        if base is None:
            return self
        lot = self.lot or base.lot
        if not (base.decided_left or base.decided_penalties):
            return self if self.lot == lot else self.model_copy(update={"lot": lot})
        own = _find_own_penalties(self.penalties, base)
        return self.model_copy(
            update={
                "lot": lot,
                "left": self.left or base.decided_left,
                "left_on": self.left_on or (base.left_on if base.decided_left else None),
                "penalties": (*own, *base.decided_penalties),
                "decided_left": base.decided_left,
                "decided_penalties": base.decided_penalties,
            }
        )


def _find_own_penalties(penalties: Sequence[PenaltyRecord], base: EntryRecord) -> list[PenaltyRecord]:
    """Return the penalties of a file that don't repeat what was decided here.

    First come those that a file has said before, then those that are equal to one that was decided here, and last
    those with the amounts of one whose reason has been removed.
    """
    places = list(range(len(penalties)))
    own = [place for penalty in base.file_penalties for place in _take(places, penalties, penalty)]
    unmatched = [penalty for penalty in base.decided_penalties if not _take(places, penalties, penalty)]
    for penalty in unmatched:
        if not penalty.reason:
            _take(places, [other.model_copy(update={"reason": ""}) for other in penalties], penalty)
    return [penalties[place] for place in sorted([*own, *places])]


def _take(places: list[int], penalties: Sequence[PenaltyRecord], wanted: PenaltyRecord) -> list[int]:
    """Remove the first of these places at which a penalty stands, and return it; nothing if it stands at none."""
    found = [place for place in places if penalties[place] == wanted][:1]
    for place in found:
        places.remove(place)
    return found


class SheetRecord(Record):
    """A sheet that does not count, and the day on which it was played."""

    sheet: dict[str, Any]
    played_on: FileDay


class ConfirmationRecord(Record):
    """What players say of a result that one of them entered, or of the one that waits to count.

    `version` is how it was for the player who disputes it. See docs/reference/club-file.md, Confirmation.
    """

    entered_on: FileDay
    entered_by: IfAny[Id] = None
    confirmed_by: IfAny[Id] = None
    disputed_by: IfAny[Id] = None
    reason: Annotated[Remark, IF_ANY] = ""
    version: IfAny[SheetRecord] = None
    waiting: IfAny[SheetRecord] = None


class MatchRecord(Record):
    id: Id
    round: Ordinal = 1
    table: Ordinal
    leg: Annotated[int, Field(ge=1, le=MAX_LEG), IF_NOT_1] = 1
    paired: Annotated[bool, IF_TRUE] = False  # its round was: nobody sits at two tables of it
    seats: Tuple[Id]
    due_on: IfAny[FileDay] = None
    arranged_on: IfAny[FileDay] = None  # by the players of a bracket or a ladder
    venue: Annotated[Name, IF_ANY] = ""
    status: Literal["scheduled", "played", "forfeit", "void"] = "scheduled"
    played_on: IfAny[FileDay] = None
    sheet: IfAny[dict[str, Any]] = None
    revision: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    result: IfAny[dict[str, Any]] = (
        None  # {"scores": [...], "places": [...]}, as a file or the tables have it
    )
    absent: Annotated[Tuple[Id], IF_ANY] = ()
    sat: Annotated[Tuple[Id], IF_ANY] = ()  # by seat; empty where everyone sat for themselves
    confirmation: IfAny[ConfirmationRecord] = None
    division: NotInFile[DivisionKey] = NO_DIVISION

    not_compared = frozenset({"result", "confirmation"})

    @property
    def key(self) -> str:
        return self.id

    @property
    def default_path(self) -> str:
        return f"matches.{self.id}"

    @property
    def is_finished(self) -> bool:
        return self.status in {"played", "forfeit"}

    def compute_effective_from(self, season: SeasonRecord) -> date | None:
        """Return the day from which an imported result counts; None means always.

        See docs/reference/ranking.md, As of a day.
        """
        return (
            self.played_on if self.status == "played" else self.played_on or self.due_on or season.starts_on
        )


class ChallengeRecord(Record):
    """A challenge on a ladder. `settled_on` is the day on which it was settled without being played."""

    number: Ordinal
    challenger: Id
    challenged: Id
    made_on: FileDay
    state: Annotated[Literal["open", "declined", "withdrawn"], Field(exclude_if="open".__eq__)] = (
        "open"  # also where it has been played or missed
    )
    settled_on: IfAny[FileDay] = None
    match: IfAny[Id] = None
    division: NotInFile[DivisionKey] = NO_DIVISION

    not_columns = frozenset({"challenger", "challenged", "state", "match", "division"})

    @property
    def key(self) -> ChallengeKey:
        return ChallengeKey(self.division, self.number)

    @property
    def default_path(self) -> str:
        return f"challenges.{self.number}"


class FileRecord(Strict):
    """The outermost object; its records, too, are each read by itself."""

    format: Literal["boolie-club/1"]
    club: dict[str, Any]
    players: list[Any] = []
    competitions: list[Any] = []
    variants: Annotated[list[Any], Field(max_length=MAX_VARIANTS)] = []
