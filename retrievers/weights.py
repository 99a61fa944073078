"""The weights of the scoring rules: one set for every corpus."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Weights:
    """How much each signal counts; 0 turns one off.

    Attributes:
        cosine: Similarity of the query's and a passage's vectors.
        cumulative: Similarity to the query plus all that is held, as a share of `cosine`; it
            shrinks as more is held.
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
        lent_again: What is left of a picked passage's links once it has led to another one.
        rarity: Exponent of a phrase's rarity.
    """

    cosine: float = 0.7
    cumulative: float = 0.1
    bm25: float = 0.24
    named: float = 0.64
    mentions: float = 0.1
    phrase: float = 0.3
    source_context: float = 0.3
    context: float = 0.75
    title: float = 0.3
    missing: float = 1.1
    reverse: float = 0.56
    picked_link: float = 0.8
    picked_missing: float = 1.44
    lent_again: float = 0.8
    rarity: float = 1.5

    def for_unread_language(self) -> "Weights":
        """Return the weights for a language that the encoder was not trained on: words count."""
        return replace(self, cosine=0.1, bm25=1.6)


DEFAULT_WEIGHTS = Weights()
