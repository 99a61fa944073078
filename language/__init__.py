"""Language detection, sentences, names and rule-based decomposition."""
