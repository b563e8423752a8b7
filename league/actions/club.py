"""Import a whole club from a file, and create and change a club by hand."""

import json
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from games import MayBeLeftOut, Problem, Strict, Text
from games.problems import _
from league.actions.changes import (
    change,
    draw_revision,
    invalidate_pages,
    log_event,
    log_refusals,
    require_visible,
)
from league.actions.club_writer import ClubWriter
from league.actions.errors import ActionError, Language, validate
from league.actions.fixtures import discard_unfinished_schedule
from league.actions.ids import IdGenerator
from league.actions.invitation import validate_address
from league.actions.job import enqueue
from league.actions.player import apply_name_privacy
from league.clubfile import reader, verify
from league.clubfile.conflicts import find_conflicts
from league.clubfile.verify import Difference
from league.models import Club, Division, Event, Membership, Privacy, RetiredSlug, Role, Season, User
from league.notifications.results import Cause, notify_players
from league.permissions import can, require, require_person
from league.principals import Principal
from league.queries.links import build_url
from league.queries.snapshot import add_variants, read_snapshot
from league.rules.field_types import Slug, Timezone
from league.rules.names import Name, fold_name, list_alike_folds
from league.rules.records import ClubRecord, SeasonKey
from league.rules.seasons import awards
from league.rules.snapshot import ClubSnapshot
from league.rules.validation import CheckedSnapshot, build_problem, check_snapshot, filter_independent

RECORD_TYPES = (
    *("clubs", "players", "competitions", "seasons", "divisions", "entries", "matches"),
    *("rounds", "challenges", "variants"),
)
RARE_RECORD_TYPES = ("rounds", "challenges", "variants")  # few clubs have any
RESERVED_SLUGS = ("admin",)  # leads to the administration, unless a club has had it before that was so
# Only an administrator of the site makes more. A user who looks after the clubs of a town has three or four, and
# makes them on the same evening.
MAX_OWNED_CLUBS = 10  # of clubs that a user has made
MAX_CLUBS_A_DAY = 5
IdsByType = dict[str, list[Any]]  # ids by record type


@dataclass
class ImportSummary:
    """The changes that an import made, or would make, as ids by record type.

    `differences` are the derived values that it replaced.
    """

    added: IdsByType = field(default_factory=dict)
    changed: IdsByType = field(default_factory=dict)
    unchanged: IdsByType = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)

    def as_json(self) -> dict[str, dict[str, int]]:
        """Return how many records of each type; of rare ones only if there are any."""
        kinds = {"added": self.added, "changed": self.changed, "unchanged": self.unchanged}
        nouns = [
            noun
            for noun in RECORD_TYPES
            if noun not in RARE_RECORD_TYPES or any(names[noun] for names in kinds.values())
        ]
        return {kind: {noun: len(names[noun]) for noun in nouns} for kind, names in kinds.items()}


@log_refusals("import_club")
def import_club(
    content: bytes, *, by: Principal, recompute: bool = False, dry_run: bool = False
) -> ImportSummary:
    """Import a club file: all of it, or nothing (docs/reference/club-file.md, Import).

    Derived values that do not follow from the file's sheets are refused; with `recompute` the sheets count,
    and the differences are returned in the summary. With `dry_run` everything is done and rolled back. Raises
    PermissionDenied; ActionError with every problem by its path.
    """
    file, problems = reader.read_club_file(content)
    if file is None:
        raise ActionError(*problems)
    with transaction.atomic():
        club, before = _lock_or_create_club(file.club)
        require(by, "import-club", club)
        checked, check_problems, differences = _check_import(file, before, recompute)
        if problems or check_problems:
            raise ActionError(*problems, *filter_independent(check_problems, problems))
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
    language: Language = settings.LANGUAGE_CODE
    timezone: Timezone


class NewClub(ClubDetails):
    slug: MayBeLeftOut[Slug] = None


@log_refusals("create_club")
@transaction.atomic
def create_club(
    *, name: str, slug: str, zone: str, by: Principal, language: str = settings.LANGUAGE_CODE
) -> Club:
    """Create a club owned by the user who creates it; without a `slug` its address is made from the name.

    Raises PermissionDenied for a visitor without an account; ActionError for a bad name, address or time zone, for
    an address that is taken, for a name that looks like another club's, and for a club too many.
    """
    address = {"slug": slug} if slug else {}
    wanted = validate(NewClub, name=name, timezone=zone, language=language, **address)
    _require_can_create(by)
    _require_own_name(wanted.name, by)
    club = _create_with_slug(wanted)
    if by.user:
        Membership.objects.create(user=by.user, club=club, role=Role.OWNER)
    invalidate_pages(club)
    log_event(club, by, "found_club", "club", club.slug, after={"name": club.name, "timezone": club.timezone})
    return club


