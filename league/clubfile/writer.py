"""Write a ClubSnapshot as a club file: two exports of the same data are the same bytes.

See docs/reference/club-file.md, Export.
"""

import json
from typing import Any

import games
from league.clubfile.schema import FORMAT
from league.rules.snapshot import (
    JSON,
    ClubSnapshot,
    CompetitionRecord,
    DivisionRecord,
    EntryRecord,
    MatchRecord,
    SeasonRecord,
    Settings,
    VariantRecord,
    parse_settings,
)


def write_club_file(snapshot: ClubSnapshot) -> bytes:
    """Return the bytes of the whole file, with derived values where the records carry them."""
    return (json.dumps(build_document(snapshot), indent=1, ensure_ascii=False) + "\n").encode()


def build_document(snapshot: ClubSnapshot) -> JSON:
    return {
        "format": FORMAT,
        "club": snapshot.club.model_dump(),
        "players": [
            player.model_dump() for player in sorted(snapshot.players.values(), key=lambda player: player.id)
        ],
        "competitions": [
            _dump_competition(snapshot, competition)
            for competition in sorted(
                snapshot.competitions.values(), key=lambda competition: competition.slug
            )
        ],
        **(
            {"variants": [_dump_variant(snapshot.variants[key]) for key in sorted(snapshot.variants)]}
            if snapshot.variants
            else {}
        ),
    }


def _dump_competition(snapshot: ClubSnapshot, competition: CompetitionRecord) -> JSON:
    seasons = [
        season for key, season in sorted(snapshot.seasons.items()) if key.competition == competition.slug
    ]
    settings = parse_settings(competition.game, competition.options, competition.rules)
    return {
        "slug": competition.slug,
        "name": competition.name,
        "kind": competition.kind,
        "game": competition.game,
        "options": _dump_options(settings),
        "rules": _dump_rules(settings),
        "seasons": [_dump_season(snapshot, season, competition) for season in seasons],
    }


def _dump_variant(variant: VariantRecord) -> JSON:
    options = games.parse_options(games.get(variant.game), variant.options)
    return {
        "key": variant.key,
        "name": variant.name,
        "game": variant.game,
        "options": games.canonical(options),
    }


def _dump_options(settings: Settings) -> JSON:
    return games.canonical(settings.options)


def _dump_rules(settings: Settings) -> JSON:
    """Return the rules in full.

    Only a null forfeit score is left out, in a game whose own default is null.
    """
    rules = settings.rules.model_dump()
    if settings.rules.forfeit_score is None and settings.game.forfeit_score is None:
        del rules["forfeit_score"]
    return rules


def _dump_season(snapshot: ClubSnapshot, season: SeasonRecord, competition: CompetitionRecord) -> JSON:
    settings = snapshot.get_settings(season)
    return _drop_none(
        {
            "number": season.key.number,
            "starts_on": season.starts_on and season.starts_on.isoformat(),
            "ends_on": season.ends_on and season.ends_on.isoformat(),
            "state": season.state,
            "lot": season.draw_seed or 0,
            **(_dump_own_settings(season, competition, settings) if season.is_opened else {}),
            "divisions": [
                _dump_division(snapshot, division) for division in snapshot.get_divisions(season.key)
            ],
            "report": season.derived,
        }
    )


def _dump_own_settings(season: SeasonRecord, competition: CompetitionRecord, settings: Settings) -> JSON:
    version = season.game_version or 1
    options = _dump_options(settings)
    if version == settings.game.version:
        own_options = None if options == competition.options else options
    else:  # the defaults of this version may be others
        own_options = games.dump_in_full(settings.options)
    return {
        "game": _pick_own(season.game, competition.game, season.game),
        "game_version": None if version == 1 else version,
        "options": own_options,
        "rules": _pick_own(season.rules, competition.rules, _dump_rules(settings)),
    }


def _pick_own(value: Any, inherited: Any, written: Any) -> Any:
    """Return a season's own setting, where it has one that differs from its competition's."""
    return None if value is None or value == inherited else written


def _dump_division(snapshot: ClubSnapshot, division: DivisionRecord) -> JSON:
    return {
        **({"stage": division.key.stage} if division.key.stage > 1 else {}),
        "level": division.key.level,
        "name": division.name,
        "entries": [_dump_entry(entry) for entry in snapshot.get_entries(division.key)],
        "matches": [_dump_match(match) for match in snapshot.get_matches(division.key)],
    }


def _dump_entry(entry: EntryRecord) -> JSON:
    return _drop_none(
        {
            "player": entry.key.player,
            "seed": entry.seed,
            "left": entry.left or None,
            "penalties": list(entry.penalties) or None,
        }
    )


def _dump_match(match: MatchRecord) -> JSON:
    return _drop_none(
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
            "result": match.derived,
            "absent": list(match.absent) or None,
            "sat": list(match.sat) or None,
            "confirmation": match.confirmation and match.confirmation.model_dump(exclude_defaults=True),
        }
    )


def _drop_none(record: JSON) -> JSON:
    return {name: value for name, value in record.items() if value is not None}
