"""The club file: its schema, reading, writing, merging and verifying. Bytes in, bytes out; no Django."""
