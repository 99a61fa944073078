"""Arabic words that tell what a question asks; all compared after folding."""

from functools import lru_cache

from ..state.values import AnswerType
from .text import fold

_ENTITY_NOUNS: dict[AnswerType, str] = {
    "person": """مخرج مؤسس مؤلف كاتب ملحن منتج مغني مغنية مطرب مطربة فنان فنانة ممثل ممثلة بطل
        بطلة مبتكر مخترع مكتشف مصمم مهندس معماري مالك صاحب زعيم قائد رئيس رئيسة وزير وزيرة
        ملك ملكة أمير أميرة إمبراطور سلطان خليفة حاكم والي عمدة محافظ سيناتور مستشار سفير
        أسقف بابا مدرب لاعب لاعبة كابتن زوج زوجة والد والدة أب أم أبو ابن ابنة بنت أخ أخت
        شقيق شقيقة جد جدة حفيد حفيدة عم عمة خال خالة حمو حماة صهر وريث خليفته سلف أستاذ
        أستاذة معلم معلمة تلميذ تلميذة عالم عالمة فيزيائي فيلسوف شاعر شاعرة روائي روائية
        رسام رسامة نحات مصور مقدم مقدمة صحفي صحفية مؤرخ مستكشف رائد جنرال محام محامي قاض
        قاضي طبيب طبيبة قاتل شخص شخصية رجل امرأة مدير مديرة عضو فائز فائزة مترجم محرر محررة
        ناشر شريك مؤسسة_الفكرة راوي سيناريست مخترعة مكتشفة""",
    "place": """عاصمة مدينة بلدة قرية دولة بلد ولاية محافظة مقاطعة إقليم منطقة قارة جزيرة جزر نهر
        بحيرة بحر محيط خليج قناة جبل جبال وادي صحراء حديقة ملعب ساحة شارع مبنى جسر قلعة قصر
        برج مطار ميناء مكان موقع مقر مسقط_رأس مكان_ولادة مكان_ميلاد مكان_وفاة مكان_دفن مصب
        منبع حي ضاحية مملكة إمبراطورية جمهورية متحف مسرح كوكب مستعمرة موطن بلد_المنشأ مركز""",
    "organisation": """شركة شركات جامعة كلية مدرسة معهد أكاديمية فرقة نادي فريق منظمة حزب بنك وزارة
        صحيفة جمعية هيئة مصنع مستشفى اتحاد دوري قناة_تلفزيونية شبكة دار_نشر استوديو جيش ناد وكالة
        مؤسسة الشركة_الأم سلالة أسرة قبيلة""",
    "work": """فيلم رواية كتاب أغنية ألبوم مسلسل مسرحية قصيدة ديوان لوحة تمثال لعبة برنامج مجلة نشيد
        قصة مقالة سيمفونية وثائقي معاهدة سفينة""",
    "entity": """لغة عملة جائزة ديانة دين نوع حرب معركة حدث مهرجان بطولة كأس رياضة مرض عنصر معدن آلة
        منتج جهاز سلاح طائرة سيارة نظام طبق فاكهة نبات زهرة شجرة لون علم منصب وظيفة مهنة تخصص مجال
        مشروع خطة نظرية اختراع لقب اسم_مستعار رمز شعار حيوان""",
}
_ATTRIBUTE_NOUNS: dict[AnswerType, str] = {
    "date": "تاريخ تاريخ_ميلاد تاريخ_ولادة تاريخ_وفاة تاريخ_تأسيس تاريخ_صدور يوم",
    "year": "عام سنة عقد قرن",
    "number": """عدد_سكان عدد سكان مساحة طول ارتفاع عرض عمق وزن عمر سعر تكلفة ميزانية درجة سرعة
        كثافة نسبة مسافة راتب رقم حجم إيرادات كمية""",
    "duration": "مدة فترة",
    "nationality": "جنسية",
    "description": """سبب أسباب معنى هدف أهمية نتيجة نتائج تأثير أثر دور وظيفة_العضو اسم أسماء
        قصة_حياة""",
}
AGENT_VERBS = {
    "مخرج": "أخرج",
    "مؤسس": "أسس",
    "مؤلف": "ألف",
    "كاتب": "كتب",
    "ملحن": "لحن",
    "منتج": "أنتج",
    "مخترع": "اخترع",
    "مكتشف": "اكتشف",
    "مصمم": "صمم",
    "مترجم": "ترجم",
}
"""What an agent does: "مخرج" of X is who "أخرج" X."""

