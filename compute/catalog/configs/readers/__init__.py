"""Readers of configs, one for each family of model types."""
