"""`python -m tests.check_coverage`: fail where a file is not fully covered, unless it is on the list with a reason.

It reads what `coverage run` has left in COVERAGE_FILE, of all processes. The list only gets shorter: a file that is
covered by now has to come off it. To see the lines of a file: `coverage report -m --include=FILE`.
"""

import sys
from pathlib import Path

from coverage import Coverage

ROOT = Path(__file__).parent.parent
NOT_FULLY_COVERED: dict[str, str] = {}


def main() -> int:
    measured = Coverage()
    measured.combine()
    missing = {path: measured.analysis2(str(ROOT / path))[3] for path in source_files(measured)}
    wrong = [
        f"{path} is not covered in lines {', '.join(map(str, lines))}."
        for path, lines in missing.items()
        if lines and path not in NOT_FULLY_COVERED
    ]
    wrong += [
        f"{path} is covered: take it off the list." if path in missing else f"{path} does not exist any more."
        for path in NOT_FULLY_COVERED
        if not missing.get(path)
    ]
    print("\n".join(wrong) or f"{len(missing)} files, {len(NOT_FULLY_COVERED)} of them not fully covered.")
    return 1 if wrong else 0


def source_files(measured: Coverage) -> list[str]:
    """Return the paths of all modules of the measured packages."""
    folders: list[str] = measured.get_option("run:source")  # type: ignore[assignment]
    return sorted(str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).rglob("*.py"))


if __name__ == "__main__":
    sys.exit(main())
