"""The club file: reading, writing, conflicts, verifying; from bytes to bytes without Django."""
