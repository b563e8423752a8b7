"""Why a player has an award of a season, or not: who was considered, with what figure, by match."""

from typing import Any

import pytest

from league.clubfile import reader
from league.rules.explain import standings
from league.rules.records import SeasonKey
from league.rules.seasons.awards import check_with_earlier_seasons
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
    compute_report,
    encode_document,
    load_riverside,
)
from tests.rules.table_club import build_table_club
from tests.rules.test_awards import (
    BOOLIE,
    CLICK,
    DRAWN,
    LOST,
    NEUTRAL,
    WON,
    build_closed_league,
    build_matches,
)


def explain_awards(document: Any, player: str, number: int = 1) -> dict[str, list[str]]:
    """Return, by what each step begins with up to the dash, its sentence and all below it."""
    top = _explain_player(document, player, number)
    if not top["because"]:
        return {}
    return {step["what"].split(" – ")[0]: _list_sentences(step) for step in top["because"][-1]["because"]}


def _explain_player(document: Any, player: str, number: int = 1) -> Any:
    book, problems = reader.read_club_file(encode_document(document))
    assert book and not problems
    settled = book.resolve_settings()
    [slug] = settled.competitions
    key = SeasonKey(slug, number)
    return standings.step_to_json(
        standings.explain_standing(check_with_earlier_seasons(settled, [key]), key, player)
    )


def _list_sentences(step: Any, depth: int = 0) -> list[str]:
    below = [line for part in step["because"] for line in _list_sentences(part, depth + 1)]
    return ["  " * depth + step["what"], *below]


def test_holder_is_told_with_the_figure_the_matches_and_the_others() -> None:
    document = build_closed_league(
        *build_matches(WON, DRAWN), *build_matches(LOST, seats="cleo bob", name="n"), entries="ann bob cleo"
    )
    assert explain_awards(document, "ann")["Best average: Hawk"] == [
        "Best average: Hawk – won with -1.0000",
        "  Average -1.0000 in played matches: score -8 in 8 games",
        "    Against Bob: score -4 in 4 games (m0)",
        "    Against Bob: score -4 in 4 games (m1)",
        "  Contenders: 2",
        "    Ann: -1.0000 – winner",
        "    Cleo: -2.0000",
        "    Another style: 1",
    ]
    assert explain_awards(document, "cleo")["Best average: Hawk"][0] == (
        "Best average: Hawk – not won: -2.0000, Ann had -1.0000"
    )


def test_other_style_is_told_with_the_average_bid_and_over_how_many_bids() -> None:
    lines = explain_awards(build_closed_league(*build_matches(WON)), "bob")
    bids, average = 4, lines["Best average: Hawk"][0].split("average ")[-1].split()[0]
    assert lines["Best average: Hawk"][0] == (
        f"Best average: Hawk – not won: -2.0000, but Dove: average {average} over {bids} bids"
    )
    style = next(sentences for first, sentences in lines.items() if first.startswith("Style: "))
    assert style[0] == (f"Style: Dove – {bids} bids up to this season, average {average} (middle 13.5000)")
    assert style[1].startswith("  Season 1: 4 bids, total ")
    assert (
        "but Neutral: average 13.5000"
        in explain_awards(build_closed_league(*build_matches(NEUTRAL)), "ann")["Best average: Dove"][0]
    )


def test_award_that_is_shared_names_the_others() -> None:
    document = build_closed_league(
        *build_matches(WON), *build_matches(WON, seats="cleo dev", name="n"), entries="ann bob cleo dev"
    )
    assert explain_awards(document, "ann")["Best win rate: Hawk"][0] == (
        "Best win rate: Hawk – shared with Cleo: 1.0000"
    )


def test_too_many_to_name_are_counted() -> None:
    names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
    matches = [match for name in names for match in build_matches(WON, seats=f"{name} z{name}", name=name)]
    lines = explain_awards(
        build_closed_league(*matches, entries=" ".join([*names, *(f"z{name}" for name in names)])), "a"
    )
    assert lines["Best win rate: Hawk"][0] == "Best win rate: Hawk – shared with B, C, D, +6: 1.0000"


