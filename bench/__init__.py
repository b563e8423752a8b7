"""Benchmarks: how long things take, as multiples of something known (`python -m bench`)."""
