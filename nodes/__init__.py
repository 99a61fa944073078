"""The stages: one file each, from state to partial state."""
