"""The club file: its schema, reading, writing, merging and verifying, from bytes to bytes without Django."""