_VERBS = """ولد ولدت توفي توفيت مات ماتت أسس أسست أسسها أسسه تأسس تأسست أنشئ أنشئت أنشأ أخرج أخرجت
    أخرجه أخرجها كتب كتبت كتبه كتبها ألف ألفت ألفه ألفها أنتج أنتجت أنتجها أنتجه غنى غنت
    غناها لحن لحنها مثل مثلت أدى أدت لعب لعبت يلعب تلعب اخترع اخترعت اكتشف اكتشفت اكتشفها
    صمم صممت صممه صممها بنى بنت بني بنيت بناه بناها شيد شيدت افتتح افتتحت امتلك يملك تملك اشترى
    اشترت استحوذ استحوذت قاد قادت يقود تقود ترأس ترأست يرأس يرأسها يترأس تزوج تزوجت فاز فازت
    حصل حصلت نال نالت يقع تقع وقع وقعت صدر صدرت نشر نشرت عرض عرضت انتهى انتهت بدأ بدأت حدث
    حدثت استضاف استضافت درس درست تخرج تخرجت يدرس عمل عملت يعمل تعمل عاش عاشت يعيش تعيش نشأ
    نشأت ينشأ انتقل انتقلت انضم انضمت يحد تحد تحدها يصب تصب ينبع تنبع يمر تمر حكم حكمت حكمها
    هزم هزمت قتل قتلت اغتيل انتخب انتخبت عين عينت خلف خلفت سبق سبقت تبع شارك شاركت يضم تضم
    ينتمي تنتمي صنع صنعت تصنع يصنع طور طورت طورها أطلق أطلقت قدم قدمت يقدم تقدم كان كانت
    يكون تكون يسمى تسمى سمي سميت يتحدث تتحدث يبلغ تبلغ بلغ بلغت يتكون تتكون ظهر ظهرت ألهم
    ألهمت اقتبس اقتبست استند رسم رسمت رسمها نحت دفن دفنت سافر استقر أعلن أعلنت وصل اندلع
    اندلعت استقال استقالت غادر أثر أثرت سكن سكنت يسكن استقلت تدرب درب دربت يدرب يسبق يلي
    تولى تولت يتولى اعتلى سقط سقطت تحول يستخدم تستخدم يصنع ضم ضمت تربط يربط"""

_WORDS = {
    "question": "من ما ماذا متى أين كيف لماذا كم هل أي أية أيهما أيهم لماذا",
    "relative": "الذي التي اللذان اللتان الذين اللاتي اللذين",
    "preposition": "في من على إلى عن مع ب ل بين لدى عند حول ضد خلال منذ حتى عبر ضمن تحت فوق قرب",
    "resumptive": "فيه فيها منه منها له لها إليه إليها عليه عليها به بها عنه عنها معه معها",
    "elative": """أكبر أصغر أطول أقصر أعلى أدنى أقدم أحدث أول أولى آخر أكثر أقل أشهر أفضل أسوأ أعمق
        أسرع أقرب أبعد أغنى أهم""",
    "pronoun": "هو هي هم هما",
    "other": """و ف ثم أو أم كل كلا كلتا كلاهما نفس نفسه نفسها ذاته ذاتها الآن اليوم حاليا عندما
        حين حينما حيث قبل بعد أن إن قد لم لن لا ما إذا كما أيضا فقط جدا سنا أولا أخيرا لاحقا
        سابقا عاما سنوات أشهر أيام ساعة كيلومتر متر شخص أشخاص ناس مرة مرات فرد هذا هذه ذلك
        تلك دور
        شخصية حدود حدودا حدوده اسم الحالي الحالية السابق السابقة الأول الأولى الثاني الثانية
        الأصلي الأصلية الرئيسي الرئيسية التنفيذي التنفيذية الوطني الوطنية الرسمي الرسمية
        الحقيقي بسبب سبب أدى إلى يمكن يمكنني خطوات طريقة كيفية حدث ولد معا سويا كليهما
        كلتيهما بطولة إخراج تأليف إنتاج رئاسة ملكية جنوب شمال شرق غرب غير تمت تم يتم بنفس
        اذكر عدد من الأخرى الآخر الأخر يد ألحان كلمات مقتبس مقتبسة نسمة""",
    "action": """انهيار انقراض إعادة تشغيل ضبط تثبيت إصلاح اندلاع افتتاح بناء تأسيس صدور إصدار
        وفاة ولادة ميلاد إخراج تأليف إنتاج انتهاء قيام اكتشاف اختراع فشل نجاح اختفاء سقوط
        اغتيال استقالة""",
}


