"""Packed pages that are joined from pieces, with a text between them."""

import gzip
import random
import zlib

import pytest

from league.web.packing import WINDOW, PackedPage, Piece, join_pieces, pack

RANDOM = random.Random(1).randbytes(3 * WINDOW)


@pytest.mark.parametrize(
    "texts", [[b"page"], [b"before ", b" after"], [b"", b""], [b"same " * 9_999, b"same " * 9_999, b"\xff"]]
)
def test_page_is_the_pieces_with_the_text_between_them(texts: list[bytes]) -> None:
    page = PackedPage(tuple(map(pack, texts)))
    for text in (b"token", b"", b"t" * 60_000):
        whole = text.join(texts)
        assert gzip.decompress(page.pack_with(text)) == whole == page.unpack_with(text)


@pytest.mark.parametrize(
    "texts",
    [
        [b"table one", b"table two", b"table three"],
        [b"", b"table", b""],
        [RANDOM, RANDOM[-WINDOW:], RANDOM[-WINDOW - 1 :], RANDOM[WINDOW:]],
        [RANDOM[: WINDOW // 3]] * 5,
    ],
    ids=["short", "empty", "longer than the window", "shorter than the window"],
)
def test_piece_that_refers_to_the_one_before_it_follows_it(texts: list[bytes]) -> None:
    pieces = [pack(text, before) for text, before in zip(texts, [b"", *texts], strict=False)]
    whole, joined = b"".join(texts), join_pieces(pieces)
    assert (joined.size, joined.checksum) == (len(whole), zlib.crc32(whole))
    assert gzip.decompress(PackedPage((joined,)).pack_with()) == whole
    assert PackedPage((joined,)).unpack_with() == whole
    apart = sum(len(pack(text).packed) for text in texts)
    assert sum(len(piece.packed) for piece in pieces) <= apart


def test_no_pieces_are_an_empty_one() -> None:
    assert join_pieces([]) == Piece(b"", 0, 0)


def test_text_is_not_packed_so_that_the_length_tells_nothing_of_it() -> None:
    page = PackedPage((pack(b"token-a " * 9), pack(b" end")))
    assert b"token-a token-b " in page.pack_with(b"token-a token-b ")
    assert len({len(page.pack_with(text)) for text in (b"token-a ", b"anything")}) == 1
