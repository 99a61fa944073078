"""The reader that needs no model: it picks spans from the passages by rule."""

from .reader import ExtractiveReader

__all__ = ["ExtractiveReader"]
