"""Pure functions: question features, proof checking, operators, arbitration, gaps."""
