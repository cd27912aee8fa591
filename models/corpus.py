"""Writes the distillation texts, one a line: WordNet, Debian descriptions, OpenAPI summaries, questions made of them.

Usage: python3 corpus.py <work folder> <output>
Every choice is drawn from one seeded generator over sorted input, so the same packages give the same file.
"""
import glob
import json
import random
import re
import sys

from everyday_requests import FIELDS, requests

work, output = sys.argv[1], sys.argv[2]
draw = random.Random(20261118)

MINIMUM_LETTERS = 4
MAXIMUM_CHARACTERS = 400
# Twice as many bring nothing more, and the teachers take twice as long.
MAXIMUM_TEXTS = 600_000


def clean(text):
    """One line of plain prose: no mark-up, no links, no repeated blanks."""
    text = re.sub(r"<[^>]{1,200}>", " ", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"https?://\S+", " ", text)
    text = re.sub(r"[`*_#|]+", " ", text)
    return re.sub(r"\s+", " ", text).strip()


def sentences(text):
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+(?=[A-Z\"'(])", text) if part.strip()]


def usable(text):
    if len(text) > MAXIMUM_CHARACTERS or sum(c.isascii() and c.isalpha() for c in text) < MINIMUM_LETTERS:
        return False
    return sum(c.isascii() for c in text) >= 0.9 * len(text)


