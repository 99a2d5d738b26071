"""A computation and its life: who asked for it, how far it is, and what may be read of it."""
