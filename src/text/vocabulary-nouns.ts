/** What tasks are about: common nouns and a few adjectives, none of which alone says who, where or when. */
export const NOUNS: ReadonlySet<string> = new Set(
  `ability abstract abstraction acceptance accessibility accident accommodation account accountant accounting
accuracy action activity actor ad adapter addition adjustment admin administration administrator adult
advantage advert advertisement advertising advice advisory affiliate age agency agenda agent aggregation
agreement aircraft airfare airline airport alarm album algebra algorithm alias alignment allocation
allowance alternative altitude ambulance amendment amount analysis analyst analytics anchor angle animal
animation anniversary annotation announcement annual anomaly anonymous answers antenna antivirus apartment
app appearance appendix appliance applicant application appointment appraisal approach approval apps
architecture area argument arithmetic array arrival article artifact artist artwork aspect assembly
assertion assessment asset assignment assistance assistant association assumption astronomy asynchronous
attachment attack attendance attendee attention attitude attribute auction audience audio audiobook
authentication authority authorization automatic automation availability avatar average award backend
background backlog badge barcode baseline basket batch battery beginner behavior behaviour benefit beverage
bibliography bike bilingual billing binary biography biology birthday blog blogpost blueprint bluetooth
boilerplate bonus booking bookkeeping booklet bookmark bot bottleneck bounce boundary box branch branding
breach breakfast brightness brochure broker browser bubble bucket buffer bug bulletin bus business button
buyer byte caching calculation calculator calendar calibration calorie camera campaign campsite candidate
canvas capability capacity card career cargo carrier cart cartoon case cash catalog catalogue category cause
cell celsius census centimeter certificate certification challenge changelog channel chapter character
charger chatbot checklist checkout checkpoint checksum chemistry child choice chord chore chunk cinema
circle circuit citation class classification classifier classroom clause cleaner cleaning cleanup client
climate clinic clip clipboard clock closet cloth clothes clothing cloud coaching codebase codec coffee coin
collaboration colleague collection collision color colour column combination comedy command commerce
commission commitment committee communication community commute company comparison compatibility
compensation competition competitor compiler complaint completion complexity compliance component
composition compression computer computing concept concert conclusion concurrent condition conference
confidence configuration confirmation conflict connection connectivity connector consensus consent console
consolidation constraint construction consultant consultation consumer consumption contacts container
content contest context contract contractor contrast contribution contributor controller conversation
conversion cookie cooking copyright copywriting correction correlation correspondence corrupt cost counter
country coupon course coursework courtesy cover coverage crawler crawling creation creativity creator
credential credentials credit crisis criteria criterion crypto cryptocurrency cryptography cuisine culture
currency curriculum cursor curve custom customer customization cycle daily dashboard data database dataset
date day days deadline dealer debugger debugging decision deck declaration decoder decoration deduction
default defect defense deficit definition degree deletion delivery demand demo demographics dentist
dependency deployment deposit depth derivative description designer desk desktop destination detail
detection detector developer development deviation device devops diagnosis diagnostics diagram dialog
dialogue diary dictation dictionary diet difference difficulty digit digital dimension dinner diploma
direction directory disaster disclosure discount discovery discrepancy discussion dish disk dispute distance
distribution diversity dividend doctor documentation domain donation door downtime drama drawing driver
driving drone duration duty earnings ebook ecommerce economics economy edition editor editorial education
educational effect efficiency effort election electrician electricity electronic electronics element
elevation eligibility embedding emergency emission emoji emotion employee employer employment encoder
encoding encryption endpoint energy engagement engine engineer engineering enhancement entertainment entity
entry environment episode equation equipment equity error essay estimation ethics evaluation event evidence
exam example exception exclusion execution executive exhibition expansion expectation expenditure expense
experience experiment expert expertise expiration expired expiry explanation exploration exposure expression
extension extraction extractor face facility factor fahrenheit failure fallback family fare fashion feature
fee feed feedback fiction field filename filing film finance financial financing finding fintech firewall
firmware fitness flashcard fleet flight flow flowchart flyer folder follower following followup font food
football footnote forecasting foreground form formatter formatting formula forum foundation frame framework
fraud freelance freelancer frequency frontend fuel fullstack function functionality fund funding funnel
furniture gadget gallery gallon game gaming garage gas gateway generation generator genre geography
geolocation geometry gift glossary goal goods governance government gradient grammar graph graphic graphics
graphql grid grievance groceries grocery growth guest guidance guideline guitar gym habit hardware hashtag
headcount header heading headline health healthcare healthy heatmap height helpdesk hierarchy hiking
historical history hobby holiday homepage homework horoscope hospital hosting hostname hotel hotfix hour
hourly household housing humidity hygiene hypothesis icon idea ideation identifier identity idiom idle
illustration image impact implementation importance improvement inch incident income incremental indexing
indicator individual industry inference inflation influencer information infrastructure ingestion ingredient
initiative injection innovation input inquiry insight inspection inspiration installation installer instance
instruction insurance integer integration integrity intent interaction interactive interest interface intern
internet internship interpretation interval introduction intrusion invalid invention investigation
investment investor invitation isolation item iteration itinerary job joke journal journalist junk keyboard
keyframe keyword kilogram kilometer kilometre kitchen knowledge laboratory landscape language laptop latency
latest latitude laundry law lawsuit lawyer layer layout lead leaderboard leadership learner learning lease
lecture ledger legal legislation lemma length lesson letter level levels liability library licence license
lifecycle lifestyle light lighting limit limitation line lines link links linter liquidity listener listing
liter literature litigation litre local localization location lockfile logging logic logistics logo
longitude loss loyalty luggage lunch lyrics machine macro magazine mailbox mailing maintenance malware
management manager manual manufacturer manufacturing manuscript mapping margin markdown market marketing
marketplace material math mathematics matrix matter meal meaning measurement media median medical medication
medicine medium meeting member membership meme memo memory menu merchandise merchant merger messaging
metadata meter method methodology metric metrics microphone microservice middleware migration milestone
minimum minute missing misspelling mistake mitigation mobile mobility mockup mode modeling modelling
moderation modification module moment money monitoring month monthly mood mortgage motion motor mouse movie
multilingual museum music musician mutation narration narrative navigation nearby negotiation network
networking news newsletter newspaper night nightly noise normalization notebook notes notice notification
novel novelty number numeric numerical nutrition object objective objects observation obstacle occupation
office offline onboarding online ontology operation operator opinion opponent opportunity optimization
option orchestration organisation organization orientation origin ounce outage outcome outfit outlook
overdue overview owner ownership packaging packet page pagination painting palette panel paper papers
paragraph parallel parallelism parameter parcel parent parking parser parsing participant partner
partnership party pass passage passenger passkey passport password patent path patient pattern payload
payment payout payroll peer penalty pending people percentage perception performance period permission
persona personality personnel perspective phase philosophy phone photo photograph photographer photography
phrase physician physics picture pipeline pixel plaintext planner planning plant plants plate platform
player playground playlist plugin plumber podcast poem poetry point policy pool popularity population port
portal portfolio portion portrait position postcard poster precision prediction preference premium
preparation prerequisite prescription presence presentation preset pressure prevention price pricing printer
printing priority privacy private privilege probability problem procedure processing processor procurement
producer product production productivity profession profit profitability programmer programming progress
pronunciation proof property proposal protection protein protocol provider provisioning proxy psychology
public publication publicity publisher publishing purpose puzzle qualification quality quantity quarter
quarterly question questionnaire questions queue quiz quota quotation radio rainfall random range ranking
rating ratio reaction readability reader readme reason receipt receiver recent recipe recipient recognition
recommendation reconciliation recorder recording recovery recruiter recruitment recurring recursive
recycling reduction redundancy refactoring reference referral regex region registration registry regression
regulation reimbursement relation relationship relevance reliability reminder remix remote removal rendering
renewal rental replacement replay replica repo reporter reporting repository representation representative
reputation requirement researcher reservation resident resilience resolution resource response
responsibility responsive restaurant restriction result retailer retention retrieval retrospective revenue
reversal reviewer revision reward rhythm risk roadmap robot role room roster rotation router routine routing
row rule runbook runtime safety salary sale sales sampling sanctions satellite satisfaction saving savings
scanner scanning scenario scene scheduled scheduler scheduling schema scholarship school science scientist
scope scoreboard scraper scraping screenplay script scripting season seat secret section sector security
segmentation selection selector semantic semantics seminar sender sensor sentence sentiment sequence series
server service session setting settings settlement severity shape shareholder sharing sheet shell shipment
shipping shop shopping shortcut shortlist showcase showtime signature signup simulation simulator site
sitemap situation size skill slang slide slides slideshow slogan slot slow snippet soccer software solution
song sorting soundtrack source space spam speaker specification spectrum speech speed spelling sponsor
sponsorship sport sports spreadsheet sprint stack staff staging stakeholder standard standup startup
statement statistic statistical statistics status steps stock stocks storage story storyboard storytelling
strategy streaming strength string student studio style stylesheet subdomain subject submission subnet
subscriber subscription subtask suggestion suite summary supplier supply surgery survey sustainability
syllabus symbol symptom synchronization synonym syntax synthesis system table tablet tactic tagging talent
target tariff task tax taxes taxonomy teacher teaching team teamwork technical technician technique
technology telemetry telephone television temperature template tenant tender tension term terminal
terminology terms tester testimonial testing textbook texture theater theatre theme theory therapist therapy
thermostat thesaurus thesis thread threat threshold thumbnail ticket time timeline timer timesheet timestamp
timezone title todo token tokenizer tone tool toolkit tooltip topic topology tour tourism tourist tournament
tracing tracker tracking traffic trailer training trait transaction transactions transcript transcription
transformation transformer transit transition translation translator transparency transport transportation
traveler treatment trend trial trip troubleshooting tuning tutorial typing typo typography unit units unread
unused upcoming uptime urgent usability usage user username utility utilization vacancy vacation validation
validator valuation value variable variance variant variation vault vegan vegetable vegetarian vehicle
vendor venue verb verification version versioning video videos viewer viewpoint violation virtual visibility
vision visitor visual visualization vocabulary voice voicemail volatility voltage volume voting voucher
vulnerability wallet wallpaper warehouse warning warranty waste weather web webcam webhook webinar webpage
website wedding week weekly weeks weight wellness whiteboard widget wifi window wish wishlist withdrawal
word wording words workaround workbook worker workflow workforce workload workout workplace worksheet
workshop workspace world wrapper writer writing year yearly years`.split(/\s+/),
);