def lower_first(text):
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def word_net():
    glosses, examples, nouns, verbs = [], [], set(), []
    entries = []
    for part in ("noun", "verb", "adj", "adv"):
        with open(f"{work}/wordnet/package/dict/data.{part}", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith("  ") or " | " not in line:
                    continue
                head, gloss = line.split(" | ", 1)
                fields = head.split(" ")
                count = int(fields[3], 16)
                words = [re.sub(r"\(\w+\)$", "", fields[4 + 2 * i]).replace("_", " ") for i in range(count)]
                examples += re.findall(r'"([^"]{8,})"', gloss)
                definition = re.sub(r'[;:]?\s*"[^"]*"?', "", gloss).strip(" ;\n")
                glosses.append(definition)
                entries.append(f"{', '.join(words[:4])}: {definition}")
                if part == "noun":
                    nouns.update(word for word in words if word.islower() and len(word) < 30)
                if part == "verb":
                    verbs.append(definition)
                    verbs += [word for word in words if " " in word]
    return glosses, examples, entries, sorted(nouns), sorted(set(verbs))


def common_words():
    """Words by lexicographer field that WordNet's tagged texts contain at least once."""
    words = {name: set() for name in FIELDS.values()}
    with open(f"{work}/wordnet/package/dict/index.sense", encoding="utf-8") as file:
        for line in file:
            key, _, _, uses = line.split(" ")
            lemma, sense = key.split("%")
            field = FIELDS.get(int(sense.split(":")[1]))
            if field and int(uses) > 0 and lemma.isascii() and len(lemma) < 24:
                words[field].add(lemma.replace("_", " "))
    return {name: sorted(found) for name, found in words.items()}


def debian():
    synopses, details = [], []
    for path in sorted(glob.glob(f"{work}/apt/lists/*_Translation-en")):
        with open(path, encoding="utf-8") as file:
            for block in file.read().split("\n\n"):
                match = re.search(r"^Description-en: (.*)\n((?: .*\n?)*)", block, re.M)
                if not match:
                    continue
                synopses.append(clean(match[1]))
                body = re.sub(r"\n \.\n", "\n\n", match[2])
                paragraphs = [clean(paragraph) for paragraph in body.split("\n\n")]
                parts = [sentence for paragraph in paragraphs[:3] for sentence in sentences(paragraph)]
                details += parts[:4]
                if parts:
                    details.append(f"{clean(match[1])}. {parts[0]}")
    return sorted(set(synopses)), sorted(set(details))


def open_api():
    summaries, details = set(), set()
    for path in sorted(glob.glob(f"{work}/openapi/package/api/**/*.json", recursive=True)):
        with open(path, encoding="utf-8") as file:
            api = json.load(file)
        own_summaries, own_details = [], []
        info = api.get("info", {})
        own_details += sentences(clean(str(info.get("description", ""))))[:3]
        own_summaries.append(clean(str(info.get("title", ""))))
        for tag in api.get("tags", []) or []:
            if isinstance(tag, dict):
                own_details += sentences(clean(str(tag.get("description", ""))))[:1]
        for item in (api.get("paths", {}) or {}).values():
            for operation in item.values() if isinstance(item, dict) else []:
                if not isinstance(operation, dict):
                    continue
                summary = clean(str(operation.get("summary", "") or ""))
                description = sentences(clean(str(operation.get("description", "") or "")))[:2]
                own_summaries.append(summary)
                own_details += description[:1]
                if description:
                    own_details.append(" ".join(description))
                if summary and description:
                    own_details.append(f"{summary}: {description[0]}")
        # One huge interface must not drown the small ones.
        for own, target in ((own_summaries, summaries), (own_details, details)):
            unique = sorted({text for text in own if usable(text)})
            target.update(draw.sample(unique, min(len(unique), 250)))
    return sorted(summaries), sorted(details)


TO_DO = [
    "Can you {}?", "Could you {} for me?", "How do I {}?", "How can I {}?", "I want to {}", "I need to {}", "I'd like to {}",
    "Please {}", "Help me {}", "Is there a way to {}?", "I'm trying to {}", "What's the easiest way to {}?", "Show me how to {}",
    "Is it possible to {}?", "I have to {} today", "Let's {}", "Would you mind helping me {}?", "My boss asked me to {}",
    "Any idea how to {}?", "Which tool can {}?",
]
THING = [
    "I need {}", "Can you recommend {}?", "I'm looking for {}", "Find me {}", "Do you have {}?", "Is there {}?", "Suggest {}",
    "What is the best {}?", "Which {} should I use?", "Tell me more about {}", "Where can I get {}?", "Show me {}",
    "Can you give me some information about {}?", "Get me {}", "I would love {}", "Are there any good options for {}?",
]
NOUN = [
    "What is {}?", "Tell me about {}", "Where can I buy {}?", "How much does {} cost?", "I'm interested in {}", "Look up {}",
    "Can you suggest some {} for my kids?", "What's the latest news on {}?", "Find {} near me", "I love {}, what should I try?",
    "How does {} work?", "Book {} for tomorrow", "Remind me about {}", "Compare prices of {}", "Plan {} for next week",
    "I have a problem with my {}", "Write something about {}", "Translate {} into French", "Show me pictures of {}",
    "Give me some tips on {}", "What are the rules of {}?", "Who invented {}?", "Track my {}", "How do I get better at {}?",
]


def questions(examples, nouns, verbs, synopses, summaries):
    made = []
    actions = [lower_first(text.rstrip(".")) for text in summaries if 2 <= len(text.split()) <= 14]
    actions += [text for text in verbs if 2 <= len(text.split()) <= 10]
    things = [lower_first(text.rstrip(".")) for text in synopses if 2 <= len(text.split()) <= 12]
    for text in draw.sample(actions, min(len(actions), 60_000)):
        made.append(draw.choice(TO_DO).format(text))
    for text in draw.sample(things, min(len(things), 40_000)):
        made.append(draw.choice(THING).format(text))
    for noun in draw.sample(nouns, min(len(nouns), 50_000)):
        made.append(draw.choice(NOUN).format(noun))
    # People tell their situation first and ask after it.
    situations = [text for text in examples if len(text.split()) >= 4]
    for _ in range(40_000):
        ask = draw.choice(TO_DO).format(draw.choice(actions)) if draw.random() < 0.6 else draw.choice(NOUN).format(draw.choice(nouns))
        made.append(f"{draw.choice(situations).capitalize().rstrip('.')}. {ask}")
    for _ in range(30_000):
        made.append(f"{draw.choice(nouns)} {draw.choice(nouns)}")
    return made


glosses, examples, entries, nouns, verbs = word_net()
synopses, details = debian()
summaries, descriptions = open_api()
sources = {
    "glosses": glosses,
    "examples": examples,
    "entries": entries,
    "nouns": nouns,
    "debian synopses": synopses,
    "debian details": draw.sample(details, min(len(details), 170_000)),
    "openapi summaries": summaries,
    "openapi descriptions": draw.sample(descriptions, min(len(descriptions), 120_000)),
    "questions": questions(examples, nouns, verbs, synopses, summaries),
    "requests": requests(draw, common_words(), 260_000),
}
texts = set()
for name, source in sources.items():
    kept = {text for text in map(clean, source) if usable(text)}
    print(f"{name}: {len(kept)}")
    texts |= kept
ordered = sorted(texts)
draw.shuffle(ordered)
with open(output, "w", encoding="utf-8") as file:
    file.writelines(text + "\n" for text in ordered[:MAXIMUM_TEXTS])
print(f"{min(len(ordered), MAXIMUM_TEXTS)} of {len(ordered)} texts")
