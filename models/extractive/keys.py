"""Words as the reader compares them: folded, stemmed, and with paraphrases as one key."""

from functools import lru_cache

from ...language.terms import STOP_WORDS, Token, tokens, word_terms
from ...reasoning.text import fold

_SUFFIXES = (
    *("ations", "ation", "ions", "ion", "ings", "ing", "ers", "er", "ors", "or"),
    *("ed", "es", "s", "ly", "e"),
)
_SHORTEST_STEM = 4

_PARAPHRASES = {
    "born": "bear birth birthday birthplace birthdate",
    "died": "die dies death dead dying",
    "marri": "marry wed wife husband spouse married",
    "construct": "build built builds builder",
    "writ": "write wrote written writer author authored",
    "perform": "sing sang sung singer vocalist",
    "play": "portray portrays portrayed plays played",
    "start": "begin began begun begins beginning",
    "found": "establish founder co-founded cofounded founding",
    "film": "movie",
    "make": "made makes",
    "win": "won wins winner",
    "hold": "held holds",
    "lead": "led leads leader",
    "shoot": "shot",
    "grow": "grew grown",
    "name": "called known",
    "buy": "bought buys buyer",
    "sell": "sold sells seller",
    "teach": "taught teaches teacher",
    "fight": "fought fights fighter",
    "fly": "flew flown flies",
    "drive": "drove driven",
    "give": "gave given gives",
    "take": "took taken takes",
    "speak": "spoke spoken speaks",
    "draw": "drew drawn draws",
    "lose": "lost loses",
    "meet": "met meets",
    "choose": "chose chosen chooses",
    "send": "sent sends",
    "job": "profession occupation career",
}


def stem(word: str) -> str:
    """Cut one ending, inflected or derived, from a folded Latin word."""
    if word.endswith("ies") and len(word) > _SHORTEST_STEM:
        return word[:-3] + "y"
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _SHORTEST_STEM:
            return word[: -len(suffix)]
    return word


_KEY_OF = {word: key for key, line in _PARAPHRASES.items() for word in line.split()}
_KEY_OF |= {stem(word): key for word, key in _KEY_OF.items() if len(stem(word)) > 4}


@lru_cache(maxsize=1 << 16)
def _latin_key(word: str) -> str:
    folded = fold(word)
    if folded in STOP_WORDS or folded == "s":
        return ""
    stemmed = stem(folded)
    return _KEY_OF.get(folded, _KEY_OF.get(stemmed, stemmed))


def token_keys(words: list[Token]) -> list[str]:
    """Return the key of each token, "" for stop words."""
    return [
        _latin_key(word.text) if term and word.text < "\u0250" else term
        for word, term in zip(words, word_terms([w.text for w in words]), strict=True)
    ]


def keys(text: str) -> list[str]:
    """Return the keys of `text` in order, without stop words."""
    return [key for key in token_keys(tokens(text)) if key]
