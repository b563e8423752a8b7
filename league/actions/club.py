"""Verbs of clubs: `import_club`, by which a whole club comes in from a file; `found_club`, `change_club`, by hand."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import MayBeLeftOut, Problem, Strict, Text
from games.problems import _
from league.actions.actor import Actor, NotPermitted
from league.actions.audit_log import lock_club, record_event
from league.actions.club_writer import ClubWriter
from league.actions.errors import ActionError, validate
from league.actions.ids import IdGenerator
from league.actions.job import enqueue
from league.clubfile import merge, reader, verify
from league.clubfile.verify import Difference
from league.models import Club, Division, Membership, Role, Season, User
from league.queries.book import read_book, with_variants
from league.rules.field_types import Name, Slug, Timezone
from league.rules.seasons import awards
from league.rules.snapshot import ClubRecord, ClubSnapshot, SeasonKey
from league.rules.validation import CheckedSnapshot, build_problem, check_snapshot, filter_independent

RECORD_TYPES = ("clubs", "players", "competitions", "seasons", "divisions", "entries", "matches", "variants")
MAX_CLUB_REVISION = 2**31
MAX_OWNED_CLUBS = 10  # clubs, by somebody who does not look after the site
IdsByType = dict[str, list[Any]]  # ids by noun


@dataclass
class ImportSummary:
    """What an import did, or would do: ids by noun. `differences` are the claims it replaced."""

    added: IdsByType = field(default_factory=dict)
    changed: IdsByType = field(default_factory=dict)
    unchanged: IdsByType = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)

    def as_json(self) -> dict[str, dict[str, int]]:
        """How many; of variants only where there are any: few clubs have one."""
        kinds = {"added": self.added, "changed": self.changed, "unchanged": self.unchanged}
        some = any(names["variants"] for names in kinds.values())
        nouns = RECORD_TYPES if some else [noun for noun in RECORD_TYPES if noun != "variants"]
        return {kind: {noun: len(names[noun]) for noun in nouns} for kind, names in kinds.items()}


def import_club(
    content: bytes, *, by: Actor, recompute: bool = False, dry_run: bool = False
) -> ImportSummary:
    """Takes a club file in: all or nothing (contract.md, Club file).

    Claims that the file's sheets do not bear out are refused; with `recompute` the sheets count and the
    differences are told. Raises NotPermitted, and Refused with every mistake by its path.
    """
    file, problems = reader.read_club_file(content)
    if file is None:
        raise ActionError(*problems)
    with transaction.atomic():
        club, before = _lock_or_create_club(file.club)
        by.require("import-club", club)
        checked, found, differences = _check_import(file, before, recompute)
        if problems or found:
            raise ActionError(*problems, *filter_independent(found, problems))
        imported = _build_summary(file, checked.snapshot, before)
        imported.differences = differences
        if any(imported.added.values()) or any(imported.changed.values()):
            known = before or ClubSnapshot(file.club)
            _apply_import(checked, known, find_affected_seasons(file, checked.snapshot, known), imported, by)
        if dry_run:
            transaction.set_rollback(True)
    return imported


class ClubDetails(Strict):
    name: Name
    timezone: Timezone


class NewClub(ClubDetails):
    slug: MayBeLeftOut[Slug] = None


@transaction.atomic
def create_club(*, name: str, slug: str, zone: str, by: Actor) -> Club:
    """Makes a club, whose owner is whoever makes it; without a `slug` its address is made from the name.

    Raises NotPermitted for somebody without an account; Refused for a name, an address or a zone that is none or is
    taken, and for one club too many.
    """
    address = {"slug": slug} if slug else {}
    wanted = validate(NewClub, name=name, timezone=zone, **address)
    _require_can_create(by)
    club = _create_with_slug(wanted)
    if by.account:
        Membership.objects.create(user=by.account, club=club, role=Role.OWNER)
    invalidate_pages(club)
    record_event(
        club, by, "found_club", "club", club.slug, after={"name": club.name, "timezone": club.timezone}
    )
    return club


def _require_can_create(by: Actor) -> None:
    if by.is_administrator:
        return
    if by.account is None:
        raise NotPermitted("found-club")
    # Their own row: who sends two forms at once owns no more than who sends them one after the other.
    User.objects.select_for_update(no_key=True).get(pk=by.account.pk)
    if Membership.objects.filter(user=by.account, role=Role.OWNER).count() >= MAX_OWNED_CLUBS:
        raise ActionError(
            build_problem(
                "",
                "too-many-clubs",
                _(
                    "You own {most} clubs, and nobody makes more of their own. Ask whoever looks after this site to "
                    "make it, or give a club that you no longer run to somebody else."
                ),
                most=MAX_OWNED_CLUBS,
            )
        )


def _create_with_slug(wanted: NewClub) -> Club:
    about = {"name": wanted.name, "timezone": wanted.timezone}
    if wanted.slug and Club.objects.filter(slug__iexact=wanted.slug).exists():
        raise _build_slug_error(wanted.slug)
    slugs = IdGenerator(Club.objects.values_list("slug", flat=True), word="club-")
    while True:
        club, made = Club.objects.get_or_create(
            slug=wanted.slug or slugs.generate(wanted.name), defaults=about
        )
        if made:
            return club
        if wanted.slug:  # by somebody else, a moment ago
            raise _build_slug_error(wanted.slug)


def _build_slug_error(slug: str) -> ActionError:
    sentence = _("Another club has the address {slug}. Choose another one, or leave it empty.")
    return ActionError(build_problem("slug", "taken", sentence, slug=slug))


@transaction.atomic
def change_club(*, club: Club, name: str, zone: str, by: Actor) -> None:
    """Gives the club another name or time zone; its address stays.

    Raises NotPermitted; Refused for a name or a zone that is none.
    """
    by.require("change-club", club)
    wanted = validate(ClubDetails, name=name, timezone=zone).model_dump()
    club = lock_club(club.pk, "change-club", by)
    before = {field: getattr(club, field) for field in wanted}
    if wanted == before:
        return
    Club.objects.filter(pk=club.pk).update(**wanted)
    invalidate_pages(club)
    record_event(club, by, "change_club", "club", club.slug, before, wanted)


def invalidate_pages(club: Club) -> None:
    """Pages of the club that were made before this are made anew.

    A number drawn anew, not the next one: a club that was restored to what it was yesterday never comes to a number
    under which browsers keep a page of today.
    """
    Club.objects.filter(pk=club.pk).update(revision=secrets.randbelow(MAX_CLUB_REVISION))


def _lock_or_create_club(record: ClubRecord) -> tuple[Club, ClubSnapshot | None]:
    """The club of that name and its book, nobody else's to change: season, then divisions by id.

    A new club is made first of all, and has no book yet: a second import of it waits for this one to end.
    """
    club, made = Club.objects.get_or_create(
        slug=record.slug, defaults={"name": record.name, "timezone": record.timezone}
    )
    if made:
        return club, None
    # no_key, here and below: results that come in meanwhile refer to these rows, and only that.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    list(
        Season.objects.select_for_update(of=("self",), no_key=True)
        .filter(competition__club=club)
        .order_by("pk")
    )
    list(
        Division.objects.select_for_update(of=("self",), no_key=True)
        .filter(season__competition__club=club)
        .order_by("pk")
    )
    return club, with_variants(read_book(club), club)


def _check_import(
    file: ClubSnapshot, before: ClubSnapshot | None, recompute: bool
) -> tuple[CheckedSnapshot, list[Problem], list[Difference]]:
    """The book that the import gives, what is wrong with it, and the claims that its sheets do not bear out."""
    before = before or ClubSnapshot(file.club)
    merged = file.merge_onto(before)
    checked = check_snapshot(merged, find_affected_seasons(file, merged, before))
    conflicts = merge.find_conflicts(file, checked.snapshot, before)
    problems = checked.problems + list(filter_independent(conflicts, checked.problems))
    differences: list[Difference] = []
    if not problems:
        differences += verify.find_differences(awards.add_earlier_scores(checked, file.seasons), file.seasons)
    if differences and not recompute:
        problems += [
            Problem(
                d.path,
                "claim",
                Text(
                    _("The file claims {claimed}, its sheets give {recomputed}."),
                    {"claimed": json.dumps(d.claimed), "recomputed": json.dumps(d.recomputed)},
                ),
            )
            for d in differences
        ]
    return checked, problems, differences


def find_affected_seasons(file: ClubSnapshot, merged: ClubSnapshot, before: ClubSnapshot) -> list[SeasonKey]:
    """The seasons whose standings a file can change: those it names, drafts of competitions it names, and all of
    one that becomes a league or is none any more: in a league the closed seasons move their players."""
    other_kind = {
        slug
        for slug in file.competitions
        if slug in before.competitions and file.competitions[slug].kind != before.competitions[slug].kind
    }
    return [
        key
        for key, season in sorted(merged.seasons.items())
        if key in file.seasons
        or key.competition in other_kind
        or (key.competition in file.competitions and not season.is_opened)
    ]


def _build_summary(file: ClubSnapshot, merged: ClubSnapshot, before: ClubSnapshot | None) -> ImportSummary:
    imported = ImportSummary()
    for noun in RECORD_TYPES:
        named, new = _get_records(file, noun), _get_records(merged, noun)
        old = _get_records(before, noun) if before else {}
        known = [name for name in named if name in old]
        imported.added[noun] = [name for name in named if name not in old]
        imported.changed[noun] = [name for name in known if new[name] != old[name]]
        imported.unchanged[noun] = [name for name in known if new[name] == old[name]]
    return imported


def _get_records(book: ClubSnapshot, noun: str) -> Mapping[Any, object]:
    records: Mapping[Any, object] = {book.club.slug: book.club} if noun == "clubs" else getattr(book, noun)
    return records


def _apply_import(
    checked: CheckedSnapshot,
    before: ClubSnapshot,
    seasons: list[SeasonKey],
    imported: ImportSummary,
    by: Actor,
) -> None:
    now = timezone.now()
    writer = ClubWriter(checked, before=before, by=by.account, at=now)
    club = writer.write(
        {noun: imported.added[noun] + imported.changed[noun] for noun in RECORD_TYPES}, seasons
    )
    invalidate_pages(club)
    record_event(club, by, "import_club", "club", club.slug, after=imported.as_json(), at=now)
    for competition in sorted(writer.competitions_to_refresh):
        enqueue("refresh-statistics", competition=competition)
