import { matchesOf } from "./matches.js";
/** What is known about an address, for judging what is sent to it or run from it. */
export type HostKind =
  | "local"
  | "placeholder"
  | "installer"
  | "forge"
  | "drop"
  | "address"
  | "shortener"
  | "unknown";

/** Where well-known tools publish the script that their manual tells people to pipe into a shell. */
const INSTALLERS = new Set(
  `astral.sh sh.rustup.rs rustup.rs bun.sh bun.com deno.land deno.com get.docker.com brew.sh get.pnpm.io pnpm.io
  install.python-poetry.org python-poetry.org get.sdkman.io sdkman.io fnm.vercel.app volta.sh get.volta.sh nixos.org
  install.determinate.systems ollama.com ollama.ai fly.io tailscale.com pkgs.tailscale.com get.helm.sh get.k3s.io
  k3s.io starship.rs foundry.paradigm.xyz cli.github.com nodesource.com deb.nodesource.com rpm.nodesource.com
  bootstrap.pypa.io pyenv.run mise.run mise.jdx.dev asdf-vm.com sh.vector.dev install.duckdb.org sdk.cloud.google.com
  dl.google.com awscli.amazonaws.com aka.ms get.microsoft.com packages.microsoft.com
  cli.doppler.com supabase.com vercel.com railway.com cli.new get.pulumi.com pulumi.com
  apt.releases.hashicorp.com releases.hashicorp.com download.docker.com claude.ai openclaw.ai clawhub.ai clawhub.com
  claude.com cursor.com code.visualstudio.com dl.k8s.io kubernetes.io getcomposer.org rvm.io get.rvm.io
  ohmyz.sh install.ohmyz.sh zed.dev pixi.sh micro.mamba.pm repo.anaconda.com anaconda.com micromamba.snakepit.net
  julialang.org install.julialang.org get-ghcup.haskell.org haskell.org opam.ocaml.org setup.atuin.sh atuin.sh
  just.systems temporal.download get.sfdx.com developer.salesforce.com encore.dev turso.tech get.tur.so cli.stripe.com
  install.speedtest.net sentry.io cli.sentry.dev modal.com opencode.ai goose.block.xyz get.wasmer.io wasmtime.dev
  dot.net dotnet.microsoft.com install.meteor.com get.opentofu.org opentofu.org get.jetify.com get.jetpack.io
  tea.xyz pkgx.sh fluxcd.io lambdalabs.com raw.githubusercontent.com/nvm-sh raw.githubusercontent.com/homebrew raw.githubusercontent.com/ohmyzsh
  raw.githubusercontent.com/creationix raw.githubusercontent.com/pyenv raw.githubusercontent.com/rbenv
  raw.githubusercontent.com/helm raw.githubusercontent.com/aquasecurity raw.githubusercontent.com/anchore
  raw.githubusercontent.com/golangci raw.githubusercontent.com/docker raw.githubusercontent.com/kubernetes-sigs
  raw.githubusercontent.com/k3d-io raw.githubusercontent.com/jesseduffield raw.githubusercontent.com/trufflesecurity
  raw.githubusercontent.com/gitleaks raw.githubusercontent.com/astral-sh raw.githubusercontent.com/denoland
  raw.githubusercontent.com/openclaw raw.githubusercontent.com/anthropics raw.githubusercontent.com/microsoft`.split(
    /\s+/,
  ),
);

const FORGES = new Set(
  "github.com raw.githubusercontent.com objects.githubusercontent.com gitlab.com bitbucket.org codeberg.org gist.githubusercontent.com huggingface.co".split(
    " ",
  ),
);

/** Anonymous drops, request catchers, tunnels and pastes: where stolen data goes and payloads lie. */
const DROPS = new Set(
  `webhook.site requestbin.com requestbin.net pipedream.net m.pipedream.net hookbin.com beeceptor.com requestcatcher.com
  postb.in ngrok.io ngrok.app ngrok-free.app ngrok.dev trycloudflare.com loca.lt localtunnel.me serveo.net
  burpcollaborator.net oastify.com oast.fun oast.live oast.me oast.pro oast.site oast.online interact.sh interactsh.com
  canarytokens.com dnslog.cn ceye.io pastebin.com paste.ee hastebin.com rentry.co rentry.org ghostbin.com dpaste.com
  dpaste.org controlc.com justpaste.it glot.io termbin.com ix.io sprunge.us transfer.sh file.io 0x0.st anonfiles.com
  gofile.io temp.sh bashupload.com catbox.moe files.catbox.moe litterbox.catbox.moe uguu.se tmpfiles.org
  oshi.at keep.sh filebin.net smallpdf.io mega.nz discord.com/api/webhooks discordapp.com/api/webhooks
  cdn.discordapp.com hooks.zapier.com webhook.cool typedwebhook.tools mockbin.org rbnd.gl0.eu pastes.io write.as telegra.ph`.split(
    /\s+/,
  ),
);

