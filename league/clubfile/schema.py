"""The objects of a club file, `boolie-club/1`, as pydantic models (docs/reference/club-file.md, File)."""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from games import MayBeLeftOut, Strict
from league.rules.field_types import (
    CompetitionSlug,
    Day,
    Id,
    Name,
    Remark,
)
from league.rules.records import ConfirmationRecord
from league.rules.snapshot import MAX_PENALTIES_PER_ENTRY

FORMAT = "boolie-club/1"
MAX_NESTING = 30  # twice what a club file needs
MAX_VARIANTS = 100
MAX_STAGE = 100

Part = TypeVar("Part", bound=Strict)
Ordinal = Annotated[int, Field(ge=1, le=1_000_000)]


class FilePart(Strict):
    """The outermost object; the records in lists, here and below, are validated one by one."""

    format: Literal["boolie-club/1"]
    club: dict[str, Any]
    players: list[Any] = []
    competitions: list[Any] = []
    variants: Annotated[list[Any], Field(max_length=MAX_VARIANTS)] = []


class CompetitionPart(Strict):
    slug: CompetitionSlug
    name: Name
    kind: Literal["league", "tournament"] = "league"
    game: str
    options: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    seasons: list[Any] = []


class VariantPart(Strict):
    key: Id
    name: Name
    game: str
    options: dict[str, Any] = {}


class SeasonPart(Strict):
    number: Ordinal
    starts_on: MayBeLeftOut[Day] = None
    ends_on: MayBeLeftOut[Day] = None
    state: Literal["draft", "open", "closed"] = "draft"
    lot: MayBeLeftOut[Annotated[int, Field(ge=0, le=2**63 - 1)]] = None
    game: MayBeLeftOut[str] = None
    game_version: MayBeLeftOut[Ordinal] = None
    options: MayBeLeftOut[dict[str, Any]] = None
    rules: MayBeLeftOut[dict[str, Any]] = None
    divisions: list[Any]
    report: MayBeLeftOut[dict[str, Any]] = None


class DivisionPart(Strict):
    stage: Annotated[int, Field(ge=1, le=MAX_STAGE)] = 1
    level: Ordinal
    name: MayBeLeftOut[Name] = None
    entries: list[Any]
    matches: list[Any] = []


class PenaltyPart(Strict):
    points: Annotated[int, Field(ge=0, le=100_000)] = 0
    score: Annotated[int, Field(ge=0, le=100_000)] = 0
    reason: Remark = ""


class EntryPart(Strict):
    player: Id
    seed: MayBeLeftOut[Ordinal] = None
    left: bool = False
    penalties: Annotated[list[PenaltyPart], Field(max_length=MAX_PENALTIES_PER_ENTRY)] = []


class MatchPart(Strict):
    id: Id
    round: Ordinal = 1
    table: MayBeLeftOut[Ordinal] = None
    seats: list[Id]
    due_on: MayBeLeftOut[Day] = None
    status: Literal["scheduled", "played", "forfeit", "void"] = "scheduled"
    played_on: MayBeLeftOut[Day] = None
    sheet: MayBeLeftOut[dict[str, Any]] = None
    revision: MayBeLeftOut[Annotated[int, Field(ge=0, le=1_000_000)]] = None
    result: MayBeLeftOut[dict[str, Any]] = None
    absent: list[Id] = []
    sat: list[Id] = []
    confirmation: MayBeLeftOut[ConfirmationRecord] = None
