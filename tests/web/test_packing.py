"""Packed pages into which a text is inserted."""

import gzip

import pytest

from league.web.packing import insert_into_packed, insert_into_unpacked, pack_pieces


@pytest.mark.parametrize(
    "pieces", [[b"page"], [b"before ", b" after"], [b"", b""], [b"same " * 9_999, b"same " * 9_999, b"\xff"]]
)
def test_page_is_the_pieces_with_the_text_between_them(pieces: list[bytes]) -> None:
    packed = pack_pieces(pieces)
    for text in (b"token", b"", b"t" * 60_000):
        whole = text.join(pieces)
        assert (
            gzip.decompress(insert_into_packed(packed, text)) == whole == insert_into_unpacked(packed, text)
        )


def test_text_is_not_packed_so_that_the_length_tells_nothing_of_it() -> None:
    packed = pack_pieces([b"token-a " * 9, b" end"])
    assert b"token-a token-b " in insert_into_packed(packed, b"token-a token-b ")
    assert len({len(insert_into_packed(packed, text)) for text in (b"token-a ", b"anything")}) == 1
