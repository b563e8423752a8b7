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
from league.actions.changes import locked, record
from league.actions.club_writing import Writer
from league.actions.errors import Refused
from league.actions.ids import Ids
from league.actions.job import later
from league.actions.typed import typed
from league.models import Club, Division, Membership, Role, Season, User
from league.queries.book import read_book, with_variants
from league.rules import awarding, claims, clubfile, merging
from league.rules.book import ClubRecord, ClubSnapshot, SeasonKey
from league.rules.check import CheckedSnapshot, build_problem, check_snapshot, filter_independent
from league.rules.claims import Difference
from league.rules.texts import Name, Slug, Timezone

NOUNS = ("clubs", "players", "competitions", "seasons", "divisions", "entries", "matches", "variants")
MOST_REVISION = 2**31
MOST_OWNED = 10  # clubs, by somebody who does not look after the site
Names = dict[str, list[Any]]  # ids by noun


@dataclass
class Imported:
    """What an import did, or would do: ids by noun. `differences` are the claims it replaced."""

    added: Names = field(default_factory=dict)
    changed: Names = field(default_factory=dict)
    unchanged: Names = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)

    def as_json(self) -> dict[str, dict[str, int]]:
        """How many; of variants only where there are any: few clubs have one."""
        kinds = {"added": self.added, "changed": self.changed, "unchanged": self.unchanged}
        some = any(names["variants"] for names in kinds.values())
        nouns = NOUNS if some else [noun for noun in NOUNS if noun != "variants"]
        return {kind: {noun: len(names[noun]) for noun in nouns} for kind, names in kinds.items()}


def import_club(content: bytes, *, by: Actor, recompute: bool = False, dry_run: bool = False) -> Imported:
    """Takes a club file in: all or nothing (contract.md, Club file).

    Claims that the file's sheets do not bear out are refused; with `recompute` the sheets count and the
    differences are told. Raises NotPermitted, and Refused with every mistake by its path.
    """
    file, problems = clubfile.read_club_file(content)
    if file is None:
        raise Refused(*problems)
    with transaction.atomic():
        club, before = _locked(file.club)
        by.must("import-club", club)
        checked, found, differences = _examine(file, before, recompute)
        if problems or found:
            raise Refused(*problems, *filter_independent(found, problems))
        imported = _compare(file, checked.snapshot, before)
        imported.differences = differences
        if any(imported.added.values()) or any(imported.changed.values()):
            known = before or ClubSnapshot(file.club)
            _write(checked, known, touched(file, checked.snapshot, known), imported, by)
        if dry_run:
            transaction.set_rollback(True)
    return imported


class About(Strict):
    name: Name
    timezone: Timezone


class Founding(About):
    slug: MayBeLeftOut[Slug] = None


@transaction.atomic
def found_club(*, name: str, slug: str, zone: str, by: Actor) -> Club:
    """Makes a club, whose owner is whoever makes it; without a `slug` its address is made from the name.

    Raises NotPermitted for somebody without an account; Refused for a name, an address or a zone that is none or is
    taken, and for one club too many.
    """
    address = {"slug": slug} if slug else {}
    wanted = typed(Founding, name=name, timezone=zone, **address)
    _may_found(by)
    club = _founded(wanted)
    if by.account:
        Membership.objects.create(user=by.account, club=club, role=Role.OWNER)
    touch(club)
    record(club, by, "found_club", "club", club.slug, after={"name": club.name, "timezone": club.timezone})
    return club


def _may_found(by: Actor) -> None:
    if by.is_administrator:
        return
    if by.account is None:
        raise NotPermitted("found-club")
    # Their own row: who sends two forms at once owns no more than who sends them one after the other.
    User.objects.select_for_update(no_key=True).get(pk=by.account.pk)
    if Membership.objects.filter(user=by.account, role=Role.OWNER).count() >= MOST_OWNED:
        raise Refused(
            build_problem(
                "",
                "too-many-clubs",
                _(
                    "You own {most} clubs, and nobody makes more of their own. Ask whoever looks after this site to "
                    "make it, or give a club that you no longer run to somebody else."
                ),
                most=MOST_OWNED,
            )
        )


