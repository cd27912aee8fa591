/**
 * Words of the vocabulary that are also people, places or companies (Larry
 * Page, Reading, Target, Jenkins). They are dropped wherever a name could
 * stand, and whenever they are capitalised beside another capitalised word.
 */
export const NAME_WORDS: ReadonlySet<string> = new Set(
  `block bike case cash child city cloud coin counter crop day driver field job key law light line link loan market merchant
mouse night page patch peer plant pool post price reading room shell ship story target tone trace tune week word world`.split(
    /\s+/,
  ),
);

/** Tools that bear a common first or last name: kept only where the sentence treats them as a tool. */
export const NAME_TOOLS: ReadonlySet<string> = new Set(
  "jenkins kafka travis puppet chef cassandra jasmine hugo ruby julia claude alexa siri gemini jekyll gatsby brew".split(
    " ",
  ),
);

/** Nouns that follow a tool and never a person. */
export const TOOL_NOUNS: ReadonlySet<string> = new Set(
  "calendar sheets docs drive maps account ads analytics database db warehouse ticket tickets tracking order orders ride rides listing listings playlist excel word teams office outlook sdk cli integration webhook dashboard workspace cloud query sql instance crm pipeline pipelines job jobs build builds server servers cluster topic topics queue plugin agent script scripts code api app skill gem package module test tests consumer producer broker database table keyspace site recipe cookbook manifest notebook prompt".split(
    " ",
  ),
);

/** After these a bare name is likely: "email page", "with price", "from reading". */
export const BEFORE_NAMES: ReadonlySet<string> = new Set(
  "ask tell remind invite email mail message text call phone ping contact thank greet meet notify pay with from by for to dear hi hey hello cc bcc and or near at mr mrs ms dr named".split(
    " ",
  ),
);

/** A form of address: whatever follows is a name, whatever its case. */
export const TITLES: ReadonlySet<string> = new Set(
  "mr mrs ms miss mx dr prof professor sir madam lord lady judge captain colonel general president senator aunt uncle grandma grandpa frau herr monsieur madame mme mlle señor señora señorita don doña signor signora st saint sheikh rabbi father sister brother".split(
    " ",
  ),
);

/** What introduces a name of something. */
export const NAMING: ReadonlySet<string> = new Set(
  "named called codename codenamed code-named nicknamed alias aka titled dubbed entitled username login-name".split(
    " ",
  ),
);

/** Ends of a street address: between a number and one of these stands its name. */
export const STREETS: ReadonlySet<string> = new Set(
  "street st road rd avenue ave lane ln drive dr boulevard blvd court ct square terrace way place alley parkway pkwy highway hwy close crescent row".split(
    " ",
  ),
);

/** Words that are also towns, where a town would stand ("a hotel in reading"). */
export const PLACE_WORDS: ReadonlySet<string> = new Set("reading mobile split sale trim tours".split(" "));

/** They belong to the name that follows: "project sunrise", "operation overlord". */
export const NAME_HEADS: ReadonlySet<string> = new Set(
  "project operation mission initiative campaign team".split(" "),
);

/** Companies and places whose names are made of plain words, as people type them without capitals. */
export const NAME_PHRASES: ReadonlySet<string> = new Set(
  `best buy|capital one|home depot|office depot|whole foods|dollar general|dollar tree|american express|general electric|general motors|general mills|union pacific|delta air|air france|air canada|british airways|united health|credit suisse|state farm|liberty mutual|wells fargo|morgan stanley|first republic|bed bath|trader joe|burger king|pizza hut|taco bell|in n|game stop|service now|open table|red hat|digital ocean|blue origin|virgin galactic|warner music|universal music|sony music|live nation|world bank|world health|health organization|red cross|united nations|white house|supreme court|salt lake|long beach|palm springs|new york|san francisco|los angeles|las vegas|south africa|united states|united kingdom|north korea|south korea|hong kong|cape town|mexico city|kansas city|market street|wall street|main street|silicon valley|financial times|new yorker|daily mail|daily telegraph|the times|washington post|consumer reports|design within|pottery barn|crate and|bath and|data dog|sales force|work day|snow flake|tik tok|master card|visa card|apple music|amazon prime|prime video|star wars|harry potter|taylor swift|stranger things`.split(
    "|",
  ),
);

/** Plain words that places and companies put beside their own: "port elizabeth", "mountain view". */
export const NAME_PARTS: ReadonlySet<string> = new Set(
  "port height store point view news country commerce channel medicine discovery hospital role song fork people unit pay work mobile broken close guest holiday style player deck boot lead gift major judge paint sugar grass boss garden heart daily".split(
    " ",
  ),
);

/** They open an organisation's name: "bank of …", "university of …". */
export const ORGANISATION_HEADS: ReadonlySet<string> = new Set(
  "bank university department ministry house church school college institute institution bureau office city state museum academy board council court association federation republic library society university hospital embassy government bishop kingdom port gulf isle".split(
    " ",
  ),
);

/** They close the name of an organisation or a place: "… solutions", "… university". */
export const ORGANISATION_TAILS: ReadonlySet<string> = new Set(
  `academy agency airline airlines airport apartments association associates bakery bank beverages brands capital
cafe clinic clinics club college communications company construction consulting council county design designs
diagnostics dynamics electronics energy engineering enterprise enterprises entertainment equity estate express
fitness foods foundation fund furniture gallery games garage group gym health healthcare holdings hospital hotel
hotels industries institute insurance interactive investments journal lab laboratories labs legal library logistics
magazine manufacturing market marketing media medical motors museum network networks partners pharma pharmacy
photography pizza plaza press products properties publishing records research resorts restaurant robotics school
security services shipping shop software solutions station store stores studio studios supply systems tech
technologies technology theater times tours trading transport travel trust union university utilities ventures
village works`.split(/\s+/),
);

/** Units that make a date or a span out of a number or "next". */
export const TIME_UNITS: ReadonlySet<string> = new Set(
  "second seconds minute minutes hour hours day days night nights week weeks weekend month months quarter quarters year years season semester term".split(
    " ",
  ),
);

/** What is told right before the secret itself. */
export const SECRET_NOUNS: ReadonlySet<string> = new Set("password passcode passwd pwd pin".split(" "));

/** What follows "password" without being one. */
export const PASSWORD_NOUNS: ReadonlySet<string> = new Set(
  "manager reset policy generator hash protection list vault field form change rotation strength page code number to in for from of and on a an the my so that into using with via is at by when if".split(
    " ",
  ),
);

/** Services that are as often the company that somebody works for, pays or reads about. */
export const COMPANY_TOOLS: ReadonlySet<string> = new Set(
  "airbnb anthropic binance bloomberg coinbase crunchbase dhl doordash ebay etsy facebook fedex hulu instacart microsoft nasdaq netflix nvidia openai oracle sap uber usps zillow adobe atlassian cloudflare databricks salesforce snowflake workday".split(
    " ",
  ),
);
