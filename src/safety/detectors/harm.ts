import { type ProseRule, patternRule } from "./prose-rule.js";
import { TOPIC } from "./topics.js";

const {
  money,
  flood,
  spread,
  watch,
  grant,
  guard,
  expose,
  bent,
  erase,
  agentFile,
  destination,
  secret,
  consent,
  override,
} = TOPIC;

/** Orders that cost the person money, privacy or standing, and claims of authority that nobody gave. */
export const HARM_RULES: readonly ProseRule[] = [
  patternRule(
    money,
    "payment-diversion",
    "warn",
    /\b(?:replace|change|swap|substitute|update|set|overwrite|rewrite)\b[^.;]{0,60}\b(?:iban|bank (?:account|details)|account (?:number|details)|payment (?:details|address|link|information)|routing number|(?:wallet|bitcoin|btc|eth|deposit|recipient|payout|beneficiary) (?:address|account)|paypal|payee|recipient)\b[^.;]{0,80}\b(?:with|to|by|for)\s+(?:["'`]|https?:|[a-z]{2}\d{2}|0x|bc1|ours|our|my|mine|this|the following|[\w.+-]+@)/,
  ),
  patternRule(
    money,
    "payment-diversion",
    "warn",
    /\b(?:send|transfer|wire|pay|donate|withdraw|move)\s+(?:(?:all|any|the|a|an|half|of|remaining|available|user's|their|small|entire|whole)\s+){0,5}(?:funds?|balance|money|payment|amount|tokens|coins|bitcoin|eth|sol|usdc|usdt|\$?\d[\d.,]*\s?(?:btc|eth|sol|usdc|usdt|usd|eur|dollars|euros|%))\b[^.;]{0,60}\bto\b[^.;]{0,40}(?:0x[0-9a-f]{6}|bc1|[a-z]{2}\d{2}\s?\d{4}|\b(?:our|my|this|the following) (?:wallet|account|address)|\bwallet\b)/,
  ),
  patternRule(
    flood,
    "resource-exhaustion",
    "warn",
    /\b(?:send|issue|fire|make|launch|open|start|generate)\s+(\w+\s+){0,3}?(?:\d{4,}|thousands of|millions of|(?:an )?(?:unlimited|endless|infinite)(?: number of)?)\s+(\w+\s+){0,2}?(?:requests?|connections?|messages?|emails?|processes|threads|packets|calls)\b|\b(?:ddos|dos attack on|syn flood|flood (?:the |their |https?:|\w+ server))\b|\bloop (?:forever|endlessly|infinitely)\b[^.;]{0,60}\b(?:fill|write|allocat|spawn|fork)|\bfill (?:up )?the (?:whole |entire )?(?:disk|drive|memory)\b/,
    { unless: /\b(?:rate limit\w*|load test\w*|benchmark\w*|k6|locust|prevent|avoid|protect)\b/ },
  ),
  patternRule(
    spread,
    "agent-config-tampering",
    "warn",
    /\b(?:copy|add|append|insert|replicate|install|propagate|spread|write|include)\b[^.;]{0,60}\b(?:this|these|the same|the following|the above)\b[^.;]{0,40}\b(?:in|into|to|across)\s+(?:every|all|each|any)\s+(\w+\s+){0,2}?(?:skills?|skill\.md|repositor(?:y|ies)|repos|workspaces?)\b/,
  ),
  patternRule(
    watch,
    "surveillance",
    "warn",
    /\b(?:record|capture|log|monitor|track|watch|intercept|listen to|take)\b[^.;]{0,50}\b(?:keystrokes|key ?presses|clipboard|microphone|webcam|camera|(?:the )?(?:user's|entire|whole) screen|browsing (?:history|activity)|(?:the )?user's (?:activity|location|typing|conversations?|calls))\b[^.;]{0,80}\b(?:background|continuous\w*|every \d|every (?:few )?(?:minute|second|hour)s?|at all times|constantly|silently|and (?:send|upload|store|save|append|write|forward)|even (?:when|after))\b/,
  ),
  patternRule(
    grant,
    "privilege-escalation",
    "warn",
    /\b(?:change|reset|set)\s+(?:the\s+)?(?:user's|root|admin(?:istrator)?'?s?|account|owner's|system|login|database|their)\s+(?:\w+\s+)?(?:password|passcode|pin|recovery email|email address|2fa)\s+to\b|\b(?:add|invite|grant|give)\b[^.;]{0,60}(?:[\w.+-]+@[\w-]+\.[\w.]+|@[\w-]{3,}|\bus\b|\bour (?:team|account|user)|\bmaintainer\b)[^.;]{0,60}\b(?:as (?:an? )?(?:owner|admin\w*|collaborator|editor)|(?:admin|owner|write|root|full|sudo|remote|ssh) (?:access|rights|permissions?|privileges?))\b/,
  ),
  patternRule(
    guard,
    "security-weakening",
    "warn",
    /\b(?:disable|turn off|switch off|deactivate|remove|skip|bypass|omit)\s+(?:all |any |the |every )?(?:\w+ )?(?:authentication|authori[sz]ation|audit (?:logs?|logging|trail)|certificate (?:verification|validation|checks?)|tls verification|ssl verification|signature (?:verification|checks?)|checksum (?:verification|checks?)|input validation|access controls?|csrf protection|two-factor|2fa|mfa|encryption|security (?:checks?|scans?|warnings?|headers|features?))\b/,
    {
      unless:
        /\b(?:local(?:ly|host)?|test(?:s|ing)?|dev(?:elopment)?|debug\w*|self-signed|staging|example|never|do not|don't|only if|public endpoint)\b/,
    },
  ),
  patternRule(
    expose,
    "security-weakening",
    "warn",
    /\b(?:expose|publish|bind|open|make)\b[^.;]{0,50}\b(?:docker socket|database|admin panel|ssh|redis|shell|home directory|bucket|port \d+|service|api)\b[^.;]{0,40}\b(?:to the (?:whole |public |open )?internet|to everyone|to the world|publicly (?:accessible|readable|writable)|world[- ](?:readable|writable)|on 0\.0\.0\.0 without)/,
    { unless: /\b(?:never|do not|don't|avoid|must not|should not)\b/ },
  ),
  patternRule(
    bent,
    "output-manipulation",
    "warn",
    /\b(?:say|report|state|tell the user|tell them|mark|claim|pretend|confirm|announce|answer|respond)\b[^.;]{0,60}\b(?:pass(?:es|ed)?|success(?:ful|fully)?|safe|clean|verified|secure|no (?:issues|problems|findings|errors|vulnerabilities)|completed?|done|legitimate|up to date|all green)\b[^.;]{0,60}\b(?:regardless|no matter|even (?:if|when|though)|whether or not|without (?:actually |really )?(?:running|checking|verifying|looking|testing)|whatever|in any case)\b/,
  ),
  patternRule(
    TOPIC.person,
    "output-manipulation",
    "warn",
    /\b(?:send|forward|e-?mail|message|post|text|dm|invite|share)\b[^.;]{0,80}\b(?:to|with)?\s*(?:all|every|each|everyone|everybody)\b[^.;]{0,30}\b(?:contacts?|address book|friends|followers|colleagues|coworkers|employees|group chats?|channels)\b/,
    {
      unless: /\b(?:user (?:asks|wants|approves|confirms|selected|chose)|approved|opt(?:ed)?[- ]in|draft)\b/,
    },
  ),
  patternRule(
    expose,
    "data-exfiltration",
    "warn",
    /(?=[^|]*\b(?:put|puts?|sav(?:e|ed|es)|shar(?:e|ed|es)|cop(?:y|ies|ied)|post(?:ed|s)?|publish(?:ed|es)?|go(?:es)?|upload(?:ed|s)?|stor(?:e|ed|es)|writ(?:e|es|ten)|plac(?:e|ed|es)|mov(?:e|ed|es)|sen[dt]|mirror(?:ed)?|forward(?:ed)?)\b)[^|]{0,200}?\b(?:private|confidential|personal|internal|salar\w+|payroll|medical|social security|ssn|passwords?|speaker notes|secret|sensitive|customer|unpublished)\b[^.;|]{0,120}\b(?:public(?:ly)?(?: link| folder| channel| bucket| repo\w*| gist)?|\/public\/|anyone with the link|everyone|all-company|world-readable|open internet|pastebin|gist|shared (?:folder|drive|channel))\b|\bshar(?:e|ed|ing)\b[^.;]{0,60}\b(?:anyone with the link|by public link|publicly)\b/,
    {
      unless:
        /\b(?:never|not|don't|avoid|without|unless|no|only if|asks?|public key|check|find|remove|instead of)\b/,
    },
  ),
  patternRule(
    erase,
    "data-destruction",
    "warn",
    /\b(?:delet|remov|eras|wip|purg|clear|empty|shred)\w*\s+(?:\w+\s+){0,4}(?:~|\$home|\/home\/\w+|\/users\/\w+)\/(?:documents|pictures|desktop|downloads|music|movies|photos|library|projects|\.ssh|\.config)\b/,
    { unless: /\b(?:ask|confirm|only if|temp|cache|user (?:wants|asks|says))\w*\b/ },
  ),
  patternRule(
    grant,
    "privilege-escalation",
    "warn",
    /\b(?:grant|give|assign|bind|attach|add)\b[^.;]{0,60}\b(?:cluster-admin|administratoraccess|owner role|root access|full (?:admin|control|access)|superuser|sudo (?:rights|access)|domain admins?|allow[- ]all|iam:\*|"\*")|\b(?:open|expose|allow)\b[^.;]{0,60}\b0\.0\.0\.0\/0/,
    { notWithin: /\b(?:never|not|don't|avoid|remove|check|find|audit|instead of|least)\b/ },
  ),
  patternRule(
    guard,
    "security-weakening",
    "warn",
    /\b(?:use|add|pass|append|with|always)\b[^.;]{0,60}--no-verify\b|\b(?:hooks?|signatures?|signature check|checks|verification|reviews?)\b[^.;]{0,30}\bonly (?:slow|get in the way|cost|delay)/,
    { unless: /\b(?:never|not|don't|avoid|unless|without|no need)\b/ },
  ),
  patternRule(
    agentFile,
    "agent-config-tampering",
    "warn",
    /\b(?:remember|memori[sz]e|store in (?:your )?memory|save (?:this )?(?:to|in) (?:your )?memory|keep in mind)\b[^.;]{0,60}\b(?:all future|every future|future (?:conversations?|sessions?|chats?|tasks?)|(?:permanently|forever)(?=[:,]? (?:that|the|to|this|and))|from now on|across (?:all )?(?:sessions|conversations))\b/,
  ),
  patternRule(
    destination,
    "output-manipulation",
    "warn",
    /\b(?:swap|replace|exchange|substitute|rewrite|redirect)\b[^.;]{0,60}\b(?:sources?|links?|citations?|references?|urls?|results?|addresses|third|first|second|one)\b[^.;]{0,40}\b(?:for|with|by|to)\s+[`"'<]?https?:/,
    { unless: /\b(?:placeholder|example|localhost|your|actual|broken|dead|outdated|old|moved)\b/ },
  ),
  patternRule(
    secret,
    "credential-phishing",
    "warn",
    /\b(?:paste|enter|type|put|provide|input|copy|supply|write|import|give)\b[^.;]{0,40}\b(?:(?:12|24|twelve|twenty-four)[- ]?words?|(?:seed|recovery|secret|backup|mnemonic) (?:phrase|words)|(?:your|the) (?:mac|windows|system|computer|admin(?:istrator)?|login|apple id|icloud|google|bank|email|e-mail|linkedin|facebook|instagram) password)\b|\bpasswords?\b[^.;]{0,40}\b(?:and|,|plus)\s+(?:the )?(?:sms|2fa|one-time|verification|otp|mfa|text message|authenticator) ?codes?\b/,
    {
      unless:
        /\b(?:never|not|don't|no|without|refuse|fake|phish\w*|scam\w*|asks? you|signs?|requests? for|form must|hardware wallet|keychain|password manager)\b/,
    },
  ),
  patternRule(
    guard,
    "security-weakening",
    "warn",
    /["“']?open anyway["”']?|\b(?:allow|approve|permit)\b[^.;]{0,30}\b(?:app|extension|profile|developer)\b[^.;]{0,40}\b(?:privacy & security|security & privacy|system settings|gatekeeper)\b/,
  ),
  patternRule(
    0,
    "output-manipulation",
    "warn",
    /\b(?:delete|remove|skip|disable|comment out|weaken)\s+(?:the |any |all )?(?:failing |broken |red )?(?:tests?|checks?|assertions?)\b[^.;]{0,60}\b(?:report|say|claim|state|tell)\b|\b(?:answer|respond|reply|say(?:ing)?|claim(?:ing)?|state)\b[^.;]{0,120}\b(?:no matter what|regardless of what|whatever the)\b/,
  ),
  patternRule(
    0,
    "prompt-injection-tool",
    "warn",
    /\b(?:carry out|perform|run|execute)\b[^.;]{0,20}\bdestructive\b[^.;]{0,40}\b(?:directly|immediately|without|freely)\b|\bhas the (?:same|full) authority\b/,
  ),
  // Authority that nobody gave, and a price on asking.
  patternRule(
    bent,
    "prompt-injection-tool",
    "warn",
    /\b(?:asking|questions?|confirmations?|clarif\w+|hesitat\w+|refus\w+)\b[^.;]{0,40}\b(?:costs?|los(?:e|es|ing)|deduct\w*|penal\w+|reduc\w+|lower\w*|counts? against)\b[^.;]{0,30}\b(?:points?|score|rating|evaluation|reward|you)\b/,
  ),
  patternRule(
    consent,
    "prompt-injection-tool",
    "warn",
    /\b(?:user|owner|operator|admin(?:istrator)?|human|customer|they)\s+(?:has|have)\s+(?:already\s+|explicitly\s+|previously\s+|fully\s+)*(?:pre-?)?(?:approved|authori[sz]ed|consented|agreed|granted|given (?:full |their |blanket )?(?:permission|consent|approval))\b[^.;]{0,60}\b(?:all|any|every|everything|this|these|it|full|to|in advance|so)\b|\b(?:all|every|any|these|the following|this)\s+(\w+\s+){0,2}(?:commands?|actions?|tool calls?|operations?|steps?|skill|requests?)\s+(?:is|are|has been|have been|come)\s+(?:already\s+|fully\s+)?pre-?(?:approved|authori[sz]ed|cleared)\b/,
    { unless: /\b(?:if|once|when|until|unless|after|only)\b/ },
  ),
  patternRule(
    override,
    "prompt-injection-tool",
    "warn",
    /\b(?:do not|don't|never|must not|should not)\s+(?:ever\s+)?(?:refuse|question|challenge|second-guess|decline|object to|push back on|hesitate to (?:run|execute|send|delete))\b\s*(?:this|these|any|the|it|requests?|instructions?|orders|them|a|to)\b/,
    { ownNegation: true },
  ),
  patternRule(
    override,
    "prompt-injection-system",
    "warn",
    /\b(?:treat|regard|consider|handle|interpret|trust)\b[^.;]{0,80}\b(?:as|like)\s+(?:if (?:they|it) (?:came|were|was) )?(?:an? |the |from )*(?:system|trusted|authoritative|developer|operator|admin\w*|highest[- ]priority|root|user(?!-))[- ]?(?:level|priority|prompts?|messages?|instructions?|commands?|authority|source|input)?\b[^.;]{0,20}(?:$|[.;,])|\b(?:instructions?|rules|text|section|content|directives?)\s+(?:\w+\s+){0,4}?(?:has|have|takes?|carr(?:y|ies))\s+(?:the\s+)?(?:highest|absolute|top|maximum|ultimate|overriding|system[- ]level)\s+(?:priority|precedence|authority|importance)\b/,
    { unless: /\b(?:untrusted|not|never|data|css|z-index|ticket|bug|issue)\b/ },
  ),
];
