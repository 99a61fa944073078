"""Which passages a name stands for."""

from collections.abc import Sequence

from .view import PassageView, folded_words, without_qualifier

_LEAD_WORDS = 12


def linked_views(name: str, views: Sequence[PassageView]) -> list[PassageView]:
    """Return the passages about `name`, the surest first; more than one may share a title."""
    full, words = folded_words(name), folded_words(without_qualifier(name))
    distinct = frozenset(words)
    scored = [(_likeness(full, words, distinct, view), view) for view in views] if words else []
    return [v for score, v in sorted(scored, key=lambda s: -s[0]) if score]


def _likeness(
    full: tuple[str, ...], words: tuple[str, ...], distinct: frozenset[str], view: PassageView
) -> float:
    subject = view.subject_words
    if full != words and full == folded_words(view.title):
        return 4.0
    if words == subject:
        return 3.0
    if len(words) < 2 or not subject:
        return 0.0
    if len(subject) > 1:
        if distinct.issubset(subject) or distinct.issuperset(subject):
            return 2.0
        if words[-1] == subject[-1] and words[0][:3] == subject[0][:3]:
            return 1.8
    lead = view.body[0].words[:_LEAD_WORDS] if view.sentences else ()
    return 1.5 if lead[: len(words)] == words else 0.0
