"""MothRag's own rules, exactly: classifier, routing, gates, fusion, checker and arbitration.

They are kept as published, oddities included, so that the `mothrag` profile can be held against
its released results; what hopgraph does instead stands beside this package.
"""
