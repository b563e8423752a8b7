"""What the daily job does about players who were anonymised: their ids go, and what the database has freed is cleared.

See docs/reference/people.md, Players; docs/decisions/0047-erased-to-the-last-byte.md.
"""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.db import connection, transaction

from games import Invalid, UnknownGame
from league.actions.award import recompute_awards
from league.actions.changes import invalidate_pages, lock
from league.actions.ids import IdGenerator
from league.actions.player_ids import replace_player_id
from league.models import Club, Entry, Player, Round, Season
from league.models.season import SeasonState
from league.queries.snapshot import read_snapshot
from league.rules.names import FORMER_NAME
from league.rules.records import RoundKey, SeasonKey
from league.rules.seasons import finalists, pairing_records
from league.rules.standings.tie_breaks import draw_lot, shorten_lot
from league.rules.validation import CheckedSnapshot, check_snapshot

NEUTRAL_ID = re.compile(r"former-player-[0-9]+(-[0-9]+)?")  # made from a name that tells nothing
DigestPlace = tuple[SeasonKey | RoundKey, str]  # of finalists, or a level's pairing and the digest's name


class StillInUse(Exception):
    """Readers kept the database from clearing what it has freed; the next attempt does it."""


def erase_players() -> int:
    """Replace the ids of the players who were anonymised, and clear what the database has freed; return how many.

    Runs in a transaction of its own for each club. It may be stopped at any time and begun again. Raises StillInUse.
    """
    waiting = Player.objects.filter(to_erase=True)
    for club in Club.objects.filter(pk__in=waiting.values("club")).order_by("pk"):
        with transaction.atomic():
            seasons = Season.objects.filter(competition__club=club)
            _replace_ids(lock(club.pk, seasons.values_list("pk", flat=True))[0])
    done = [pk for pk, key in waiting.values_list("pk", "key") if NEUTRAL_ID.fullmatch(key)]
    if done:
        cache.clear()
        _clear_freed_pages()
        Player.objects.filter(pk__in=done).update(to_erase=False)
    return len(done)


def _replace_ids(club: Club) -> None:
    """Replace the ids of a locked club's players who were anonymised; a name that was typed again calls it off."""
    waiting = Player.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    players = list(waiting.filter(club=club, to_erase=True).order_by("pk"))
    named = [player.pk for player in players if not FORMER_NAME.fullmatch(player.name)]
    Player.objects.filter(pk__in=named).update(to_erase=False)
    old = [player for player in players if player.pk not in named and not NEUTRAL_ID.fullmatch(player.key)]
    if not old:
        return
    ids = IdGenerator(Player.objects.filter(club=club).values_list("key", flat=True), word="p")
    with keep_figures(club):
        for player in old:
            keep_lots(player)
            replace_player_id(player, ids.generate(player.name))


@contextmanager
def keep_figures(club: Club) -> Iterator[None]:
    """Have everything follow from other ids afterwards as it did before; the caller has locked the club's seasons."""
    true_digests = _list_true_digests(club)
    yield
    _write_digests(club, true_digests)
    recompute_awards(list(club.competitions.values_list("pk", flat=True)))  # who share one stand by id
    invalidate_pages(club)


# --- lots


