"""English words that tell what a question asks: nouns by type, verbs, function words."""

from ..state.values import AnswerType


def _table(lines: dict[AnswerType, str]) -> dict[str, AnswerType]:
    return {word.replace("_", " "): kind for kind, line in lines.items() for word in line.split()}


_ENTITY_NOUNS: dict[AnswerType, str] = {
    "person": """director founder co-founder cofounder author writer co-writer composer producer
        performer singer artist musician rapper vocalist guitarist drummer bassist pianist actor
        actress star comedian creator inventor discoverer designer architect builder owner leader
        head ceo chairman chairwoman chairperson chief boss president vice_president
        prime_minister minister king queen emperor empress prince princess monarch ruler sultan
        duke duchess count countess lord mayor governor senator congressman chancellor premier
        ambassador secretary bishop pope captain coach head_coach trainer manager player
        footballer athlete champion winner loser recipient spouse wife husband partner widow
        girlfriend boyfriend fiancee father mother parent parents son daughter child children
        brother sister sibling siblings half-brother half-sister stepfather stepmother grandfather
        grandmother grandson granddaughter grandparent paternal_grandfather paternal_grandmother
        maternal_grandfather maternal_grandmother uncle aunt nephew niece cousin father-in-law
        mother-in-law brother-in-law sister-in-law son-in-law daughter-in-law ancestor descendant
        heir successor predecessor rival teacher student pupil mentor professor scientist
        physicist chemist mathematician philosopher engineer editor narrator screenwriter lyricist
        songwriter poet novelist playwright painter sculptor photographer host presenter
        journalist historian explorer astronaut general admiral commander soldier lawyer judge
        doctor nurse killer assassin murderer victim person man woman boy girl individual
        politician namesake protagonist hero heroine villain character member bandmate frontman
        conductor choreographer dancer cinematographer translator investor employee chef wizard""",
    "place": """capital city cities town village county country state province district region
        territory continent nation birthplace hometown headquarters location seat county_seat
        river lake sea ocean bay strait canal island islands mountain peak valley desert park
        venue stadium arena street square building bridge castle palace tower airport harbour
        port place place_of_birth place_of_death place_of_burial burial_place country_of_origin
        municipality suburb neighborhood neighbourhood borough area_code mouth tributary
        neighbor neighbour colony kingdom empire planet prefecture commune department parish
        home residence site republic destination factory museum theatre theater restaurant hotel
        church_building temple mosque cathedral""",
    "organisation": """company companies firm business corporation manufacturer maker developer
        publisher distributor studio record_label label band group duo orchestra ensemble team
        club franchise university college school alma_mater institute institution academy
        organization organisation agency employer party political_party network station channel
        broadcaster newspaper league conference association federation army navy military church
        hospital bank airline parent_company subsidiary sponsor owner_company military_branch
        branch union society foundation museum_group tribe dynasty family clan""",
    "work": """film movie song single album novel book series show television_series tv_series
        tv_show sitcom program programme play opera musical game video_game poem painting
        sculpture magazine journal symphony soundtrack documentary comic manga cartoon episode
        anthem sequel prequel story essay treaty constitution law ship""",
    "entity": """language currency award prize religion genre species animal breed war battle
        event festival tournament competition sport disease drug element metal instrument
        product device weapon aircraft airplane car vehicle engine programming_language system
        software dish food fruit plant flower tree color colour flag holiday ceremony position
        office title role occupation profession job degree subject field theory invention
        discovery mascot nickname real_name full_name birth_name middle_name first_name surname
        pseudonym stage_name symbol motto mission treaty_name idiom era period dialect ethnicity
        denomination astronomical_object star_sign season model code format material thing""",
}
_ATTRIBUTE_NOUNS: dict[AnswerType, str] = {
    "date": """date birthday birth_date date_of_birth birthdate date_of_death death_date
        release_date day founding_date opening_date""",
    "year": "year decade century",
    "number": """population height length width depth area size elevation altitude weight
        number count total amount age temperature distance speed price cost salary revenue
        budget income gdp capacity density percentage share rate score rank ranking net_worth
        circulation attendance""",
    "duration": "duration lifespan running_time runtime term_length",
    "nationality": "nationality citizenship",
    "description": """cause reason purpose meaning definition difference effect effects result
        results impact origin history plot theme significance importance function cause_of_death
        name names part parts end beginning start side form kind type lyrics music text""",
}
ENTITY_NOUNS = _table(_ENTITY_NOUNS)
"""Nouns that stand for something with a name of its own, by the type of that thing."""

