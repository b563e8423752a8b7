"""The league knows no game: neither its name nor a word that only its players use."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

import games
from games import Game
from games.reading import COMMON_CODES

FOLDERS = ("config", "league", "templates")
TEXT_SUFFIXES = {".py", ".html", ".js", ".css", ".txt"}
DEMO_FOLDER = "demo"  # may play what they like
# What players say at the table; not all of it stands in the description of a game.
SINGLE_WORDS = (
    "demmie plussie neggie hawk dove freewheeler highball lowball renege miscount trump ace jack moonlit"
)
SPOKEN_WORDS = {*SINGLE_WORDS.split(), "hail mary", "bow out", "bows out", "bowed out", "on the nest"}


def test_no_game_is_named_in_the_league_or_its_pages(third_party_game: Game) -> None:
    known = games.installed()
    assert third_party_game in known
    words = SPOKEN_WORDS | {word for game in known for word in list_words(game)}
    speaks = re.compile(rf"(?<![a-z])({'|'.join(map(re.escape, sorted(words)))})(?=s?(?![a-z]))")
    named_by_file = {
        str(path.relative_to(settings.BASE_DIR)): named
        for path in list_files()
        if (named := set(speaks.findall(path.read_text().lower())))
    }
    assert named_by_file == {}


def list_words(game: Game) -> Iterator[str]:
    """Return the names of a game and its variants, and of its options and errors but for common words."""
    names = [game.key, game.name]
    names += [name for variant in game.variants for name in (variant.key, variant.name)]
    for name in (*game.Options.model_fields, *(game.codes.keys() - COMMON_CODES.keys())):
        names += [name] if re.search(r"[-_]", name) else []
    return (name.lower() for name in names)


def list_files() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.suffix in TEXT_SUFFIXES and DEMO_FOLDER not in path.parts:
                yield path
