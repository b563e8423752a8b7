"""Packed pages into which a text is inserted each time they are sent, without packing them again (RFC 1951, 1952)."""

import struct
import zlib
from collections.abc import Iterable, Sequence

LEVEL = 6
RAW = -15  # deflate without a header, as in a gzip file
HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
END = b"\x03\x00"  # an empty last block


def pack_pieces(pieces: Sequence[bytes]) -> tuple[bytes, ...]:
    """Return the pieces packed so that each ends at a byte and refers to no piece before it."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW)
    return tuple(packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH) for piece in pieces)


def insert_into_packed(packed: Sequence[bytes], text: bytes) -> bytes:
    """Return a gzip file of the pieces, with the text between them: of fewer than 65,536 bytes, and not packed."""
    stored = struct.pack("<BHH", 0, len(text), len(text) ^ 0xFFFF) + text
    crc, size = 0, 0
    for number, piece in enumerate(_unpack_pieces(packed)):
        if number:
            crc, size = zlib.crc32(text, crc), size + len(text)
        crc, size = zlib.crc32(piece, crc), size + len(piece)
    return HEADER + stored.join(packed) + END + struct.pack("<II", crc, size & 0xFFFFFFFF)


def insert_into_unpacked(packed: Sequence[bytes], text: bytes) -> bytes:
    return text.join(_unpack_pieces(packed))


def _unpack_pieces(packed: Sequence[bytes]) -> Iterable[bytes]:
    return (zlib.decompressobj(RAW).decompress(piece) for piece in packed)
