"""The facts that lead from the question to a span: one or two lookups."""

from .asked import Asked
from .candidates import contains
from .finding import Fact
from .spans import Featured
from .support import Partner
from .unspaced import shared_run
from .view import PassageView, Sentence, Span


def facts_for(asked: Asked, best: Featured) -> list[Fact]:
    """Return the facts for a candidate: its sentence, and the one that leads there."""
    view, sentence = best.candidate.view, best.candidate.sentence
    value = best.candidate.span
    if contains(view.subject_words, value.words):
        return _facts_of_subject(asked, best)
    anchor = _anchor(asked, sentence, value)
    partner = best.support.partner
    if anchor or contains(asked.words, view.subject_words) or partner is None:
        return [Fact(view, anchor or _topic(view, sentence, value), value)]
    if partner.name == " ".join(value.words):
        return [Fact(view, _topic(view, sentence, value), value), _fact_naming(asked, partner)]
    name = _named(sentence, partner.name)
    last = Fact(view, name.text if name else view.subject, value)
    if partner is best.support.tells:
        return [_fact_about(asked, partner), last]
    return [_fact_naming(asked, partner), last]


def _facts_of_subject(asked: Asked, best: Featured) -> list[Fact]:
    """Prove an answer that is what its passage is about: what it says, and who names it."""
    view, sentence = best.candidate.view, best.candidate.sentence
    value = best.candidate.span
    own = Fact(view, value.text, _told(asked, sentence, value))
    partner = best.support.told
    if _anchor(asked, sentence, value) or partner is None:
        return [own]
    return [own, _fact_naming(asked, partner)]


def _fact_naming(asked: Asked, partner: Partner) -> Fact:
    """Return the fact that the partner's sentence says of the name that links to it."""
    sentence = partner.sentence
    link = _named(sentence, partner.name) or _told(asked, sentence, None)
    subject = _anchor(asked, sentence, link) or _topic(partner.view, sentence, link)
    return Fact(partner.view, subject, link)


def _fact_about(asked: Asked, partner: Partner) -> Fact:
    """Return what the partner's passage says of its own subject."""
    subject = _named(partner.sentence, partner.name)
    value = _told(asked, partner.sentence, subject)
    return Fact(partner.view, subject.text if subject else partner.view.subject, value)


def _anchor(asked: Asked, sentence: Sentence, value: Span) -> str:
    """Return the longest name of the sentence, apart from `value`, that the question has.

    Where a script has no spaces, and so no words to be names, it is the longest shared piece.
    """
    named = [
        n.text
        for n in sentence.names
        if contains(asked.words, n.words) and not contains(n.words, value.words)
    ]
    shared = shared_run(sentence.text, asked.text)
    return max(named, key=len, default="" if shared in value.text else shared)


def _told(asked: Asked, sentence: Sentence, subject: Span | None) -> Span:
    """Return what of the question the sentence says: a name if there is one, else a word."""
    rest = [n for n in sentence.names if subject is None or not _overlap(n, subject)]
    named = [n for n in rest if contains(asked.words, n.words)]
    if named:
        return max(named, key=lambda n: len(n.text))
    keyed = [
        (Span(token.start, token.end, token.text), key)
        for token, key in zip(sentence.tokens, sentence.keys, strict=True)
        if key and (subject is None or not subject.start <= token.start < subject.end)
    ]
    said = [word for word, key in keyed if key in asked.near]
    first = sentence.tokens[0]
    whole = Span(first.start, first.end, first.text)
    return next(iter([*said, *rest, *(word for word, _ in keyed)]), whole)


def _overlap(a: Span, b: Span) -> bool:
    return a.start < b.end and b.start < a.end


def _topic(view: PassageView, sentence: Sentence, value: Span) -> str:
    """Return what the sentence speaks of: the passage's subject, or another name in it."""
    if view.subject and not contains(value.words, view.subject_words):
        return view.subject
    others = [n.text for n in sentence.names if not _overlap(n, value)]
    words = [t.text for t, key in zip(sentence.tokens, sentence.keys, strict=True) if key]
    words = [w for w in words if w not in value.text]
    return next(iter([*others, *words]), value.text)


def _named(sentence: Sentence, folded: str) -> Span | None:
    """Return where the sentence has the words `folded`."""
    wanted = tuple(folded.split(" "))
    size = len(wanted)
    for place in range(len(sentence.words) - size + 1):
        if sentence.words[place : place + size] == wanted:
            start, end = sentence.tokens[place].start, sentence.tokens[place + size - 1].end
            return Span(start, end, sentence.text[start - sentence.start : end - sentence.start])
    return None
