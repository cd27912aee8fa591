/** What tasks are about: common nouns and a few adjectives, none of which alone says who, where or when. */
export const NOUNS: ReadonlySet<string> = new Set(
  `ability abstract abstraction academic acceptance accessibility accident accommodation account accountant
accounting accuracy action active activity actor actuary ad adapter addition adjustment admin administration
administrator adult advantage advert advertisement advertising advice advisory affiliate affordable age
agency agenda agent aggregation agreement aircraft airfare airline airport alarm album algebra algorithm
alias alignment allergen allocation allowance alternative altitude ambulance amendment amount analysis
analyst analytics anchor angle animal animation anniversary annotation announcement annual anomaly anonymous
antenna antivirus apartment app appearance appendix appetizer appliance applicant application appointment
appraisal approach approval architecture area argument arithmetic array arrival article artifact artist
artwork aspect assembly assertion assessment asset assignment assistance assistant association assumption
astronomy asynchronous attachment attack attendance attendee attention attic attitude attribute auction
audience audio audiobook auditor authentication authority authorization automatic automation availability
available avatar average award baby babysitter backend background backlog badge banner barcode barista
baseline basement basket batch bathroom battery bean bedroom beginner behavior behaviour benefit beverage
bibliography bike bilingual billing binary biography biology birthday biweekly blog blogpost blueprint
bluetooth blurry boilerplate bonus booking bookkeeping booklet bookmark boss bot bottle bottleneck bounce
boundary box branch branding breach bread breakfast brightness brochure broker browser brunch bubble bucket
buffer buffet bug bulb bulletin bus business button buyer byte caching cake calculation calculator calendar
calibration calorie camera campaign campsite candidate canvas capability capacity card cardio career cargo
carpet carrier cart cartoon case cash cat catalog catalogue category catering cause ceiling cell celsius
census centimeter certificate certification chair challenge changelog channel chapter character charger
chatbot cheap cheapest checklist checkout checkpoint checksum cheese chemistry child choice chord chore
chunk cinema circle circuit citation class classification classifier classmate classroom clause cleaner
cleaning cleanup client climate clinic clip clipboard clock closet cloth clothes clothing cloud coaching
codebase codec coffee coin collaboration colleague collection collision color colour column combination
comedy command commerce commission commitment committee communication community commute company comparison
compatibility compensation competition competitor compiler complaint completion complexity compliance
component composition compost compression computer computing concept concert conclusion concurrent condition
conference confidence configuration confirmation conflict connection connectivity connector consensus
consent console consolidation constraint construction consultant consultation consumer consumption container
content contest context contract contractor contrast contribution contributor controller conversation
conversion cookie cooking copay copyright copywriting correction correlation correspondence corrupt cost
counter country coupon course coursework courtesy cover coverage coworker crawler crawling creation
creativity creator credential credit crisis criteria criterion crochet crypto cryptocurrency cryptography
cuisine culture cup currency curriculum cursive cursor curtain curve custom customer customization cycle
daily dashboard data database dataset date day deadline dealer debt debugger debugging decision deck
declaration decoder decoration deductible deduction default defect defense deficit definition degree
deletion delivery demand demo demographics dentist dependency deployment deposit depth derivative
description designer desk desktop dessert destination detail detection detector developer development
deviation device devops diagnosis diagnostics diagram dialog dialogue diary dictation dictionary diet
difference differential difficulty digit digital dimension dinner diploma direction directory disaster
disclosure discount discovery discrepancy discussion dish dishwasher disk dispute distance distribution
diversity dividend doctor documentation dog domain donation doodle door dosage downtime drama drawing dress
driver driveway driving drone duct duration duty earnings ebook ecommerce economics economy edition editor
editorial education educational effect efficiency effort election electrician electricity electronic element
elevation eligibility embedding embroidery emergency emission emoji emotion employee employer employment
empty encoder encoding encryption endpoint energy engagement engine engineer engineering enhancement
entertainment entity entry environment episode equation equipment equity error essay estimation etf ethics
evaluation event evidence exam example exception exclusion execution executive exhibition expansion
expectation expenditure expense experience experiment expert expertise expiration expired expiry explanation
exploration exposure expression extension external extraction extractor face facility factor fahrenheit
failure fallback family fare fashion fast faucet feature fee feed feedback fence fertilizer fiction field
filename filing film finance financial financing finding fintech firewall firmware fitness flashcard fleet
flight flow flowchart flyer folder follower following followup font food football footnote forecasting
foreground form formatter formatting formula forum foundation frame framework fraud freelance freelancer
freezer frequency fridge frontend fuel fullstack function functionality fund funding funnel furnace
furniture fuse gadget gallery gallon game gaming garage garden gardening gas gateway generation generator
genre geography geolocation geometry gift glossary glucose gluten goal goods governance government gradient
gram grammar graph graphic graphics graphql grass grid grievance groceries grocery growth guest guidance
guideline guitar gutter gym habit halal handwriting handwritten hardware hashtag headcount header heading
headline health healthcare healthy heart heartbeat heater heatmap height helpdesk hierarchy hiking
historical history hobby holiday homepage homework horizontal horoscope hospital hosting hostname hotel
hotfix hour hourly household housing hr humidity hydration hygiene hypothesis icon idea ideation identifier
identity idiom idle illustration image impact implementation importance improvement inactive inch incident
income incremental indexing indicator individual industry inference inflation influencer information
infrastructure ingestion ingredient initiative injection innovation input inquiry insight inspection
inspiration installation installer instance instruction insurance integer integration integrity intent
interaction interactive interest interface intern internal internet internship interpretation interval
introduction intrusion invalid invention investigation investment investor invitation isolation item
iteration itinerary jacket job jogging joke journal journalist junk keto kettle keyboard keyframe keyword
kids kilogram kilometer kilometre kitchen knitting knowledge kosher laboratory lamp landlord landscape
language laptop latency latest latitude laundry law lawn lawsuit lawyer layer layout lead leaderboard
leadership learner learning lease lecture ledger leftovers legal legislation lemma length lesson letter
level liability library licence license lifecycle lifestyle light lighting limit limitation line link linter
liquidity listener listing liter literature litigation litre living local localization location lockfile
logging logic logistics logo longitude loss loyalty luggage lunch lyrics machine macro magazine mailbox
mailing maintenance malware management manager manual manufacturer manufacturing manuscript mapping margin
marinade markdown market marketing marketplace material math mathematics matrix matter meal meaning
measurement meat mechanic media median medical medication medicine medium meeting member membership meme
memo memory mentee mentor menu merchandise merchant merger messaging metadata meter method methodology
metric microphone microservice microwave middleware migration mile milestone milk minimum minute missing
misspelling mistake mitigation mixer mobile mobility mockup mode modeling modelling moderation modification
module moisture moment money monitoring month monthly mood mortgage motion motor mouse movie mower
multilingual mural museum music musician mutation nanny narration narrative navigation nda nearby nearest
negotiation neighbor nested network networking news newsletter newspaper night nightly noise noisy
normalization notary notebook notice notification novel novelty number numeric numerical nurse nutrition
object objective observation obstacle occupation office offline onboarding online ontology operation
operator opinion opponent opportunity optimization option orchestration organisation organization
orientation origami origin ounce outage outcome outdated outfit outlook oven overdue overview owner
ownership packaging packet page pagination painting paleo palette panel paper paragraph paralegal parallel
parallelism parameter parcel parent parking parser parsing participant partner partnership party pass
passage passenger passkey passport password pasta patent path patient pattern payload payment payout payroll
peer penalty pending people percentage perception performance period permission persona personality
personnel perspective pet pharmacist pharmacy phase philosophy phone photo photograph photographer
photography phrase physician physics picture pipe pipeline pixel pizza plaintext planner planning plant
plate platform player playground playlist plugin plumber plumbing podcast poem poetry point policy pool
popular popularity population port portal portfolio portion portrait position postcard poster pottery
precision prediction preference premium preparation prerequisite prescription presence presentation preset
pressure prevention price pricing printer printing priority privacy private privilege probability problem
procedure processing processor procurement producer product production productivity profession profit
profitability programmer programming progress pronunciation proof property proposal protection protein
protocol provider provisioning proxy pruning psychology public publication publicity publisher publishing
purpose puzzle qualification quality quantity quarter quarterly question questionnaire queue quiz quota
quotation radio rainfall random range ranking rating ratio reaction readability reader readme reason receipt
receiver recent receptionist recipe recipient recognition recommendation reconciliation recorder recording
recovery recruiter recruitment recurring recursive recycling reduction redundancy refactoring reference
referral refill regex region registration registry regression regulation reimbursement relation relationship
relevance reliability reminder remix remote removal rendering renewal rental replacement replay replica repo
reporter reporting repository representation representative reputation requirement researcher reservation
resident resilience resolution resource response responsibility responsive restaurant restriction result
retailer retention retrieval retrospective revenue reversal reviewer revision reward rhythm risk roadmap
robot role roof room roommate roster rotation router routine routing row rule runbook runtime safety salary
sale sales sampling sanctions satellite satisfaction sauce saving savings scanner scanning scenario scene
scheduled scheduler scheduling schema scholarship school science scientific scientist scope scoreboard
scraper scraping screenplay scribble script scripting sculpture season seat secret section sector security
seedling segmentation selection selector semantic semantics seminar sender senior sensor sentence sentiment
sequence series server service session setting settlement severity sewing shape shareholder sharing sheet
shell shipment shipping shirt shoe shop shopping shortcut shortlist showcase shower showtime sibling
signature signup simulation simulator sink site sitemap situation size skill slang slide slideshow slogan
slot slow snack snippet soccer socket sofa software soil solution song sorting soundtrack soup source space
spam speaker specification spectrum speech speed spelling sponsor sponsorship sport spreadsheet sprint stack
staff staging stakeholder stale standard standup startup statement statistic statistical statistics status
steps sticker stock storage story storyboard storytelling stove strategy streaming strength string student
studio style stylesheet subdomain subject submission subnet subscriber subscription subtask sugar suggestion
suite summary supervisor supplement supplier supply surgeon surgery survey sustainability swimming syllabus
symbol symptom synchronization synonym syntax synthesis system table tablespoon tablet tactic tagging talent
target tariff task tax taxes taxonomy teacher teaching team teammate teamwork teaspoon technical technician
technique technology teenager telemetry telephone television temperature template tenant tender tension term
terminal terminology terms tester testimonial testing textbook texture theater theatre theme theory
therapist therapy thermostat thesaurus thesis thread threat threshold thumbnail ticket tile time timeline
timer timesheet timestamp timezone tire title toaster toddler todo toilet token tokenizer tomato tone tool
toolkit tooltip tooth topic topology tour tourism tourist tournament tracing tracker tracking traffic
trailer training trait transaction transcript transcription transformation transformer transit transition
translation translator transparency transparent transport transportation traveler treatment tree trend trial
trip troubleshooting tuning tutorial typing typo typography ultrasound unit unpaid unread unused upcoming
uptime urgent usability usage user username utility utilization vacancy vacation vaccination vaccine
validation validator valuation value variable variance variant variation vault vegan vegetable vegetarian
vehicle vendor vent venue verb verification version versioning vertical veterinarian video viewer viewpoint
violation virtual visibility vision visitor visual visualization vitamin vocabulary vocals voice voicemail
volatility voltage volume voting voucher vulnerability waiter wallet wallpaper warehouse warning warranty
washer waste water weather web webcam webhook webinar webpage website wedding week weekly weight wellness
wheel whiteboard widget wifi window wish wishlist withdrawal woodworking word wording workaround workbook
worker workflow workforce workload workout workplace worksheet workshop workspace world wrapper writer
writing year yearly yoga`.split(/\s+/),
);