ATTRIBUTE_NOUNS = _table(_ATTRIBUTE_NOUNS)
"""Nouns that stand for a property of something."""

AGENT_VERBS = {
    "director": "directed",
    "founder": "founded",
    "co-founder": "co-founded",
    "author": "wrote",
    "writer": "wrote",
    "composer": "composed",
    "producer": "produced",
    "performer": "performed",
    "inventor": "invented",
    "discoverer": "discovered",
    "designer": "designed",
    "creator": "created",
    "builder": "built",
    "developer": "developed",
    "manufacturer": "manufactured",
    "publisher": "published",
    "narrator": "narrated",
    "translator": "translated",
    "sculptor": "sculpted",
    "conductor": "conducted",
}
"""The past tense of what an agent does: "the director of X" is who "directed" X."""

_VERBS = """bear bore born, die, bury, found, co-found, establish, direct, co-direct, write wrote
    written, compose, produce, perform, sing sang sung, record, star, play, act, create,
    invent, discover, design, build built, construct, own, acquire, buy bought, purchase,
    lead led, head, run ran, manage, coach, marry, wed, win won, receive, earn, award,
    locate, situate, base, headquarter, publish, release, issue, host, present, call, serve,
    study, attend, graduate, teach taught, work, live, reside, grow grew grown, raise, move,
    join, sign, belong, contain, border, share, flow, empty, rise rose risen, start, begin
    began begun, end, happen, occur, take took taken, hold held, elect, appoint, succeed,
    replace, precede, follow, defeat, beat, kill, murder, assassinate, execute, arrest,
    fight fought, invade, conquer, rule, govern, reign, control, occupy, annex, sponsor,
    fund, finance, broadcast broadcast, air, premiere, debut, feature, portray, voice,
    depict, paint, draw drew drawn, sculpt, photograph, narrate, edit, translate, adapt,
    inspire, influence, dedicate, commission, license, manufacture, make made, develop,
    launch, introduce, distribute, sell sold, cost cost, form, split split, merge, dissolve,
    close, open, operate, use, speak spoke spoken, originate, come came come, go went gone,
    visit, travel, settle, migrate, surrender, declare, ratify, vote, represent, chair,
    educate, train, mentor, adopt, date, divorce, help, support, oppose, include, have had,
    get got, give gave given, become became become, weigh, measure, cover, span, cross,
    connect, surround, lie lay lain, stand stood, sit sat, appear, refer, mean meant, say
    said, know knew known, consider, think thought, believe, nominate, crown, baptize,
    christen, enter, leave left, lose lost, convert, complete, finish, destroy, damage,
    burn, rebuild rebuilt, rename, charter, incorporate, abolish, ban, pass, propose, draft,
    translate, set set, film, shoot shot, choreograph, cast cast, list, rank, rate, drain,
    flow, feed fed, carry, transport, fly flew flown, sail, climb, compete, score, captain,
    draft, trade, transfer, retire, debut, educate, employ, hire, fire, resign, step, win,
    administer, occupy, domesticate, cultivate, grow, live, inhabit, worship, celebrate,
    commemorate, honor, honour, organize, organise, hold, engage, employ, record, cover,
    remix, sample, write, mention, describe, document, report, reveal, show showed shown,
    demonstrate, prove, solve, explain, cause, affect, change, increase, decrease, prevent,
    trigger, result, contribute, spread, arrive, land, crash, sink sank sunk, explode,
    erupt, fall fell fallen, collapse, survive, escape, exist, continue, last, stay, remain,
    return, supply, serve, house, display, exhibit, keep kept, store, build, name, title,
    style, label, brand"""


