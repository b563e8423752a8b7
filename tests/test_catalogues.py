"""The catalogue of each language: complete, up to date, and with the placeholders of the English messages."""

from __future__ import annotations

import re
import shutil
from contextlib import chdir
from pathlib import Path
from typing import Any

import polib
import pytest
from django.core.management import call_command
from django.test import override_settings

import games

ROOT = Path(__file__).resolve().parents[1]
CATALOGUES = sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po"))
PLACEHOLDER = re.compile(r"%\((\w+)\)s|(?<!\{)\{(\w*)\}(?!\})|%s|%%")
MARKUP = re.compile(r"</?\w+[^>]*>")


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> polib.POFile:
    """Return what the files say now, written into a catalogue of its own."""
    folder = tmp_path_factory.mktemp("boolie")
    for name in ("config", "games", "league", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.woff2"))
    (folder / "locale").mkdir()
    with chdir(folder), override_settings(LOCALE_PATHS=[str(folder / "locale")]):
        call_command("makemessages", verbosity=0)
    return polib.pofile(str(folder / "locale/de/LC_MESSAGES/django.po"))


@pytest.fixture(params=CATALOGUES, ids=lambda path: path.parts[-3])
def catalogue(request: pytest.FixtureRequest) -> polib.POFile:
    return polib.pofile(str(request.param))


def get_key(entry: polib.POEntry) -> tuple[str, str, str]:
    return entry.msgctxt or "", entry.msgid, entry.msgid_plural


def list_translations(entry: polib.POEntry) -> list[str]:
    return [*entry.msgstr_plural.values()] if entry.msgid_plural else [entry.msgstr]


def test_there_is_a_catalogue() -> None:
    assert CATALOGUES


def test_catalogue_has_the_messages_of_the_files_and_no_others(
    catalogue: polib.POFile, messages: polib.POFile
) -> None:
    there, wanted = {*map(get_key, catalogue)}, {*map(get_key, messages)}
    advice = "Run `python3 dev.py manage makemessages`, and translate what is new."
    assert not (missing := sorted(wanted - there)[:10]), f"{advice} Missing: {missing}"
    assert not (old := sorted(there - wanted)[:10]), f"{advice} Not used any more: {old}"


def test_every_message_is_translated(catalogue: polib.POFile) -> None:
    left = [entry.msgid for entry in catalogue if entry.fuzzy or not all(list_translations(entry))]
    assert not left, f"{len(left)} are not translated: {left[:10]}"


def test_translations_have_the_placeholders_and_markup_of_the_message(catalogue: polib.POFile) -> None:
    """A plural may write one out in words where the message for one thing does."""
    wrong = []
    for entry in catalogue:
        for form, translation in enumerate(list_translations(entry)):
            source = entry.msgid_plural if form else entry.msgid
            for pattern in (PLACEHOLDER, MARKUP):
                of_message = {found.group() for found in pattern.finditer(source)}
                of_translation = {found.group() for found in pattern.finditer(translation)}
                if of_message != of_translation:
                    wrong.append(f"{translation!r} for {source!r}")
    assert not wrong, "\n".join(wrong[:20])


def test_calculators_understand_their_examples_in_each_language(catalogue: polib.POFile) -> None:
    """Cards and calls are typed as a language has them: KrB, passe."""
    words = {entry.msgid: entry.msgstr for entry in catalogue}
    for game in games.installed():
        for helper in game.helpers:
            for asked in helper.examples:
                options = games.parse_options(game, dict(asked.options))
                typed = {field.key: asked.typed.get(field.key, "") for field in helper.fields}
                translated = {key: words.get(text, text) for key, text in typed.items()}
                assert helper.answer(translated, options) == helper.answer(typed, options), translated
            for field in helper.fields:
                if field.kind != "text" or not field.help:
                    continue
                told = words[field.help].partition(":")[2]
                for text in re.split(" oder ", told):
                    typed = {each.key: next(iter(map(str, each.choices)), "5") for each in helper.fields}
                    assert helper.answer(typed | {field.key: text}, games.parse_options(game, {})), text


def test_languages_are_compiled_where_pages_look_for_them(
    tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.LOCALE_PATHS = [str(tmp_path)]
    source = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    written = polib.POFile()
    written.append(polib.POEntry(msgid="Players", msgstr="Spieler"))
    written.save(str(source))
    call_command("build_languages")
    assert capsys.readouterr().out == "Compiled 1 catalogues.\n"
    assert [(entry.msgid, entry.msgstr) for entry in polib.mofile(str(source.with_suffix(".mo")))] == [
        ("Players", "Spieler")
    ]
