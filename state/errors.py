"""Errors a caller can mend: each names the value and the remedy in one line."""


class HopgraphError(Exception):
    """The base of all errors that hopgraph raises on purpose."""


class InputError(HopgraphError, ValueError):
    """The input cannot be used as it is."""


class StoreError(HopgraphError):
    """The store cannot be opened, read or written."""


class ModelError(HopgraphError):
    """A model cannot be reached or used as configured."""
