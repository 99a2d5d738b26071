"""What exists to choose from: tables of small pure functions, numpy only."""
