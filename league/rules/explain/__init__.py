"""Explanations of standings, movements and awards, each as a tree of steps."""
