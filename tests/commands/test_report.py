"""`report` and `export_club`: a season as it is, and as it was on a day."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Award, Club, Job
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_league,
    build_played_match,
    build_season,
    build_sheet_for_scores,
    find_mistakes,
    load_riverside,
)
from tests.commands.console import import_document, run_command, run_export, run_report
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"


def report_scores(day: str | None = None, *flags: str) -> dict[str, int]:
    report = run_report(LEAGUE, "--season", "1", *flags, *(("--as-of", day) if day else ()))
    return {row["player"]: row["score"] for row in report["divisions"][0]["standings"] if row["played"]}


# --- the text


def test_the_document_has_the_keys_of_the_contract_in_order(riverside_club: Club) -> None:
    report = run_report("riverside/skuck-league", "--season", "1")
    assert list(report) == ["competition", "game", "season", "state", "divisions", "awards"]
    assert list(report["divisions"][0]) == ["level", "name", "standings"]


def test_people_get_a_table_a_division() -> None:
    import_document(
        build_league(
            "ann bob cleo",
            [build_played_match("m1", "bob ann", build_sheet_for_scores(-4, -6))],
            state="open",
        )
    )
    assert run_command("report", LEAGUE).out.splitlines() == [
        "club/league, season 1 (open)",
        "",
        "Division A",
        "rank  player  played  won  drawn  lost  deals  score  average  level      grade  zeros  zero_rate  "
        "win_rate  bid_average  style  decided_by",
        "1     bob     1       1    0      0     4      -4     -1.0000  Very Good  A      0      0.0000     "
        "1.0000    15.0000      hawk   average   ",
        "2     ann     1       0    0      1     4      -6     -1.5000  Very Good  A      0      0.0000     "
        "0.0000    14.5000      hawk   -         ",
        "3     cleo    0       0    0      0     0      0      -        -          -      0      -          "
        "-         -            -      -         ",
    ]


def test_the_season_is_the_latest_that_is_no_draft_where_none_is_named() -> None:
    seasons = [
        build_season(number=number, state=state)
        for number, state in ((1, "closed"), (3, "open"), (4, "draft"))
    ]
    import_document(build_club(build_competition(*seasons)))
    assert run_report(LEAGUE)["season"] == 3
    assert run_report(LEAGUE, "--season", "1")["state"] == "closed"
    assert run_report(LEAGUE, "--season", "4")["state"] == "draft"


def test_awards_of_a_closed_season_are_those_that_were_given_unless_a_job_has_to_state_them(
    riverside_club: Club,
) -> None:
    def read_awards(*flags: str) -> list[dict[str, Any]]:
        awards: list[dict[str, Any]] = run_report("riverside/skuck-league", "--season", "1", *flags)["awards"]
        return awards

    computed = read_awards("--as-of", "2100-01-01")
    assert read_awards() == computed != []
    stored = Award.objects.filter(season__competition__slug="skuck-league", season__number=1)
    stored.exclude(place=1).delete()
    assert read_awards() == computed[:1]
    now = timezone.now()
    arguments = {"competition": stored.first().season.competition_id}  # type: ignore[union-attr]
    job = Job.objects.create(kind="state-awards", arguments=arguments, created_at=now, due_at=now)
    assert read_awards() == computed
    job.state = "failed"  # for good: nothing will state them
    job.save()
    assert read_awards() == computed


def test_the_queries_do_not_grow_with_the_club() -> None:
    from league.demo.large import build_club_file

    counted: list[list[int]] = []
    for players in (8, 60):
        import_document(build_club_file(players))
        slug, counts = f"large-{players}", []
        for command in (
            ("report", f"{slug}/league"),
            ("report", f"{slug}/league", "--as-of", "2026-02-01"),
            ("explain", f"{slug}/league", "p1"),
            ("export_club", slug),
            ("verify", slug),
        ):
            with CaptureQueriesContext(connection) as captured:
                assert run_command(*command).code == 0
            counts.append(len(captured))
        counted.append(counts)
    assert counted[0] == counted[1]
    assert counted[0] <= [11, 11, 10, 14, 27]


# --- as it stood on a day


def test_results_count_from_the_day_they_were_played() -> None:
    matches = [
        build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6), on="2026-01-06"),
        build_played_match("m2", "ann bob", build_sheet_for_scores(-5, -7), on="2026-01-13"),
        build_forfeited_match("m3", "ann bob", "bob", due_on="2026-01-20"),
        build_forfeited_match("m4", "ann bob", "ann", played_on="2026-01-27", due_on="2026-01-01"),
    ]
    import_document(build_league("ann bob", matches, starts_on="2026-01-01"))
    assert report_scores("2026-01-05") == {}
    assert report_scores("2026-01-06") == {"ann": -4, "bob": -6}
    assert report_scores("2026-01-12") == {"ann": -4, "bob": -6}
    assert report_scores("2026-01-13") == {"ann": -9, "bob": -13}
    assert report_scores("2026-01-20") == {"ann": -9, "bob": -33}
    assert report_scores("2026-01-27") == {"ann": -29, "bob": -33} == report_scores()


def test_a_forfeit_without_a_day_counts_from_the_seasons_start_or_always() -> None:
    matches = [build_forfeited_match("m1", "ann bob", "bob")]
    import_document(build_league("ann bob", matches, starts_on="2026-01-10"))
    assert (report_scores("2026-01-09"), report_scores("2026-01-10")) == ({}, {"ann": 0, "bob": -20})
    other = build_league("ann bob", [{**matches[0], "id": "x1"}])
    other["club"]["slug"] = "other"
    import_document(other)
    report = run_report("other/league", "--as-of", "0001-01-01")
    assert (report["state"], report["divisions"][0]["standings"][1]["score"]) == ("open", -20)


def test_an_older_revision_counts_until_the_day_of_the_newer() -> None:
    first = build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6), on="2026-01-06")
    import_document(build_league("ann bob", [first]))
    import_document(
        build_league(
            "ann bob",
            [{**first, "sheet": build_sheet_for_scores(-8, -9), "played_on": "2026-01-08", "revision": 2}],
        )
    )
    assert report_scores("2026-01-07") == {"ann": -4, "bob": -6}
    assert report_scores("2026-01-08") == {"ann": -8, "bob": -9}
    assert b'"revision": 1' in run_export("club", "--as-of", "2026-01-07")
    void = {"id": "m1", "seats": ["ann", "bob"], "status": "void", "due_on": "2026-01-09", "revision": 3}
    import_document(build_league("ann bob", [void]))
    assert (report_scores("2026-01-08"), report_scores("2026-01-09"), report_scores()) == (
        {"ann": -8, "bob": -9},
        {},
        {},
    )


def test_who_sat_there_is_a_revisions_own() -> None:
    first = build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6), on="2026-01-06")
    import_document(build_league("ann bob cleo", [first]))
    reseated = {**first, "seats": ["cleo", "bob"], "played_on": "2026-01-08", "revision": 2}
    import_document(build_league("ann bob cleo", [reseated]))
    assert report_scores("2026-01-07") == {"ann": -4, "bob": -6}
    assert report_scores() == {"cleo": -4, "bob": -6}
    assert run_command("verify", "club").code == 0


@pytest.mark.parametrize(
    ("dates", "state", "days"),
    [
        (
            {"starts_on": "2026-01-05", "ends_on": "2026-03-30"},
            "closed",
            {"2026-01-04": "draft", "2026-01-05": "open", "2026-03-30": "open", "2026-03-31": "closed"},
        ),
        ({"starts_on": "2026-01-05"}, "closed", {"2026-01-04": "draft", "2026-01-05": "closed"}),
        ({"ends_on": "2026-03-30"}, "closed", {"0001-01-01": "open", "2026-03-31": "closed"}),
        ({}, "closed", {"0001-01-01": "closed", "9999-12-31": "closed"}),
        (
            {"starts_on": "2026-01-05", "ends_on": "2026-03-30"},
            "open",
            {"2026-01-04": "draft", "2026-01-05": "open", "2026-03-31": "open"},
        ),
        (
            {"starts_on": "2026-01-05", "ends_on": "2026-03-30"},
            "draft",
            {"2026-02-01": "draft", "2026-04-01": "draft"},
        ),
    ],
)
def test_a_season_was_a_draft_then_open_then_as_given(
    dates: dict[str, Any], state: str, days: dict[str, str]
) -> None:
    import_document(build_league("ann bob", [], state=state, **dates))
    for day, then in days.items():
        assert run_report(LEAGUE, "--season", "1", "--as-of", day)["state"] == then
        [one] = json.loads(run_export("club", "--as-of", day))["competitions"][0]["seasons"]
        assert one["state"] == then


def test_movements_are_fixed_from_the_day_the_season_was_closed() -> None:
    dates: Any = {"starts_on": "2026-01-05", "ends_on": "2026-03-30"}
    import_document(
        build_league(
            "ann bob",
            [build_played_match("m1", "bob ann", build_sheet_for_scores(-4, -6))],
            state="closed",
            **dates,
        )
    )

    def movements(*flags: str) -> list[str | None]:
        report = run_report(LEAGUE, "--season", "1", *flags)
        return [row["movement"] for row in report["divisions"][0]["standings"]]

    assert movements("--as-of", "2026-03-30") == [None, None]
    assert movements("--as-of", "2026-03-31") == movements() == ["stays", "stays"]
    assert b'"movement": null' in run_export("club", "--as-of", "2026-03-30")
    assert run_export("club", "--as-of", "2026-03-31") == run_export("club")


def test_a_tournament_has_no_movements() -> None:
    matches = [build_played_match("m1", "bob ann", build_sheet_for_scores(-4, -6))]
    cup = build_competition(
        build_season(build_division("ann bob", matches), state="closed"), kind="tournament"
    )
    import_document(build_club(cup))
    rows = run_report(LEAGUE)["divisions"][0]["standings"]
    assert [row["movement"] for row in rows] == [None, None]
    assert run_command("verify", "club").code == 0


def test_before_every_season_there_is_no_report(riverside_club: Club) -> None:
    ran = run_command("report", "riverside/skuck-league", "--as-of", "2024-12-31")
    assert (ran.code, ran.lines) == (1, ["season: No season has started yet."])


def test_the_latest_season_is_the_latest_of_that_day(riverside_club: Club) -> None:
    for day, number in (("2025-01-06", 1), ("2025-12-31", 3)):
        assert run_report("riverside/skuck-league", "--as-of", day)["season"] == number


def test_an_export_as_of_any_day_is_a_club_file_that_its_sheets_bear_out(riverside_club: Club) -> None:
    days = {match["played_on"] for match in _list_matches(load_riverside()) if "played_on" in match}
    for day in sorted(days)[::5]:
        content = run_export("riverside", "--as-of", day)
        assert find_mistakes(content) == []
        counted = [match for match in _list_matches(json.loads(content)) if match["status"] != "scheduled"]
        assert counted and all(match.get("played_on", "") <= day for match in counted)
        with_reports = json.loads(content)["competitions"][0]["seasons"]
        for one in with_reports:
            if "report" in one:
                report = run_report("riverside/skuck-league", "--season", str(one["number"]), "--as-of", day)
                assert one["report"] == {name: report[name] for name in ("divisions", "awards")}
    assert run_export("riverside", "--as-of", "2099-01-01") == run_export("riverside")


def _list_matches(document: Any) -> list[Any]:
    return [
        match
        for season in document["competitions"][0]["seasons"]
        for group in season["divisions"]
        for match in group["matches"]
    ]


def test_what_was_is_not_told_by_what_the_competition_became() -> None:
    """This holds even before the season's start.

    A match was played early, and counted by the rules that the season was opened with.
    """
    early = [build_forfeited_match("m1", "ann bob", "bob", played_on="2026-01-02")]
    import_document(build_league("ann bob", early, starts_on="2026-01-05"))
    before = [
        run_command("report", LEAGUE, "--season", "1", "--as-of", f"2026-01-0{day}").out for day in (2, 5)
    ]
    rules, options = {"forfeit_score": -1}, {"deals": 6}
    assert import_document(build_club(build_competition(rules=rules, options=options)))["changed"] == {
        "competitions": 1
    }
    assert before == [
        run_command("report", LEAGUE, "--season", "1", "--as-of", f"2026-01-0{day}").out for day in (2, 5)
    ]
    assert report_scores("2026-01-02") == {"ann": 0, "bob": -20}


def test_an_export_as_of_a_day_comes_in_again(riverside_club: Club) -> None:
    content = run_export("riverside", "--as-of", "2025-02-01")
    with discard_changes():
        other = content.replace(b'"slug": "riverside"', b'"slug": "then"')
        import_document(other)
        assert run_export("then") == other
