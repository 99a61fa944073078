"""The Matryoshka hierarchy: a DAG of clusters over nested vectors, searched from the top."""
