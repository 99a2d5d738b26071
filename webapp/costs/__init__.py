"""Costs over HTTP: published models, and what any model takes. Nothing is run."""
