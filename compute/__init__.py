"""Attention, its masks, positions and costs: what can be computed, apart from any web server."""

__version__ = "0.1.0"
