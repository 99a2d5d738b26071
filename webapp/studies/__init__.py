"""Saved studies: what was on screen, kept under a title, with its history, its links and its comments."""
