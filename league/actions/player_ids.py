"""Replace the id of a player in everything that is stored of the club.

Ids also stand in JSON, where no key guards them. Rows refer to a player by number, and follow by themselves. See
docs/decisions/0047-erased-to-the-last-byte.md.
"""

import json
import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import F, JSONField, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Replace

from league.models import (
    Club,
    Decision,
    Event,
    JoinRequest,
    Player,
    PlayerMerge,
    Remark,
    Reply,
    Report,
    Result,
    Round,
    Season,
    SheetDraft,
    Stage,
    Statistics,
    Submission,
)

# Under these names JSON has players' ids, as values, in lists or as names. A word of ours that happens to be the id of
# a player, such as `bye` or `left`, stands under other names.
PLACES = frozenset(
    {
        "absent",
        "byes",
        "challenged",
        "challenger",
        "confirmed_by",
        "disputed_by",
        "entered",
        "entered_by",
        "entries",
        "entry",
        "groups",
        "guests",
        "instead",
        "lots",
        "newcomers",
        "opponent",
        "opponents",
        "player",
        "players",
        "renamed",
        "rivals",
        "sat",
        "seated_players",
        "seats",
        "substitute",
        "teams",
        "waiting",
        "withdrawn",
    }
)
PLACES_BY_MATCH = frozenset({"before"})  # names of objects that have players' ids by match
LISTS = frozenset({"seats", "seated_players"})  # columns that are lists of players' ids


class Column(NamedTuple):
    """A column with JSON in it, of rows of a club."""

    rows: QuerySet[Any]
    name: str


def replace_player_id(player: Player, key: str) -> None:
    """Give a player, whose club the caller has locked, another id, wherever the old one stands.

    What is worked out from ids, lots and digests, is the caller's affair. Runs some 20 queries, more only for each
    row that has the id.
    """
    with_next_id = Player.objects.filter(pk=player.pk)
    with_next_id.update(next_key=key)  # the triggers let the exchange through
    exchange_id(player.club, player.key, key)
    _replace_in_admin_log(player, key)
    _replace_in_reports(player.club, player.key, key)
    with_next_id.update(key=key, next_key="")
    player.key, player.next_key = key, ""


def exchange_id(
    club: Club,
    old: str,
    new: str,
    *,
    seasons: Collection[int] | None = None,
    events: Collection[int] | None = None,
) -> list[int]:
    """Write one id for another into everything of a club but the players' own rows; triggers have been told.

    With `seasons` and `events` only in these. Returns the numbers of the events that have changed.
    """
    of_club = Season.objects.filter(competition__club=club)
    wanted = of_club if seasons is None else of_club.filter(pk__in=seasons)
    for rows, name in _list_columns(wanted):
        _replace_in_column(rows, name, old, new)
    statistics = Statistics.objects.filter(competition__in=wanted.values("competition"))
    _replace_in_column(statistics, "details", old, new)
    told = Event.objects.filter(club=club)
    told = told if events is None else told.filter(pk__in=events)
    changed = {
        *_replace_in_column(told, "before", old, new),
        *_replace_in_column(told, "after", old, new),
    }
    about = Q(noun="player", key=old) | Q(noun="registration", key__endswith=f"/{old}")
    for event in told.filter(about):
        Event.objects.filter(pk=event.pk).update(key=f"{event.key.removesuffix(old)}{new}")
        changed.add(event.pk)
    return sorted(changed)


def _list_columns(seasons: QuerySet[Season]) -> Iterator[Column]:
    of_matches = {"match__division__season__in": seasons}
    results = Result.objects.filter(**of_matches)
    yield Column(results, "seats")
    yield Column(results, "seated_players")
    yield Column(Submission.objects.filter(**of_matches), "content")
    yield Column(Submission.objects.filter(**of_matches), "problems")
    yield Column(Reply.objects.filter(submission__match__division__season__in=seasons), "content")
    yield Column(SheetDraft.objects.filter(**of_matches), "content")
    yield Column(Decision.objects.filter(season__in=seasons), "detail")
    yield Column(Round.objects.filter(stage__season__in=seasons), "pairings")
    yield Column(Stage.objects.filter(season__in=seasons), "making")
    yield Column(seasons, "draw")
    yield Column(seasons, "finalists")


