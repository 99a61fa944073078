"""How passages state a relation: a data table of what stands before and after the value.

Each pattern is matched against the text that ends where a name begins, or begins where it ends.
`{by}` stands for the words that may introduce a name ("by the American film director ").
A kinship is a composition of the others.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from ...reasoning.nationalities import COUNTRY_OF

_ADJECTIVES = "|".join(re.escape(a) for a in sorted(COUNTRY_OF, key=lambda a: (-len(a), a)))
_INTRODUCTION = (
    rf"(?:(?:[a-z][\w'’]*(?:-[a-z]\w*)*|(?:{_ADJECTIVES})(?:[-–](?:{_ADJECTIVES}))*"
    r"|Sir|Lord|Lady|Dr\.|King|Queen|Prince|Princess|Emperor)[ ,]+){0,7}"
)


@dataclass(frozen=True)
class Relation:
    """One relation.

    Attributes:
        name: Its name.
        asked: Matches the words a question uses for it.
        before: Patterns of the text before the value, the surest first.
        after: Patterns of the text after the value.
        of_person: Whether the value is a person.
    """

    name: str
    asked: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    of_person: bool = False

    @cached_property
    def cue(self) -> re.Pattern[str]:
        """The words a question uses for it, compiled."""
        return re.compile(rf"\b(?:{self.asked})\b")

    @cached_property
    def before_patterns(self) -> tuple[re.Pattern[str], ...]:
        """The patterns of the text before the value, compiled."""
        return tuple(re.compile(rf"(?:{p.replace('{by}', _INTRODUCTION)})$") for p in self.before)

    @cached_property
    def after_patterns(self) -> tuple[re.Pattern[str], ...]:
        """The patterns of the text after the value, compiled."""
        return tuple(re.compile(p.replace("{by}", _INTRODUCTION)) for p in self.after)


_OF = r"(?:\([^)]*\) )?(?:of|to) {by}"

RELATIONS = (
    Relation(
        "director",
        "directors?|directed|filmmaker",
        (
            r"[Dd]irected(?: and [a-z-]+|, [a-z-]+)* by {by}",
            r"[Dd]irect(?:or|ion)(?: was|,|:| by| is)? {by}",
            r"\b(?:film|movie|comedy|drama|documentary)s? (?:by|of|from) {by}",
            r"(?:filmmaker|film maker) {by}",
            r"\bby {by}",
        ),
        (r" directed\b",),
        True,
    ),
    Relation(
        "composer",
        "composers?|composed|music by",
        (
            r"(?:composed|scored|music|soundtrack|score|songs)(?: [a-z]+){0,4} by {by}",
            r"composer {by}",
            r"\bby {by}",
        ),
        (r" composed\b",),
        True,
    ),
    Relation(
        "performer",
        "performers?|performed|singers?|sang|sung|artists?|recorded",
        (
            r"(?:performed|recorded|sung|released) by {by}",
            r"(?:song|single|album|EP|mixtape|track|recording)s?\b[^.]{0,60}? (?:by|from|of) {by}",
            r"\bby {by}",
        ),
        (r"['’]s? (?:[a-z-]+ ){0,4}(?:album|single|song)",),
        True,
    ),
    Relation(
        "author",
        "authors?|writers?|written|wrote|novelist|poet|screenwriters?",
        (
            r"(?:written|authored|penned|co-written) (?:and [a-z]+ )?by {by}",
            r"(?:novel|book|play|poem|story|work|memoir)s?\b[^.]{0,60}? (?:by|of) {by}",
            r"\bby {by}",
        ),
        (r" (?:wrote|authored)\b",),
        True,
    ),
    Relation(
        "producer",
        "producers?|produced",
        (r"[Pp]roduced(?: and [a-z]+)? by {by}", r"producer {by}"),
        (r" produced\b",),
        True,
    ),
    Relation(
        "founder",
        "founders?|founded|established|creators?|created|inventors?|invented|designers?|designed"
        "|developers?|developed|started",
        (
            r"(?:founded|established|created|invented|designed|developed|started)"
            r"(?: (?:in|on) [\w ]+?)? by {by}",
            r"(?:founder|creator|inventor|designer|developer)s?,? {by}",
            r"\bby {by}",
        ),
        (r",?(?: [a-z]+){0,2} (?:founded|created|invented|designed|developed)\b",),
    ),
    Relation(
        "owner",
        "owners?|owned|owns|operators?|operated|operates|manufacturers?|manufactures?"
        "|manufactured|parent company",
        (
            r"(?:owned|operated|manufactured|produced|published|run)(?: and [a-z]+)? by {by}",
            r"(?:subsidiary|division|part|unit) of {by}",
        ),
        (r" (?:owns|operates|manufactures)\b",),
    ),
    Relation(
        "publisher",
        "publishers?|published|distributors?|distributed",
        (r"(?:published|distributed|released)(?: [a-z]+){0,2} by {by}",),
    ),
    Relation(
        "label",
        "record labels?|label",
        (r"(?:label|through|signed (?:to|with)|released (?:by|on)|on) {by}",),
        (r" (?:label|imprint)\b",),
    ),
    Relation(
        "spouse",
        "spouses?|husbands?|wife|wives|married|marry|consort|partner",
        (
            r"[Mm]arri(?:ed|age)(?: to| with)? {by}",
            r"(?:wife|husband|spouse|consort|widow|widower)(?: of|,| was| is|:)? {by}",
        ),
        (r",? (?:his|her) (?:[a-z]+ )?(?:wife|husband)\b",),
        True,
    ),
    Relation(
        "father",
        "fathers?|dad",
        (
            r"[Pp]arents (?:were|are|,) {by}",
            r"(?:son|daughter|child)(?:[^.,;]{0,45}?| \([^)]*\)) of {by}",
            r"[Ff]ather(?:,| was| is|:)? {by}",
            r"(?:son|daughter|child|born)[^.]{0,40}? (?:of|to) {by}",
        ),
        (r",? (?:his|her) father\b",),
        True,
    ),
    Relation(
        "mother",
        "mothers?|mom",
        (
            r"[Mm]other(?:,| was| is|:)? {by}",
            r"(?:son|daughter|child|born)[^.;]{0,40}? (?:of|to) [^.;]{4,100}? (?:and|by)"
            r"(?: his| her)? {by}(?:wife|concubine|mistress|consort|spouse|marriage)"
            r"[^.;]{0,25}? {by}",
            r"(?:[Pp]arents|son|daughter|child|born)\b[^.;]{4,110}? and {by}",
            r"\b(?:by|with) {by}(?:wife|marriage)[^.;]{0,20}? {by}",
            r"(?:son|daughter|child) of {by}",
        ),
        (r",? (?:his|her) mother\b",),
        True,
    ),
    Relation(
        "child",
        "child|children|sons?|daughters?",
        (
            r"(?:father|mother|parent) of {by}",
            r"(?:sons?|daughters?|child|children),? {by}",
            r"(?:sons?|daughters?|child|children)\b[^.]{0,25}? {by}",
        ),
        (r",? (?:his|her|their) (?:[a-z]+ )?(?:son|daughter)\b",),
        True,
    ),
    Relation(
        "sibling",
        "siblings?|brothers?|sisters?",
        (r"(?:brother|sister|sibling)s?(?: of|,| to| was| is| named)? {by}",),
        (r",? (?:his|her) (?:[a-z]+ )?(?:brother|sister)\b",),
        True,
    ),
    Relation(
        "education",
        "graduated?|educated|alma mater|stud(?:y|ied|ies)|university|college|school"
        "|attend(?:ed)?",
        (
            r"(?:graduat\w+|educated|stud(?:y|ied|ying)|attend(?:ed|ing)|alumn\w+|degree|trained"
            r"|enrolled)\b[^.]{0,70}? (?:from|at|of|the|attended) {by}",
            r"(?:attended|alumnus of) {by}",
        ),
    ),
    Relation(
        "employer",
        "employers?|employed|works? (?:at|for)|worked (?:at|for)",
        (
            r"(?:professor|work(?:s|ed|ing)?|taught|teaches|employed|researcher|editor|journalist"
            r"|reporter)\b[^.]{0,50}? (?:at|for|by|with) {by}",
        ),
    ),
    Relation(
        "award",
        "awards?|prizes?|honou?rs?",
        (
            r"(?:won|receiv\w+|awarded|recipient of|winner of|honou?red with|winning)\b"
            r"[^.]{0,50}? {by}",
        ),
    ),
    Relation(
        "burial",
        "buried|burial",
        (r"(?:buried|interred|burial)\b[^.]{0,50}? (?:in|at) {by}",),
    ),
    Relation(
        "capital",
        "capital|seat",
        (
            r"(?:capital|seat)(?: and [a-z ]+)?(?: city)?(?: of [^.,]+)?,?(?: is|was| being)?,?"
            r" {by}",
        ),
        (r"(?:,[^.]*)? is the (?:[a-z, ]+ )?(?:capital|(?:county )?seat)\b",),
    ),
    Relation(
        "headquarters",
        "headquarters?|headquartered|based|hometown",
        (r"(?:headquarter(?:s|ed)|based|main office)\b[^.]{0,25}? in {by}",),
        (r"-based\b",),
    ),
    Relation(
        "location",
        "located|location|situated|found in|county|district|province|state|country|territory"
        "|territorial entity|region|municipality",
        (
            r"(?:located|situated|lies|town|city|village|municipality|district|commune|township"
            r"|community|place)\b[^.]{0,50}? (?:in|of) {by}",
            r"\bin {by}",
        ),
    ),
)  # fmt: skip

KINSHIPS = {
    "paternal grandfather": ("father", "father"),
    "paternal grandmother": ("father", "mother"),
    "maternal grandfather": ("mother", "father"),
    "maternal grandmother": ("mother", "mother"),
    "grandfather": ("father", "father"),
    "grandmother": ("father", "mother"),
    "father-in-law": ("spouse", "father"),
    "mother-in-law": ("spouse", "mother"),
    "stepfather": ("mother", "spouse"),
    "stepmother": ("father", "spouse"),
    "brother-in-law": ("spouse", "sibling"),
    "sister-in-law": ("spouse", "sibling"),
    "sibling-in-law": ("spouse", "sibling"),
    "son-in-law": ("child", "spouse"),
    "daughter-in-law": ("child", "spouse"),
    "child-in-law": ("child", "spouse"),
    "stepchild": ("spouse", "child"),
    "grandchild": ("child", "child"),
    "uncle": ("father", "sibling"),
    "aunt": ("father", "sibling"),
    "half-brother": ("father", "child"),
    "half-sister": ("father", "child"),
    "co-husband": ("spouse", "spouse"),
    "co-wife": ("spouse", "spouse"),
}
"""Kinship to the relations it is made of, the nearest first."""

BY_NAME = {relation.name: relation for relation in RELATIONS}
