/** What people ask to have done: base forms of verbs that are no common name of a person, place or company. */
export const VERBS: ReadonlySet<string> = new Set(
  `abort accept access accomplish achieve acknowledge acquire activate adapt add address adjust administer
adopt advertise advise aggregate agree aim alert align allocate allow allowlist alter amend analyse analyze
animate annotate announce anonymise anonymize answer anticipate appeal append apply appoint appraise approve
approximate archive argue arrange arrive ask assemble assert assess assign assist associate assume assure
attach attempt attend audit authenticate author authorise authorize autocomplete autofill automate avoid
await backup bake balance begin benchmark bid bind block blocklist blur book boot borrow brainstorm brief
broadcast browse budget build bundle buy bypass cache calculate calibrate call cancel capitalize caption
capture cast categorise categorize celebrate certify chain change charge chart chat check choose churn cite
claim clarify classify clean clear click clone close cluster coach code collaborate collapse collate collect
colorize combine comment commit communicate compare compile complain complete comply compose compress
compute concatenate conclude condense conduct configure confirm connect consider consolidate construct
consult consume contact contain containerize continue contribute control convert convince cool coordinate
copy correct correlate count crash crawl create critique crop curate customise customize cut debate debug
decide declare decline decode decommission decompose decompress decorate decrease decrypt deduce deduct
deduplicate defer define degrade delay delegate delete deliver demonstrate demux denoise deploy deprecate
deprovision derive describe deserialize design detect determine develop diagnose dial dictate diff digest
digitize disable disassemble discard disconnect discover discuss disinfect dismiss dispatch display
distribute divide document donate downgrade download draft drag drain draw drop dump duplicate earn edit
educate eject elaborate eliminate email embed emit emulate enable encode encourage encrypt enforce engage
enhance enlarge enquire enrich enrol enroll ensure enter enumerate equalize erase escalate escape establish
estimate evaluate evict examine exchange exclude execute exercise exit expand expect expire explain explore
export expose extend extract facilitate fail failover fax fetch figure file fill filter finalize find finish
fix flag flap flash flatten focus follow forecast forget fork format formulate forward freeze fulfil fulfill
gather generate geocode grade graduate group grow guarantee guide handle harden harvest hash heat help hide
highlight hire hook host hover hydrate identify ignore illustrate implement import improve include increase
index infer inform ingest initialise initialize initiate inject inquire insert inspect install instantiate
instruct instrument insure integrate interact intercept interpolate interpret interview introduce invalidate
inventory invert invest investigate invite invoice invoke isolate issue iterate join justify keep kill label
launch leak learn leave lemmatize lend lint list listen litigate load loan localise localize locate lock log
login logout lookup loop lower mail maintain manage manipulate map match maximize measure meditate meet
memorize mention merge message migrate minify minimize mirror mitigate mix mock model moderate modernize
modify monitor move multiply mute mux name narrate navigate negotiate normalise normalize notarize note
notify nurture obfuscate observe obtain offboard offer onboard open operate optimise optimize orchestrate
order organise organize outline output overflow overlay override overwrite package paginate paint pair
parallelize paraphrase parse partition paste patch pause pay perform permit persist personalize pick pin
ping pivot place plan play plot poll populate post practice predict prefer prefill prepare prescribe present
preserve press prevent preview print prioritise prioritize probe process procure produce profile program
project promote prompt pronounce proofread propose protect prototype prove provide provision publish pull
purchase purge push qualify quantify quarantine query quit quote raise randomize rank rate react read rebase
reboot rebuild recall recap receive recognise recognize recommend reconcile reconfigure reconstruct record
recover recruit recycle redact redeem redeploy redesign redirect redo reduce reexport refactor refer refine
reformat refresh refund refuse regenerate register regress rehearse reimburse reimport reindex reinstall
reject relabel relate relax release reload relocate remember remind remove remux rename render renew rent
reorder reorganize repair repeat rephrase replace replicate reply report reproduce request require rerun
reschedule research reserve reset reshape resize resolve respawn respond restart restore restrict
restructure resubmit resume retarget retire retouch retrain retrieve retry return reuse revalidate reveal
reverse revert review revise revisit revoke rewrite rhyme roll rollback rotate route run sample sandbox
sanitise sanitize save scaffold scale scan schedule score scrape screen screenshot scroll search secure seek
segment select sell send serialize serve set setup share sharpen shift ship shorten show shred shuffle shut
sign signal simplify simulate sing sketch sleep smooth snapshot solve sort spawn specify spell spellcheck
spend split stabilize stage standardize start stitch stop store stream streamline strengthen structure study
stylize submit subscribe substitute subtitle subtract suggest summarise summarize supervise support suppress
suspend swap swipe switch sync synchronise synchronize syndicate synthesise synthesize tag tail talk tap
teach terminate test text thank think throttle timeout tip toggle tokenize trace track trade train transcode
transcribe transfer transform translate transliterate transmit transpose travel traverse triage trigger trim
troubleshoot truncate turn tutor tweak tweet type unblock uncheck uncover understand undo unfollow uninstall
unlock unmount unpack unpair unshorten unsubscribe untar untick unzip update upgrade upload upscale upsell
utilise utilize vacuum validate vectorize verify view virtualize visit visualise visualize volunteer vote
wait warn wash watch watermark weigh whitelist wipe withdraw withhold work wrap write zip zoom`.split(/\s+/),
);
