"""Data sets, metrics, runs, and comparison with published figures."""