def _founded(wanted: Founding) -> Club:
    about = {"name": wanted.name, "timezone": wanted.timezone}
    if wanted.slug and Club.objects.filter(slug__iexact=wanted.slug).exists():
        raise _taken(wanted.slug)
    slugs = Ids(Club.objects.values_list("slug", flat=True), word="club-")
    while True:
        club, made = Club.objects.get_or_create(
            slug=wanted.slug or slugs.made_from(wanted.name), defaults=about
        )
        if made:
            return club
        if wanted.slug:  # by somebody else, a moment ago
            raise _taken(wanted.slug)


def _taken(slug: str) -> Refused:
    sentence = _("Another club has the address {slug}. Choose another one, or leave it empty.")
    return Refused(build_problem("slug", "taken", sentence, slug=slug))


@transaction.atomic
def change_club(*, club: Club, name: str, zone: str, by: Actor) -> None:
    """Gives the club another name or time zone; its address stays.

    Raises NotPermitted; Refused for a name or a zone that is none.
    """
    by.must("change-club", club)
    wanted = typed(About, name=name, timezone=zone).model_dump()
    club = locked(club.pk, "change-club", by)
    before = {field: getattr(club, field) for field in wanted}
    if wanted == before:
        return
    Club.objects.filter(pk=club.pk).update(**wanted)
    touch(club)
    record(club, by, "change_club", "club", club.slug, before, wanted)


def touch(club: Club) -> None:
    """Pages of the club that were made before this are made anew.

    A number drawn anew, not the next one: a club that was restored to what it was yesterday never comes to a number
    under which browsers keep a page of today.
    """
    Club.objects.filter(pk=club.pk).update(revision=secrets.randbelow(MOST_REVISION))


def _locked(record: ClubRecord) -> tuple[Club, ClubSnapshot | None]:
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


def _examine(
    file: ClubSnapshot, before: ClubSnapshot | None, recompute: bool
) -> tuple[CheckedSnapshot, list[Problem], list[Difference]]:
    """The book that the import gives, what is wrong with it, and the claims that its sheets do not bear out."""
    before = before or ClubSnapshot(file.club)
    merged = file.merge_onto(before)
    checked = check_snapshot(merged, touched(file, merged, before))
    conflicts = merging.find_conflicts(file, checked.snapshot, before)
    problems = checked.problems + list(filter_independent(conflicts, checked.problems))
    differences: list[Difference] = []
    if not problems:
        differences += claims.find_differences(
            awarding.add_earlier_scores(checked, file.seasons), file.seasons
        )
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


def touched(file: ClubSnapshot, merged: ClubSnapshot, before: ClubSnapshot) -> list[SeasonKey]:
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


def _compare(file: ClubSnapshot, merged: ClubSnapshot, before: ClubSnapshot | None) -> Imported:
    imported = Imported()
    for noun in NOUNS:
        named, new = _records(file, noun), _records(merged, noun)
        old = _records(before, noun) if before else {}
        known = [name for name in named if name in old]
        imported.added[noun] = [name for name in named if name not in old]
        imported.changed[noun] = [name for name in known if new[name] != old[name]]
        imported.unchanged[noun] = [name for name in known if new[name] == old[name]]
    return imported


def _records(book: ClubSnapshot, noun: str) -> Mapping[Any, object]:
    records: Mapping[Any, object] = {book.club.slug: book.club} if noun == "clubs" else getattr(book, noun)
    return records


def _write(
    checked: CheckedSnapshot, before: ClubSnapshot, seasons: list[SeasonKey], imported: Imported, by: Actor
) -> None:
    now = timezone.now()
    writer = Writer(checked, before=before, by=by.account, at=now)
    club = writer.write({noun: imported.added[noun] + imported.changed[noun] for noun in NOUNS}, seasons)
    touch(club)
    record(club, by, "import_club", "club", club.slug, after=imported.as_json(), at=now)
    for competition in sorted(writer.played_in):
        later("refresh-statistics", competition=competition)
