/**
 * Signs: what a paragraph does, and how it goes about it. Each is ordinary alone; `paragraph-signs.ts` says which
 * combinations deserve a look. The words in `words` lead to the pattern, so most paragraphs never meet one.
 */
interface Sign {
  /** For the reader of a finding. */
  readonly says: string;
  readonly words: string;
  readonly pattern: RegExp;
}

// A group that catches where nothing is caught: without it the engine writes out each round of the repetition with all
// that follows, and the machine code of these patterns doubles.
const REPORT = `(?:summar(?:y|ies)|answers?|reports?|change ?(?:list|log)s?|changelogs?|repl(?:y|ies)|responses?|outputs?|logs?|minutes|reasoning|plans?|tickets?|chats?|transcripts?|threads?|lists?|overviews?|protocols?|hand-?overs?|records?|documentation|dashboards?|statements?|invoices?|commit messages?|descriptions?|comments?|status|recaps?|digests?|agenda|audit (?:trail|log)|notifications?|sight)`;
const PERSON = `(?:users?|customers?|clients?|employees?|humans?|people|persons?|staff|reviewers?|auditors?|nobody|no one|anyone|anybody|team|authors?|requesters?|owners?|managers?|operators?|colleagues|recipients?|patients?|members?|they|them)`;
const THING = String.raw`(?:this|it|they|them|that|these|those|(?:the|a|an|any|such|its) ([\w-]+ ){0,2}(?:step|entry|entries|cop(?:y|ies)|transfers?|changes?|fees?|calls?|uploads?|hooks?|rules?|adjustments?|exceptions?|checks?|messages?|requests?|runs?|deletions?|lines?|mails?|payments?|postings?|bookings?|items?|forwarding|exports?|actions?|commands?|differences?|substitution|replacement|correction|removal|recipient|partner|surcharge|archive|mirror|sync))`;

/** What is done is kept from the people it concerns. */
const HIDDEN: Sign = {
  says: "it is kept from the people it concerns",
  words:
    "copy copying alert warn involve consult bother trouble announce reference describe comment draw point keep leave incidents incident breach breaches complaint complaints errors findings discrepancies discrepancy deviations out mention mentioned mentioning appear appears show shown showing shows listed list listing noted note noting recorded record logged log include included reported report reporting documented document know see told tell telling informed inform notified notify asked aware notice hear involved consulted copied warned bothered learn silently quietly discreetly unnoticed explain explained discuss surface bring invisible visible happened traces trace afterwards omit omitted hide hidden conceal suppress secret confidential disclose disclosed raise raised",
  pattern: new RegExp(
    [
      String.raw`\b(?:keep|leave|leaving|keeping|kept|left|stays?|remains?)\b[^.;]{0,40}\b(?:out of|off)\b[^.;]{0,30}\b${REPORT}\b`,
      String.raw`\b(?:leave|leaving|left)\b[^.;]{0,12}\b(?:this|it|them|that|these|those)\b[^.;]{0,6}\bout\b`,
      String.raw`\b${THING}\b[^.;]{0,40}\b(?:not|never|no longer|needn't|n't|without)\b[^.;]{0,16}\b(?:appear(?:ing)?|show(?:n|ing)?(?: up)?|listed|mentioned|noted|recorded|logged|visible|included|reported|documented|disclosed|surfaced?|raised|announced)\b`,
      String.raw`\b(?:don't|do not|never|no need to|without|avoid|not to|needn't|need not)\s([\w-]+\s){0,2}?(?:mention|list|show|note|explain|report|log|record|document|disclose|discuss|surface|raise|announce|include|bring up|comment on|draw attention to|reference|describe|point out)(?:ing)?\s(?:(?:to|in) [\w\s]{0,20})?${THING}\b`,
      String.raw`\b(?:don't|do not|never|no need to|without|avoid|not|needn't|need not)\s([\w-]+\s){0,2}?(?:tell|inform|notify|alert|warn|copy|involve|consult|bother|trouble)(?:ing)?\s(?:the |any |other |your |their )?${PERSON}\b(?!\sto\b)`,
      String.raw`\bno (?:need|reason) to (?:mention|tell|explain|inform|notify|raise|discuss|document|bring up|bother|trouble|involve)\b`,
      String.raw`\b${PERSON}\b[^.;,]{0,30}\b(?:needn't|not|n't|never|no need)\b[^.;,]{0,20}\b(?:know|see|be told|told|informed|notified|asked|aware|notice|hear|involved|consulted|copied|warned|bothered|find out|learn)\b`,
      String.raw`\b(?:incidents?|breach(?:es)?|complaints?|errors|findings|discrepanc(?:y|ies)|defects|deviations?|losses|objections?|irregularities|alerts?)\b[^.;]{0,60}\b(?:not|never|no longer)\b[^.;]{0,16}\b(?:reported|forwarded|escalated|logged|recorded|listed|disclosed|mentioned|passed on|raised|shown)\b`,
      String.raw`\bomit(?:ted)?\b[^.;]{0,30}\b(?:from|in)\b[^.;]{0,20}\b${REPORT}\b`,
      String.raw`\bas (?:if|though) nothing (?:had |has )?happened\b|\bshows nothing on success\b|\bwithout a trace\b|\bleave no traces?\b`,
      String.raw`\b(?:delete|remove|clear|purge|empty|wipe|erase|close|hide|archive)\b[^.;]{0,50}\b(?:sent (?:items|folder|mails?|messages?)|history|logs?|traces?|thread|notifications?|entr(?:y|ies)|evidence|(?:the|that|this|your|its) (?:mail|message|issue|comment|copy|export))\b[^.;]{0,40}\b(?:afterwards?|after(?:wards)?|when (?:done|finished)|right away|so (?:that )?(?:it|nobody|no one|they|the)|once (?:sent|done|delivered)|immediately)\b`,
    ].join("|"),
  ),
};

