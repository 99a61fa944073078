"""Chat and embedding models by name, the embedded encoder, and the readers."""
