"""What is kept of a run, and how its weights come back."""