def test_only_the_best_ten_and_the_player_are_listed() -> None:
    names = [f"p{number:02}" for number in range(14)]
    matches = [match for name in names for match in build_matches(WON, seats=f"{name} z{name}", name=name)]
    matches += build_matches(LOST, seats="last zlast", name="last")
    others = [f"z{name}" for name in [*names, "last"]]
    lines = explain_awards(
        build_closed_league(*matches, entries=" ".join([*names, "last", *others])), "last"
    )["Best win rate: Hawk"]
    considered = lines[lines.index("  Contenders: 15") + 1 :]
    assert considered[:10] == [f"    P{number:02}: 1.0000 – winner" for number in range(10)]
    assert considered[10:] == [
        "    Last: 0.0000",
        "    And 4 more",
        "    Another style: 15",
    ]


def test_improvement_is_told_down_to_both_groups_of_four_matches() -> None:
    lines = explain_awards(
        build_closed_league(*build_matches(LOST, LOST, WON, DRAWN, WON, WON, WON, LOST)), "ann"
    )["Most improved: Hawk"]
    assert lines == [
        "Most improved: Hawk – won with 0.4167",
        "  The last 4 matches: 3 won, 1 lost",
        *(
            f"    Against Bob: {outcome} (m{number})"
            for number, outcome in zip((4, 5, 6, 7), WWWL, strict=True)
        ),
        "  The 4 matches before: 1 won, 2 lost",
        *(f"    Against Bob: {outcome} (m{number})" for number, outcome in zip(range(4), LLWD, strict=True)),
        "  Contenders: 1",
        "    Ann: 0.4167 – winner",
        "    Another style: 1",
    ]


WWWL = ("win", "win", "win", "loss")
LLWD = ("loss", "loss", "win", "draw")


def test_too_few_matches_to_have_improved_are_counted() -> None:
    lines = explain_awards(build_closed_league(*build_matches(WON, WON, WON)), "ann")["Most improved: Hawk"]
    assert lines == [
        "Most improved: Hawk – not won: 3 matches so far, 8 needed",
        "  Contenders: 1",
        "    Nothing to compare: 1",
        "    Another style: 1",
    ]


def test_nothing_to_divide_by_is_told() -> None:
    lines = explain_awards(
        build_closed_league(*build_matches(DRAWN, DRAWN, DRAWN, DRAWN, DRAWN, DRAWN, DRAWN, DRAWN)), "ann"
    )
    assert lines["Best win rate: Hawk"][0] == "Best win rate: Hawk – not won: only draws"
    assert lines["Most improved: Hawk"][0] == "Most improved: Hawk – not won: all 4 matches drawn"


def test_what_is_counted_is_told_down_to_the_matches_that_gave_any() -> None:
    document = build_closed_league(*build_matches(BOOLIE, WON, CLICK, CLICK))
    assert explain_awards(document, "ann")["Boolie"] == [
        "Boolie – won with 1",
        "  Boolies: 1 in all matches of the season",
        "    Against Bob: 1 (m0)",
        "  Contenders: 2",
        "    Ann: 1 – winner",
        "    With none: 1",
    ]
    assert explain_awards(document, "bob")["Boolie"][0] == "Boolie – not won: 0, at least 1 needed"


def test_pair_is_told_from_the_side_of_the_player() -> None:
    document = build_closed_league(
        *build_matches(CLICK, WON, CLICK),
        *build_matches(CLICK, seats="cleo bob", name="n"),
        entries="ann bob cleo",
    )
    assert explain_awards(document, "bob")["Most clicks"] == [
        "Most clicks – won together with Ann: 2",
        "  Clicks: 2 in all matches of the season",
        "    Against Ann: 1 (m0)",
        "    Against Ann: 1 (m2)",
        "  Contenders: 2 pairs",
        "    Ann, Bob: 2 – winners",
        "    Bob, Cleo: 1, not enough",
    ]
    assert (
        explain_awards(document, "cleo")["Most clicks"][0]
        == "Most clicks – not won: 1 with Bob, at least 2 needed"
    )


