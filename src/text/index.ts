export { editDistance } from "./edit-distance.js";
export { filterEntities, isGenericWord } from "./entity-filter.js";
export { type Redacted, type Redaction, redactSecrets } from "./redact-secrets.js";
export { type SafeText, safeText } from "./safe-text.js";
export { keywordsOf, signalsOf } from "./signals.js";
export { stem } from "./stem.js";
export { STOP_WORDS } from "./stop-words.js";
export { textSimilarity } from "./text-similarity.js";
export { tokenise } from "./tokenise.js";
