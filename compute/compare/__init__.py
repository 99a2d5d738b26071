"""Two runs side by side: which of their places stand for each other, and how far their maps and outputs differ."""
