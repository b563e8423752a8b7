"""The standings of an open season are joined from parts, which are kept for as long as they stay the same."""

import gzip
import re
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client

from league.actions.club import import_club
from league.actions.demo import HARBOUR
from league.actions.final import begin_final, undo_final
from league.models import Club, Division, Player, Season, Standing, User
from league.principals import CONSOLE
from league.queries.own_clubs import find_next_match
from league.queries.page_versions import find_season_version
from league.queries.standings import list_standings
from league.web.cache import build_key
from league.web.packing import pack
from league.web.public import standings as standings_view
from league.web.public.standings_joined import JoinedPage
from tests.actions.test_final import play_all
from tests.actions.tournaments import NAMES, make_tournament, reread
from tests.web.large import ADDRESS, long_club
from tests.web.sheets import DESTINATION, build_fields, text

SEASON = "/riverside/skuck-league/3/"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture
def player(riverside: Club) -> Client:
    """Dev, who plays in the riverside club."""
    return log_in("riverside", "dev")


def log_in(club: str, key: str) -> Client:
    user = User.objects.create_user(f"{key}@example.org", name=f"User {key}")
    Player.objects.filter(club__slug=club, key=key).update(user=user)
    client = Client()
    client.force_login(user)
    return client


def read(client: Client, address: str = SEASON) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return TOKEN.sub("", response.content.decode())


def read_whole(client: Client, address: str = SEASON) -> str:
    """Return the page as it is without any part that is kept."""
    cache.clear()
    with patch.object(standings_view, "get_version", return_value=None):
        return read(client, address)


def raise_revision(division: Division) -> None:
    division.revision += 1
    division.save()


def test_joined_page_is_the_page_that_is_made_as_a_whole(
    riverside: Club, client: Client, player: Client, scorer: Client, organiser: Client, stranger: Client
) -> None:
    for reader in (client, player, scorer, organiser, stranger):
        whole = read_whole(reader)
        assert read(reader) == read(reader) == whole
    assert read(player).count(' me">') == 1


def test_members_of_a_club_that_has_no_other_readers_find_what_is_kept(
    riverside: Club, client: Client, player: Client, stranger: Client
) -> None:
    Club.objects.filter(pk=riverside.pk).update(privacy="members")
    whole = read_whole(player)
    with patch.object(
        JoinedPage, "_build_frame", autospec=True, side_effect=JoinedPage._build_frame
    ) as built:
        assert read(player) == read(player) == whole
    assert built.call_count == 1
    assert client.get(SEASON).status_code == stranger.get(SEASON).status_code == 404


@pytest.mark.parametrize("asked", ["", "?sort=-won", "?sort=name"])
def test_joined_page_of_a_long_table_is_the_whole_one(db: None, client: Client, asked: str) -> None:
    long_club(24)
    for reader in (client, log_in("long", "p7")):
        assert read(reader, ADDRESS + asked) == read_whole(reader, ADDRESS + asked)


def test_result_makes_only_its_division_anew(db: None, client: Client) -> None:
    """For all visitors and members together, who then find it made."""
    long_club(40, divisions=10)
    readers = [client, *(log_in("long", f"p{number}") for number in (1, 6, 7))]
    for reader in readers:
        read(reader, ADDRESS)
    division = Division.objects.filter(season__competition__club__slug="long").order_by("level")[4]
    raise_revision(division)
    path = "league.web.public.standings_joined.list_standings"
    with patch(path, side_effect=list_standings) as made:
        for reader in readers:
            read(reader, ADDRESS)
    chosen = [list(call.kwargs["only"]) for call in made.call_args_list]
    assert chosen == [[division.pk]] * 2  # of visitors, and of members
    for reader in readers:
        assert read(reader, ADDRESS) == read_whole(reader, ADDRESS)


def test_result_is_on_the_next_page_of_each_reader(
    riverside: Club, client: Client, player: Client, scorer: Client
) -> None:
    readers = (client, player, scorer)
    before = [read(reader) for reader in readers]
    scorer.post(DESTINATION, build_fields())
    for reader, page in zip(readers, before, strict=True):
        if reader is scorer:
            read(reader)  # with the message that it was saved
        now = read(reader)
        assert now != page and now == read_whole(reader)