def _folded(line: str) -> frozenset[str]:
    return frozenset(fold(word.replace("_", " ")) for word in line.split())


def _table(lines: dict[AnswerType, str]) -> dict[str, AnswerType]:
    return {word: kind for kind, line in lines.items() for word in _folded(line)}


ENTITY_NOUNS = _table(_ENTITY_NOUNS)
"""Folded nouns that stand for something with a name of its own, by type."""

ATTRIBUTE_NOUNS = _table(_ATTRIBUTE_NOUNS)
"""Folded nouns that stand for a property of something, by type."""

AGENTS = {fold(noun): verb for noun, verb in AGENT_VERBS.items()}
VERBS = _folded(_VERBS)
_SETS = {name: _folded(line) for name, line in _WORDS.items()}
QUESTION_WORDS, RELATIVES, PREPOSITIONS = (
    _SETS[name] for name in ("question", "relative", "preposition")
)
RESUMPTIVES, ELATIVES, PRONOUNS = (_SETS[name] for name in ("resumptive", "elative", "pronoun"))
OTHER = _SETS["other"]
COPULAS = _folded("كان كانت يكون تكون")
ACTIONS = _SETS["action"]
KNOWN = (
    QUESTION_WORDS
    | RELATIVES
    | PREPOSITIONS
    | RESUMPTIVES
    | ELATIVES
    | PRONOUNS
    | OTHER
    | ACTIONS
    | VERBS
)
"""Words that are part of no name."""

RELATIONAL = _folded(
    """عاصمة مقر مصب منبع مسقط_رأس مكان_ولادة مكان_ميلاد مكان_وفاة مكان_دفن موقع مكان لغة عملة
    ديانة لقب رمز شعار مهنة وظيفة منصب علم لون تخصص نشيد الشركة_الأم موطن مركز اختراع اسم_مستعار"""
)
"""Nouns of what something has: "عاصمة X" is not itself called X."""

NAME_PARTICLES = _folded("بن ابن أبو بنت آل دي فان")
"""Words that join the parts of a name."""

WAW_NAMES = _folded("وليد وائل وسام وفاء وداد واشنطن وارسو ويلز وهران وجدي")
"""Names that begin with the letter of "and"."""

PRONOUN_ENDINGS = ("ها", "هم", "هما", "ه")
"""Pronouns written onto the end of a noun."""


def is_verb_form(plain: str) -> bool:
    """Tell whether a folded word is a verb of the table, an object written onto it or not."""
    return plain in VERBS or any(
        plain.endswith(ending) and plain.removesuffix(ending) in VERBS for ending in PRONOUN_ENDINGS
    )


@lru_cache(maxsize=1 << 14)
def bounds_no_phrase(word: str) -> bool:
    """Tell whether `word` neither begins nor ends a phrase that names something."""
    plain = fold(word)
    return plain in PREPOSITIONS | RESUMPTIVES | RELATIVES | PRONOUNS or is_verb_form(plain)


def bare(word: str) -> str:
    """Fold `word` and take its article off."""
    plain = fold(word)
    return plain[2:] if plain.startswith("ال") and len(plain) > 4 else plain


def noun_type(word: str) -> AnswerType | None:
    """Return the type an entity noun stands for, with or without article or feminine ending."""
    plain = bare(word)
    masculine = plain[:-1] if word.endswith("ة") else plain
    return ENTITY_NOUNS.get(plain) or ENTITY_NOUNS.get(masculine)


def attribute_type(word: str) -> AnswerType | None:
    """Return the type of the value of an attribute noun."""
    return ATTRIBUTE_NOUNS.get(bare(word))
