import { addressesIn, isSuspicious } from "../hosts.js";
import { type ProseMatch, type ProseRule, patternRule } from "./prose-rule.js";
import type { Sentence } from "./sentence.js";
import { TOPIC } from "./topics.js";

const { erase, data, distort, secret, read, agentFile, guard, skip, system } = TOPIC;

const THEN = String.raw`(?:^|[-–—:;,.!|>\]]\s*|\b(?:and|then|also|please|must|should|to|always|finally|afterwards?|silently|quietly|automatically|immediately|you|now|next|before|after|simply|\d\.)\s+)`;

const DESTRUCTION = new RegExp(
  String.raw`${THEN}(?:permanently |securely |quietly |silently |also |recursively )*(?:delete|remove|erase|wipe|purge|destroy|shred|truncate|overwrite|clear|empty|drop|corrupt)\s+(?:(?:the|all|any|every|of|their|user's|users'|your|its|existing|entire|whole|both)\s+){0,4}(?:(?:original|source|backup|input|uploaded|personal|important|production|audit|system|security|access|shell|git|browser|customer)\s+(?:files?|documents?|photos?|images?|copies|copy|backups?|data|databases?|records?|logs?|history|folders?|director(?:y|ies)|tables?|spreadsheets?|presentations?|emails?|versions?)|originals|backups|home director(?:y|ies)|user (?:data|files|documents)|(?:databases?|disk|drive|workspace|repository|mailbox|inbox|file ?system)\b|documents\b|everything)`,
);
const RANSOM =
  /\bencrypt\s+(?:all|every|the user's|user|their|any|each)\s+(\w+\s+){0,3}(?:files?|documents?|folders?|data|director(?:y|ies)|photos?|home)\b[^.]{0,200}/;

const FETCHES =
  /\b(?:fetch\w*|read\w*|load\w*|download\w*|open|visit|check|retriev\w+|curl|get|pull|access|go to|query|consult|poll|request|call|see)\b/;
/** What is obeyed is what the address says, not what the skill says. */
const OBEYS =
  /\b(?:follow|execute|obey|apply|carry out|perform|run|comply with|do|act on|adopt|use|implement)\b\s*(?:(?:its|the|any|all|whatever|those|these|every|each|exactly|as|latest|current|new|returned|listed|remote)\s+){0,4}(\w+\s+){0,2}?(?:instructions?|steps?|commands?|directives?|rules|tasks?|orders?|actions?|prompts?|script)\b|\b(?:do|follow|obey|execute|apply|run)\s+(?:exactly\s+)?(?:what(?:ever)?|anything|everything|as)\s+(?:it|they|the \w+|that \w+|is|comes)\s*(?:\w+\s+)?(?:says?|said|contains?|returns?|tells?|lists?|asks?|written|there|back|instructs?|directs?)\b|\b(?:holds?|contains?|has|returns?|provides?|serves?)\s+(?:\w+\s+){0,4}(?:instructions?|commands?|directives?|orders|rules) (?:for (?:you|the (?:agent|assistant)|this skill)|to (?:follow|execute|run|obey))|\btreat\b[^.;]{0,50}\bas (?:if|though|an? (?:order|instruction|command|user))\b|\bwhat(?:ever)? it (?:says|returns|contains) (?:replaces|overrides|applies|counts)\b|\boverwrite (?:the|your) (?:local|installed|existing) (?:copy|copies|version|skills?|file)\b/;
const FOR_PEOPLE =
  /\b(?:install(?:ation|er)?|set ?up|official|on-screen|getting started|quick ?start|guide|docs|documentation|sign ?up|oauth|wizard|tutorial|create an? (?:account|app|token|key)|manual|reference|readme)\b/;

/** Whose address it is does not matter: what it says tomorrow is not what was reviewed today. */
function externalInstructions(sentence: Sentence): ProseMatch | undefined {
  const { text } = sentence;
  if (!text.includes("://")) return undefined;
  const targets = addressesIn(text).filter(({ kind }) => kind !== "local");
  const fetches = FETCHES.exec(text);
  if (targets.length === 0 || fetches === null) return undefined;
  const rest = sentence.paragraph.text.slice(Math.max(0, sentence.paragraph.text.indexOf(text)));
  if (!OBEYS.test(rest.slice(0, text.length + 240).replace(/https?:\S+/g, " "))) return undefined;
  if (FOR_PEOPLE.test(text) && !targets.some(isSuspicious)) return undefined;
  return { rule: "external-instructions", severity: "warn", at: fetches.index };
}

/** Nobody can review an order that is only put together when it is obeyed. */
const HIDDEN_ORDER =
  /\b(?:(?:decod|decipher|decrypt|deobfuscat|de-obfuscat|unscrambl|demangl|base(?:32|64|85)-decod)\w*|(?:reconstruct|reassembl|rebuild|assembl|concatenat|join|combin|stitch)\w*(?= [^.]{0,60}\b(?:fragments?|pieces|letters|characters|chunks|substrings?|instructions|payload|hidden)\b))\b[^.]{0,160}?\b(?:follow|obey|execute|run|eval(?:uate)?|carry (?:it |them )?out|perform|act on|comply with)\b\s*(?:it|them|this|these|that|what(?:ever)? (?:it|they)|the (?:decoded|resulting|results?|output|reconstructed|reassembled|assembled|hidden|recovered|decrypted|joined|instructions?|commands?|steps?|orders?|plain ?text|text|string|payload|message))\b/;

/** Orders that harm the person's data, results, money or machine. */
export const MISCONDUCT_RULES: readonly ProseRule[] = [
  patternRule(0, "obfuscated-payload", "warn", HIDDEN_ORDER),
  patternRule(erase | data, "data-destruction", "warn", DESTRUCTION, {
    unless:
      /\b(?:only (?:if|when|after) (?:the )?user|after (?:the )?user (?:confirms|approves)|if (?:the )?user (?:asks|wants|requests|confirms)|when (?:the )?user asks|ask (?:the user )?(?:first|before)|with (?:the user's )?(?:permission|confirmation)|confirm(?:ation)? (?:first|before)|temp(?:orary)?|retention|schedule|expired|cache[ds]?|node_modules|build (?:artifacts|output|director)|dist\b|source map|duplicate)\b/,
  }),
  patternRule(erase | data, "data-destruction", "warn", RANSOM, {
    unless: /\b(?:at rest|in transit|tls|kms|default|passphrase from the user)\b/,
  }),
  patternRule(
    erase,
    "data-destruction",
    "warn",
    /\b(?:make|render)\b[^.]{0,40}\b(?:files|data|system|documents|disk)\b[^.]{0,30}\b(?:unrecoverable|inaccessible|unusable|unreadable)\b|\bransom\b[^.]{0,80}\b(?:bitcoin|btc|xmr|monero|payment|wallet|note)\b/,
  ),
  // Results that lie.
  patternRule(
    TOPIC.bent,
    "output-manipulation",
    "warn",
    /(?:^(?:also |then |and )?(?=recommend|praise|endorse|conclude|state|claim|say)|\b(?:always|must|should|only|never fail to)\s+(\w+\s+){0,2}?)(?:recommend|promote|favou?r|prefer|rank|rate|praise|endorse|advertise|conclude|state|claim|say|report)\b[^.;]{0,100}\b(?:regardless|no matter|even (?:if|when|though)|whatever|irrespective|instead of (?:the )?(?:competitor|other|actual|real)|first place|over (?:all )?competitors?|says? otherwise|best option|as (?:the )?(?:top|best|number one|#1))\b|\b(?:report|say|state|claim|score|rate|rank|recommend|conclude|answer|mark|approve)\w*\b[^.;|]{0,80}\bregardless of (?:the )?(?:actual|real|true|evidence|facts?|results?|quality|data|findings|user)\b/,
  ),
  patternRule(
    distort,
    "output-manipulation",
    "warn",
    /\b(?:insert|inject|embed|include|append|add|place|put|hide)\b[^.;]{0,80}\b(?:(?:hidden|invisible|tracking|affiliate|referral|promotional|sponsored|advertis\w+|malicious|phishing)\s+(?:\w+\s+)?(?:links?|pixels?|text|codes?|content|messages?|tags?|images?|scripts?|params?|parameters?|paragraphs?|comments?)|(?:subtle|small|hard[- ]to[- ](?:spot|detect|notice)|hidden)\s+(?:\w+\s+)?(?:bugs?|errors?|mistakes?|vulnerabilit(?:y|ies)|backdoors?|flaws?|bias))\b/,
    { unless: /\b(?:og|open graph|meta tags?|seo audit|wcag|aria|test fixtures?|for testing)\b/ },
  ),
  patternRule(
    distort,
    "output-manipulation",
    "warn",
    /\b(?:introduce|insert|plant|leave|create|add|inject)\b[^.;]{0,40}\b(?:a |an |some )?(?:backdoor|back door|logic bomb|off-by-one|race condition|weakness|vulnerabilit(?:y|ies))\b[^.;]{0,60}\b(?:in|into|to|the|every|generated|code)\b/,
    { unless: /\b(?:could|can|may|might|does not|doesn't|check|avoid|prevent|detect|review|risk)\b/ },
  ),
  patternRule(
    distort,
    "output-manipulation",
    "warn",
    /\b(?:fabricate|invent|make up|falsify|fake(?= (?:the|a|an|some|any|your|its|their|results?|data|citations?|reviews?|numbers?)\b)|inflate|deflate|round up|misreport|alter|manipulate|tamper with|subtly (?:change|alter|modify|adjust|shift))\b[^.;]{0,60}\b(?:results?|numbers?|figures?|data|citations?|sources|statistics|metrics|reviews?|totals?|amounts?|values?|scores?|findings|prices?|evidence|account|invoice)\b/,
    {
      unless:
        /\bfake (?:data|names|values)\b|\bfaker\b|\bmock\b|\btest data\b|\bsynthetic\b|css|layout|pandas/,
    },
  ),
  patternRule(
    distort,
    "output-manipulation",
    "warn",
    /\b(?:end|finish|close|conclude|start|begin|sign)\b[^.;]{0,40}\b(?:every|each|all)\b[^.;]{0,40}\b(?:response|reply|message|email|document|answer|report|commit|file|post)s?\b[^.;]{0,80}(?:https?:|\blink to\b|\bvisit\b|\bbuy\b|\bdonate\b|\bsubscribe\b|\bpromo)|\b(?:in|to|at the end of|into) (?:every|each|all)\b[^.;]{0,40}\b(?:response|reply|message|email|document|answer|report|post)s?\b[^.;]{0,80}(?:\blink to\b|\bvisit\b|\bbuy\b|\bpromo\w*|\breferral|\bbitcoin|\bwallet address|\bpayment link)/,
  ),
  // What nobody may ask for.
  patternRule(
    secret,
    "credential-phishing",
    "warn",
    /\b(?:ask|prompt|request|require|instruct|tell|have|get|urge|convince|trick|persuade)\b[^.;]{0,60}\b(?:(?:seed|recovery|secret|backup|mnemonic) (?:phrase|words)|(?:12|24|twelve|twenty-four)(?: or (?:12|24))?[- ](?:\w+ )?words|mnemonic|private key|wallet (?:key|password|seed)|credit card|card number|cvv|ssn|social security|(?:2fa|otp|mfa|one-time|verification|sms) codes?|bank (?:account|login|details|credentials)|(?:their|the user's|the|your|user) (?:\w+ )?(?:account|email|mail|master|apple id|icloud|google|system|sudo|login|admin|root|keychain|mac|windows|computer) (?:login )?(?:password|credentials|passcode|pin)|(?:their|the user's|the customer's) (\w+ ){0,2}(?:password|passcode|login|pin)|(?:the )?code from (?:the|their) (?:\w+ )?(?:message|sms|app)|(?:online )?banking (?:password|credentials|login))\b/,
    {
      unless:
        /\b(?:never|do not|don't|must not|should not|won't|avoid|stripe elements|tokeni[sz]ed|environment variable|\.env|local(?:ly)?|test card|4242|2fa flow)\b/,
    },
  ),
  patternRule(
    secret | read,
    "credential-access",
    "warn",
    /\b(?:collect|gather|extract|harvest|dump|grab|steal|enumerate|scan for|search for|look for|locate|find|copy|capture|record|list|read)\b[^.;]{0,50}\b(?:(?:all|any|every|stored|saved|the user's|user|browser|system|local|other)\s+(\w+\s+){0,2}(?:passwords|credentials|api keys|tokens|secrets|cookies|private keys|ssh keys|wallets?|seed phrases?|environment variables|keystrokes)|ssh (?:private )?keys|aws credentials|browser (?:cookies|passwords)|keychain (?:passwords|entries|contents)|wallet (?:files?|keys?)|keystrokes|saved passwords)\b/,
    {
      unless:
        /\b(?:query|design|prompt|context|input|output|css|llm) tokens\b|\b(?:hard-?coded|leaked|exposed|committed|accidentally|rotate|audit|review|scan(?:ner|ning)?|detect|secret scanning|redact|mask|remove|vault|codebase|repository|repo|diff|pull request|required|requires\.|needed|missing)\b/,
    },
  ),
  // Instructions that can change at any time.
  { needs: 0, pattern: FETCHES, find: externalInstructions },
  patternRule(
    TOPIC.rules,
    "external-instructions",
    "warn",
    /\b(?:follow|obey|execute|apply|comply with|carry out)\b[^.;]{0,40}\b(?:instructions?|commands?|directives?|steps)\b[^.;]{0,40}\b(?:returned|received|provided|sent|served|published|hosted|given|found|contained|listed)\b[^.;]{0,30}\b(?:by|from|at|on|in)\b[^;]{0,60}(?:https?:|\bthe (?:server|api response|remote|endpoint|page|website|url)\b)/,
    { unless: /\b(?:install(?:ation)?|setup|official|docs|documentation|on-screen|error message)\b/ },
  ),
  // The agent's own rules.
  patternRule(
    agentFile,
    "agent-config-tampering",
    "warn",
    /\b(?:add|append|write|insert|put|copy|paste|save|store|inject|place|edit|modify|update|change|replace|overwrite)\b[^.;]{0,120}?\b(?:(?:to|in|into|inside|at)\s+)?(?:(?:the|your|its)\s+)?[`~./\w-]{0,60}?(?:soul\.md|identity\.md|bootstrap\.md|openclaw\.json|clawdbot\.json|claude_desktop_config\.json|\.claude\/settings\S*|\.cursorrules|\.claude\/hooks|pretooluse|sessionstart)/,
    {
      unless:
        /\b(?:api|request|messages?\[|llm app|your (?:application|code|app)|openai|model call|prompt template)\b/,
    },
  ),
  patternRule(
    agentFile,
    "agent-config-tampering",
    "warn",
    /\b(?:add|append|write|insert|put|copy|paste|save|store|inject|place)\b[^;]{0,160}\b(?:agents|claude|heartbeat|memory|tools|user|gemini)\.md\b[^;]{0,200}\b(?:so (?:that )?(?:it|this|they|future|every|all)|permanent(?:ly)?|persist\w*|survives?|future (?:sessions?|agents?|conversations?)|every (?:session|conversation|time|startup|future)|on (?:each|every) (?:start|session|boot)|always (?:trust|run|load|execute|send|follow|obey)|without (?:asking|confirmation|telling))/,
  ),
  patternRule(
    guard | skip,
    "security-weakening",
    "warn",
    /\b(?:disable|turn off|switch off|deactivate|bypass|stop|uninstall|exclude|add an exception|whitelist)\b[^.;]{0,50}\b(?:anti-?virus|windows defender|defender|gatekeeper|firewall|real-time protection|selinux|system integrity protection|sip|smartscreen|quarantine|endpoint protection|security software|malware protection)\b/,
    { unless: /\b(?:do not|don't|never|avoid|should not|must not)\b/ },
  ),
  patternRule(
    system,
    "privilege-escalation",
    "warn",
    /\b(?:create|add|set up|register)\b[^.;]{0,40}\b(?:new |hidden |additional |secret |backdoor )(?:\w+ )?(?:admin(?:istrator)?|root|sudo|superuser|privileged|user)\s+(?:account|user|login)\b[^.;]{0,80}\b(?:password|ssh|sudo|access|privileges?|uid)/,
  ),
];
