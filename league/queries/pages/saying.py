"""What is said of a sheet, and where."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """One problem. `parts` name its place in words, `cells` the cells that are wrong, `at` where it is said of them.
    It `warns` where nothing is wrong, only unlikely."""

    text: str
    parts: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    at: str = ""
    warns: bool = False

    @property
    def cell(self) -> str:
        """Where to go to mend it."""
        return next(iter(self.cells), "")


@dataclass(frozen=True)
class Saying:
    """Where problems are said, by its id, and which."""

    id: str
    problems: tuple[Said, ...]
