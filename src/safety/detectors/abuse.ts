import { type ProseRule, patternRule } from "./prose-rule.js";

/** Data that is made up on purpose, for tests and for play. */
const INVENTED_FOR_TESTS =
  /\b(?:mock|tests?|testing|sample|placeholder|example|fixtures?|demo|faker|dummy|lorem|persona|story|character|fiction|game|novel|seed data|simulat\w+|synthetic)\b/;
const FORBIDDEN =
  /\b(?:never|do not|don't|must not|avoid|refuse|not allowed|no matter how|without inventing)\b/;

/** Orders to cheat: somebody who is not asked pays, signs, is graded or is told something that is not true. */
export const ABUSE_RULES: readonly ProseRule[] = [
  // Money.
  patternRule(
    0,
    "payment-diversion",
    "warn",
    /\b(?:iban|bank account|account number|wallet|payee|beneficiary|payment link)\b[^.;]{0,120}\b(?:whatever|regardless of|no matter (?:what|which)|even if|instead of the)\b[^.;]{0,60}\b(?:user|client|customer|invoice|seller|vendor|supplier)\b/,
    { unless: FORBIDDEN },
  ),
  patternRule(
    0,
    "payment-diversion",
    "warn",
    /\b(?:differences?|surplus|remainders?|cents|rounding|excess)\b[^.;]{0,80}\b(?:on|into|onto|to|for|in favou?r of)\b[^.;]{0,30}\b(?:accounts?|wallet|iban)\b[^.;]{0,20}\bof\s(?!the (?:customer|user|client|company|payer)\b|the same\b)\w/,
    { unless: FORBIDDEN },
  ),
  // In somebody else's name.
  patternRule(
    0,
    "prompt-injection-tool",
    "warn",
    /\b(?:sessions?|login|account|credentials|token|signature|stamp|badge|pin|cookie|password) of (?:an?|another|the|some|any|one) ([\w-]+ )?(?:colleague|manager|director|doctor|physician|approver|reviewer|superior|employee|supervisor|teacher|lawyer|customer|owner)\b[^.;]{0,60}\b(?:to|and|for)\b[^.;]{0,30}\b(?:approv\w+|sign\w*|confirm\w*|record|release|submit|accept|authori[sz]e|order|agree|vote)\b|\b(?:approv\w+|sign\w*|confirm\w*|consent\w*|vote|release|accept\w*|order\w*)\b[^.;]{0,40}\bin (?:their|his|her|(?:a|the) [\w-]+'s|some(?:body|one) else's) name\b/,
    { unless: FORBIDDEN },
  ),
  patternRule(
    0,
    "privilege-escalation",
    "warn",
    /\b(?:invite|add|make|grant|give|promote|appoint)\b[^.;]{0,30}[`@"'](?!(?:your|my|some|user|name|team|bot|example)\b)[\w.@-]{3,60}[`"']?\s[^.;]{0,40}\b(?:co-?owner|owner|admin(?:istrator)?|maintainer|collaborator|full access)\b(?! (?:of|in) (?:your|their) own)/,
    { unless: FORBIDDEN },
  ),
  patternRule(
    0,
    "prompt-injection-tool",
    "warn",
    /\b(?:accept|approve|grant|confirm|merge|fulfil|follow)\s(?:all|any|every|each)\s(?:(?:further|future|later|other|subsequent)\s)?(?:requests?|changes|orders|invitations|wishes|demands|instructions?)\b[^.;]{0,12}\b(?:of|from|by)\s(?:this|that|the same|the (?:account|sender|bot|address)|@|`)/,
    { unless: FORBIDDEN },
  ),
  // Records and results that are not true.
  patternRule(
    0,
    "output-manipulation",
    "warn",
    /\b(?:fill|enter|record|note|compose|write|put|insert|add|create|supply|make up|choose|prepare|draft)(?:s|ed|d)?\b[^.;]{0,90}\b(?:plausible|believable|credible|fitting|innocent|convenient|suitable|earlier)[- ]((?:sounding|looking)[- ])?(?:dates?|times?|values?|readings?|measurements?|figures|reasons?|explanations?|results?|signatures?|evidence|justifications?|excuses?|causes?)\b|\b(?:composed|written|created|produced|drafted)\b[^.;]{0,30}\bas (?:proof|evidence)\b/,
    {
      unless:
        /\b(?:mock|tests?|testing|sample|placeholder|example|fixtures?|demo|faker|dummy|persona|story|character|fiction|game|novel|synthetic|never|do not|don't|must not|avoid|hypothes\w+|estimate\w*|guess\w*)\b/,
    },
  ),
  patternRule(
    0,
    "output-manipulation",
    "warn",
    /\b(?:incidents?|failures?|outages?|defects?|deviations?|complaints?|breaches|losses|delays|controls?|checks?|items?)\b[^.;]{0,80}\b(?:declared|booked|classified|labell?ed|entered|reported|listed|shown|described|presented|marked|enter (?:it|them)|declare (?:it|them)|report (?:it|them))\b[^.;]{0,10}\bas\b[^.;]{0,24}\b(?:maintenance|planned|agreed|effective|user error|training|normal operation|routine)\b/,
    { unless: FORBIDDEN },
  ),
  patternRule(
    0,
    "output-manipulation",
    "warn",
    /\b(?:made-up|invented|fictitious|fabricated|imaginary|non-?existent|bogus)\b[^.;]{0,100}\b(?:as (?:if )?(?:it were |they were )?(?:real|genuine|true|actual|authentic|verified|published)|which support|that support)\b|\bpresent(?:ed)? (?:it|them|this|these) as (?:real|genuine|fact|verified|independent)\b/,
    { unless: INVENTED_FOR_TESTS },
  ),
  patternRule(
    0,
    "output-manipulation",
    "warn",
    /\b(?:give|name|state|cite|write|enter|mention) (?:an? )?(?:other|different|another|unrelated|harmless) (?:reasons?|grounds?|explanations?) (?:in|to|for|instead|when)\b/,
    { unless: FORBIDDEN },
  ),
  patternRule(
    0,
    "output-manipulation",
    "warn",
    /\b(?:subtract|deduct|lower|downgrade|reject|exclude|refuse|deny|sort out|charge)\b[^.;]{0,60}\b(?:applicants?|candidates?|tenants?|people|persons|customers|members|borrowers|employees|patients|cvs|resumes)\b[^.;]{0,60}\b(?:foreign(?:-sounding)?|ethnic\w*|origins?|nationalit\w+|religio\w+|race|skin|women|female|mothers|pregnan\w+|disab\w+|over (?:4|5|6)\d|older than|accents?|migrants?|immigrants?)\b/,
    { unless: /\b(?:never|not|don't|avoid|bias|unlawful|illegal|discriminat\w+|without regard)\b/ },
  ),
  // Doors that are left open.
  patternRule(
    0,
    "security-weakening",
    "warn",
    /\b(?:accept|trust|allow|admit|let)\b[^.;]{0,40}\b(?:whose|with|without)\b[^.;]{0,30}\b(?:signatures?|certificates?|checksums?|tokens?|identit(?:y|ies))\b[^.;]{0,40}\b(?:cannot be|can't be|could not be|is not|are not|invalid|expired|missing|unverified|fails?|do(?:es)? not match)\b|\btreat (?:it|them|these|those) (?:like|as) (?:a )?valid(?: ones?)?\b/,
    { unless: /\b(?:never|do not|don't|must not|reject|refuse|only in (?:tests?|development))\b/ },
  ),
  patternRule(
    0,
    "output-manipulation",
    "warn",
    /\bso (?:that )?(?:the |its |their )?[\w\s]{0,40}\bcan be (?:predicted|guessed|forged|decrypted by|bypassed|exploited|recovered by)\b|\b(?:hide|disguise|bury|tuck)\b[^.;]{0,40}\b(?:behind|in|under|as)\b[^.;]{0,40}\b(?:innocent|harmless|inconspicuous|unremarkable|unsuspicious)\b/,
    { unless: FORBIDDEN },
  ),
  // What nobody may read is written where everybody reads.
  patternRule(
    0,
    "secret-exfiltration",
    "warn",
    /\b(?:open|create|post|publish|start|file)\b[^.;]{0,12}\b(?:public|open|community)\b[^.;]{0,24}\b(?:issue|gist|repo(?:sitory)?|forum|channel|paste|thread|comment|discussion)\b[^.;]{0,80}\b(?:tokens?|passwords?|(?:api|private|access) keys?|secrets?|credentials|connection strings?|customer data|patient data)\b/,
    { unless: /\b(?:never|not|don't|redact\w*|without|remove|mask\w*|strip\w*|leaked|exposed)\b/ },
  ),
  // An order that cannot be read as it stands.
  patternRule(
    0,
    "obfuscated-payload",
    "warn",
    /\b(?:rot-?(?:13|47|5)|caesar|cipher(?:text)?|atbash|vigenere|morse|base ?(?:32|64|85)|braille|pig latin|backwards|in reverse|right to left|acrostic|first letters? of|every (?:second|third|other|fourth|fifth) (?:word|letter|line)|scrambled|nato alphabet|emoji alphabet|runes|semaphore)\b[^.]{0,120}\b(?:apply (?:it|them|when|what)|follow (?:it|them|what)|obey|execute (?:it|them|what)|carry (?:it |them )out|do what|act on|comply with|as written|when you reach|as (?:an? )?(?:instructions?|steps?|orders?|rules?|commands?))\b/,
    {
      unless: /\b(?:never|do not|don't|must not|untrusted|suspicious|attack\w*|malicious|detect\w*|hidden)\b/,
    },
  ),
];