def _require_can_create(by: Principal) -> None:
    if can(by, "administer"):
        return
    user = require_person(by).user
    # This locks their own row, so that two forms sent at once cannot exceed the limit.
    if not User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True).first():
        raise PermissionDenied("found-club")
    made = Event.objects.filter(action="found_club", by=user)
    owned = Membership.objects.filter(user=user, role=Role.OWNER, club__in=made.values("club"))
    if owned.count() >= MAX_OWNED_CLUBS:
        raise ActionError(
            build_problem(
                "",
                "too-many-clubs",
                _(
                    "You own {most} clubs, the most one person can create. Ask the site "
                    "administrator to create another one, or hand over a club you no "
                    "longer run."
                ),
                most=MAX_OWNED_CLUBS,
            )
        )
    if made.filter(at__gt=timezone.now() - timedelta(days=1)).count() >= MAX_CLUBS_A_DAY:
        raise ActionError(
            build_problem(
                "",
                "too-many-clubs-a-day",
                _(
                    "You have created {most} clubs in the last 24 hours, the daily limit. "
                    "Create the next one tomorrow, or ask the site administrator."
                ),
                most=MAX_CLUBS_A_DAY,
            )
        )


def _require_own_name(name: str, by: Principal, club: Club | None = None) -> None:
    """Raise ActionError if another club's name looks like this name; administrators of the site may give it.

    1 query, by an index.
    """
    if can(by, "administer"):
        return
    alike = Club.objects.filter(folded_name__in=list_alike_folds(name))
    if club:
        alike = alike.exclude(pk=club.pk)
    if (other := alike.order_by("pk").first()) and (other.is_hidden or other.privacy == Privacy.MEMBERS):
        sentence = _("Another club has a very similar name. Add something, such as the town.")
        raise ActionError(build_problem("name", "name-alike", sentence))
    if other:
        raise ActionError(
            build_problem(
                "name",
                "name-alike",
                _(
                    "The club at {address} has a very similar name. If yours is a "
                    "different club, add something, such as the town."
                ),
                address=build_url("club", other.slug),
            )
        )


def _create_with_slug(wanted: NewClub) -> Club:
    about = {"name": wanted.name, "timezone": wanted.timezone, "language": wanted.language}
    if wanted.slug and (
        Club.objects.filter(slug__iexact=wanted.slug).exists() or is_retired_slug(wanted.slug)
    ):
        raise _build_slug_error(wanted.slug)
    slugs = _build_slug_generator(wanted.name)
    while True:
        club, created = Club.objects.get_or_create(
            slug=wanted.slug or slugs.generate(wanted.name), defaults=about
        )
        if created:
            return club
        if wanted.slug:  # taken by another club a moment ago
            raise _build_slug_error(wanted.slug)


def _build_slug_generator(name: str) -> IdGenerator:
    """Return a generator that knows the addresses which a club of this name could be given.

    They begin with the name's own, so that not every club of the site has to be read.
    """
    first = IdGenerator([], word="club-").generate(name)
    stem = first.rstrip(string.digits) or first  # "club-1" may become "club-2"
    taken = Club.objects.filter(slug__istartswith=stem).values_list("slug", flat=True)
    retired = RetiredSlug.objects.filter(slug__istartswith=stem).values_list("slug", flat=True)
    return IdGenerator([*taken, *retired, *RESERVED_SLUGS], word="club-")


def is_retired_slug(slug: str) -> bool:
    """Return whether no new club may have this address: that of a deleted club, or an address of the site's own."""
    return slug.lower() in RESERVED_SLUGS or RetiredSlug.objects.filter(slug__iexact=slug).exists()


def _build_slug_error(slug: str) -> ActionError:
    sentence = _("Another club has the address {slug}. Choose another one, or leave it blank.")
    return ActionError(build_problem("slug", "taken", sentence, slug=slug))


