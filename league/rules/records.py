"""The objects of a club file: read from it, held by a snapshot, checked and written by the same models.

A model has the keys of the file in the order in which they are written (docs/reference/club-file.md, File). What comes
from the database was checked when it came in: it is put together by `model_construct`, which checks nothing again.
"""

from datetime import date
from typing import Annotated, Any

from pydantic import PlainSerializer

from games import MayBeLeftOut, Strict
from league.rules.field_types import Day, Id, Name, Remark, Slug, Timezone

FileDay = Annotated[Day, PlainSerializer(date.isoformat)]


class ClubRecord(Strict):
    slug: Slug
    name: Name
    timezone: Timezone = "UTC"


class PlayerRecord(Strict):
    id: Id
    name: Name


class SheetRecord(Strict):
    """A sheet that does not count, and the day on which it was played."""

    sheet: dict[str, Any]
    played_on: FileDay


class ConfirmationRecord(Strict):
    """What players say of a result that one of them entered, or of the one that waits to count.

    `version` is how it was for the player who disputes it. See docs/reference/club-file.md, Confirmation.
    """

    entered_on: FileDay
    entered_by: MayBeLeftOut[Id] = None
    confirmed_by: MayBeLeftOut[Id] = None
    disputed_by: MayBeLeftOut[Id] = None
    reason: Remark = ""
    version: MayBeLeftOut[SheetRecord] = None
    waiting: MayBeLeftOut[SheetRecord] = None
