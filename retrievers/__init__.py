"""The corpus, and retrieval over it without any model call."""