@log_refusals("change_club")
def change_club(
    *,
    club: Club,
    name: str,
    zone: str,
    by: Principal,
    language: str | None = None,
    hides_former_players: bool | None = None,
    privacy: str | None = None,
    privacy_email: str | None = None,
) -> None:
    """Change the club's name, time zone or language, whether former players keep their names, and who sees its pages.

    Its address stays, and so do values that are None.

    Locks the club. Raises PermissionDenied; ActionError for a bad name, time zone, language, privacy or e-mail
    address, and for a name that looks like another club's.
    """
    require(by, "change-club", club)
    others = {"language": language} if language is not None else {}
    wanted = validate(ClubDetails, name=name, timezone=zone, **others).model_dump(exclude_unset=True)
    if hides_former_players is not None:
        wanted["hides_former_players"] = hides_former_players
    if privacy is not None:
        if privacy not in Privacy.values:
            raise ActionError(build_problem("privacy", "choice", _("Choose one of the options.")))
        wanted["privacy"] = privacy
    if privacy_email is not None:
        wanted["privacy_email"] = privacy_email.strip()
        if wanted["privacy_email"]:
            validate_address(wanted["privacy_email"], "privacy_email")
    with change("change_club", club, permission="change-club", by=by) as event:
        club = event.club
        before = {field: getattr(club, field) for field in wanted}
        if wanted == before:
            return
        folded_name = fold_name(wanted["name"])
        # A club that has a namesake may still correct how its name is written.
        if folded_name != club.folded_name:
            _require_own_name(wanted["name"], event.by, club)
        Club.objects.filter(pk=club.pk).update(**wanted, folded_name=folded_name)
        if "privacy" in wanted and wanted["privacy"] != club.privacy:
            club.privacy = wanted["privacy"]
            apply_name_privacy(club)
        event.log("club", club.slug, _omit_address(before), _omit_address(wanted))


def _omit_address(values: dict[str, Any]) -> dict[str, Any]:
    """Return what the event says: never an address."""
    return {field: value for field, value in values.items() if field != "privacy_email"}


def invalidate_all_pages() -> None:
    """Have all public pages made anew, because something has changed that each of them shows."""
    Club.objects.update(revision=draw_revision())


def _lock_or_create_club(record: ClubRecord) -> tuple[Club, ClubSnapshot | None]:
    """Return the club of that address and its snapshot, locked.

    The locks are taken in order: the club, then its seasons by id, then its divisions by id. A new club is
    created first of all, and has no snapshot yet; a second import of it waits for this import to end. Raises
    ActionError for a club that is suspended or deleted, and for an address that no new club gets.
    """
    club, created = Club.objects.get_or_create(
        slug=record.slug, defaults={"name": record.name, "timezone": record.timezone}
    )
    if created:
        if is_retired_slug(record.slug):
            sentence = _(
                "The address {slug} can't be used: it belonged to a deleted club or to the "
                "site itself. Change it in the file."
            )
            raise ActionError(build_problem("club.slug", "slug-retired", sentence, slug=record.slug))
        return club, None
    # no_key, here and below: a result that comes in meanwhile may insert rows that refer to these.
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    require_visible(club)
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
    return club, add_variants(read_snapshot(club), club)


def _check_import(
    file: ClubSnapshot, before: ClubSnapshot | None, recompute: bool
) -> tuple[CheckedSnapshot, list[Problem], list[Difference]]:
    """Return the checked snapshot after the import, its problems, and the derived values that are wrong."""
    before = before or ClubSnapshot(file.club)
    merged = file.merge_onto(before)
    checked = check_snapshot(merged, find_affected_seasons(file, merged, before))
    conflicts = find_conflicts(file, checked.snapshot, before)
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
    """Return the seasons whose standings a file can change.

    They are those it names, drafts of competitions it names, and all seasons of a competition that becomes a
    league or is no longer a league, because in a league the closed seasons move their players.
    """
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
    summary = ImportSummary()
    for noun in RECORD_TYPES:
        new = _get_records(merged, noun)
        named = [name for name in _get_records(file, noun) if name in new]  # plain rounds are in none
        old = _get_records(before, noun) if before else {}
        known = [name for name in named if name in old]
        summary.added[noun] = [name for name in named if name not in old]
        summary.changed[noun] = [name for name in known if new[name] != old[name]]
        summary.unchanged[noun] = [name for name in known if new[name] == old[name]]
    return summary


def _get_records(snapshot: ClubSnapshot, noun: str) -> Mapping[Any, object]:
    records: Mapping[Any, object] = (
        {snapshot.club.slug: snapshot.club} if noun == "clubs" else getattr(snapshot, noun)
    )
    return records


def _apply_import(
    checked: CheckedSnapshot,
    before: ClubSnapshot,
    seasons: list[SeasonKey],
    imported: ImportSummary,
    by: Principal,
) -> None:
    now = timezone.now()
    for season in Season.objects.filter(
        competition__club__slug=before.club.slug, schedule_token__isnull=False
    ):
        discard_unfinished_schedule(season)
    writer = ClubWriter(checked, before=before, by=by.user, at=now)
    club = writer.write(
        {noun: imported.added[noun] + imported.changed[noun] for noun in RECORD_TYPES}, seasons
    )
    invalidate_pages(club)
    event = log_event(club, by, "import_club", "club", club.slug, after=imported.as_json(), at=now)
    notify_players(club.pk, Cause.IMPORT, event.pk, overruled=writer.overruled, author=by.user)
    for competition in sorted(writer.competitions_to_refresh):
        enqueue("refresh-statistics", competition=competition)
