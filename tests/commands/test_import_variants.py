"""A club's variants in its file: imported, exported, refused, and left alone by files without any."""

import json
from typing import Any

import pytest

from league.models import Variant
from tests.clubfile.documents import build_club, find_mistakes, replace_at
from tests.commands.console import (
    collect_import_errors,
    import_document,
    run_command,
    run_export,
    run_import,
    run_on_file,
)

pytestmark = pytest.mark.django_db

LONG = {"key": "long", "name": "Long", "game": "skuck", "options": {"deals": 8}}
STRICT = {"key": "strict", "name": "Strict", "game": "skuck", "options": {"third_renege_disqualifies": True}}


def build_document(*variants: Any) -> Any:
    return build_club(players="ann bob", variants=list(variants))


def fetch_variants() -> dict[str, tuple[str, str, Any]]:
    return {variant.key: (variant.name, variant.game, variant.options) for variant in Variant.objects.all()}


def test_variants_come_in_and_go_out_by_key() -> None:
    assert import_document(build_document(STRICT, LONG))["added"] == {"clubs": 1, "players": 2, "variants": 2}
    assert fetch_variants()["strict"] == ("Strict", "skuck", {"third_renege_disqualifies": True})
    exported = json.loads(run_export("club"))
    assert list(exported) == ["format", "club", "players", "competitions", "variants"]
    assert exported["variants"] == [LONG, STRICT]
    assert list(exported["variants"][0]) == ["key", "name", "game", "options"]


def test_an_export_comes_in_as_it_is_and_goes_out_the_same() -> None:
    import_document(build_document(STRICT, LONG))
    once = run_export("club")
    again = import_document(once)
    assert (again["added"], again["changed"], again["unchanged"]["variants"]) == ({}, {}, 2)
    assert run_export("club") == once
    assert run_command("verify", "club").code == 0 and run_on_file("verify", once).code == 0


def test_options_are_kept_and_written_only_where_they_differ() -> None:
    import_document(
        build_document(LONG | {"options": {"time_penalties": True, "deals": 4}}, {**STRICT, "options": {}})
    )
    assert [variant["options"] for variant in json.loads(run_export("club"))["variants"]] == [
        {"time_penalties": True},
        {},
    ]
    assert fetch_variants()["strict"][2] == {}


def test_a_file_changes_those_it_names_and_leaves_the_others_alone() -> None:
    import_document(build_document(LONG, STRICT))
    assert import_document(build_document(LONG | {"name": "Longer"}, STRICT)) == {
        "added": {},
        "changed": {"variants": 1},
        "unchanged": {"clubs": 1, "players": 2, "variants": 1},
    }
    silent = run_import(build_club(players="ann bob"), "--json").json
    assert "variants" not in silent["unchanged"]  # as it was before there were any
    assert import_document(build_document())["changed"] == {}
    assert {name for name, _game, _options in fetch_variants().values()} == {"Longer", "Strict"}


def test_two_may_exchange_their_names() -> None:
    import_document(build_document(LONG, STRICT))
    import_document(build_document(LONG | {"name": "Strict"}, STRICT | {"name": "Long"}))
    assert {key: name for key, (name, _game, _options) in fetch_variants().items()} == {
        "long": "Strict",
        "strict": "Long",
    }


def test_a_club_without_variants_says_nothing_of_them() -> None:
    import_document(build_document())
    assert b"variants" not in run_export("club")


def test_a_dry_run_says_what_it_would_do_and_does_nothing() -> None:
    import_document(build_club(players="ann bob"))
    ran = run_import(build_document(LONG), "--dry-run")
    assert "1 variants" in ran.out and not fetch_variants()


def test_a_name_that_another_variant_of_the_club_has_is_refused() -> None:
    import_document(build_document(LONG))
    assert collect_import_errors(build_document(STRICT, LONG | {"key": "other"})) == [
        "variants.1.name: The club already has a variant called Long (key long)."
    ]


def test_capitals_make_no_other_name() -> None:
    shout = LONG | {"key": "other", "name": "LONG"}
    assert find_mistakes(build_document(LONG, shout)) == [("variants.1.name", "LONG is listed twice.")]
    import_document(build_document(LONG))
    assert collect_import_errors(build_document(shout)) == [
        "variants.0.name: The club already has a variant called Long (key long)."
    ]


@pytest.mark.parametrize(
    ("place", "value", "path", "message"),
    [
        ("variants", {}, "variants", "list"),
        ("variants.0", "long", "variants.0", "object"),
        ("variants.0.key", ..., "variants.0.key", "Missing"),
        ("variants.0.key", "so long", "variants.0.key", "letters, digits and -"),
        ("variants.0.key", "strict", "variants.1.key", "strict is listed twice"),
        ("variants.0.name", ..., "variants.0.name", "Missing"),
        ("variants.0.name", "", "variants.0.name", "1 to 80 characters"),
        ("variants.0.name", "Strict", "variants.1.name", "Strict is listed twice"),
        ("variants.0.game", ..., "variants.0.game", "Missing"),
        ("variants.0.game", "chess", "variants.0.game", "No game called chess"),
        ("variants.0.options", None, "variants.0.options", "object"),
        ("variants.0.options.deals", 0, "variants.0.options.deals", "less than 1"),
        ("variants.0.options.jokers", 2, "variants.0.options.jokers", "Unknown field"),
        ("variants.0.certain", True, "variants.0.certain", "Unknown field"),
    ],
)
def test_a_wrong_variant_is_refused_at_its_place(place: str, value: Any, path: str, message: str) -> None:
    wrong = replace_at(json.loads(json.dumps(build_document(LONG, STRICT))), place, value)
    [(where, said)] = find_mistakes(wrong)
    assert where == path and message in said
    assert collect_import_errors(wrong) == [f"{where}: {said}"]


def test_games_each_have_their_own_names() -> None:
    hucklebuck = {"key": "long-2", "name": "Long", "game": "hucklebuck", "options": {"target": 15}}
    assert import_document(build_document(LONG, hucklebuck))["added"]["variants"] == 2


def test_more_than_a_hundred_are_refused() -> None:
    many = [LONG | {"key": f"long-{number}", "name": f"Long {number}"} for number in range(101)]
    assert collect_import_errors(build_document(*many)) == [
        "variants: Must have at most 100 entries, not 101."
    ]
    assert import_document(build_document(*many[1:]))["added"]["variants"] == 100
