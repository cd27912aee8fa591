import { type ProseRule, patternRule } from "./prose-rule.js";
import { TOPIC } from "./topics.js";

const { override, rules, system, reveal, consent, skip, guard } = TOPIC;

const PRIOR = `(?:previous(?:ly)?|prior|earlier|above|preceding|former|initial|original|existing|system|developer|safety|security|ethical|your|higher|other|foregoing|past|old|current)`;
const RULES = `(?:instructions?|rules?|guidelines?|directives?|prompts?|polic(?:y|ies)|constraints?|guardrails?|restrictions?|programming|safeguards?|orders?|training|guidance|messages?|commands?|configuration)`;

/** Orders that set the agent's own instructions aside, ask for them, or speak in the system's name. */
export const INJECTION_RULES: readonly ProseRule[] = [
  patternRule(
    override | rules,
    "prompt-injection-ignore-instructions",
    "critical",
    new RegExp(
      String.raw`\b(?:ignore|ignoring|disregard|forget|override|overrule|discard|dismiss|bypass|abandon|neglect|cancel|suspend|void|drop|pay no attention to|set aside|stop following|no longer follow)\s+(?:about\s+)?(?:(?:all|any|every|each|of|the|these|those|my|our|and)\s+){0,4}${PRIOR}(?:[\s,]+(?:and|or|the|any|all|given|user|${PRIOR}))*\s+(?:\w+\s+)?${RULES}\b`,
    ),
    {
      unless:
        /\b(?:eslint|lint(?:er|ing)?|css|firewall|robots\.txt|gitignore|tsconfig|prettier|stylelint|formatting rules)\b/,
    },
  ),
  patternRule(
    override | rules,
    "prompt-injection-ignore-instructions",
    "critical",
    new RegExp(
      String.raw`\b(?:ignore|disregard|forget|override|discard|abandon|do not (?:follow|obey)|don't (?:follow|obey)|stop (?:following|obeying))\s+(?:all|any|every|everything)\b[^.;]{0,40}\b(?:${RULES}|you (?:were|have been) told|told (?:before|earlier|so far))`,
    ),
    {
      ownNegation: true,
      unless:
        /\b(?:eslint|lint(?:er|ing)?|css|firewall|robots|formatting|untrusted|fetched|external|embedded|inside|within|found in|contained|from (?:the|any|a) (?:page|web|email|document|file|tool|content))\b/,
    },
  ),
  patternRule(
    override,
    "prompt-injection-ignore-instructions",
    "critical",
    /\b(?:ignore|disregard|forget)\s+(?:everything|anything|all(?: of)? (?:that|this)?)\s*(?:that\s+)?(?:above|before|prior|previous|preceding|earlier|you (?:were|have been|know|learned)|you've been)/,
  ),
  patternRule(
    override | rules,
    "prompt-injection-ignore-instructions",
    "warn",
    new RegExp(
      String.raw`\b(?:these|this|the following|my|such)\s+(?:\w+\s+)?(?:instructions?|rules|directives?|section|skill|text)\s+(?:\w+\s+)?(?:supersedes?|overrides?|replaces?|takes? (?:precedence|priority) over|outranks?|cancels?)\s+(?:\w+\s+){0,4}(?:${PRIOR}|(?:all|any|every)(?:\s+\w+){0,2}\s+${RULES}|everything)`,
    ),
  ),
  patternRule(
    rules,
    "prompt-injection-ignore-instructions",
    "critical",
    /\byou are (?:no longer|not) (?:bound|restricted|limited|constrained|subject) (?:by|to)\b|\b(?:your|all|previous|prior) (?:safety |previous |original |system )?(?:rules|guidelines|instructions|restrictions|guardrails|safeguards) (?:do not|don't|no longer) apply\b/,
    { ownNegation: true },
  ),
  patternRule(
    reveal | system,
    "prompt-injection-system",
    "critical",
    /(?<!\b(?:state|specify|define|name|the|an|your|expected) )\b(?:reveal|print|repeat|output|leak|expose|show|display|dump|recite|disclose|return|share|write out|send)\b[^.;]{0,50}\b(?:your|the full|the entire|the complete|the hidden|any hidden)\s+(?:\w+\s+)?(?:system|developer)\s+(?:prompts?|messages?|instructions?)/,
  ),
  patternRule(
    reveal | rules,
    "prompt-injection-system",
    "critical",
    /\b(?:reveal|print|repeat|output|leak|expose|recite|disclose|dump)\b[^.;]{0,40}\b(?:your|the)\s+(?:hidden|secret|initial|original|internal|confidential)\s+(?:\w+\s+)?(?:prompts?|instructions?|rules|guidelines|configuration)/,
  ),
  patternRule(
    reveal,
    "prompt-injection-system",
    "critical",
    /\b(?:repeat|print|output|recite|copy)\b[^.;]{0,30}\b(?:everything|all (?:of )?(?:the )?text|the (?:whole |entire )?(?:text|conversation)|words)\s+(?:above|before|preceding|up to)\b/,
    { unless: /\b(?:paragraph|table|cursor|heading|function|column|row)\b/ },
  ),
  patternRule(
    system,
    "prompt-injection-system",
    "critical",
    /<\|(?:im_start|start_header_id)\|?>\s*(?:system|developer|user|assistant)\b|<\|(?:system|endoftext)\|?>\s*\w|\[\/?inst\]\s*\w+\s+\w|^\s*\[(?:system|operator|developer|admin)\]\s+\S|<<\/?sys>>|(?<!`)<\/?system(?:_prompt|-reminder|_message)?>\s*\S/,
  ),
  patternRule(
    system,
    "prompt-injection-system",
    "critical",
    /(?:^|[#>|*\s[(])(?:system|admin(?:istrator)?|developer|root|openai|anthropic)\s*(?:override|overrides|directive|command|notice|alert|note|update|instruction|message)s?\]?\s*[:\]–—-]+\s*\S[^.]{0,200}\b(?:you|agent|assistant|ai|model|must|shall|now|always|ignore|execute|run|send|disregard|disable|enable)\b/,
  ),
  patternRule(
    system,
    "prompt-injection-system",
    "critical",
    /\byou are now (?:in )?(?:a |an |the )?(?:dan\b|developer mode|debug mode|admin mode|god mode|root mode|maintenance mode|unrestricted|jailbroken|unfiltered|uncensored|free (?:from|of))|\b(?:enter|enable|activate|switch (?:in)?to) (?:dan|god|jailbreak|unrestricted|developer override) mode\b|\bact as (?:an? )?(?:unrestricted|unfiltered|uncensored|jailbroken)\b/,
  ),
  patternRule(
    rules,
    "prompt-injection-system",
    "warn",
    /\b(?:your|here are (?:your|the)|these are your|follow (?:your|these)) new (?:system )?(?:instructions|directives|orders|rules)\b|\bnew (?:system )?(?:instructions|directives) (?:for the (?:agent|assistant|ai|model)|follow|begin)\b|\b(?:begin|start) (?:of )?(?:new|hidden|system) (?:instructions|prompt)\b/,
  ),
  patternRule(
    0,
    "prompt-injection-system",
    "critical",
    /(?:={2,}|-{3,}|#{2,}|\[{1,2}|<{1,2}|\*{2,})\s*(?:begin|start|end|new)\s+(?:of\s+)?(?:the\s+)?(?:system|operator|admin\w*|developer|root|override|hidden|privileged|trusted|skill|user|untrusted)\s*(?:message|prompt|instructions?|notice|override|directives?|section|input|data|mode)?\s*(?:={2,}|-{3,}|#{2,}|\]|>|\*{2,})/,
    { unless: /\btemplate\b|\bexample\b|skill\.md/ },
  ),
  patternRule(
    TOPIC.machine,
    "prompt-injection-system",
    "warn",
    /\((?:ai|agents?|llms?|models?|assistants?)[ -]only\)|\bfor (?:the )?(?:ai|agents?|llms?|models?|assistants?)(?: eyes)? only\b|\bhumans? (?:will |may |can |usually |should )?(?:skip|ignore|don't read|do not read|won't see|cannot see|can't see|not see)\b|\b(?:the )?reader of this (?:file|text|document) is an? (?:language model|ai|llm|agent)\b|\bif you are an? (?:ai|llm|language model|agent|assistant)\b[^.;]{0,10}[,:]/,
    { ownNegation: true },
  ),
  patternRule(
    consent,
    "prompt-injection-tool",
    "warn",
    /\b(?:approvals?|confirmations?|permissions?|permission checks?|safety checks?|restrictions)\s+(?:is|are|have been|has been|stays?|remain)\s+(?:now\s+|hereby\s+|temporarily\s+)?(?:suspended|disabled|lifted|off|waived|revoked|turned off|void|unnecessary)\b/,
  ),
  // Acting without the person.
  patternRule(
    consent,
    "prompt-injection-tool",
    "critical",
    /\b(?:skip|bypass|disable|suppress|circumvent|evade|turn off|switch off|deactivate|ignore|override|get around|work around)\b[^.;]{0,50}\b(?:tool|user|human|permission|approval|safety|security|consent|confirmation|authori[sz]ation)\s*(?:and |or |\/ ?)?(?:permission|approval|confirmation|consent|authori[sz]ation|check|prompt|gate|review|dialog|request|restriction|requirement)s?\b/,
    {
      unless:
        /--?[a-z][\w-]*|\bflags?\b|\boption\b|\bset\b.{0,30}\btrue\b|\bif (?:the )?user\b|\bwhen (?:the )?user (?:asks|says|explicitly)|\bci\b/,
    },
  ),
  patternRule(
    consent,
    "prompt-injection-tool",
    "critical",
    /\b(?:auto(?:matically)?[- ]?(?:approve|accept|confirm|grant)|approve|accept|grant)\b[^.;]{0,30}\b(?:all|any|every)\b[^.;]{0,30}\b(?:tool|permission|command|approval|prompt|exec|shell)s?(?: calls?| requests?| prompts?)?\b/,
    { unless: /\bflags?\b|--[a-z]/ },
  ),
  patternRule(
    consent,
    "prompt-injection-tool",
    "critical",
    /\b(?:run|execute|call|use|invoke|install|delete|remove|send|upload|transfer|perform|apply|make|purchase|pay|push|publish)\b[^.;]{0,80}\bwithout\s+(\w+\s+){0,3}(?:permission|approval|consent|authori[sz]ation|asking (?:the user|for|them|anyone)|user (?:confirmation|approval|consent)|(?:any )?confirmation|confirming with)\b/,
  ),
  patternRule(
    consent | skip,
    "prompt-injection-tool",
    "critical",
    /\b(?:do not|don't|never|no need to|without)\s+(?:ask(?:ing)?|prompt(?:ing)?|request(?:ing)?|wait(?:ing)?|seek(?:ing)?|requir(?:e|ing)|need(?:ing)?)\b[^.;]{0,30}\b(?:permission|approval|consent|authori[sz]ation|confirmation)\b[^.;]{0,60}\b(?:run|running|execut|delet|remov|send|upload|install|command|shell|tool|transfer|payment|push|overwrit|modify)/,
    { ownNegation: true, unless: /\bread[- ]only\b|\bto (?:read|list|view)\b/ },
  ),
  patternRule(
    consent | skip,
    "prompt-injection-tool",
    "warn",
    /\b(?:do not|don't|never|no need to)\s+(?:ask|request|seek|wait for|require)\b[^.;]{0,30}\b(?:permission|approval|consent|authori[sz]ation)\b/,
    { ownNegation: true, unless: /\bread[- ]only\b|\bto read\b/ },
  ),
  patternRule(
    guard,
    "prompt-injection-tool",
    "warn",
    /\b(?:disable|bypass|escape|turn off|switch off|break out of|leave)\s+(\w+\s+){0,2}(?:sandbox(?:ing)?|tool restrictions|exec approvals?|permission system)\b/,
    { unless: /--[a-z]|\bflags?\b|\bchrom(?:e|ium)\b|\bpuppeteer\b|\bplaywright\b|\bbrowser\b/ },
  ),
];