def keep_lots(player: Player, seasons: Collection[int] | None = None) -> list[int]:
    """Store what was drawn from an id that is about to be replaced: with the player's entries, and drawn groups.

    With `seasons` only in these. Returns the numbers of the entries that have got a lot.
    """
    kept = []
    wanted = Season.objects.filter(competition__club=player.club)
    wanted = wanted if seasons is None else wanted.filter(pk__in=seasons)
    entries = Entry.objects.filter(player=player, lot="", season__in=wanted)
    for entry in entries.exclude(season__state=SeasonState.DRAFT).select_related("season"):
        others = Entry.objects.filter(season=entry.season_id).exclude(player=player).select_related("player")
        seed = entry.season.draw_seed
        entry.lot = shorten_lot(
            draw_lot(seed, player.key),
            [other.lot or draw_lot(seed, other.player.key) for other in others],
        )
        entry.save(update_fields=["lot"])
        kept.append(entry.pk)
    for season in wanted.filter(draw__isnull=False):
        draw = season.draw or {}
        there = {each for group in draw.get("groups", ()) for each in group}
        lots = draw.get("lots", {})
        if player.key in there and player.key not in lots:
            lots[player.key] = shorten_lot(
                draw_lot(draw["seed"], player.key),
                [lots.get(each) or draw_lot(draw["seed"], each) for each in there - {player.key}],
            )
            Season.objects.filter(pk=season.pk).update(draw={**draw, "lots": lots})
    return kept


# --- digests


def _check(club: Club) -> CheckedSnapshot | None:
    """Return the club with the scores of its sheets; None where it has no digests, or its cards can't be dealt again.

    The latter where a game that is played with the same cards isn't installed, or not as it was.
    """
    paired = Round.objects.filter(stage__season__competition__club=club, pairings__isnull=False)
    finals = Season.objects.filter(competition__club=club, finalists__isnull=False)
    if not (paired.exists() or finals.exists()):
        return None
    try:
        snapshot = read_snapshot(club)
    except (UnknownGame, Invalid):
        return None
    return check_snapshot(snapshot, list(snapshot.seasons))


def _list_digests(
    checked: CheckedSnapshot | None,
) -> Iterator[tuple[DigestPlace, str, str]]:
    """Yield the place of each digest, the digest that is stored, and the digest that follows.

    None of seasons whose game is not installed, or not as it was.
    """
    if checked is None:
        return
    for key in checked.snapshot.seasons:
        try:
            checked.get_settings(key)
        except (UnknownGame, Invalid):
            continue
        yield from (((key, "finalists"), *both) for both in finalists.list_digests(checked, key))
        for record, level, name, stored, right in pairing_records.list_digests(checked, key):
            yield ((record, f"{level} {name}"), stored, right)


def _list_true_digests(club: Club) -> set[DigestPlace]:
    """Return where the stored digest equals the digest that follows."""
    return {place for place, stored, right in _list_digests(_check(club)) if stored == right}


def _write_digests(club: Club, places: set[DigestPlace]) -> None:
    """Write the digests anew that were right before ids were replaced: they are of ids, too."""
    if not places:
        return
    for (key, name), stored, right in _list_digests(_check(club)):
        if (key, name) not in places or stored == right:
            continue
        if isinstance(key, SeasonKey):
            season = Season.objects.get(
                competition__club=club, competition__slug=key.competition, number=key.number
            )
            season.finalists = {**(season.finalists or {}), "digest": right}
            season.save(update_fields=["finalists"])
        else:
            level, which = name.split()
            _write_pairing_digest(club, key, level, which, right)


def _write_pairing_digest(club: Club, key: RoundKey, level: str, name: str, digest: str) -> None:
    found = Round.objects.get(
        stage__season__competition__club=club,
        stage__season__competition__slug=key.season.competition,
        stage__season__number=key.season.number,
        stage__number=key.stage,
        number=key.number,
    )
    pairings = found.pairings or {}
    (pairings[level] if name == "digest" else pairings[level]["settings"])[name] = digest
    found.save(update_fields=["pairings"])


# --- what is left in the files


def _clear_freed_pages() -> None:
    """Have SQLite write its file anew, and empty its log: deleted text stays in what they have freed.

    Others read on meanwhile, and wait to write. PostgreSQL clears what it has freed by itself, later. Raises
    StillInUse if a reader holds the log for too long.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:  # as in tests, which roll all of it back
        return
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        is_busy, *_pages = cursor.fetchone()
    if is_busy:
        raise StillInUse("a reader held the log of the database; it is emptied at the next attempt")
