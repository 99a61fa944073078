"""The weights of the scoring rules: one set for every corpus."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """How much each signal counts; 0 turns one off.

    Attributes:
        cosine: Similarity of the query's and a passage's vectors.
        bm25: Words of the query in the passage.
        named: The passage's title stands in the query.
        mentions: Names of the query in the passage.
        phrase: A rare phrase shared with a source passage.
        source_context: How much of the query the source's sentence with that phrase says.
        context: How much of what the source lacks the passage's sentence with it says.
        title: The source mentions the passage's title.
        missing: Words of the query that the source lacks.
        reverse: What a passage gains from those it links to, as a share.
        picked_link: A link from a picked passage, while picking.
        picked_missing: Words that no picked passage has, while picking.
        rarity: Exponent of a phrase's rarity.
    """

    cosine: float = 0.7
    bm25: float = 0.3
    named: float = 0.5
    mentions: float = 0.1
    phrase: float = 0.3
    source_context: float = 0.375
    context: float = 0.45
    title: float = 0.3
    missing: float = 0.8
    reverse: float = 0.45
    picked_link: float = 0.5
    picked_missing: float = 0.9
    rarity: float = 1.25


DEFAULT_WEIGHTS = Weights()
