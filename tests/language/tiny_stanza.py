"""Trains tiny Stanza pipelines on sentences of our own, once, so that tests need no download."""

import json
import os
import tempfile
from itertools import product
from pathlib import Path

LANGUAGES = {"en": "English", "ar": "Arabic"}
SENTENCES = {
    "en": {
        "templates": (
            "{PER} was born in {LOC} .",
            "{PER} works for {ORG} in {LOC} .",
            "the town of {LOC} is small and quiet .",
            "{ORG} was founded by {PER} .",
            "who is the owner of {ORG} ?",
            "the old book about {LOC} was sold .",
            "{PER} and {PER} met in {LOC} .",
            "it was a cold day and the river was full .",
        ),
        "PER": "Mira Holt|Tobin Reyes|Edda Quill|Sam Alder|Nina Brook|Owen Marsh|Lena Fox",
        "LOC": "Calder|Norland|Ellery|Tamsin|Brook Hill|Southmark|Fenwick",
        "ORG": "Bright Foods|Heron Works|Otter Group|Quill Press|Marsh Motors|Alder Bank",
    },
    "ar": {
        "templates": (
            "ولد {PER} في {LOC} .",
            "يعمل {PER} في شركة {ORG} .",
            "مدينة {LOC} صغيرة وهادئة .",
            "أسس {PER} شركة {ORG} .",
            "من هو صاحب شركة {ORG} ؟",
            "بيع الكتاب القديم عن مدينة {LOC} .",
            "كان يوما باردا وكان النهر ممتلئا .",
        ),
        "PER": "سامي حداد|ليلى نصار|طارق ريس|كريم صافي|هدى منصور|نادر قصير",
        "LOC": "بورتا|نورلاند|إلري|تامسن|فاس|كالدر",
        "ORG": "نور|برايت|النورس|الشمس|هيرون|صافي",
    },
}
Tagged = list[tuple[str, str]]


def cached_models() -> Path:
    """Return the folder of the models, which are trained where it does not exist yet."""
    default = Path(tempfile.gettempdir()) / "hopgraph-tiny-stanza"
    folder = Path(os.environ.get("HOPGRAPH_STANZA_CACHE", default))
    if not (folder / "resources.json").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        for language in LANGUAGES:
            _train_tokenizer(folder, language)
            _train_names(folder, language)
        (folder / "resources.json").write_text(json.dumps(_resources()), "utf-8")
    return folder


def _resources() -> dict[str, object]:
    parts = {"tokenize": "tiny", "ner": "tiny"}
    return {
        language: {
            "lang_name": name,
            "tokenize": {"tiny": {}},
            "ner": {"tiny": {}},
            "default_processors": parts,
            "packages": {"default": parts},
        }
        for language, name in LANGUAGES.items()
    }


def _sentences(language: str) -> list[Tagged]:
    """Return every template with every name in turn, tokens tagged BIO."""
    words = SENTENCES[language]
    names = {kind: str(words[kind]).split("|") for kind in ("PER", "LOC", "ORG")}
    return [
        _filled(str(template), names, turn)
        for turn, template in product(range(7), words["templates"])
    ]


def _filled(template: str, names: dict[str, list[str]], turn: int) -> Tagged:
    tagged: Tagged = []
    for place, token in enumerate(template.split()):
        kind = token.strip("{}")
        if kind not in names:
            tagged.append((token, "O"))
            continue
        name = names[kind][(turn + place) % len(names[kind])].split()
        tagged += [(part, f"{'I' if n else 'B'}-{kind}") for n, part in enumerate(name)]
    return tagged


def _train_tokenizer(folder: Path, language: str) -> None:
    from stanza.models import tokenizer

    text, labels = "", ""
    for sentence in _sentences(language):
        for place, (token, _) in enumerate(sentence):
            last = place == len(sentence) - 1
            text += token if last or not place else f" {token}"
            labels += ("" if last or not place else "0") + "0" * (len(token) - 1)
            labels += "2" if last else "1"
        text, labels = f"{text}\n\n", f"{labels}\n\n"
    work = folder / language / "work"
    work.mkdir(parents=True, exist_ok=True)
    files = {"text": work / "text.txt", "labels": work / "labels.txt", "mwt": work / "mwt.json"}
    files["text"].write_text(text, "utf-8")
    files["labels"].write_text(labels, "utf-8")
    files["mwt"].write_text("[]", "utf-8")
    tokenizer.main(
        [
            *("--mode", "train", "--lang", language, "--shorthand", f"{language}_tiny", "--cpu"),
            *("--txt_file", str(files["text"]), "--label_file", str(files["labels"])),
            *("--dev_txt_file", str(files["text"]), "--dev_label_file", str(files["labels"])),
            *("--mwt_json_file", str(files["mwt"]), "--no_use_mwt"),
            *("--conll_file", str(work / "out.conllu"), "--steps", "150", "--eval_steps", "50"),
            *("--hidden_dim", "32", "--emb_dim", "16", "--max_seqlen", "100", "--batch_size", "16"),
            *("--save_dir", str(folder / language / "tokenize"), "--save_name", "tiny.pt"),
        ]
    )


def _train_names(folder: Path, language: str) -> None:
    from stanza.models import ner_tagger

    data = [
        [{"text": token, "ner": tag} for token, tag in sentence]
        for sentence in _sentences(language)
    ]
    file = folder / language / "work" / "names.json"
    file.write_text(json.dumps(data), "utf-8")
    ner_tagger.main(
        [
            *("--mode", "train", "--shorthand", f"{language}_tiny", "--cpu", "--no_pretrain"),
            *("--train_file", str(file), "--eval_file", str(file), "--scheme", "bioes"),
            *("--word_emb_dim", "32", "--char_emb_dim", "24", "--char_hidden_dim", "32"),
            *("--hidden_dim", "64", "--word_dropout", "0.3", "--dropout", "0.3", "--no_lowercase"),
            *("--optim", "adam", "--lr", "0.003", "--max_steps", "300", "--eval_interval", "100"),
            *("--save_dir", str(folder / language / "ner"), "--save_name", "tiny.pt"),
        ]
    )
