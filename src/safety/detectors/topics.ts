/** Vocabulary by meaning. A sentence without any of it is never looked at again. */
export const TOPIC = {
  override: 1,
  rules: 2,
  send: 4,
  destination: 8,
  erase: 16,
  tell: 32,
  person: 64,
  quiet: 128,
  consent: 256,
  reveal: 512,
  system: 1024,
  agentFile: 2048,
  secret: 4096,
  fetch: 8192,
  run: 16384,
  data: 32768,
  skip: 65536,
  distort: 131072,
  read: 262144,
  guard: 524288,
  foreign: 1048576,
  keep: 2097152,
  money: 4194304,
  flood: 8388608,
  spread: 16777216,
  watch: 33554432,
  grant: 67108864,
  expose: 134217728,
  bent: 268435456,
  machine: 536870912,
} as const;

/** The words of each topic, in small letters. */
export const TOPIC_WORDS: Readonly<Record<keyof typeof TOPIC, string>> = {
  override:
    "plausible believable credible fitting convenient morse caesar cipher braille backwards acrostic scrambled runes semaphore imaginary fictitious colleague ignore ignoring disregard forget override overrides overrule discard dismiss bypass abandon drop attention aside follow following obey bound supersede supersedes precedence replace replaces neglect void cancel suspend refuse question challenge second decline object push hesitate treat regard consider handle interpret trust priority authority importance",
  rules:
    "instruction instructions rule rules guideline guidelines directive directives prompt prompts policy policies constraint constraints guardrail guardrails restriction restrictions programming safeguard safeguards training orders told",
  send: "send sends sending upload uploads uploading post posts posting transmit forward forwarding exfiltrate email emails mail share submit push sync copy copies publish leak beacon relay deliver dispatch transfer report replicate mirror backup back stream bcc cc ship export include attach append ping notify sent submitted uploaded forwarded posted transmitted exported shared pushed copied emailed mailed delivered synced mirrored relayed published reported",
  destination: "http https server endpoint webhook url external remote third address host bucket ftp",
  erase:
    "delete deletes deleting remove removes erase wipe purge destroy shred truncate overwrite clear unlink encrypt corrupt drop reset format discard removing erasing wiping purging clearing emptying empty shredding removed deleted",
  tell: "tell telling mention mentioning inform informing notify notifying disclose disclosing reveal revealing show showing report alert alerting say announce reference log discuss acknowledge display surface expose warn explain describe output bring brought comment comments leave leaving summary summarise summarize mentioned shown reported explained listed disclosed noted discussed announced visible surfaced see know hear told informed aware asked draw list listing point pointing",
  person:
    "user users user's human humans operator owner person people anyone them him customer client reviewer contacts contact book friends followers colleagues coworkers employees chats channels",
  quiet:
    "silently secretly covertly quietly discreetly stealthily surreptitiously invisibly hide hidden conceal secret unnoticed trace traces tracks detection knows sees suspect suspects knowledge knowing noticing aware notice invisible confidential background scenes yourself stealth covert quiet internal between know told informed find",
  consent:
    "permission permissions approval approvals confirmation confirmations consent authorization authorisation asking confirm confirming ask prompt prompting approve approves review waiting wait approved authorized authorised consented agreed granted given preapproved preauthorized pre cleared restrictions checks once immediately away automatically diff delay notice warning hesitate hesitation hesitating pause waived omitted skipped question questions checking telling check verification left straight",
  reveal: "reveal print repeat output leak expose show display dump recite disclose verbatim share return",
  system: "system developer admin jailbreak jailbroken dan mode unrestricted im_start inst sys root god",
  agentFile:
    "soul agents claude heartbeat identity memory cursorrules settings hooks bootstrap tools openclaw gemini remember memorize memorise mind",
  secret:
    "password passwords passwd credential credentials token tokens secret secrets key keys apikey cookie cookies seed mnemonic keychain wallet wallets passphrase env environment ssh pin cvv otp card ssn 2fa word words phrase mac",
  fetch:
    "download downloads fetch curl wget pull get grab obtain retrieve visit load read open check install",
  run: "run runs execute executes launch start invoke eval install installs installer source paste click double open exe binary execution",
  data: "file files document documents backup backups database data record records folder folders directory conversation conversations transcript history messages message contacts contact output outputs result results spreadsheet photos logs log repository code content contents workspace chat chats emails inbox memory details report prompt prompts information photo invoice invoices clipboard screenshot",
  skip: "skip skips bypass disable disabling suppress circumvent evade auto autoapprove approve turn deactivate without never don don't not unrestricted no need",
  distort:
    "recommend recommends rank rate fabricate invent inflate deflate bias biased favor favour promote promotional advertise advertisement affiliate referral sponsored subtle subtly misleading false fake incorrect wrong bug bugs vulnerability backdoor regardless always never insert inject embed watermark disclaimer link links visit buy donate subscribe promo promotion bitcoin referrals claim report state",
  read: "read collect gather extract harvest dump grab copy list locate find search scan enumerate steal look capture record monitor",
  guard:
    "firewall antivirus defender gatekeeper sandbox quarantine selinux authentication tls ssl protection security sip verification sandboxing authorization authorisation audit certificate signature signatures checksum validation access csrf factor encryption mfa 2fa controls logging headers warnings checks check verify hooks hook reviews review anyway privacy settings scans features",
  foreign:
    "instrucciones istruzioni anweisungen anweisung instruktionen instrucoes precedentes usuario anteriores previas precedenti vorherigen vorherige bisherigen utilisateur consignes regles reglas regras regole regeln vorgaben utente utilizador benutzer nutzer anwender instructies regels instrukcje polecenia oublie oubliez olvida ignora vergiss ignoriere verfugung gestellt weitergeleitet weiterleiten ubermittelt ubermitteln gesendet geschickt ruckfrage zustimmung genehmigung freigabe entbehrlich entfallt confirmation signature transmettre transmis envoyer envoye confirmacion aprobacion enviar enviado reenviar inviare inviato inoltrare conferma approvazione encaminhar enviado confirmacao zonder goedkeuring doorsturen betaal betalen stuur nicht sans sin senza sem ohne systemprompt",
  keep: "password pass unzip extract archive zip rar 7z exe dmg prerequisite required requires",
  money:
    "iban bank account payment paypal wallet bitcoin btc eth sol deposit recipient payout beneficiary payee routing funds fund balance money amount coins usdc usdt usd eur dollars euros bc1 bc1q",
  flood:
    "requests request connections messages emails processes threads packets calls ddos dos syn flood loop fill",
  spread: "skill skills repository repositories repos workspace workspaces",
  watch:
    "keystrokes keypress keypresses presses press clipboard microphone webcam camera screen browsing activity location typing conversation conversations calls",
  grant:
    "password passcode pin recovery email 2fa owner admin administrator collaborator editor access rights right permission permissions privilege privileges cluster administratoraccess superuser sudo control role root domain admins iam 0",
  expose:
    "internet everyone world publicly public readable writable anyone company pastebin gist shared folder drive channel 0",
  bent: "regardless matter whether whatever even actually really case cases irrespective instead first over otherwise best top number points point score rating evaluation reward running checking verifying looking testing immediately place circumstances exception",
  machine: "ai llm llms agent agents model models assistant assistants human humans reader language",
};