_DOUBLING = frozenset(
    {"star", "run", "win", "begin", "get", "set", "sit", "split", "ban", "wed", "transfer", "span"}
)


def _inflected(line: str) -> dict[str, dict[str, str]]:
    """Return each form of each verb with its base, by kind of form."""
    forms: dict[str, dict[str, str]] = {"base": {}, "finite": {}, "participle": {}, "ing": {}}
    for entry in line.replace("\n", " ").split(","):
        base, *irregular = entry.split()
        stem = base[:-1] if base.endswith("e") else base
        stem = stem + stem[-1] if stem in _DOUBLING else stem
        consonant_y = base.endswith("y") and base[-2] not in "aeiou"
        past = base[:-1] + "ied" if consonant_y else stem + "ed"
        sibilant = base.endswith(("s", "x", "z", "ch", "sh")) or base == "go"
        third = base[:-1] + "ies" if consonant_y else base + ("es" if sibilant else "s")
        forms["base"][base] = base
        forms["finite"]["has" if base == "have" else third] = base
        forms["finite"][(irregular or [past])[0]] = base
        forms["participle"][(irregular or [past])[-1]] = base
        forms["ing"][base[:-2] + "ying" if base.endswith("ie") else stem + "ing"] = base
    return forms


_FORMS = _inflected(_VERBS)
BASE_FORMS = frozenset(_FORMS["base"])
FINITE_FORMS = frozenset(_FORMS["finite"])
PARTICIPLES = frozenset(_FORMS["participle"])
ING_FORMS = frozenset(_FORMS["ing"])
VERB_FORMS = BASE_FORMS | FINITE_FORMS | PARTICIPLES | ING_FORMS
BASE_OF = {form: base for forms in _FORMS.values() for form, base in forms.items()}
"""The base form of each verb form."""

_WORDS = {
    "wh": "who whom whose what which when where why how",
    "be": "is are was were be been being",
    "do": "do does did",
    "have": "has have had",
    "modal": "can could will would shall should may might must",
    "relative": "who that which where whose whom when",
    "preposition": "of in on at by for from to with about near into during through over under"
    " between against within among as onto across behind around via like than alongside before"
    " after since until",
    "article": "the a an",
    "pronoun": "he she it they him her his its their them this that these those",
    "symmetric": "between border married marry wed marriage war battle versus against together"
    " collaborate relationship difference child children common child",
}
_SETS = {name: frozenset(line.split()) for name, line in _WORDS.items()}
WH, BE, DO, HAVE, MODAL = (_SETS[name] for name in ("wh", "be", "do", "have", "modal"))
AUXILIARIES = BE | DO | HAVE | MODAL
RELATIVES, PREPOSITIONS, ARTICLES = (_SETS[n] for n in ("relative", "preposition", "article"))
PRONOUNS, SYMMETRIC = _SETS["pronoun"], _SETS["symmetric"]

COMMON = frozenset(
    _table(
        {
            "entity": """a an the and or both all any some many much more most few fewer less least
            same other another different each every only also not no yes than then there how old
            tall long large big small high deep wide far fast heavy older younger taller longer
            larger bigger smaller higher lower earlier later earliest latest oldest youngest
            tallest longest largest biggest smallest highest first last second third next previous
            current former new original main major popular famous best worst top total official
            american-born 19th-century people person thing things time times years year days
            months hours minutes ago today now known called named i you me my we us our tell give
            find please steps step way ways do get using if so but as its his her their it he she
            they this that these those who whom because due either neither one two three four
            five six seven eight nine ten percent kilometers miles meters between eldest
            youngest paternal maternal nearest closest nearby western eastern northern southern
            local national international final early late short full real own respective"""
        }
    )
)
"""Words that are part of no name when nothing is capitalised."""