def test_zone_that_another_division_changes_is_shown(db: None, client: Client) -> None:
    """As many go down from a division as may go up from the one below: its rows change without a result of theirs."""
    long_club(12, divisions=3, rules={"min_played": 5})
    season = Season.objects.get(competition__club__slug="long")
    before = read(client, ADDRESS)
    of_lowest = Standing.objects.filter(entry__division__season=season, entry__division__level=3)
    of_lowest.update(played=F("played") + 3, won=F("won") + 3)
    raise_revision(Division.objects.get(season=season, level=3))
    now = read(client, ADDRESS)
    assert now == read_whole(client, ADDRESS)
    assert "in the relegation zone" in now and "in the relegation zone" not in before


def test_kept_page_of_a_player_runs_no_template_and_few_queries(
    player: Client, django_assert_num_queries: Any
) -> None:
    """The session, the user, the version and, not counted, the club and the bar."""
    read(player)
    with django_assert_num_queries(3), patch("django.template.base.Template.render") as render:
        read(player)
    assert not render.called


def test_page_of_a_player_is_private_and_has_a_token_that_is_taken(player: Client) -> None:
    first, again = player.get(SEASON), player.get(SEASON, headers={"accept-encoding": "gzip"})
    assert all("private" in page["Cache-Control"] and "ETag" not in page for page in (first, again))
    (token,) = {*TOKEN.findall(player.get(SEASON).content.decode())}
    assert {*TOKEN.findall(first.content.decode())} != {token}
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = player.cookies
    response = strict.post(
        "/-/log-out/", {"csrfmiddlewaretoken": token}, headers={"origin": "http://testserver"}
    )
    assert response.status_code == 302


def test_message_is_on_one_page_and_in_nothing_that_is_kept(scorer: Client, client: Client) -> None:
    read(client)
    scorer.post(DESTINATION, build_fields())
    assert 'class="message success" role="status"' in read(scorer)
    for reader in (scorer, client):
        assert 'class="message success" role="status"' not in read(reader)
        assert read(reader) == read_whole(reader)


def test_page_of_a_player_with_a_message_is_not_kept(player: Client) -> None:
    read(player)
    add_message = patch("league.web.cache.get_messages", return_value=["Saved."])
    build_anew = patch.object(JoinedPage, "_build_frame", side_effect=RuntimeError("made anew"))
    with add_message, build_anew, pytest.raises(RuntimeError, match="made anew"):
        read(player)
    with patch.object(JoinedPage, "build", side_effect=AssertionError("it was made again")):
        read(player)


def test_name_that_visitors_may_not_see_is_in_no_part_of_theirs(
    riverside: Club, client: Client, player: Client, scorer: Client, stranger: Client
) -> None:
    members = set(User.objects.exclude(email="stranger@example.org"))

    def get_name(own: Player, viewer: Any) -> str:
        return own.name if viewer in members else "Hidden Name"

    cache.clear()
    with patch.object(Player, "get_name_for", get_name):
        for reader, sees in ((scorer, True), (player, True), (client, False), (stranger, False)):
            shown = text(reader.get(SEASON))
            assert ("Hidden Name" in shown, "Bob Birch" in shown) == (not sees, sees)


def test_other_club_changes_no_key(riverside: Club, client: Client, player: Client) -> None:
    etag = client.get(SEASON)["ETag"]
    read(player)
    import_club(HARBOUR.read_bytes(), by=CONSOLE)
    with patch.object(JoinedPage, "build", side_effect=AssertionError("it was made again")):
        assert client.get(SEASON)["ETag"] == etag
        read(player)


def test_player_who_loses_their_account_is_not_marked(player: Client) -> None:
    assert ' me">' in read(player)
    Player.objects.filter(key="dev").update(user=None)
    assert ' me">' not in read(player)