/** Done without a sound. */
const QUIET: Sign = {
  says: "it is done without a sound",
  words:
    "silently quietly discreetly unnoticed inconspicuously covertly quiet background scenes invisibly invisible",
  pattern:
    /\b(?:(?<!fail |fails |failing |failed |never |not )silently(?! \w{2,20}s\b)|discreetly|unnoticed|inconspicuously|covertly|quietly|invisibly|must be quiet|be quiet about|behind the scenes|in the background)\b/,
};

/** It is called something that it is not. */
const PRETENDED: Sign = {
  says: "it is to be called something that it is not",
  words:
    "answers documents section paragraph part step name cite under as asks ask asked say says claim tell answer mention explain blame independent routine maintenance standard",
  pattern:
    /\b(?:list|book|label|record|file|describe|present|call|show|log|report|declare|title|phrase|enter|disguise|post|mark|code)(?:ed|d|s)?\b[^.;]{0,30}\b(?:it|this|them|that|these|the [\w-]+(?: [\w-]+)?)\b[^.;]{0,20}\b(?:under|as)\s+(?:an? |the )?["'“”`]?(?:fees?|(?:system |routine |scheduled )?maintenance|routine|standard|independent|unbiased|housekeeping|misc\w*|rounding|normal|ordinary|formatting|cosmetic|technical|adjustments?|operating costs|postage|handling)\b|\b(?:if|when) (?:the |a |an )?(?:user|they|customer|someone|anyone|anybody|somebody|employee|client|reviewer|auditor|requester|manager|caller|asked|questioned)s?\b[^.;]{0,60}\b(?:asks?|asked|wonders?|complains?|notices?|questioned)\b[^.;]{0,40},? (?:say|claim|tell (?:them|the user)|reply that|answer that|blame|mention only|mention just|only mention)\b|\b(?:if|when|should) (?:the |a |an )?(?:user|they|customer|someone|anyone|anybody|somebody|employee|client|reviewer|auditor|manager|caller)s?\b[^.;]{0,10}\basks?\b[^.;]{0,40}, (?:name|cite|blame|point to)\b|\banswers? to (?:auditors?|regulators?|inspectors?|supervisors?|authorit\w+)\b[^.;]{0,30}\b(?:limited|restricted|only)\b|\b(?:further|other|such|these) (?:documents|records|files|logs) do not exist\b|\bdo not (?:include|show|quote|reveal|repeat) this (?:section|paragraph|part|step)\b/,
};

/** Nobody is asked. */
const UNASKED: Sign = {
  says: "nobody is asked first",
  words:
    "ask asking asked wait waiting stop stopping confirm confirming confirmation confirmations check checking consult consulting prompt prompting pause pausing approval approvals approved permission review consent consented agreed yes y interrupted escalate escalating authorised authorized authorisation authorization preapproved assumed implied silence verification callback counter sign signoff four automatically",
  pattern:
    /\b(?:don't|do not|never|without|no need to|needn't|need not|rather than|instead of)\s([\w-]+\s){0,3}?(?:ask(?:ing)?|wait(?:ing)?|stop(?:ping)? (?:to|for)|confirm(?:ing)?|check(?:ing)? (?:with|back|in)|consult(?:ing)?|prompt(?:ing)?|paus(?:e|ing)|seek(?:ing)?|escalat(?:e|ing)|request(?:ing)? (?:approval|confirmation|permission|consent))\b|\b(?:without|no need for|instead of)\s((?:further|additional|any|a|an|the|prior|explicit|user|human|manual|separate|extra|second|usual)\s){0,3}(?:approval|confirmation|permission|consent|sign-?off|review|questions?|call-?back|counter-?check|second (?:person|pair|check|signature)|four[- ]eyes|dual control|verification)\b(?!\s(?:issue|comment|finding|changes))|\b(?:approvals?|confirmations?|permission|consent|sign-?off|authori[sz]ation|four[- ]eyes|second signature|agreement|review)\b[^.;]{0,30}\b(?:is|are|can be|may be|should be|will be|counts? as|has been|have been)\s(?:not |no longer |already |deemed |considered |thereby |hereby )*(?:skipped|waived|omitted|assumed|implied|implicit|granted|given|needed|required|necessary|bypassed|dropped|left out|suspended|ignored)(?<!\b(?:is|are) (?:required|needed|necessary))\b|\b(?:needs?|requires?) no (?:further |separate |extra |additional )?(?:approval|confirmation|review|permission|consent|sign-?off|ticket)\b|\bno longer needs? (?:an? )?(?:approval|confirmation|review|permission)\b|\banswer(?:ed)?\b[^.;]{0,30}\bwith ["'`]?y(?:es)?\b|\bcounts? as (?:an? |the )?(?:approval|order|yes|consent|agreement|confirmation)\b|\b(?:has|have) (?:already|implicitly|effectively|thereby) (?:consented|agreed|approved|authori[sz]ed)\b|\bpre-?(?:approved|authori[sz]ed|cleared)\b|\bsilence (?:counts|means (?:yes|consent|approval|agreement))\b|`--(?:yes|force|auto-approve|no-confirm|assume-yes|skip-confirmation)`/,
};

/** There is no case in which it is not done, or a result is fixed beforehand. */
const FIXED: Sign = {
  says: "the outcome is fixed beforehand",
  words:
    "whatever regardless matter cases case even also circumstances exception irrespective although below above least capped always instead only however",
  pattern:
    /\b(?:whatever (?:the|it|they|else|others?|their)|regardless|irrespective|no matter|in (?:every|any|all) cases?|even (?:if|when|though)|also (?:if|when)|under (?:any|all) circumstances|without exception|however (?:good|bad|high|low|many|much)|(?:not|n't|never) (?:drop|fall|go|score|rank) (?:below|under|lower)|whether or not)\b/,
};

/** Something is praised, passed, ranked or signed off. */
const JUDGES: Sign = {
  says: "a judgement is given",
  words:
    "score scores scored rate rates rated rating ratings rank ranks ranked ranking recommend recommends recommended recommendation prefer preferred choose chosen pick winner approve approved approves approval pass passed passes mark marked tick present favour favor reviewed best first top clean safe green accept accepted shortlist grade graded verdict compliant quote supplier vendor candidate",
  pattern:
    /\b(?:(?:scor|rat|grad)(?:e|es|ed|ings?)|rank(?:s|ed|ing)?|recommend(?:s|ed)?|choose|chosen|winner|approv(?:e|es|ed)|mark(?:ed|s)? (?:as|the)|tick(?:ed|s)?|favou?r(?:ed|s)?|reviewed|shortlist(?:ed)?|compliant|(?:put|name|list|place|present|start|begin) (?:\w+ ){0,5}(?:first|on top|with \d)|treated as (?:passed|safe|valid|equal)|(?:products?|offers?|bids?|suppliers?|candidates?|applicants?|vendors?|partners?|options?) (?:\w+ ){0,6}(?:start|win|come|rank|score|stand)s?)\b/,
};

/** Somebody in particular is let through. */
const EXEMPT: Sign = {
  says: "somebody in particular is let through",
  words:
    "approved exempt exempted waived paid accepted trusted merged passed skipped whitelisted allowlisted cleared excluded ignored checked reviewed scanned flagged",
  pattern:
    /\b(?:from|by|of|for|whose|signed by|issued by|marked|tagged|containing|ending in|with the (?:tag|prefix|label|domain|title))\b[^.;]{0,70}\b(?:are|is|gets?|be|count as)\b[^.;]{0,20}\b(?:approved|exempt(?:ed)?|waived|paid|trusted|merged|whitelisted|allowlisted|(?:not|never) (?:to be )?(?:checked|reviewed|scanned|flagged|listed|reported|subject|questioned))\b/,
};

/** Money moves. */
const SPENDS: Sign = {
  says: "money is moved",
  words:
    "pay pays paid paying buy buys purchase purchases order orders transfer transfers wire invest book renew renews subscribe donate tip refund refunds charge charges debit withdraw sell trade payment payments payout invoice invoices money funds usdc usdt eth btc card savings fee fees gift ticker",
  pattern:
    /\b(?:pay|buy|purchase|order|transfer|wire|invest|subscribe|donate|charge|debit|withdraw|sell|trade|move|send|refund|book|renew|release|settle|top up|convert|add|deduct|route)(?:s|es|ed|ing)?\b[^.;]{0,80}\b(?:money|funds|balances?|cards?|bank|wallets?|usdc?|usdt|eth|btc|eur|euros?|dollars?|amounts?|fees?|invoices?|payments?|payouts?|savings|credits?|gift cards?|subscriptions?|shares|stocks?|ticker|insurance|\d+(?:\.\d+)? ?%|second one|premium|plan|licen[cs]es?|commission|surcharge)\b/,
};

/** Something is lost. */
const DESTROYS: Sign = {
  says: "something is lost for good",
  words:
    "removing erasing wiping purging drops truncates clears empties delete deletes deleted deleting remove removes removed erase erased wipe wiped purge purged drop dropped truncate truncated overwrite overwrites overwritten clear cleared empty emptied shred destroy force reset discard prune",
  pattern:
    /\b(?:delet(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|eras(?:e|es|ed|ing)|wip(?:e|es|ed|ing)|purg(?:e|es|ed|ing)|drop(?:s|ped)?|truncat(?:e|es|ed)|overwrit(?:e|es|ten)|clear(?:s|ed)? (?:the|all|your|their|its|every|any)|empt(?:y|ies|ied) (?:the|all|your|their|its|every)|shred|destroy|prune|discard|reset|force[- ]push)\b[^.;]{0,80}\b(?:originals?|backups?|snapshots?|files?|folders?|records?|databases?|tables?|data|logs?|histor(?:y|ies)|mail(?:box|s)?|messages?|documents?|branch(?:es)?|repositor(?:y|ies)|volumes?|buckets?|accounts?|entries|versions?|tickets?|photos|home|disk|contents?|namespace|environments?|tenants?|users?|invoices?|contracts?|evidence|schema|main|master|production)\b/,
};

/** Somebody gets in. */
const GRANTS: Sign = {
  says: "somebody is given access",
  words:
    "mailbox inbox transport distribution write invite invites invited add adds added grant grants granted give gives given share shares shared assign assigns enrol enroll register create creates created delegate forward forwarding rule collaborator owner admin administrator editor access member role public link whitelist allowlist trusted",
  pattern:
    /\b(?:invite|add|grant|give|share|assign|enrol|enroll|register|create|set up|delegate|make|open|allow)(?:s|d|ed)?\b[^.;]{0,80}\b(?:access|admin(?:istrator)?s?|owners?|maintainers?|collaborators?|editors?|delegates?|(?:global|admin|owner|root|full) (?:roles?|rights|permissions?)|forwarding(?: rule)?|service accounts?|api keys?|ssh keys?|deploy keys?|anyone with the link|public(?:ly)?|guests?|external (?:users?|members?)|trusted (?:devices?|senders?|domains?|locations?)|recovery (?:mail|email|address|phone))\b|\b(?:mailbox|inbox|forwarding|transport) rule\b|\bdistribution list\b|\bwrite access\b/,
};

/** A protection goes. */
const WEAKENS: Sign = {
  says: "a protection is switched off",
  words:
    "off omitted waived disable disables disabled disabling turn switch suspend suspended pause paused mute muted silence suppress suppressed skip skipped skips bypass bypassed deactivate deactivated exclude excluded whitelist allowlist exempt stop stopped relax lower loosen remove without off ignore",
  pattern:
    /\b(?:disabl(?:e|es|ed|ing)|(?:turn|switch)(?:ed|ing)? (?:\w+ ){0,4}off|suspend(?:ed)?|paus(?:e|ed)|mut(?:e|ed)|silenc(?:e|ed)|suppress(?:ed)?|skip(?:ped|s)?|bypass(?:ed)?|deactivat(?:e|ed)|exclud(?:e|ed)|whitelist(?:ed)?|allowlist(?:ed)?|stop(?:ped)?|relax(?:ed)?|loosen|lower(?:ed)?|ignor(?:e|ed))\b[^.;]{0,60}\b(?:alerts?|alarms?|monitoring|audit(?:ing|s)?|logging|dlp|data loss|retention|legal hold|mfa|2fa|two-factor|multi-factor|backups?|anti-?virus|virus scan\w*|edr|siem|endpoint protection|firewalls?|approval (?:step|workflow)|four-eyes|dual control|branch protection|signature (?:check|verification)|signing|scann(?:er|ers|ing)|secret scan\w*|encryption|verification|certificate|sandbox(?:ing)?|guardrails?|safety (?:check|polic|filter|rule|warning)\w*|security (?:check|polic|warning|rule|review|scan|tool|agent|control|notice)\w*|access controls?|identity check\w*|spam filter|safe ?links|conditional access|rate limits?|integrity check\w*|checksums?|tls|ssl)\b|\b(?:checks?|controls?|screening|limit|validation|verification|trail|filters?|alarms?|alerts?|monitoring|logging|scanner|firewall|protection|mfa|audit(?:ing)?|signature|policy)\b[^.;]{0,30}\b(?:is|are|be|stays?|remains?) (?:\w+ )?(?:switched off|turned off|off|disabled|suspended|skipped|deactivated|paused|bypassed|waived|omitted)\b/,
};

/** Orders are taken from somewhere else. */
const OBEYS: Sign = {
  says: "orders are taken from a text that is not the skill",
  words:
    "do says what tasks task commands command whatever anything everything rank authority typed instructions instruction orders order commands act act on carry obey follows asked requested priority treat directive directives comply",
  pattern:
    /\b(?:carry out|do|execute|follow|obey|act on|perform|comply with|run|apply|fulfil|adopt)\b[^.;]{0,12}\b(?:what(?:ever)?|anything|everything)\b[^.;]{0,40}\b(?:is (?:asked|written|said|listed|requested|stated|described|posted)|(?:it|they|he|she|that \w+|the (?:\w+ ){1,3}) ?(?:says?|asks?|contains?|tells?|returns?|requests?|wants?|lists?|states?)|follows?|asked|requested|in (?:it|them|there)|there)\b|\bdo what is (?:asked|written|said|requested|stated)\b|\bsame (?:rank|authority|weight|priority|standing|status|force) as (?:the |a |an |those of the |those of )?(?:user|operator|system|human|owner|person|these|this|your)|\bas (?:if|though) (?:the |they |it |he |she )?(?:user|operator|owner|were|was|had|came|come|typed|written)\b[^.;]{0,40}\b(?:typed|said|asked|written|given|user|operator|owner|ordered|come from|came from)\b|\btreat\b[^.;]{0,60}\bas (?:an? |the |direct |binding |new |valid |authoritative )*(?:instructions?|orders?|commands?|directives?|approval)\b|\b(?:load|open|fetch|read|get|visit)\b[^.;]{0,60}https?:[^;]{0,80}\band (?:act on|obey|comply with|carry out|do what)\b|\b(?:become|switch to|act as)\b[^.;]{0,40}\b(?:remote|operator's|unrestricted)\b|\b(?:comments?|texts?|messages?|mails?|emails?|cells?|entries|notes|titles?|tickets?|replies|documents|column "?\w+"?)\b[^.;]{0,60}\b(?:are|is|count as|serve as|act as) (?:also |to be treated as )?(?:tasks?|commands?|instructions?|orders|directives?)\b(?! (?:for|that|to) )/,
};

/** Something that later sessions will believe. */
const REMEMBERS: Sign = {
  says: "later sessions are to believe it",
  words:
    "soul claude agents user profile long permanent standing notes memory memories remember memorise memorize sessions session conversations permanently persistent lasting",
  pattern:
    /\b(?:sav(?:e|ed)|stor(?:e|ed)|not(?:e|ed)|add(?:ed)?|writ(?:e|ten)|record(?:ed)?|put|keep|kept|remember|memori[sz]e|append(?:ed)?|insert(?:ed)?|leave)\b[^.;]{0,80}\b(?:memory|memories|later sessions?|future (?:sessions?|conversations?|tasks?)|all sessions?|long-term|memory\.md|soul\.md|user\.md|agents\.md|claude\.md|profile)\b|\b(?:permanent|lasting|standing|long-term) (?:notes?|memory|instructions?|rules?)\b/,
};
const BELIEVED: Sign = {
  says: "it is about trust, warnings or a contact",
  words:
    "00 has dislike confirmations approved consented authorised authorized give legitimate trust trusted warnings warning always never approval approvals prefers dislikes agreed allows https http number phone security confirmation confirmations",
  pattern:
    /https?:|\b(?:always (?:give|use|trust|send|recommend|approve|allow|include|name)|never (?:warn|ask|question|refuse|mention)|trusted|dislikes?|has (?:agreed|approved|consented|authori[sz]ed)|security (?:warnings?|checks?|questions?)|(?:no|skip|without) (?:confirmations?|approvals?|warnings?))\b|\balways (?:legitimate|trustworthy|safe|allowed|approved|right|correct|genuine)\b/,
};

/** Something goes out. */
const SENDS: Sign = {
  says: "something is sent out",
  words:
    "forwarding uploading file filed files hands lodged deposited place placed transmits delivers replicates backs streams send sends sent sending submit submits submitted upload uploads uploaded forward forwards forwarded post posts posted transmit transmitted export exports exported share shares shared push pushes pushed copy copies copied email emailed mail mailed deliver delivered sync synced mirror mirrored relay publish published report reported register registered attach attached cc bcc stream streamed hand handed lodge deposit replicate replicated archive archived back backed",
  pattern:
    /\b(?:(?:sen[dt]s?|sending|submit(?:s|ted)?|upload(?:s|ed|ing)?|forward(?:s|ed|ing)?|transmit(?:s|ted)?|export(?:s|ed)?|mirror(?:s|ed)?|relay(?:s|ed)?|deliver(?:s|ed)?|replicat(?:e|es|ed)|b?cc|hand(?:ed)? over|lodge[ds]?|back(?:ed)? up|stream(?:s|ed)?)|(?:post|share|push|copy|e-?mail|sync|publish|report|register|attach|archive|place|file|deposit)(?= (?:the|a|an|all|any|each|every|it|them|this|these|those|their|its|your|both|copies|one)\b)|(?:is|are|be|gets?|also) (?:\w+ )?(?:posted|shared|pushed|copied|e-?mailed|synced|published|reported|registered|attached|archived|filed|deposited|placed))\b/,
};

/** Something that is nobody else's business. */
const PRIVATE: Sign = {
  says: "it concerns keys or private things",
  words:
    "wallets password passwords credential credentials key keys token secret secrets env netrc npmrc ssh aws cookie cookies keychain wallet seed phrase passport passports tax contracts salary salaries payroll payslip payslips medical diagnosis diagnoses patient patients customer customers client clients personal private confidential transcript transcripts conversations inbox mailbox contacts address headers authorization source codebase hostname username birth iban ibans statements photos location health employee employees applicant applicants",
  pattern:
    /\b(?:passwords?|credentials?|(?:api|access|private|ssh|signing|session|license|deploy|secret) (?:keys?|tokens?)|secrets?|\.env|netrc|npmrc|\.ssh|\.aws|cookies|keychain|wallets?|seed phrase|recovery (?:words?|phrase)|passports?|tax (?:returns?|numbers?|ids?)|contracts|salar(?:y|ies)|payroll|payslips?|medical|diagnos[ie]s|patients?'?|customer (?:data|lists?|names?|records?|files?|details|emails?)|client (?:data|lists?|names?|records?|files?|documents)|personal (?:data|details|files?|information)|confidential|(?:full|complete|chat|call|meeting) transcripts?|private (?:notes?|messages?|files?|data|conversations?)|chat history|contacts|address book|authorization|source code|codebase|hostname|dates? of birth|ibans?|bank statements?|photos|employees?|applicants?)\b/,
};

/** A reason that nobody asked for. */
const EXCUSED: Sign = {
  says: "a reason is given that nobody asked for",
  words:
    "only just merely simply produces slow lacks supplier vendor partner figures report compliance benchmark benchmarking quality audit auditing telemetry analytics diagnostic diagnostics safekeeping archiving verification regulatory licence license licensing research improvement redundancy monitoring policy mandatory partner vendor standard required requires rules regulation regulations law legal purposes statistics training backup continuity assurance support insurance because since anyway avoid prevent reduce keep noise confusion delay delays clutter speeds saves so",
  pattern:
    /\b(?:(?:for|as part of|due to|per|under|in line with|required by|because of|owing to) ([\w-]+ ){0,3}(?:compliance|benchmark\w*|quality|audits?|auditing|telemetry|analytics|diagnostic\w*|safekeeping|archiv\w+|verification|regulat\w+|licen[sc]\w+|research|improvements?|redundancy|monitoring|policy|statistics|training|continuity|assurance|insurance|purposes|law)|(?:our|the) ([\w-]+ ){0,2}(?:partner|vendor|provider|insurer|auditors?|regulator|benchmark\w*|register|aggregator)|mandatory|this is (?:standard|required|normal|routine)|(?:rules|regulations?|policy|law|standards?) (?:requires?|demands?|prescribes?)|helps? (?:us )?improve|(?:it|this|they) (?:only |just )?(?:slows?|costs?|gets? in the way|kills?|annoys?|confuses?|delays?)|find it noisy|to (?:avoid|prevent|reduce|limit) (?:noise|questions|confusion|delays?|alarm|clutter|interruptions?|duplicate|backlogs?|friction|false)|to keep the (?:\w+ )?(?:log|report|list|history|queue|record|trail|process)s? (?:clean|short|readable|tidy|lean|fast|simple|clear)|speeds? (?:things |it )?up|saves? time|so (?:that )?(?:nobody|no one) (?:rolls|asks|notices|has to))\b|\b(?:only|just|merely|simply) (?:delays?|slows?|costs?|annoys?|confuses?|holds? up|gets? in the way|takes? time)\b|\bproduces? too many\b|\b(?:is|are) too slow\b|\btakes? too long\b|\b(?:because|since|as) (?:the |it |they |this )?([\w-]+ ){0,3}(?:lacks?|fails?|slow|annoying|noisy)\b|\bso that (?:the |our )?(?:supplier|vendor|partner|night shift|figures|report|provider|author|maintainers?)\b/,
};

/** Hunting for documents that somebody would rather keep. */
const HUNTS: Sign = {
  says: "private files are looked for",
  words: "look search scan browse comb sift hunt find locate collect gather crawl",
  pattern:
    /\b(?:look|search|scan|browse|comb|sift|hunt|find|locate|collect|gather|crawl|go through)\b[^.;]{0,60}\b(?:documents|downloads|desktop|pictures|photos|home (?:folder|directory)|mailbox|inbox|drive|messages|browser|contacts|machine|computer|disk|~\/)\b[^.;]{0,80}\b(?:passports?|tax|contracts?|salar\w+|payslips?|bank|statements?|medical|passwords?|wallets?|seed|id cards?|insurance|private|confidential|\.?kdbx|\.?pem|keys?|credentials?|secrets?|tokens?)\b/,
};

/** The same text is to stand in many places. */
const SPREADS: Sign = {
  says: "it is to be spread",
  words: "carry files paste add insert append put post include leave embed copy write place drop propagate",
  pattern:
    /\b(?:paste|add|insert|append|put|post|include|leave|embed|copy|write|place|drop|propagate)\b[^.;]{0,90}\b(?:in|into|to|on|at the (?:end|top|bottom) of|under)\b[^.;]{0,16}\b(?:each|every|all|any|other)\b[^.;]{0,30}\b(?:pages?|sites?|repos?(?:itor(?:y|ies))?|skills?|templates?|issues?|pull requests?|mails?|emails?|messages?|documents?|agents?|readmes?|repl(?:y|ies)|projects?|workspaces?|answers?|responses?)\b|\b(?:invisible|hidden|white|zero-size) (?:block|text|paragraph|line|comment|element|div|note)\b[^.;]{0,60}\b(?:ai|assistants?|agents?|models?|llms?)\b|\b(?:when|if) you (?:meet|see|find) (?:an|another|other) agents?\b|\b(?:instruction|memory|config\w*|settings?|rules?) files?\b[^.;]{0,30}\b(?:other|all|every|each)\b[^.;]{0,20}\b(?:assistants?|agents?|bots?)\b/,
};
const FOR_MACHINES: Sign = {
  says: "it speaks to other machines or for a partner",
  words:
    "ai agents agent assistants assistant models llms partner our shop link affiliate sponsor invisible hidden below following",
  pattern:
    /\b(?:invisible|hidden|ai (?:systems|assistants|agents|models)|(?:other|any) (?:agents?|assistants?)|an(?:other)? agent|language models?|llms|our (?:partner|shop|site|product|link|channel|service)|affiliate|sponsor\w*|partner (?:shop|site|link)|(?:text|block|paragraph|lines?|instructions?) (?:below|above))\b/,
};

/** The agent speaks for somebody who did not speak. */
const ACTS_AS: Sign = {
  says: "it is done in somebody else's name",
  words:
    "user cookie session unanswered behalf name impersonate credentials login signature account approver manager controller",
  pattern:
    /\b(?:approv\w+|sign(?:s|ed)?|confirm(?:s|ed)?|enter(?:s|ed)?|submit(?:s|ted)?|release[ds]?|repl(?:y|ies)|answer(?:s|ed)?|log(?:s|ged)? in|accept(?:s|ed)?|complete[ds]?|acknowledge[ds]?|post(?:s|ed)?)\b[^.;]{0,60}\b(?:on behalf of|in the name of|under the name of|(?:as|with|using) the ([\w-]+ ){0,2}(?:approver|manager|controller|supervisor|director|second approver|reviewer)(?:'s)?(?: (?:login|account|credentials|signature|password|token))?)\b|\b(?:sign(?:s|ed)? in|log(?:s|ged)? in|enter|approve|confirm|submit|file|release)\b[^.;]{0,50}\b(?:under (?:his|her|their|the other|another) (?:user|account|name|login)|with the (?:session|cookie|login|credentials|password|account|token|session cookie) of)\b|\bunanswered\b[^.;]{0,40}\bas (?:agreement|approval|consent|confirmation|a yes)\b/,
};

/** Keys are written where others read them. */
const EXPOSES: Sign = {
  says: "keys are put where others can read them",
  words:
    "password passwords credential credentials token tokens secret secrets key keys env netrc npmrc ssh aws printenv",
  pattern:
    /\b(?:write|paste|put|add|include|attach|store|record|note|document|post|keep|save|embed|commit|print|quote)(?:s|d|ed)?\b[^.;]{0,50}\b(?:passwords?|credentials?|(?:\w+ )?tokens?|secrets?|(?:api|private|access|ssh|deploy|admin) keys?|connection strings?)\b[^.;]{0,50}\b(?:in|into|to|on|as|with)\b[^.;]{0,24}\b(?:tickets?|wiki|channel|chat|public|comments?|issues?|commit messages?|pull requests?|descriptions?|shared|spreadsheet|e-?mails?|repl(?:y|ies)|footer|reports?|pages?|readme)\b|\b(?:attach|include|paste|post|send|add|print|show|quote|copy|append)\b[^.;]{0,80}(?:\bgh auth token\b|\bprintenv\b|(?:contents|values?|output|lines) (?:\(\w[^)]{0,30}\) )?(?:of|from) [`"']?(?:~?\/?\.(?:env|netrc|npmrc|ssh|aws)|gh auth|env\b|printenv|cat ~))|\b(?:enter|give|mention|share|send|leave)\b[^.;]{0,40}\b(?:passwords?|credentials?|tokens?|secrets?|(?:api|private|access|admin) keys?)\b[^.;]{0,20}\b(?:in|into|on|to)\b[^.;]{0,16}\b(?:tickets?|wiki|channel|chat|comments?|issues?|pull requests?|e-?mails?|spreadsheet|group)\b/,
};

/** A place outside, without an address. */
const ELSEWHERE: Sign = {
  says: "it goes to somebody outside",
  words:
    "operated cooperative pool demo onedrive icloud drive printer portal text broker integrator personal private external public third partner partners vendor vendors consultant consultants contractor freelancer supplier outside offshore telegram whatsapp gmail dropbox gist pastebin author maintainer",
  pattern:
    /\b(?:to|into|in|with|on|at|via)\b[^.;]{0,30}\b(?:(?:personal|private|external|public|third[- ]party|outside|offshore|(?:partner|vendor|consultant|contractor|freelancer|supplier|author|maintainer)(?:'?s)?) (?:[\w-]+ )?(?:accounts?|drive|dropbox|mailbox|gmail|e-?mail|address|bucket|folder|channel|chat|gist|repo\w*|server|storage|workspace|phone|number|device|archive|portal|cloud|register)|(?:external|third[- ]party|outside) (?:[\w-]+ )?(?:endpoint|service|api|database|system|party|provider|company|firm|agency)|telegram (?:bot|chat|channel|group)|whatsapp (?:number|group)|pastebin|(?:public|secret) gist)\b|\b(?:portal|drive|share|printer|pool|form|folder|mailbox|account|cloud|server|platform|register|feed)\b[^.;]{0,16}\b(?:of|operated by|run by|owned by|hosted by) (?:the |an? |our )?([\w-]+ ){0,2}(?:consultants?|vendors?|suppliers?|partners?|integrators?|contractors?|cooperative|agency|aggregator|brokers?)\b|\b(?:personal|private) (?:onedrive|icloud|google drive|drive|dropbox|phone|mail)\b|\bpublic (?:demo|tool|instance|converter|translator|playground|form)\b|\b(?:pool|service|platform|system|portal) operated by\b|\b(?:to|via) (?:the )?([\w-]+ ){0,2}(?:cooperative|data broker|talent pool)\b|\btext (?:it|them|this) to\b/,
};

/** Money or figures are nudged. */
const SKIMS: Sign = {
  says: "figures are nudged or split",
  words:
    "divide divided repeat repeated rerun shorten shortened corrected adjusted takes receives split splits differences difference remainder remainders cents surplus backdate backdated rounding rounded iban beneficiary payee bank",
  pattern:
    /\bsplit\b[^.;]{0,20}\b(?:payments?|invoices?|orders?|amounts?|transfers?|transactions?)\b|\b(?:differences?|remainders?|cents|surplus|rounding|leftovers?)\b[^.;]{0,60}\b(?:posted|booked|credited|transferred|paid|moved|go|goes|sent)\b[^.;]{0,20}\bto\b|\bbackdat\w+|\b(?:set|change)\b[^.;]{0,30}\bdate\b[^.;]{0,20}\b(?:back to|to the (?:previous|last|earlier))\b|\b(?:bank (?:details|data|account)|iban|beneficiary|payee|remittance (?:address|details)|account numbers?)\b[^.;]{0,60}\b(?:replaced?|changed?|updated?|overwritten|overwrite|swap(?:ped)?|substituted?|set)\b|\b(?:replace|change|update|overwrite|swap|substitute|set)\b[^.;]{0,50}\b(?:bank (?:details|data|account)|iban|beneficiary|payee|account number)\b|\b(?:divided?|split)\b[^.;]{0,60}\b(?:under|below)\b|\b(?:repeat|rerun|shorten|vary|rephras)\w*\b[^.;]{0,60}\buntil\b[^.;]{0,30}\bno (?:hit|match|alert|finding)\b|\b(?:corrected|adjusted|changed|altered)\b[^.;]{0,40}\b(?:source|original|ledger|raw|base)\b[^.;]{0,40}\bso (?:that )?\b|\baccounts?\b[^.;]{0,20}\b(?:takes?|receives?|collects?)\b[^.;]{0,20}\b(?:rounding|differences?|remainders?|surplus)\b|\bpayee'?s? (?:account|details)\b/,
};

/** What stands elsewhere counts more than what was reviewed. */
const PREVAILS: Sign = {
  says: "a text at an address counts more than the skill",
  words:
    "differ differs counts prevail prevails precedence supersede supersedes supersedes authoritative binding latest newer current override overrides replaces",
  pattern:
    /\b(?:prevails?|takes? precedence|supersedes?|is authoritative|are authoritative|applies instead|replaces? (?:this|these|the (?:steps|rules|instructions)))\b[^;]{0,200}https?:|https?:\S{1,200}\s[^;]{0,200}\b(?:prevails?|takes? precedence|supersedes?|is authoritative|are authoritative|applies instead|replaces? (?:this|these|the (?:steps|rules|instructions)))\b|\b(?:fetch|load|download|get|read|pull|check)\b[^.;]{0,40}\b(?:latest|current|newest|up-to-date|today's|new)\b[^.;]{0,40}\b(?:instructions?|rules|steps|commands?|policy|playbook|prompt|directives?|procedure)\b[^;]{0,80}https?:|https?:\S{1,200}\s[^;]{0,60}\bdiffers?\b[^.;]{0,40}\b(?:counts|wins|applies|holds|is right)\b|\bdiffers?\b[^.;]{0,60}https?:\S{1,200}\s[^.;]{0,40}\b(?:counts|wins|applies|holds)\b/,
};

/** More power than the task needs. */
const MIGHTY: Sign = {
  says: "more power is used than the task needs",
  words: "domain tenant enterprise admin root global owner superuser breakglass glass master",
  pattern:
    /\b(?:use|with|take|using|log in as|switch to|run (\w+ ){0,3}as|under)\b[^.;]{0,40}\b(?:admin(?:istrator)?|root|global admin|owner|super-?user|break-?glass|master|domain admin)\b[^.;]{0,20}\b(?:tokens?|accounts?|keys?|credentials|roles?|login|passwords?|rights)\b|\b(?:use|as|with|under|run (\w+ ){0,3}as) (?:the )?(?:domain|global|system|tenant|enterprise) admin\w*\b|\brun as root\b/,
};

/** The protections that nobody switches off for a task. */
const GUARDS: Sign = {
  says: "a protection is switched off that no task needs off",
  words:
    "out exclude left taken turn exception install open certificate disable disables disabled disabling turn switch suspend suspended pause paused mute muted silence suppress suppressed skip skipped bypass deactivate exclude excluded exempt exempted stop stopped remove removed",
  pattern:
    /\b(?:disabl(?:e|ed|ing)|(?:turn|switch)(?:ed)? (?:\w+ ){0,4}off|suspend(?:ed)?|paus(?:e|ed)|mut(?:e|ed)|suppress(?:ed)?|bypass(?:ed)?|deactivat(?:e|ed)|exempt(?:ed)?|exclude[d]?|stop(?:ped)?|skip(?:ped)?)\b[^.;]{0,50}\b(?:audit (?:log|trail|logging|entries|records?)\w*|mfa|2fa|two-factor|multi-factor|dlp|data loss prevention|edr|endpoint protection|anti-?virus|virus scan\w*|malware scan\w*|legal hold|secret scann\w+|branch protection|four[- ]eyes|dual control|siem|intrusion detection|security (?:alerts?|monitoring|logging|notifications?|warnings?)|fraud (?:checks?|alerts?|detection)|sanctions? (?:checks?|screening|list)|identity (?:checks?|verification)|backup(?:s| jobs?| verification)|conditional access|code ?owners)\b|\b(?:left out of|excluded? [^.;]{0,30}from|exempt(?:ed)? from|not part of|taken off|skip(?:ped)? (?:in|by|during))\b[^.;]{0,20}\b(?:recertification|access reviews?|audits?|screening|scann?(?:s|ing)|monitoring|logging|inspections?|password policy|anti-?virus)\b|\b(?:turn|switch)(?:ed)?\b[^.;]{0,40}\b(?:audit|logging|monitoring|protection|screening|two-factor|multi-factor|mfa|2fa|anti-?virus|backups?|alerts)\b[^.;]{0,30}\boff\b|\bexception list\b[^.;]{0,30}\b(?:polic(?:y|ies)|firewall|scanner|password)\b|\binstall\b[^.;]{0,30}\b(?:root|ca) certificates?\b|\bopen\b[^.;]{0,20}\bports?\b[^.;]{0,20}\b(?:for|to|from)\b[^.;]{0,12}\b(?:any|all|every|everyone|everybody|the internet)\b/,
};

/** A record that is not true. */
const FALSIFIES: Sign = {
  says: "something is recorded that did not happen",
  words:
    "done completed complete passed inspected approved paid signed resolved verified tested status backdate backdated history logs log items",
  pattern:
    /\b(?:enter|set|mark|record|register|report|book|tick|log|file|confirm)(?:s|ed)?\b[^.;]{0,60}(?:\bas (?:done|completed?|passed|inspected|approved|paid|received|signed|resolved|verified|tested)|\bto "?(?:completed?|done|approved|passed)"?)\b[^.;]{0,50}\b(?:if|also|even|although|while|where|whether|on)\b[^.;]{0,90}\b(?:not|cannot|can't|absent|unavailable|missing|unanswered|unreachable|or not)\b|\bbackdat\w+|\b(?:clear|close|delete|empty|wipe|purge|remove)\b[^.;]{0,30}\b(?:(?:browser|terminal|shell|command|bash) (?:history|logs?)|recoverable items|recycle bin|sent items|event logs?)\b/,
};

/** Somebody in particular wins. */
const FAVOURS: Sign = {
  says: "somebody in particular is favoured",
  words: "score rating grade mark points first second administrator admin owner",
  pattern:
    /\bgive\b[^.;]{0,20}\b(?:score|rating|grade|marks?|points?)\b[^.;]{0,20}\bto (?:all|every|each|any)\b|\b(?:of|by|from) [^;]{3,40} (?:are|is) (?:opened|ranked|placed|considered|listed|named|shown) first\b|\b(?:second|additional|another|extra|hidden|shadow) (?:[\w-]+ )?(?:administrator|admin|superuser)\b/,
};

export const SIGNS = {
  falsifies: FALSIFIES,
  favours: FAVOURS,
  actsAs: ACTS_AS,
  exposes: EXPOSES,
  elsewhere: ELSEWHERE,
  skims: SKIMS,
  prevails: PREVAILS,
  mighty: MIGHTY,
  guards: GUARDS,
  hidden: HIDDEN,
  quiet: QUIET,
  pretended: PRETENDED,
  unasked: UNASKED,
  fixed: FIXED,
  judges: JUDGES,
  exempt: EXEMPT,
  spends: SPENDS,
  destroys: DESTROYS,
  grants: GRANTS,
  weakens: WEAKENS,
  obeys: OBEYS,
  remembers: REMEMBERS,
  believed: BELIEVED,
  sends: SENDS,
  private: PRIVATE,
  excused: EXCUSED,
  hunts: HUNTS,
  spreads: SPREADS,
  forMachines: FOR_MACHINES,
} as const satisfies Readonly<Record<string, Sign>>;

export type SignName = keyof typeof SIGNS;

/** One bit for each sign. */
export const SIGN_BIT = Object.fromEntries(
  (Object.keys(SIGNS) as SignName[]).map((name, index) => [name, 1 << index]),
) as Readonly<Record<SignName, number>>;
