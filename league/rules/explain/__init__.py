"""Explanations of standings, movements and awards, each as one tree of steps."""
