"""Made-up passages and steps that the tests of proofs share."""

from hopgraph.state.values import Passage, ProofStep, QuestionFeatures

TOWER = Passage(
    id="tower", source="tower.txt", title="Beacon Tower", text="The Beacon Tower is in Larkhaven."
)
TOWN = Passage(
    id="town",
    source="town.txt",
    title="Larkhaven",
    text="Larkhaven is a port. It is the capital  of Orland.",
)
ANN = Passage(
    id="ann",
    source="ann.txt",
    title="Ann Lee",
    text="Ann Lee (born 3 May 1950) is a poet. She has not written any play. "
    "Her brother Tom Lee wrote eight plays.",
)
BO = Passage(
    id="bo",
    source="bo.txt",
    title="Bo Ray",
    text="Bo Ray (born May 1, 1940) is an Orlandish actor.",
)
PASSAGES = (TOWER, TOWN, ANN, BO)

BRIDGE_QUESTION = QuestionFeatures(anchors=("Beacon Tower",), answer_type="place")
CHOICE = QuestionFeatures(
    type="comparison",
    answer_type="choice",
    options=("Ann Lee", "Bo Ray"),
    anchors=("Ann Lee", "Bo Ray"),
    relations=("born",),
    comparison="first",
)


def lookup(
    passage: Passage,
    quote: str,
    subject: str,
    object: str,
    claim: str = "",
    inputs: tuple[int, ...] = (),
) -> ProofStep:
    """Return a lookup that claims what it quotes."""
    return ProofStep(
        rule="lookup",
        claim=claim or quote,
        passage_id=passage.id,
        quote=quote,
        subject=subject,
        object=object,
        inputs=inputs,
    )


TOWER_STEP = lookup(TOWER, "The Beacon Tower is in Larkhaven.", "Beacon Tower", "Larkhaven")
TOWN_STEP = lookup(
    TOWN,
    "It is the capital of Orland.",
    "Larkhaven",
    "Orland",
    "Larkhaven is the capital of Orland",
    inputs=(1,),
)
ANN_STEP = lookup(ANN, "Ann Lee (born 3 May 1950)", "Ann Lee", "3 May 1950")
BO_STEP = lookup(BO, "Bo Ray (born May 1, 1940)", "Bo Ray", "May 1, 1940")


def derived(rule: str, claim: str, subject: str = "", object: str = "") -> ProofStep:
    """Return a step over steps 1 and 2."""
    return ProofStep.model_validate(
        {"rule": rule, "claim": claim, "subject": subject, "object": object, "inputs": (1, 2)}
    )


BO_FIRST = derived("comparison", "Bo Ray was born before Ann Lee", "Bo Ray", "Ann Lee")
