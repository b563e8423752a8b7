"""Anonymised players: the daily job replaces their ids everywhere, and nothing else changes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.utils import timezone

import games
from games import registry
from league.actions.changes import log_event
from league.actions.cleanup import clean_up
from league.actions.club import import_club
from league.actions.decisions.void import void_match
from league.actions.demo import DEMO_FILES
from league.actions.erasure import erase_players
from league.actions.invitation import invite_member
from league.actions.join_request import approve_join_request, ask_to_join
from league.actions.merge import merge_players
from league.actions.player import add_players, forget_player, rename_player
from league.actions.player_ids import exchange_id, replace_in_json
from league.actions.proof import mark_proved
from league.actions.statistics import refresh_statistics
from league.models import (
    Club,
    Competition,
    Decision,
    Entry,
    Event,
    Invitation,
    JoinRequest,
    Player,
    PlayerMerge,
    Report,
    Result,
    Role,
    Round,
    Season,
    Submission,
    User,
)
from league.principals import CONSOLE, Person
from league.queries.club import export_club_file, verify_club
from league.rules import snapshot
from league.rules.standings.tie_breaks import draw_lot, shorten_lot
from tests.actions.clubs import OTHER_SHEET, build_club_file, list_matches, make_club, make_member
from tests.actions.same_cards import make_evening
from tests.actions.submissions import enter_result, restore_version
from tests.actions.tournaments import NAMES, begin_round, get_key, make_tournament, play_round, reread
from tests.concurrency.installation import Installation, create_installation

ERASE = """
from league.actions.cleanup import clean_up
from league.actions.player import forget_player
from league.models import Player
from league.principals import CONSOLE
forget_player(player=Player.objects.get(key="zebedee-quill"), by=CONSOLE)
clean_up()
"""


def forget(club: Club, key: str) -> Player:
    player = Player.objects.select_related("club").get(club=club, key=key)
    forget_player(player=player, by=CONSOLE)
    erase_players()
    player.refresh_from_db()
    return player


def take_out(document: Any, old: str, new: str) -> str:
    """Return a club file as text without digests, lots and the order of lists by id, and with one id for another."""

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            plain = {
                walk(name): walk(each)
                for name, each in value.items()
                if name not in ("digest", "history") and (name != "lot" or not isinstance(each, str))
            }
            if "awards" in plain:
                plain["awards"] = [{**each, "players": sorted(each["players"])} for each in plain["awards"]]
            if "players" in plain and isinstance(plain["players"][0], dict):
                plain["players"] = sorted(plain["players"], key=json.dumps)
            return plain
        if isinstance(value, list):
            return [walk(each) for each in value]
        return new if value == old else value

    return json.dumps(walk(document), indent=1)


@pytest.mark.django_db
@pytest.mark.parametrize("path", DEMO_FILES, ids=lambda path: path.stem)
def test_file_differs_in_nothing_but_id_name_and_lot(path: Path) -> None:
    import_club(path.read_bytes(), by=CONSOLE)
    club = Club.objects.get()
    for competition in Competition.objects.all():
        refresh_statistics(competition=competition.pk)
    before = json.loads(export_club_file(club))
    busiest = max(Player.objects.all(), key=lambda player: (player.entries.count(), player.key))
    player = forget(club, busiest.key)
    assert player.key == "former-player-1"
    after = json.loads(export_club_file(club))
    names = {busiest.name: player.name}
    changed = json.loads(take_out(before, busiest.key, player.key))
    for each in changed["players"]:
        each["name"] = names.get(each["name"], each["name"])
    assert take_out(changed, "", "") == take_out(after, "", "")
    assert f'"{busiest.key}"' not in json.dumps(after)
    assert verify_club(club) == []


@pytest.mark.django_db
def test_entry_keeps_its_lot_with_as_few_digits_as_set_it_apart() -> None:
    file = build_club_file(entries=4)
    file["competitions"][0]["rules"]["ranking"] = ["lot"]
    club = make_club(file)
    for match in list_matches(club):
        enter_result(match)
    season = json.loads(export_club_file(club))["competitions"][0]["seasons"][0]
    order = [row["player"] for row in season["report"]["divisions"][0]["standings"]]
    assert order == sorted(order, key=lambda player: draw_lot(20260105, player), reverse=True)
    for key in order[1:3]:
        forget(club, key)
    season = json.loads(export_club_file(club))["competitions"][0]["seasons"][0]
    after = [row["player"] for row in season["report"]["divisions"][0]["standings"]]
    assert after == [order[0], "former-player-1", "former-player-2", order[3]]
    lots = dict(Entry.objects.exclude(lot="").values_list("player__key", "lot"))
    assert len(lots) == 2
    assert all(len(lot) <= 2 for lot in lots.values())
    assert verify_club(club) == []
    again = json.loads(export_club_file(club)) | {
        "club": {"slug": "again", "name": "Again", "timezone": "UTC"}
    }
    import_club(json.dumps(again).encode(), by=CONSOLE)
    restored = Club.objects.get(slug="again")
    assert (
        dict(Entry.objects.filter(player__club=restored).exclude(lot="").values_list("player__key", "lot"))
        == lots
    )
    assert verify_club(restored) == []


@pytest.mark.parametrize(
    ("lot", "others", "short"),
    [("abcd", [], "a"), ("abcd", ["b000"], "a"), ("abcd", ["ab00", "a000"], "abc"), ("ab", ["ab"], "ab")],
)
def test_lot_is_shortened(lot: str, others: list[str], short: str) -> None:
    assert shorten_lot(lot, others) == short


@pytest.mark.django_db
def test_what_people_wrote_loses_the_full_name_and_nothing_else_does() -> None:
    file = build_club_file(entries=4)
    file["players"][0]["name"] = "Max"
    club = make_club(file)
    first = list_matches(club)[0]
    void_match(match=first, base=0, reason="Max came late, Maxima waited", note="Max!", by=CONSOLE)
    Club.objects.filter(pk=club.pk).update(news="Max has won")
    forget(club, "p1")
    remark = Decision.objects.get().remark
    assert remark
    assert (remark.text, remark.note) == ("Former player 1 came late, Maxima waited", "Former player 1!")
    club.refresh_from_db()
    assert club.news == "Former player 1 has won"


@pytest.mark.django_db
def test_name_goes_from_reasons_though_a_longer_one_or_the_new_one_has_it() -> None:
    club = make_club(build_club_file(entries=4))
    for key, name, reason, left in (
        (
            "p1",
            "Ann",
            "Ann and Annette took turns, Ann says",
            "Former player 1 and Annette took turns, Former player 1 says",
        ),
        ("p2", "player", "The player slept", "The … slept"),
    ):
        Player.objects.filter(key=key).update(name=name)
        event = log_event(club, CONSOLE, "void", "club", club.slug, why=reason)
        forget(club, key)
        event.refresh_from_db()
        assert event.why == left


@pytest.mark.django_db
def test_name_goes_from_the_reason_for_which_a_result_came_back() -> None:
    file = build_club_file(entries=4)
    file["players"][0]["name"] = "Max"
    club = make_club(file)
    match = list_matches(club)[0]
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1)
    restore_version(match, 1, base=2, why="Max was right, Maxima was not")
    forget(club, "p1")
    sent = Submission.objects.latest("pk").sent
    assert sent == {"restores": 1, "why": "Former player 1 was right, Maxima was not"}
    assert verify_club(club) == []


@pytest.mark.django_db
def test_groups_stay_as_they_were_drawn() -> None:
    club = Club.objects.create(slug="riverside", name="Riverside")
    season = make_tournament(club, 12, kind="groups", groups=3, draw_groups=True)
    drawn = reread(season).draw
    assert drawn
    for key in (drawn["groups"][1][0], drawn["groups"][0][2]):
        forget(club, key)
    after = reread(season).draw
    assert after and after["seed"] == drawn["seed"]
    assert after["groups"][1][0] == "former-player-1" and after["groups"][0][2] == "former-player-2"
    assert set(after["lots"]) == {"former-player-1", "former-player-2"}
    assert draw_lot(drawn["seed"], drawn["groups"][1][0]).startswith(after["lots"]["former-player-1"])
    assert verify_club(club) == []


@pytest.mark.django_db
def test_ids_go_though_the_game_of_a_tournament_is_not_installed_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = Club.objects.create(slug="riverside", name="Riverside")
    gone = make_tournament(club, 7)
    left = make_tournament(club, 7, game="hucklebuck", kind="standings", name="Autumn Open")
    for season in (gone, left):
        begin_round(season)
        play_round(season, 1)
        begin_round(season)
    before = {season.pk: list_digests(season) for season in (gone, left)}
    assert all(before.values())
    installed = {"hucklebuck": games.get("hucklebuck")}
    monkeypatch.setattr(registry, "_load_games", lambda: installed)
    monkeypatch.setattr(snapshot, "_parse_cached_settings", snapshot._parse_cached_settings.__wrapped__)
    assert forget(club, get_key(NAMES[0])).key == "former-player-1"
    for season in (gone, left):
        pairings = Round.objects.filter(stage__season=season).values_list("pairings", flat=True)
        assert '"former-player-1"' in json.dumps(list(pairings)), season
    assert list_digests(gone) == before[gone.pk]
    assert all(a != b for a, b in zip(list_digests(left), before[left.pk], strict=True))


@pytest.mark.django_db
def test_ids_go_though_the_game_of_an_evening_with_the_same_cards_is_not_installed_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = Club.objects.create(slug="riverside", name="Riverside")
    season = make_evening(club, 8, 7)
    begin_round(season)
    installed = {"hucklebuck": games.get("hucklebuck")}
    monkeypatch.setattr(registry, "_load_games", lambda: installed)
    monkeypatch.setattr(snapshot, "_parse_cached_settings", snapshot._parse_cached_settings.__wrapped__)
    assert forget(club, season.entries.earliest("pk").player.key).key == "former-player-1"
    pairings = Round.objects.filter(stage__season=season).values_list("pairings", flat=True)
    assert '"former-player-1"' in json.dumps(list(pairings))


def list_digests(season: Season) -> list[str]:
    paired = Round.objects.filter(stage__season=season, pairings__isnull=False).order_by("number")
    return [each["1"]["digest"] for each in paired.values_list("pairings", flat=True) if each]


@pytest.mark.django_db
def test_names_and_ids_of_merged_records_go_too() -> None:
    club = make_club(build_club_file(entries=4))
    [twice] = add_players(club=club, names=["Zebedee Quill"], namesakes=False, by=CONSOLE)
    kept = Player.objects.get(key="p1")
    for page in ("/players/zebedee-quill/", "/-/players/zebedee-quill/edit/"):
        Report.objects.create(page=f"/{club.slug}{page}", text="Zebedee Quill is p1", made_at=timezone.now())
    by = make_member(club, Role.OWNER).user
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(
        user=by, content_type=kind, object_id=str(twice.pk), object_repr=twice.key, action_flag=2
    )
    merge_players(kept=kept, merged=twice, reason="Zebedee Quill was typed twice", by=CONSOLE)
    forget(club, "p1")
    assert not PlayerMerge.objects.exists()
    assert Event.objects.get(action="merge_players").why == "Former player 1 was typed twice"
    assert set(Report.objects.values_list("text", flat=True)) == {"Former player 1 is p1"}
    assert {report.page.replace("/-/", "/").replace("edit/", "") for report in Report.objects.all()} == {
        f"/{club.slug}/players/former-player-1/"
    }
    assert LogEntry.objects.get().object_repr == "former-player-1"


@pytest.mark.django_db
def test_requests_to_join_go_with_the_player() -> None:
    club = make_club(build_club_file(entries=4))
    ann, bob = (User.objects.create_user(f"{name}@example.org", name=name) for name in ("ann", "bob"))
    for user in (ann, bob):
        mark_proved(user)
    asked = ask_to_join(club=club, name="Zebedee Quill", by=Person(ann))
    player = approve_join_request(join_request=asked, by=CONSOLE)
    ask_to_join(club=club, player=Player.objects.get(key="p2"), by=Person(bob))
    rename_player(player=player, name="Z. Quill", by=CONSOLE)
    forget(club, player.key)
    assert JoinRequest.objects.get().user == bob
    forget(club, "p2")
    assert not JoinRequest.objects.exists()


@pytest.mark.django_db
def test_name_that_another_player_has_stays_in_what_people_wrote() -> None:
    file = build_club_file(entries=4)
    file["players"][0]["name"] = file["players"][1]["name"] = "Max"
    club = make_club(file)
    Club.objects.filter(pk=club.pk).update(news="Max has won")
    forget(club, "p1")
    assert Club.objects.get().news == "Max has won"


@pytest.mark.django_db
def test_name_that_is_typed_again_calls_it_off() -> None:
    club = make_club()
    player = Player.objects.get(key="p1")
    forget_player(player=player, by=CONSOLE)
    rename_player(player=player, name="Ann Archer", by=CONSOLE)
    clean_up()
    player.refresh_from_db()
    assert (player.key, player.name, player.to_erase) == ("p1", "Ann Archer", False)
    assert verify_club(club) == []


@pytest.mark.django_db
def test_account_and_invitations_are_let_go() -> None:
    club = make_club()
    member = make_member(club, Role.PLAYER)
    Player.objects.filter(key="p1").update(user=member.user)
    invite_member(
        club=club,
        email="ann@example.org",
        role="player",
        player=Player.objects.get(key="p2"),
        by=make_member(club, Role.OWNER),
    )
    for key in ("p1", "p2"):
        forget(club, key)
    assert not Invitation.objects.exists()
    assert not Player.objects.exclude(user=None).exists()


@pytest.mark.django_db
def test_id_that_is_taken_gets_a_number_and_the_job_is_idempotent() -> None:
    file = build_club_file(entries=4)
    file["players"][-1]["id"] = "former-player-1"
    club = make_club(file)
    assert forget(club, "p1").key == "former-player-1-2"
    assert erase_players() == 0
    assert forget_player(player=Player.objects.get(key="former-player-1-2"), by=CONSOLE) == "Former player 1"
    clean_up()
    assert Player.objects.filter(key="former-player-1-2", to_erase=False).exists()


@pytest.mark.django_db
def test_words_of_ours_that_are_ids_of_players_stay() -> None:
    file = json.loads(json.dumps(build_club_file(entries=4)).replace('"p1"', '"played"'))
    club = make_club(file)
    match = list_matches(club)[0]
    enter_result(match)
    events = list(Event.objects.order_by("pk").values("action", "before", "after"))
    player = forget(club, "played")
    assert (
        list(Event.objects.exclude(action="forget_player").order_by("pk").values("action", "before", "after"))
        == events
    )
    assert player.key in {key for result in Result.objects.all() for key in result.seats}
    assert Result.objects.get().status == "played"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"players": ["ann", "bob"], "kind": "ann"}, {"players": ["new", "bob"], "kind": "ann"}),
        ({"rivals": {"ann": {"played": 3}}, "ann": 1}, {"rivals": {"new": {"played": 3}}, "ann": 1}),
        ({"before": {"m1": "ann"}}, {"before": {"m1": "new"}}),
        ({"byes": [{"entry": "ann", "kind": "ann"}]}, {"byes": [{"entry": "new", "kind": "ann"}]}),
        ({"groups": [["ann"], ["bob"]]}, {"groups": [["new"], ["bob"]]}),
    ],
)
def test_ids_are_told_from_words_by_where_they_stand(before: Any, after: Any) -> None:
    assert replace_in_json(before, "ann", "new") == after


@pytest.mark.django_db
def test_pages_that_are_kept_go() -> None:
    club = make_club()
    cache.set("page", "Player p1")
    forget(club, "p1")
    assert cache.get("page") is None


@pytest.mark.django_db
def test_everything_is_as_before_when_ids_are_exchanged_back() -> None:
    import_club(DEMO_FILES[1].read_bytes(), by=CONSOLE)
    club = Club.objects.get()
    before = export_club_file(club)
    player = Player.objects.filter(club=club).order_by("pk")[0]
    Player.objects.filter(pk=player.pk).update(next_key="another")
    exchange_id(club, player.key, "another")
    assert Result.objects.filter(seats__icontains='"another"').exists()
    exchange_id(club, "another", player.key)
    assert export_club_file(club) == before


def test_bytes_of_name_and_id_are_in_no_file(migrated_installation: Installation, tmp_path: Path) -> None:
    file = json.loads(json.dumps(build_club_file(entries=4)).replace('"p1"', '"zebedee-quill"'))
    file["players"][0]["name"] = "Zebedee Quill"
    (tmp_path / "club.json").write_text(json.dumps(file))
    with create_installation(tmp_path, original=migrated_installation) as house:
        house.run_manage("import_club", str(tmp_path / "club.json"))
        (tmp_path / "club.json").unlink()
        log = {"LOG_FILE": str(tmp_path / "boolie.log")}
        assert is_anywhere(tmp_path) or not house.url.startswith("sqlite")
        house.start_program(
            "manage.py", "shell", "-c", ERASE + "print('erased')", extra_environment=log
        ).wait_for_line("erased")
        assert not is_anywhere(tmp_path)
        assert "zebedee" not in house.run_manage("export_club", "riverside").lower()


def is_anywhere(folder: Path) -> bool:
    """Return whether the name or the id is in any file, in whatever case."""
    pattern = re.compile(rb"zebedee|quill", re.IGNORECASE)
    return any(pattern.search(path.read_bytes()) for path in folder.rglob("*") if path.is_file())
