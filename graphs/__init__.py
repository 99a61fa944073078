"""The wiring: the workflow, its subgraphs, and the pure functions that choose the next node."""
