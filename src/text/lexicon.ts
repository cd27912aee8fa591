/** Pairs of words that mean one: `look up` → query. Applied before single words are judged. */
export const PHRASES: ReadonlyMap<string, string> = table(`
look+up query | look+for search | search+for search | find+out find | figure+out find | back+up backup
backed+up backup | backing+up backup | set+up setup | sign+up register | sign+in login | log+in login | log+on login
log+out logout | sign+out logout | clean+up cleanup | tidy+up cleanup | roll+back rollback | follow+up followup
to+do todo | turn+on enable | switch+on enable | turn+off disable | switch+off disable | shut+down stop
boil+down summarize | sum+up summarize | write+up document | speed+up optimize | get+rid remove | throw+away delete
take+down remove | pull+request review | merge+request review | cut+out crop | keep+track track | check+out checkout
white+board whiteboard | web+site website | web+page webpage | screen+shot screenshot | time+sheet timesheet
data+base database | spread+sheet spreadsheet | e+mail email | pay+roll payroll | play+list playlist`);

/** Other words and spellings for the same thing; the right side is in the vocabulary. */
export const SYNONYMS: ReadonlyMap<string, string> = table(`
sent send | wrote write | written write | found find | bought buy | sold sell | built build | chose choose
chosen choose | drawn draw | drawing draw | began begin | begun begin | kept keep | left leave | lent lend
met meeting | paid pay | ran run | running run | sang song | shown show | spent spend | spoke talk
taught teach | thought think | understood understand | went visit | won award | woke alarm | froze freeze
frozen freeze | forgot forget | forgotten forget | hidden hide | hid hide | swapped swap | reset reset | put place
mp3 audio | mp4 video | photos photo | pic photo | pics photo | pictures picture
docs document | doc document | repos repository | repo repository | config configuration | configs configuration
info information | prs review | pr review | mails email | mail email | emails email | e-mail email | e-mails email
stats statistics | specs specification | spec specification | auth authentication | env environment
envs environment | db database | dbs database | k8s kubernetes | postgresql postgres | golang golang
js javascript | nodejs node.js | analyse analyze | summarise summarize | organise organize
optimise optimize | normalise normalize | prioritise prioritize | categorise categorize | customise customize
initialise initialize | synchronise sync | synchronize sync | recognise recognize | anonymise anonymize
sanitise sanitize | synthesise synthesize | visualise visualize | localise localize | utilise utilize
authorise authorize | colour color | catalogue catalog | licence license | theatre theater | behaviour behavior
organisation organization | kilometre kilometer | litre liter | modelling modeling | fulfil fulfill | enrol enroll
followups followup | criteria criterion | indices index | matrices matrix | analyses analysis | media media
children child | people people | data data | queries query | lookups lookup | lookup query | videos video
slides presentation | slideshow presentation | deck presentation | flights flight | taxes tax | lights light`);

/** What a file name says without its name: the kind of its content. */
export const FILE_KINDS: ReadonlyMap<string, string> = table(`
jpg image | jpeg image | png image | gif image | webp image | heic image | heif image | bmp image | tif image
tiff image | svg image | avif image | raw image | ico image | psd image | cr2 image | mp4 video | mov video | mkv video
avi video | webm video | m4v video | wmv video | flv video | mp3 audio | wav audio | flac audio | ogg audio | m4a audio
aac audio | opus audio | aiff audio | pdf pdf | doc document | docx document | odt document | rtf document
txt text | md markdown | tex latex | epub ebook | mobi ebook | xls spreadsheet | xlsx spreadsheet | ods spreadsheet
csv csv | tsv csv | numbers spreadsheet | ppt presentation | pptx presentation | odp presentation | key presentation
json json | jsonl json | yaml yaml | yml yaml | xml xml | toml toml | ini configuration | conf configuration
html html | htm html | css css | sql sql | sqlite sqlite | db database | parquet dataset | zip archive | tar archive
gz archive | tgz archive | 7z archive | rar archive | bz2 archive | xz archive | log log | py python | js javascript
mjs javascript | ts typescript | tsx typescript | jsx javascript | java code | kt kotlin | swift code | go golang
rs rust | rb code | php php | c code | cpp code | h code | cs code | sh script | bash script | ps1 script | bat script
ipynb jupyter | tf terraform | eml email | msg email | ics calendar | vcf contact | srt subtitle | vtt subtitle
ttf font | otf font | woff font | woff2 font | stl model | obj model | blend blender | fig figma | dwg cad | gpx route
kml map | geojson geojson | pem certificate | crt certificate | lock lockfile | exe binary | dmg installer | apk android
iso image`);

function table(text: string): ReadonlyMap<string, string> {
  const entries = text
    .trim()
    .split(/[|\n]/)
    .map((line): [string, string] => {
      const [from = "", to = ""] = line.trim().split(" ");
      return [from.replace("+", " "), to];
    });
  return new Map(entries);
}
