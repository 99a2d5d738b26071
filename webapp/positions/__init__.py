"""Position encodings over HTTP: the list, and where the tokens of a run stand."""
