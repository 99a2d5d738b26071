"""What runs: torch. Nothing outside this package imports it but the worker and the command line."""