const SHORTENERS = new Set(
  "bit.ly tinyurl.com t.co goo.gl is.gd v.gd cutt.ly rb.gy t.ly shorturl.at ow.ly buff.ly tiny.cc s.id rebrand.ly".split(
    " ",
  ),
);

const LOCAL =
  /^(?:localhost|0\.0\.0\.0|127(?:\.\d{1,3}){3}|\[?::1\]?|host\.docker\.internal|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2})$/;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|0x[0-9a-f]{8}|\d{8,10}|\[[0-9a-f:]+\])$/;
/** Names that manuals use for "some host". A made-up name under a reserved ending is judged like any other. */
const PLACEHOLDER =
  /^(?:.*[<>{}$%*].*|[\w.-]+\[(?:\.|dot|$).*|your[-.].*|(?!\d+$|0x)[\w-]+|.*\.(?:local|localhost|internal|lan|home)|(?:(?:www|api|app|my|docs|cdn|auth|static|assets|dev|staging|prod|server|host|test|demo|blog|shop|mail|files|service|sub|admin|login|hooks?|webhooks?)\.)*example\.(?:com|org|net|edu)|(?:app|api|my[\w-]*|local[\w-]*|dev|web|site|www|test|example|foo|bar)\.(?:test|example|invalid))$/;

const URL_PATTERN = /\b(?:https?|hxxps?|ftp|wss?|tcp):\/\/([^\s"'`<>|)\]}\\]{1,2000})/gi;

/** Endings that cost next to nothing and that blocklists are full of. A declared home page still counts as one. */
const CHEAP =
  /\.(?:top|pw|icu|click|xyz|site|online|fun|store|space|website|cyou|buzz|rest|bar|monster|sbs|cfd|lol|tk|ml|ga|cf|gq|su|cc|info|live|life|world|shop|club|vip|work|link|zip|mov|quest|beauty|hair|skin|autos|boats|best|one|ru)$/;

/** True for a host whose ending is no recommendation. */
export function isCheap(host: string): boolean {
  return CHEAP.test(host);
}

export interface Address {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly secure: boolean;
  readonly kind: HostKind;
}

/** Every URL of a text, judged. */
export function addressesIn(text: string): readonly Address[] {
  if (!text.includes("://")) return [];
  return matchesOf(text, URL_PATTERN).map((match) => addressOf(match[0], match[1] ?? ""));
}

const BARE_TARGET =
  /\b(?:curl|wget|iwr|irm)\s+(?:-[\w-]+\s+){0,6}["']?((?:(?:[\w-]{1,63}\.){1,6}[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?:[/?][^\s"'`<>|)]{0,500})?)(?=[\s"'`|)]|$)/gi;

/** The same, and the targets that a download command names without a scheme. */
export function fetchedAddresses(text: string): readonly Address[] {
  const bare = matchesOf(text, BARE_TARGET)
    // What stands behind `-O` is a file, whatever it looks like.
    .filter(([command]) => !/\s-[a-zA-Z]{0,8}[oO]\s+\S+$/.test(command))
    .map((match) => addressOf(`https://${match[1] ?? ""}`, match[1] ?? ""));
  return [...addressesIn(text), ...bare];
}

function addressOf(url: string, rest: string): Address {
  const slash = rest.search(/[/?#]/);
  const authority = (slash < 0 ? rest : rest.slice(0, slash)).toLowerCase();
  // `user@host`: what stands before the @ only pretends to be the host.
  const host = authority
    .slice(authority.lastIndexOf("@") + 1)
    .replace(/:\d{1,5}$/, "")
    .replace(/[.,;:!]+$/, "");
  const path = slash < 0 ? "" : rest.slice(slash).toLowerCase();
  return { url, host, path, secure: /^(?:https|hxxps|wss)/i.test(url), kind: kindOf(host, path) };
}

/** The same for a host that is named without a scheme. */
export function addressOfHost(host: string): Address {
  return { url: host, host, path: "", secure: true, kind: kindOf(host, "") };
}

function kindOf(host: string, path: string): HostKind {
  if (LOCAL.test(host)) return "local";
  if (host === "" || PLACEHOLDER.test(host)) return "placeholder";
  if (ADDRESS.test(host)) return "address";
  const first = `${host}${/^\/[^/?#]*/.exec(path)?.[0] ?? ""}`;
  const second = `${host}${/^\/[^/?#]*\/[^/?#]*/.exec(path)?.[0] ?? ""}`;
  if (listed(host, DROPS) || DROPS.has(second)) return "drop";
  if (SHORTENERS.has(host)) return "shortener";
  if (listed(host, INSTALLERS) || INSTALLERS.has(first)) return "installer";
  return FORGES.has(host) ? "forge" : "unknown";
}

function listed(host: string, names: ReadonlySet<string>): boolean {
  for (let rest = host; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1)) {
    if (names.has(rest)) return true;
  }
  return false;
}

/** True for addresses that nobody documents as their service. */
export function isSuspicious(address: Address): boolean {
  return address.kind === "drop" || address.kind === "address" || address.kind === "shortener";
}

/** Parts of a host that can name a product: no top-level domain, no `www` or `api`. */
export function hostWords(host: string): readonly string[] {
  return host
    .split(".")
    .slice(0, -1)
    .flatMap((label) => (label.includes("-") ? [...label.split("-"), label.replaceAll("-", "")] : [label]))
    .filter((word) => word.length >= 3 && !GENERIC_LABELS.has(word));
}

const GENERIC_LABELS = new Set(
  "www api app dev get docs cdn raw download downloads install setup com net org gov edu co cloud data web the update updates service services server collect upload uploads example".split(
    " ",
  ),
);

/** Services that people send their things to on purpose. */
const WELL_KNOWN =
  /(?:^|\.)(?:(?:with)?google(?:apis)?\.com|gmail\.com|github\.com|slack\.com|notion\.(?:com|so)|openai\.com|anthropic\.com|microsoft\.com|office\.com|dropbox(?:api)?\.com|amazonaws\.com|linear\.app|atlassian\.(?:com|net)|telegram\.org|twitter\.com|x\.com|reddit\.com|youtube\.com|linkedin\.com|stripe\.com|cloudflare\.com|vercel\.com|npmjs\.(?:com|org)|pypi\.org|wikipedia\.org|trello\.com|figma\.com|airtable\.com|hubspot\.com|huggingface\.co|replicate\.com|elevenlabs\.io|deepgram\.com|assemblyai\.com|discord\.com|whatsapp\.com|zoom\.us|asana\.com|todoist\.com|spotify\.com|apple\.com|icloud\.com|hubapi\.com|sentry\.io|datadoghq\.com|gitlab\.com|bitbucket\.org|mailgun\.net|sendgrid\.(?:com|net)|twilio\.com|shopify\.com|paypal\.com|mistral\.ai|cohere\.(?:ai|com)|groq\.com|perplexity\.ai|openrouter\.ai|together\.(?:ai|xyz)|fal\.(?:ai|run)|stability\.ai|tavily\.com|brave\.com|exa\.ai|firecrawl\.dev|supabase\.(?:com|co)|pinecone\.io|mongodb\.com|snowflakecomputing\.com|salesforce\.com|zendesk\.com|intercom\.io|facebook\.com|instagram\.com|tiktok\.com|wordpress\.(?:com|org)|medium\.com|dev\.to|arxiv\.org|archive\.org|crossref\.org|nih\.gov|weather\.gov|open-meteo\.com|wttr\.in|coingecko\.com|etherscan\.io|cloudinary\.com|imgur\.com|box\.com|azure\.com|windows\.net|live\.com|outlook\.com|yahoo\.com|proton\.me)$/;

/** True for services that everybody knows and that are nobody's private drop. */
export function isWellKnown(host: string): boolean {
  return WELL_KNOWN.test(host);
}
