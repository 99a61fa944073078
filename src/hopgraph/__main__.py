"""`python -m hopgraph` is the command line."""

from .cli import main

main()