def _replace_in_column(rows: QuerySet[Any], name: str, old: str, new: str) -> list[int]:
    """Replace an id in the JSON of a column, and return the numbers of the rows that have changed."""
    numbers = []
    is_json = isinstance(rows.model._meta.get_field(name), JSONField)
    found = rows.annotate(as_text=Cast(name, TextField())).filter(as_text__contains=f'"{old}"')
    for pk, value in found.order_by("pk").values_list("pk", name):
        stored = value if is_json else json.loads(value)
        changed = replace_in_json(stored, old, new, "players" if name in LISTS else "")
        if changed != stored:
            as_stored = changed if is_json else json.dumps(changed)
            rows.model._default_manager.filter(pk=pk).update(**{name: as_stored})
            numbers.append(pk)
    return numbers


def replace_in_json(value: Any, old: str, new: str, place: str = "") -> Any:
    """Return JSON with one player's id for another; `place` is the name under which the value stands."""
    if isinstance(value, str):
        return new if value == old and place in PLACES else value
    if isinstance(value, list):
        return [replace_in_json(item, old, new, place) for item in value]
    if isinstance(value, dict):
        return {
            new if key == old and place in PLACES else key: replace_in_json(
                item, old, new, "players" if place in PLACES_BY_MATCH else key
            )
            for key, item in value.items()
        }
    return value


def replace_name_in_texts(player: Player, name: str, new: str) -> None:
    """Replace a full name of a player in what people have written: reasons, notes, news, reports of problems.

    The caller has locked the club, and marked the player: the triggers then let it through. A name that another player
    has, too, is left alone. 7 queries, more only for each row that has the name.
    """
    club = player.club
    if Player.objects.filter(club=club, name=name).exclude(pk=player.pk).exists():
        return
    if name in new:  # it would still be there
        new = "…"
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")

    def replace(text: str) -> str:
        return word.sub(new, text)

    columns = (
        (Remark.objects.filter(club=club), "text"),
        (Remark.objects.filter(club=club), "note"),
        (Club.objects.filter(pk=club.pk), "news"),
        (Event.objects.filter(club=club), "why"),
        (JoinRequest.objects.filter(club=club), "reason"),
        (Report.objects.filter(page__startswith=f"/{club.slug}/"), "text"),
    )
    for rows, column in columns:
        for pk, text in rows.filter(**{f"{column}__contains": name}).values_list("pk", column):
            if word.search(text):
                longest = getattr(rows.model._meta.get_field(column), "max_length", None)
                rows.model._default_manager.filter(pk=pk).update(**{column: replace(text)[:longest]})
    submissions = Submission.objects.filter(match__club=club, content__contains='"why"')
    for submission in submissions.only("content"):
        sent = submission.sent
        if word.search(sent.get("why") or ""):
            content = json.dumps({**sent, "why": replace(sent["why"])})
            Submission.objects.filter(pk=submission.pk).update(content=content)


def forget_merge(merge: PlayerMerge, kept: Player) -> None:
    """Delete what tells who was merged with a player who is anonymised, and take the name out of texts, too.

    The player who stays has another name by now. Merging has replaced the id wherever it is not a label.
    """
    replace_name_in_texts(kept, merge.name, kept.name)
    _replace_in_reports(kept.club, merge.key, kept.key)
    kind = ContentType.objects.get_for_model(Player)
    entries = LogEntry.objects.filter(content_type=kind, object_id=str(merge.number))
    entries.update(object_id=str(kept.pk), object_repr=kept.key)
    merge.delete()


def _replace_in_reports(club: Club, old: str, new: str) -> None:
    """Replace an id in the addresses of pages that people have reported a problem with."""
    for pages in (f"/{club.slug}/players/", f"/{club.slug}/-/players/"):
        before, after = f"{pages}{old}/", f"{pages}{new}/"
        reports = Report.objects.filter(page__startswith=before)
        reports.update(page=Replace(F("page"), Value(before), Value(after)))


def _replace_in_admin_log(player: Player, key: str) -> None:
    """Replace the id in the admin site's log, which calls a player so."""
    kind = ContentType.objects.get_for_model(Player)
    entries = LogEntry.objects.filter(content_type=kind, object_id=str(player.pk))
    entries.update(object_repr=key)
