"""What the cards of a match's deals say of its sheet, where all tables play the same cards.

See docs/reference/duplicate.md, Sheets.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from games import Board, Duplicate, Invalid, Problem, Text
from games.problems import _
from league.rules.snapshot import JSON, Settings

# Those of a match, by number; None where the sheet need not agree with the cards.
Boards = Sequence[tuple[int, Board | None]]


def fill_in_cards(sheet: object, boards: Boards, settings: Settings) -> object:
    """Return a sheet with what follows from the cards where nothing is written; any other sheet as it is."""
    duplicate = settings.game.duplicate
    if duplicate is None or not isinstance(sheet, dict) or not isinstance(sheet.get("deals"), list):
        return sheet
    deals = list(sheet["deals"])
    for index, (number, board) in enumerate(boards):
        if board and index < len(deals) and isinstance(deals[index], dict):
            known = _list_known(duplicate, number, board, settings)
            filled = {key: _fill_in(deals[index].get(key), value) for key, value in known.items()}
            deals[index] = {**deals[index], **filled}
    return {**sheet, "deals": deals}


def _fill_in(written: object, value: object) -> object:
    """Return what is written, with the value where nothing is: of a list by seat for each seat."""
    if isinstance(written, list) and isinstance(value, list) and len(written) == len(value):
        return [own if there is None else there for there, own in zip(written, value, strict=True)]
    return value if written is None else written


def require_possible(sheet: JSON, boards: Boards, settings: Settings, *, is_public: bool) -> None:
    """Raise games.Invalid where the cards make a deal of a sheet in its canonical form impossible.

    Where and why is said once the cards are public: before that, a made-up sheet would tell of cards that are still to
    be played. That it is refused can't be hidden; attempts are recorded.
    """
    duplicate = settings.game.duplicate
    if duplicate is None:
        return
    problems = [
        replace(problem, path=f"sheet.deals.{index}.{problem.path}")
        for index, ((number, board), deal) in enumerate(zip(boards, sheet["deals"], strict=False))
        if board
        for problem in duplicate.check(board, deal, duplicate.list_seats(number - 1), settings.options)
    ]
    if problems and is_public:
        raise Invalid(*problems)
    if problems:
        sentence = _("The cards do not allow what is entered. Check the sheet, or ask the director.")
        raise Invalid(Problem("sheet.deals", "board-impossible", Text(sentence)))


def question_cards(sheet: JSON, boards: Boards, settings: Settings) -> Iterator[Problem]:
    """Yield where a sheet says otherwise than the cards; not what they say, as the deal may not be played yet."""
    duplicate = settings.game.duplicate
    if duplicate is None:
        return
    layout = settings.layout(duplicate.seats)
    labels = {field.key: field.label for field in (*layout.per_seat, *layout.per_deal)}
    for index, ((number, board), deal) in enumerate(zip(boards, sheet.get("deals", ()), strict=False)):
        for key, value in _list_known(duplicate, number, board, settings).items() if board else ():
            if _fill_in(deal.get(key), value) != value:
                sentence = _("{field}: the cards of this deal say otherwise. {hint}")
                values = {"field": Text(labels.get(key, key)), "hint": Text(duplicate.told_otherwise)}
                yield Problem(f"deals.{index}.{key}", "not-as-dealt", Text(sentence, values))


def _list_known(duplicate: Duplicate, number: int, board: Board, settings: Settings) -> dict[str, Any]:
    return duplicate.fill(board, duplicate.list_seats(number - 1), settings.options)
