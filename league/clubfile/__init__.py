"""The club file: its schema, reading, writing, conflicts, verifying; from bytes to bytes without Django."""
