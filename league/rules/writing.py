"""Writes a Book as a club file: two exports of the same data are the same bytes (contract.md, Bytes)."""

import json
from typing import Any

import games
from league.rules.book import (
    JSON,
    Book,
    CompetitionRecord,
    DivisionRecord,
    EntryRecord,
    MatchRecord,
    SeasonRecord,
    Settings,
    VariantRecord,
    parsed_settings,
)
from league.rules.clubfile import FORMAT


def dumps(book: Book) -> bytes:
    """The whole file; claims stand where the records carry them."""
    return (json.dumps(document(book), indent=1, ensure_ascii=False) + "\n").encode()


def document(book: Book) -> JSON:
    return {
        "format": FORMAT,
        "club": {"slug": book.club.slug, "name": book.club.name, "timezone": book.club.timezone},
        "players": [
            {"id": player.id, "name": player.name}
            for player in sorted(book.players.values(), key=lambda player: player.id)
        ],
        "competitions": [
            _competition(book, competition)
            for competition in sorted(book.competitions.values(), key=lambda competition: competition.slug)
        ],
        **(
            {"variants": [_variant(book.variants[key]) for key in sorted(book.variants)]}
            if book.variants
            else {}
        ),
    }


def _competition(book: Book, competition: CompetitionRecord) -> JSON:
    seasons = [season for key, season in sorted(book.seasons.items()) if key.competition == competition.slug]
    settings = parsed_settings(competition.game, competition.options, competition.rules)
    return {
        "slug": competition.slug,
        "name": competition.name,
        "kind": competition.kind,
        "game": competition.game,
        "options": _options(settings),
        "rules": _rules(settings),
        "seasons": [_season(book, season, competition) for season in seasons],
    }


def _variant(variant: VariantRecord) -> JSON:
    options = games.parse_options(games.get(variant.game), variant.options)
    return {
        "key": variant.key,
        "name": variant.name,
        "game": variant.game,
        "options": games.canonical(options),
    }


def _options(settings: Settings) -> JSON:
    return games.canonical(settings.options)


def _rules(settings: Settings) -> JSON:
    """In full; only a forfeit score that is none by the game's own default is left out."""
    rules = settings.rules.model_dump()
    if settings.rules.forfeit_score is None and settings.game.forfeit_score is None:
        del rules["forfeit_score"]
    return rules


def _season(book: Book, season: SeasonRecord, competition: CompetitionRecord) -> JSON:
    settings = book.settings(season)
    return _without_nothing(
        {
            "number": season.key.number,
            "starts_on": season.starts_on and season.starts_on.isoformat(),
            "ends_on": season.ends_on and season.ends_on.isoformat(),
            "state": season.state,
            "lot": season.lot or 0,
            **(_own_settings(season, competition, settings) if season.opened else {}),
            "divisions": [_division(book, division) for division in book.divisions_of(season.key)],
            "report": season.claim,
        }
    )


def _own_settings(season: SeasonRecord, competition: CompetitionRecord, settings: Settings) -> JSON:
    return {
        "game": _own(season.game, competition.game, season.game),
        "options": _own(season.options, competition.options, _options(settings)),
        "rules": _own(season.rules, competition.rules, _rules(settings)),
    }


def _own(value: Any, competitions: Any, written: Any) -> Any:
    """A season's own setting, where it has one that differs from its competition's."""
    return None if value is None or value == competitions else written


def _division(book: Book, division: DivisionRecord) -> JSON:
    return {
        "level": division.key.level,
        "name": division.name,
        "entries": [_entry(entry) for entry in book.entries_of(division.key)],
        "matches": [_match(match) for match in book.matches_of(division.key)],
    }


def _entry(entry: EntryRecord) -> JSON:
    return _without_nothing(
        {
            "player": entry.key.player,
            "seed": entry.seed,
            "left": entry.left or None,
            "penalties": list(entry.penalties) or None,
        }
    )


def _match(match: MatchRecord) -> JSON:
    return _without_nothing(
        {
            "id": match.id,
            "round": match.round,
            "table": match.table,
            "seats": list(match.seats),
            "due_on": match.due_on and match.due_on.isoformat(),
            "status": match.status,
            "played_on": match.played_on and match.played_on.isoformat(),
            "sheet": match.sheet,
            "revision": match.revision,
            "result": match.claim,
            "absent": list(match.absent) or None,
            "sat": list(match.sat) or None,
        }
    )


def _without_nothing(record: JSON) -> JSON:
    return {name: value for name, value in record.items() if value is not None}
