"""Names: what may be one, and how they are compared and searched, whatever case or alphabet they were typed in."""

import re
import unicodedata
from typing import Annotated

from pydantic import AfterValidator

from games import complaint
from games.problems import _
from league.rules.field_types import validate_readable

FORMER_PLAYER = "Former player"
FORMER_NAME = re.compile(rf"{FORMER_PLAYER} ([0-9]{{1,9}})")
MAX_NAME_LENGTH = 80
MAX_FOLDED_LENGTH = 200  # a sign may stand for several letters

# What looks like a Latin letter and is not taken apart by Unicode itself, after case has been folded. A small table of
# our own: libraries tell which signs can be confused, but not what a name is to be compared as.
LATIN = {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ŧ": "t", "ɑ": "a", "ɡ": "g", "æ": "ae", "œ": "oe"}
CYRILLIC = dict(zip("авгеіјкмнорсԁтуѵԝхһьѕӏԛз", "abreijkmhopcdtyvwxhbslq3", strict=True))
GREEK = dict(zip("αβγειϳκμνηορτυχωζ", "abyeijkmvnoptuxwz", strict=True))
OTHER_SCRIPTS = str.maketrans(LATIN | CYRILLIC | GREEK)
GREEK_CAPITALS = str.maketrans("ΝΗΥ", "NHY")  # these look like other Latin letters than their small ones
LATIN_TWINS = str.maketrans({"i": "l", "ı": "l", "1": "l", "|": "l", "0": "o"})  # alike in many typefaces
INVISIBLE_MARKS = {0x034F, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
INVISIBLE_LETTERS = {0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0}


def _validate_name(text: str) -> str:
    if not 1 <= len(text) <= MAX_NAME_LENGTH:
        raise complaint(
            "name-length",
            _("A name must have 1 to {longest} characters, not {length}."),
            longest=MAX_NAME_LENGTH,
            length=len(text),
        )
    if all(unicodedata.category(character)[0] in "ZC" for character in validate_readable(text)):
        raise complaint("name-blank", _("A name needs at least one visible character."))
    return text


Name = Annotated[str, AfterValidator(_validate_name)]


def fold_name(name: str) -> str:
    """Return what a name is compared and searched by: its letters and digits; look-alikes count as the same letter.

    Of a name that has neither letters nor digits, its other signs; empty only where nothing can be seen.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    folded = plain.translate(OTHER_SCRIPTS).translate(LATIN_TWINS)
    letters = "".join(filter(_tells_names_apart, folded)) or "".join(filter(_can_be_seen, folded))
    return letters[:MAX_FOLDED_LENGTH]


def list_alike_folds(name: str) -> set[str]:
    """Return the folded names that look like this name."""
    return {fold_name(name), fold_name(name.translate(GREEK_CAPITALS))} - {""}


def shorten_name(name: str) -> str:
    """Return the given name with the initial of the family name: Ann Archer is Ann A., and so is Archer, Ann.

    One that is a single word stays as it is, and so does one that was replaced.
    """
    if FORMER_NAME.fullmatch(name):
        return name
    family, comma, given = name.partition(",")
    words = [*given.split(), *family.split()[:1]] if comma and given.strip() else name.split()
    if len(words) < 2:
        return " ".join(words)
    # Names in brackets or quotes are part of neither; what has no letter is no family name.
    last = next((word for word in reversed(words[1:]) if any(map(str.isalpha, word))), "")
    letters = [sign for sign in unicodedata.normalize("NFC", last) if sign.isalpha()]
    return f"{words[0]} {letters[0]}." if letters else words[0]


def _tells_names_apart(sign: str) -> bool:
    """Return whether it is a letter, a digit, or a mark that spells, as vowels do in many scripts; no accent."""
    if ord(sign) in INVISIBLE_MARKS or ord(sign) in INVISIBLE_LETTERS:
        return False
    kind = unicodedata.category(sign)
    return kind[0] in "LN" or (kind in {"Mn", "Mc"} and not unicodedata.combining(sign))


def _can_be_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "PS"


def build_division_name(level: int) -> str:
    """Return the default name of a division: A, B, C ... Z, AA, AB."""
    name = ""
    while level:
        level, letter = divmod(level - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def says_what_it_is(name: str) -> bool:
    """Return whether the name of a division can stand alone, such as Group A: a letter by itself can't."""
    return not re.fullmatch("[A-Z]{1,2}", name)
