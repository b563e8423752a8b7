"""The club file: its schema, reading, writing, conflicts and verifying, from bytes to bytes without Django."""
