"""Packed pages that are joined from packed pieces, without packing them again (RFC 1951, 1952)."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

LEVEL = 6
RAW = -15  # deflate without a header, as in a gzip file
WINDOW = 1 << 15  # bytes before it to which a piece can refer
HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
END = b"\x03\x00"  # an empty last block
MAX_STORED = 65_535  # bytes
# Checksums are polynomials over two elements, the lowest power in the highest bit: RFC 1952, section 8.
POLYNOMIAL, ONE, X = 0xEDB88320, 1 << 31, 1 << 30


@dataclass(frozen=True)
class Piece:
    """A piece of a page, packed so that it ends at a byte, with the number of its bytes and their checksum.

    `after` is the checksum of the text before it that it may refer to: 0 without any.
    """

    packed: bytes
    size: int
    checksum: int
    after: int = 0


@dataclass(frozen=True)
class PackedPage:
    """The pieces of a page. Between each two comes a text that differs each time: the token of a form."""

    pieces: tuple[Piece, ...]

    def pack_with(self, text: bytes = b"") -> bytes:
        """Return the page with that text as a gzip file. The text is not packed: its length tells nothing of it."""
        stored, pieces = store(text), list(self.pieces[:1])
        for piece in self.pieces[1:]:
            pieces += (stored, piece)
        whole = join_pieces(pieces)
        return HEADER + whole.packed + END + struct.pack("<II", whole.checksum, whole.size & 0xFFFFFFFF)

    def unpack_with(self, text: bytes = b"") -> bytes:
        """Return the page with that text, not packed."""
        return text.join(zlib.decompressobj(RAW).decompress(piece.packed) for piece in self.pieces)


def pack(text: bytes, after: bytes = b"") -> Piece:
    """Pack a piece that may refer to what comes before it on the page, `after`, and to nothing else."""
    before = after[-WINDOW:]
    packer = (
        zlib.compressobj(LEVEL, zlib.DEFLATED, RAW, zdict=before)
        if before
        else zlib.compressobj(LEVEL, zlib.DEFLATED, RAW)
    )
    packed = packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)
    return Piece(packed, len(text), zlib.crc32(text), zlib.crc32(after))


def store(text: bytes) -> Piece:
    """Return a text of at most 65,535 bytes as a piece, not packed."""
    size = len(text)
    return Piece(struct.pack("<BHH", 0, size, size ^ MAX_STORED) + text, size, zlib.crc32(text))


def join_pieces(pieces: Sequence[Piece]) -> Piece:
    """Return pieces that follow each other as one."""
    size, checksum = 0, 0
    for piece in pieces:
        size += piece.size
        checksum = _multiply(_compute_shift(piece.size), checksum) ^ piece.checksum
    return Piece(b"".join(piece.packed for piece in pieces), size, checksum)


@lru_cache(maxsize=1024)
def _compute_shift(size: int) -> int:
    """Return by what a checksum is multiplied when so many bytes follow: X to the power of their bits."""
    shift, power, bits = ONE, X, 8 * size
    while bits:
        if bits & 1:
            shift = _multiply(power, shift)
        power = _multiply(power, power)
        bits >>= 1
    return shift


def _multiply(first: int, second: int) -> int:
    """Multiply two polynomials modulo that of the checksum."""
    product = 0
    while first:
        if first & ONE:
            product ^= second
        first = (first << 1) & 0xFFFFFFFF
        second = (second >> 1) ^ (POLYNOMIAL if second & 1 else 0)
    return product