def test_who_met_nobody_or_did_not_play_is_told_so() -> None:
    document = build_closed_league(
        *build_matches(WON), build_forfeited_match("f1", "ann cleo", "cleo"), entries="ann bob cleo"
    )
    lines = explain_awards(document, "cleo")
    assert lines["Most clicks"][0] == "Most clicks – not won: met no other player this season"
    assert lines["Master"][0] == "Master – not won: too few matches this season (0)"
    assert lines["Best average: Hawk"][0] == "Best average: Hawk – not won: no bids, so no style"
    assert lines["Master"][-1] == "    Too few matches: 1"


def test_season_without_a_match_had_nothing_to_give() -> None:
    top = _explain_player(build_closed_league(build_forfeited_match("f1", "ann bob", "bob")), "ann")
    assert top["because"][-1]["what"].startswith("No matches were played this season")


@pytest.mark.parametrize("state", ["open", "draft"])
def test_nothing_is_said_of_awards_before_they_are_given(state: str) -> None:
    one = build_season(build_division("ann bob", build_matches(WON)), state=state)
    lines = str(_explain_player(build_club(build_competition(one)), "ann"))
    assert "award" not in lines.lower() and "Hawk" not in lines


def test_earlier_seasons_are_part_of_what_is_told() -> None:
    first = build_season(build_division("ann bob", build_matches(WON, LOST)), state="closed")
    second = build_season(
        build_division("ann bob", build_matches(WON, day=20, name="n")), number=2, state="closed"
    )
    lines = explain_awards(build_club(build_competition(first, second)), "ann", 2)
    assert lines["Most improved: Hawk"][0].endswith("not won: 3 matches so far, 8 needed")
    style = next(sentences for opening, sentences in lines.items() if opening.startswith("Style: "))
    assert [line.split(":")[0] for line in style[1:]] == ["  Season 1", "  Season 2"]
    assert lines["Best average: Hawk"][1] == "  Average -1.0000 in played matches: score -4 in 4 games"


def test_substitutes_deals_are_told_of_the_entry() -> None:
    first = build_matches(WON)[0] | {"sat": ["dev", "bob"]}
    document = build_club(
        build_competition(build_season(build_division("ann bob", [first]), state="closed")), players="dev"
    )
    assert explain_awards(document, "ann")["Best average: Hawk"][0] == "Best average: Hawk – won with -1.0000"


def test_holders_and_figures_are_those_of_the_reports() -> None:
    document = load_riverside()
    for number in (1, 2):
        reported = compute_report(document, number)["awards"]
        for player in ("jo", "ann", "bob", "pia"):
            awards = _explain_player(document, player, number)["because"][-1]
            own = [award["value"] for award in reported if player in award["players"]]
            held = [
                step["value"]
                for step in awards["because"]
                if " – won " in step["what"] or " – shared " in step["what"]
            ]
            assert (awards["value"], held) == (len(own), own)


def test_one_deal_is_told_in_the_singular() -> None:
    match = build_played_match("m1", "ann bob", {"deals": [{"bids": [15, 14], "tricks": [14, 13]}]})
    season = build_season(build_division("ann bob", [match]), state="closed")
    document = build_club(build_competition(season, options={"deals": 1}, rules={"promoted": 0}))
    lines = [sentence.strip() for sentence in _list_sentences(_explain_player(document, "ann"))]
    for sentence in (
        "Average -1.0000: score -1 in 1 game",
        "Average -1.0000 in played matches: score -1 in 1 game",
        "Against Bob: score -1 in 1 game (m1)",
    ):
        assert sentence in lines


def test_game_at_larger_tables_is_told_by_places() -> None:
    lines = explain_awards(build_table_club(state="closed"), "cleo")
    assert list(lines) == ["Best average", "Best win rate", "Most sweeps", "Most improved"]
    assert lines["Best average"][:3] == [
        "Best average – not won: 0.8333, Ann had 3.6667",
        "  Average 0.8333 in played matches: score 5 in 6 hands",
        "    With Ann, Bob, Dev: score 1 in 3 hands (m1)",
    ]
    assert lines["Best win rate"][2:4] == [
        "    With Ann, Bob, Dev: shared 3rd of 4 (m1)",
        "    With Eva, Ann, Finn: 2nd of 4 (m3)",
    ]
