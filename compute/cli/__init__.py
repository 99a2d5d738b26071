"""The commands of `python -m compute`: one file for each."""
