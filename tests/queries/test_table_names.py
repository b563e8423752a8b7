"""Names in tight places."""

import pytest

from league.queries.table_names import abbreviate_names


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Jo Jansen", "Dev Dhar"], ["Jo", "Dev"]),
        (["Ann Archer", "Ann Birch", "Cleo"], ["Ann A.", "Ann B.", "Cleo"]),
        (["Ann Archer", "Ann Abel"], ["Ann Archer", "Ann Abel"]),
        (["Ann", "Ann Archer"], ["Ann", "Ann A."]),
        (["Kim Lee (1)", "Kim Lee (2)"], ["Kim Lee (1)", "Kim Lee (2)"]),
        (["明", "明 李"], ["明", "明 李."]),
        (["Archer, Ann", "Birch, Ann", "Carter, Cleo"], ["Ann A.", "Ann B.", "Cleo"]),
        (["Player 1", "Player 12", "Player 25"], ["Player 1", "Player 12", "Player 25"]),
        (["Former player 3", "Former player 4"], ["Former player 3", "Former player 4"]),
    ],
)
def test_names_are_as_short_as_tells_them_apart(names: list[str], short: list[str]) -> None:
    assert abbreviate_names(names) == short
