"""The model names hopgraph falls back on: the only place where they stand."""

# 2026-11-29: Groq stopped serving llama-3.3-70b-versatile to free and developer accounts on
# 2026-08-16 and names this model as its replacement: https://console.groq.com/docs/deprecations
DEFAULT_CHAT = "groq:openai/gpt-oss-120b"

# 2026-11-29: stable since April 2026, no shutdown announced:
# https://ai.google.dev/gemini-api/docs/models/gemini-embedding-2
DEFAULT_EMBEDDINGS = "google_genai:gemini-embedding-2"

# 2026-11-29: gemini-2.5-flash ends on 2026-12-01, and Google routes its requests to this model:
# https://ai.google.dev/gemini-api/docs/deprecations
DEFAULT_JUDGE = "google_genai:gemini-3.5-flash-lite"

# 2026-11-29: not deprecated, "available until further notice", a third of the price:
# https://ai.google.dev/gemini-api/docs/deprecations
ECONOMY_JUDGE = "google_genai:gemini-2.5-flash-lite"

EMBEDDED_ENCODER = "embedded:all-MiniLM-L6-v2-int8"
EMBEDDED_LANGUAGES = frozenset({"en"})
"""ISO 639-1 codes of the languages that the embedded encoder was trained on."""

EXTRACTIVE_READER = "extractive"

SEED = 7
"""Sent with every request to a provider that takes one."""

REQUEST_TIMEOUT = 60.0
"""Seconds a request may take."""
