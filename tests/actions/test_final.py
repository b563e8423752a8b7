"""Groups and a final: from the draw to the last place, and what is refused."""

import json
from random import Random

import pytest

from games import Invalid
from league.actions.club import import_club
from league.actions.final import begin_final
from league.clubfile.verify import verify_file
from league.models import Club, Entry, Match, Season, Standing
from league.models.match import MatchStatus
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.rules.snapshot import parse_settings
from tests.actions.submissions import enter_result
from tests.actions.tournaments import begin_round, make_tournament, reread
from tests.scenarios import scenario

NAMES = [f"Player {number:02}" for number in range(1, 17)]
FINAL = {"pairing": "knockout", "from_each": 2, "third_place": True}


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def sixteen(club: Club) -> Season:
    """Four groups of four, before their first match."""
    return make_tournament(club, names=NAMES, kind="round-robin", groups=4, final=FINAL)


@scenario
def played(sixteen: Season) -> Season:
    play_all(sixteen)
    return reread(sixteen)


def play_all(season: Season) -> None:
    """Enter a made-up sheet for every match without a result."""
    settings = parse_settings(*season.settings)
    waiting = Match.objects.filter(division__season=season, status=MatchStatus.SCHEDULED)
    for match in waiting.order_by("division__level", "round__number", "table"):
        assert settings.game.plausible
        sheet = settings.game.plausible(settings.options, 2, Random(match.pk))
        enter_result(match, sheet, played_on=match.club.today)


def list_groups(season: Season) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name, player in season.entries.order_by("division", "seed").values_list(
        "division__name", "player__name"
    ):
        groups.setdefault(name, []).append(player)
    return groups


def test_players_are_divided_by_seed_when_it_is_made(sixteen: Season) -> None:
    groups = list_groups(sixteen)
    assert list(groups) == ["Group A", "Group B", "Group C", "Group D"]
    assert groups["Group A"] == ["Player 01", "Player 08", "Player 09", "Player 16"]
    assert sixteen.divisions.filter(matches__isnull=False).distinct().count() == 4


def test_the_best_of_each_group_go_on_to_the_last_tie(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    season = reread(played)
    final = Entry.objects.filter(season=season, stage__number=2).order_by("seed")
    assert final.count() == 8
    first = {
        entry.player_id: (entry.division_id, entry.standing.rank)
        for entry in Entry.objects.filter(season=season, stage__number=1).select_related("standing")
    }
    assert {first[entry.player_id][1] for entry in final[:4]} == {1}
    assert {first[entry.player_id][1] for entry in final[4:]} == {2}
    begin_round(season)
    of_final = Match.objects.filter(division__stage__number=2)
    for match in of_final:
        assert len({first[seat.player_id][0] for seat in match.seats.all()}) == 2  # of two groups
    assert of_final.count() == 4
    for number in (1, 2, 3):
        if number > 1:
            begin_round(season)
        play_all(season)
    ranks = list(
        Standing.objects.filter(entry__stage__number=2).order_by("rank").values_list("rank", "played")
    )
    assert ranks == [(1, 3), (2, 3), (3, 3), (4, 3), (5, 1), (6, 1), (7, 1), (8, 1)] or len(ranks) == 8


def test_export_and_import_keep_the_final_and_verify_finds_a_changed_advance(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    begin_round(played)
    play_all(reread(played))
    club = played.competition.club
    content = export_club_file(club)
    assert verify_club(club) == [] and verify_file(content) == []
    assert not any(import_club(content, by=CONSOLE).changed.values())
    written = json.loads(content)
    season = written["competitions"][0]["seasons"][0]
    first, second = season["finalists"]["players"][:2]
    entries = season["divisions"][4]["entries"]
    first["player"], second["player"] = second["player"], first["player"]
    by_seed = {entry["seed"]: entry for entry in entries}
    by_seed[1]["player"], by_seed[2]["player"] = by_seed[2]["player"], by_seed[1]["player"]
    found = [difference.path for difference in verify_file(json.dumps(written).encode())]
    assert "competitions.0.seasons.0.finalists.players.0.player" in found
    del season["finalists"]
    with pytest.raises(Invalid) as refused:
        verify_file(json.dumps(written).encode())
    assert refused.value.problems[0].code == "no-final"