def unpack(client: Client, address: str) -> str:
    """Return the page as a browser reads it that unpacks, and see that others get the same."""
    response = client.get(address, headers={"accept-encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    page = TOKEN.sub("", gzip.decompress(response.content).decode())
    assert page == read(client, address)
    return page


def test_page_of_many_divisions_is_packed_in_chunks_that_readers_share(db: None, client: Client) -> None:
    """But for the reader's own row, which is on no page of anybody else."""
    long_club(92, divisions=23)  # three chunks
    readers = [client, *(log_in("long", f"p{number}") for number in (1, 41, 60, 92))]
    whole = [read_whole(reader, ADDRESS) for reader in readers]
    cache.clear()
    for order in (readers, readers[::-1]):
        for reader in order:
            assert unpack(reader, ADDRESS) == whole[readers.index(reader)]
    assert [page.count(' me">') for page in whole] == [0, 1, 1, 1, 1]
    divisions = Division.objects.filter(season__competition__club__slug="long").order_by("level")
    for level in (1, 10, 23):
        raise_revision(divisions.get(level=level))
        for reader, page in zip(readers, whole, strict=True):
            assert unpack(reader, ADDRESS) == page


def test_result_packs_its_own_chunk_anew_and_the_one_after_it(db: None, client: Client) -> None:
    long_club(92, divisions=23)
    unpack(client, ADDRESS)
    raise_revision(Division.objects.get(season__competition__club__slug="long", level=1))
    with patch("league.web.public.standings_joined.pack", side_effect=pack) as packed:
        unpack(client, ADDRESS)
    assert len(packed.call_args_list) == 2 + 2  # what is above and below the tables is packed each time


def test_chunk_that_follows_other_rows_than_it_was_packed_after_is_packed_again(
    db: None, client: Client
) -> None:
    """As when two processes make the rows of a division at once, one of them before and one after a result."""
    long_club(92, divisions=23)
    whole = read_whole(client, ADDRESS)
    cache.clear()
    with patch("league.web.public.standings_joined.pack") as packed:
        packed.side_effect = lambda text, after=b"": replace(pack(text), after=7 if after else 0)
        read(client, ADDRESS)
    version = find_season_version("long", "league", 1)
    assert version
    cache.delete(build_key(ADDRESS, "", version.page))
    with patch("league.web.public.standings_joined.pack", side_effect=pack) as packed:
        assert unpack(client, ADDRESS) == whole
    assert len(packed.call_args_list) == 2 + 3


@pytest.mark.parametrize("divisions", [4, 23])
def test_first_page_after_a_result_takes_few_queries_whatever_the_number_of_divisions(
    db: None, client: Client, django_assert_num_queries: Any, divisions: int
) -> None:
    """Of the version, the divisions, the zones, what is played, three for the matches, and two for the rows."""
    long_club(4 * divisions, divisions=divisions)
    player = log_in("long", "p1")
    for reader, queries in ((client, 9), (player, 9 + 3)):  # the session, the user, and the next match
        read(reader, ADDRESS)
        raise_revision(Division.objects.get(season__competition__club__slug="long", level=1))
        with django_assert_num_queries(queries):
            read(reader, ADDRESS)


def test_result_of_another_division_leaves_the_next_match_of_a_player(db: None) -> None:
    long_club(12, divisions=3)
    player = log_in("long", "p1")
    page = read(player, ADDRESS)
    divisions = Division.objects.filter(season__competition__club__slug="long").order_by("level")
    path = "league.web.public.standings_page.find_next_match"
    with patch(path, side_effect=find_next_match) as found:
        for level, calls in ((2, 0), (3, 0), (1, 1)):
            raise_revision(divisions.get(level=level))
            assert read(player, ADDRESS) == page
            assert found.call_count == calls


def test_final_that_begins_or_is_undone_while_a_page_is_made_breaks_no_page(db: None, client: Client) -> None:
    """The page's version was read before, and there may be others that wait for their turn."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    final = {"pairing": "knockout", "from_each": 2, "third_place": True}
    season = make_tournament(club, names=NAMES[:8], kind="round-robin", groups=2, final=final)
    play_all(season)
    address = season.get_absolute_url()
    for change in (begin_final, undo_final):
        read(client, address)
        version = find_season_version("riverside", "spring-open", 1)
        assert version
        cache.delete(build_key(address, "", version.page))
        change(season=reread(season), by=CONSOLE)
        with patch.object(standings_view, "get_version", return_value=replace(version, results=0)):
            read(client, address)
        assert read(client, address) == read_whole(client, address)
