"""`boards`: the deals that all tables have played, from a file or the database, and dealt again from the seed."""

import json
from typing import Any

from league.models import BoardSet, Club, Season
from league.queries.club import export_club_file
from tests.actions.same_cards import finish, make_evening, play_rounds
from tests.commands.console import run_command, run_on_file
from tests.scenarios import scenario
from tests.trf.lines import SMALL, join_lines

SPRING_OPEN = "riverside/spring-open"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def running(club: Club) -> Season:
    """An evening of three rounds of two deals, in its second round."""
    season = make_evening(club, 8, 3)
    play_rounds(season, 1, 2)
    return season


@scenario
def finished(running: Season) -> Season:
    play_rounds(running, 3, 3)
    finish(running, 3)
    return running


def test_while_it_runs_only_finished_rounds_are_there(running: Season) -> None:
    told: Any = run_command("boards", "--json", SPRING_OPEN).json
    assert (told["digest"], told["seed"]) == (BoardSet.objects.get().digest, None)
    assert [(deal["number"], deal["round"]) for deal in told["deals"]] == [(1, 1), (2, 1)]
    lines = run_command("boards", SPRING_OPEN).out.splitlines()
    assert lines[1:3] == ["Seed: published once all rounds are over", "Deal 1, round 1"]
    assert lines[3].startswith("  Side A, Hand: ") and len(lines) == 2 + 2 * 11
    assert run_command("boards", "--verify", SPRING_OPEN).lines == [
        "season: The seed is published once all rounds are over; before that no deal can be dealt again."
    ]
    assert run_command("boards", "--deal", "3", SPRING_OPEN).lines == [
        "deal: There is no deal 3, or its round is not finished."
    ]


def test_a_file_is_dealt_again_without_the_database(finished: Season) -> None:
    content = export_club_file(finished.competition.club)
    from_database: Any = run_command("boards", "--json", SPRING_OPEN).json
    assert run_on_file("boards", content, "--json").json == from_database
    assert from_database["seed"] == BoardSet.objects.get().seed
    only: Any = run_on_file("boards", content, "--json", "--deal", "6").json
    assert only["deals"] == from_database["deals"][5:]
    sentence = "The seed has the digest that was published, and deals all 6 deals as they are."
    assert run_on_file("boards", content, "--verify").out.splitlines() == [sentence]


def test_a_changed_card_is_found(finished: Season) -> None:
    document = json.loads(export_club_file(finished.competition.club))
    boards = document["competitions"][0]["seasons"][0]["boards"]
    cards = boards["deals"][4]["piles"][2]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    found = run_on_file("boards", json.dumps(document).encode(), "--verify", "--json")
    assert found.code == 1 and not found.json["ok"]
    assert [difference["path"] for difference in found.json["differences"]] == [
        "boards.deals.4.piles.2.cards"
    ]
    boards["seed"] = "0" * 32
    refused = run_on_file("boards", json.dumps(document).encode(), "--verify")
    assert refused.code == 1 and "This seed does not have the digest" in refused.lines[0]


def test_other_tournaments_have_none(club: Club) -> None:
    make_evening(club, 8, 3, kind="swiss", options={})
    assert run_command("boards", SPRING_OPEN).lines == ["season: There are no deals that all tables play."]
    assert run_on_file("boards", join_lines(*SMALL)).lines == [
        "season: There are no deals that all tables play."
    ]
