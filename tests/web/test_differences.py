"""What a form carries of what was saved is signed, bound to it and bounded, and is compared with what is saved now."""

from random import Random

from league.web.differences import (
    MAX_LENGTH,
    MAX_LISTED,
    Differences,
    Lines,
    compare_lines,
    pack,
    unpack,
)


def compare(packed: str, now: Lines, *, about: str = "divisions.1") -> Differences | None:
    seen = unpack(packed, about=about)
    if seen is None:
        return None
    return compare_lines(seen, now, name=str.title, tell=lambda line: f"rank {line[0]}")


def test_lines_that_changed_came_or_went_are_listed_as_they_stand_now() -> None:
    packed = pack({"ann": (1, "up"), "bob": (2, ""), "cid": (3, None)}, about="divisions.1")
    found = compare(packed, {"dev": (1, ""), "ann": (2, "up"), "bob": (2, "")})
    assert found and found.more == 0
    assert [(one.name, one.seen, one.now) for one in found.lines] == [
        ("Dev", "", "rank 1"),
        ("Ann", "rank 1", "rank 2"),
        ("Cid", "rank 3", ""),
    ]


def test_same_lines_have_no_difference() -> None:
    assert compare(pack({"ann": (1, "up")}, about="divisions.1"), {"ann": (1, "up")}) == Differences((), 0)


def test_only_so_many_differences_are_listed() -> None:
    seen: Lines = {str(number): (1,) for number in range(100)}
    found = compare(pack(seen, about="divisions.1"), dict.fromkeys(seen, (2,)))
    assert found and (len(found.lines), found.more) == (MAX_LISTED, 100 - MAX_LISTED)


def test_nothing_is_compared_with_what_another_form_carried_or_nobody_signed() -> None:
    packed = pack({"ann": (1,)}, about="divisions.1")
    assert compare(packed, {"ann": (2,)}, about="divisions.2") is None
    for broken in ("", "x", packed[:-1], packed.replace(":", "", 1), f"x{packed}"):
        assert compare(broken, {"ann": (2,)}) is None, broken


def test_form_carries_a_season_of_1600_players_and_nothing_where_there_are_too_many() -> None:
    chance = Random(1)

    def build_lines(players: int) -> Lines:
        keys = [f"player-{chance.randrange(10**6)}" for _ in range(players)]
        return {key: (f"Division {chance.randrange(400)}", chance.randint(1, 4), "up") for key in keys}

    assert 0 < len(pack(build_lines(1_600), about="divisions.1")) <= MAX_LENGTH
    assert pack(build_lines(20_000), about="divisions.1") == ""
