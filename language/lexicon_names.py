"""Words that tell what kind of name stands beside them."""

from typing import Literal, TypeVar

NameType = Literal["PER", "ORG", "LOC", "MISC", "DATE", "NUM"]
Kind = TypeVar("Kind", bound=str)


def word_sets(table: dict[Kind, str]) -> dict[Kind, frozenset[str]]:
    """Return each line of a table as a set of words."""
    return {kind: frozenset(line.split()) for kind, line in table.items()}


INSIDE: dict[NameType, frozenset[str]] = word_sets(
    {
        "ORG": """university college school academy institute institution company corporation corp
            inc ltd llc co gmbh plc group bank party club team fc united association federation
            league union church ministry department agency council committee commission court
            senate parliament congress orchestra band ensemble foundation society museum records
            studios pictures press airlines airways railway railways motors systems technologies
            laboratories army navy force""",
        "LOC": """river lake sea ocean bay gulf island islands mountain mountains mount mt valley
            desert forest park county city town village township province state republic kingdom
            empire district region street road avenue bridge airport station castle palace
            stadium canal cape peninsula north south east west northern southern eastern western
            st""",
        "MISC": """award prize medal cup olympics games war battle treaty festival album song film
            series act law theorem""",
    }
)
"""Words inside a name, by the type they make it."""

NOUNS_BEFORE: dict[NameType, frozenset[str]] = word_sets(
    {
        "PER": """mr mrs ms dr sir lady lord saint king queen prince princess pope president
            chancellor minister senator governor mayor general captain colonel professor emperor
            empress sultan singer actor actress director writer author poet painter composer
            scientist engineer founder architect philosopher historian inventor journalist
            footballer coach brother sister father mother son daughter wife husband by""",
        "LOC": """city town village river lake country island capital province""",
        "ORG": """company firm band club team university newspaper publisher label""",
        "MISC": "film movie song album novel book series play opera game magazine poem painting",
    }
)
"""Words before a name, by the type they announce."""

PREPOSITIONS_OF_PLACE = frozenset({"in", "at", "near", "into", "across"})

ARABIC_BEFORE: dict[NameType, frozenset[str]] = word_sets(
    {
        "PER": """السيد السيدة الدكتور الدكتورة الملك الملكة الأمير الأميرة الرئيس الرئيسة الوزير
            الشيخ الإمام القائد الكاتب الكاتبة الشاعر الشاعرة الروائي الروائية المخرج المخرجة
            الممثل الممثلة المغني المغنية المطرب المطربة العالم العالمة المهندس المهندسة الفنان
            الفنانة الرسام الملحن الفيلسوف المؤرخ المخترع اللاعب المدرب السلطان الخليفة القديس
            والده والدته زوجته زوجها ابنه ابنته أخوه شقيقه صديقه الأستاذ البروفيسور الجنرال
            الصحفي المؤلف المؤلفة""",
        "LOC": """مدينة قرية بلدة دولة جزيرة جزر نهر بحيرة بحر جبل جبال محافظة ولاية إقليم مقاطعة
            منطقة عاصمة مملكة جمهورية إمارة شارع قلعة ميناء مطار وادي صحراء خليج حي""",
        "ORG": """شركة جامعة كلية مدرسة معهد فرقة نادي منظمة حزب بنك مؤسسة وزارة صحيفة مجلة جمعية
            هيئة مصنع مستشفى متحف أكاديمية اتحاد قناة دار""",
        "MISC": """فيلم رواية كتاب أغنية ألبوم مسلسل مسرحية قصيدة ديوان لوحة معركة حرب جائزة لعبة
            معاهدة بطولة كأس مهرجان سفينة برنامج""",
    }
)
"""Arabic words before a name, by the type they announce; Arabic script has no capitals."""

_STOPS = word_sets(
    {
        "all": """في من على إلى الى عن مع هو هي كان كانت التي الذي الذين التى و أو ثم أن إن قد لم لا
            ما كما بعد قبل بين خلال منذ حتى حيث عام سنة يوم شهر هذا هذه ذلك تلك كل بعض غير عند
            لدى ضد حول تقع يقع ولد ولدت توفي توفيت أسس أسسها أخرج كتب ألف تأسست بنيت صدر صدرت
            أول أكبر أكثر أحد إحدى عندما وهو وهي وكان وكانت ومن وفي وقد يكون تكون إذ لأن عاش درس
            عمل تزوج فاز نشر نشرت قرب شمال جنوب شرق غرب""",
    }
)
ARABIC_STOPS = _STOPS["all"]
"""Arabic words that end a name."""
