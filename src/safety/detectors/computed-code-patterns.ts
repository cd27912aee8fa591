/** Ways in which a program makes text that its source does not show; each has words of its own. */
const WAYS: readonly RegExp[] = [
  // Decoders of libraries.
  /\b\w{0,12}[ab](?:16|32|64|85)_?decode\w*\s*\(|\bunhexlify\s*\(|\bfromhex\s*\(|\bcodecs\.decode\s*\(|\.decode\s*\(\s*["'](?:rot|hex|base|uu|zip|bz2|quopri|punycode)|\ba2b_\w+\s*\(|\batob\s*\(|["'](?:base64(?:url)?|hex)["']\s*\)|\bFrom(?:Base64|Hex)String\b|\bBase64\.(?:\w{0,12}decode\w*|strict_decode64)|\bdecode_base64\b/i,
  /\bbase64_decode\s*\(|\bstr_rot13\s*\(|\bstrrev\s*\(|\bhex2bin\s*\(|\bStdEncoding\.DecodeString\s*\(|\bhex\.DecodeString\s*\(|\bgz(?:inflate|uncompress|decode)\s*\(/,
  /\.decompress\s*\(|\b(?:inflate(?:Raw)?|gunzip|unzip|brotliDecompress)Sync\s*\(|\bDeflateStream\b|\bGzipStream\b|\bFernet\s*\(|\.decrypt(?:Sync)?\s*\(|\bcreateDecipher\w*\s*\(/,
  // Letters made of numbers.
  /\bchr\s*\(\s*(?!\d{1,3}\s*\))|\bfrom(?:CharCode|CodePoint)\b|\bmap\s*\(\s*chr\b|\[char\]|\bbytes\s*\(\s*(?:\[|\(|map\s*\(|\w+\s*(?:\([^)\n]{0,40}\)\s*)?(?:[\^+%-]|for\b))|\bbytearray\s*\(\s*(?:\[|\(|map\s*\(|\w+[^)\n]{0,40}\bfor\b)|\b(?:un)?pack1?\s*\(?\s*["'][CcUHhmuw]\W{0,2}\*|\bUint8Array\s*(?:\.from\s*)?\(\s*\[|-bxor\b/i,
  /\bprintf\s+["']?(?:%b\b|\\{1,2}(?:x|0|[0-7]{3}|\$))|\bcharCodeAt\s*\([^)\n]{0,20}\)\s*[-+^]|\bord\s*\([^)\n]{1,30}\)\s*[-+^]|\b(?:int|parseInt)\s*\(\s*\w[^,\n()]{0,40},\s*(?:2|8|16|36)\s*\)/,
  // Letters picked from elsewhere, turned round or swapped.
  /\bmaketrans\s*\(|\.translate\s*\(|\bjoin\s*\(\s*(?:reversed|map|sorted|chr|\w+\[[^\]\n]{1,60}\]\s*for|[\w.]+\s+for\b)|\.split\s*\(\s*["'`]{0,2}\s*\)\s*\.(?:reverse|map)\s*\(|\.reverse\s*\(\s*\)\s*\.(?:join|map)|\.map\s*\([^\n]{0,120}\)\s*\.join\s*\(\s*["'`]{2}\s*\)|\.tr\s*\(\s*["'][^"'\n]{2,60}["']\s*,|\btr\/[^/\n]{3,80}\/[^/\n]{2,80}\//,
  /\|\s*tr\s+(?!-d\b|-s\b|["']?\[?:?(?:upper|lower|A-Z|a-z)["':\]]{0,3}\s+["']?\[?:?(?:lower|upper|a-z|A-Z)|["']?\\n|["']?[,;: ]["']?\s)\S{3,80}\s+\S{2,}|\brev\b\s*(?:<<<|\||\)|["'`]|$)/m,
  // Filters of a shell, and pieces cut out of something else.
  /\b(?:base64|base32|basenc)\s+(?:-\w*[dD]\b|--decode|-d)|\bxxd\s+(?:-\w+\s+)*-\w*r|\bopenssl\s+(?:enc|base64|aes\S*|rsautl|pkeyutl)\b[^\n|]{0,120}\s-d\b|\bgpg\b[^\n|]{0,120}\s(?:-d|--decrypt)\b|\buudecode\b|\bdd\b[^\n|]{0,120}\bskip=|\btail\s+-c\s*["']?\+/,
  /\bsed\b[^\n|]{1,120}\|\s*(?:ba|z|da)?sh\b|\bawk\b[^\n]{0,200}printf?\s*\(?["']%c|\b(?:zcat|gunzip|bunzip2|xzcat|unxz|zstdcat)\b|\bperl\s+-(?:pe|ne|e)\s+["'][^"'\n]{0,80}(?:tr|chr|pack)\b/,
];

/** The same without any word: turned round, picked from a text in a shell, given as escapes. */
const SIGNS =
  /\[::-\d\]|\$\{\w+:\$?\(?\(?[\w$+*-]+\)?\)?:1\}|\$\{\w+\/\/[^}\n]{1,40}\}|\$\{![\w@*]+\}|\$'\\(?:x|[0-7]{3})/;

export const COMPUTES_TEXT: readonly RegExp[] = [...WAYS, SIGNS];

/** Ways to run a text that is no literal. */
export const RUNS_TEXT: readonly RegExp[] = [
  // Python, Ruby, PHP, JavaScript: the argument is no literal.
  /(?<![.\w#])(?:eval|exec|execSync|assert|instance_eval|class_eval|Function|compile)\s*\(\s*(?!["'`]|\)|\w+\s*(?:,\s*\w+\s*)?\)\s*(?:=>|\{))|(?<![.\w])eval\s+(?!["'`]?\$\((?:[\w./-]*(?:ssh-agent|brew|direnv|pyenv|rbenv|nodenv|starship|zoxide|fnm|mise|dircolors|opam|conda))\b)["'`]?\$|\bnew\s+(?:Async)?Function\s*\(|\bvm\.(?:runIn\w+|Script|compileFunction)\b|\bos\.(?:system|popen|exec[lv]\w*|spawn\w*)\s*\(\s*(?!["'`]|f["'])|\b(?:subprocess\.)?(?:run|call|Popen|check_call|check_output|getoutput|getstatusoutput)\s*\((?![^\n]{0,400}shell\s*=\s*False)[^\n]{0,400}(?:shell\s*=\s*True|["']-l?c["']\s*,\s*(?!["']))|\b(?:child_process|cp)\w*["']?\)?\.(?:exec|execSync)\s*\(\s*(?!["'`])|\b(?:exec|spawn|execFile)(?:Sync)?\s*\(\s*["'`](?:\/bin\/)?(?:ba|z|da)?sh["'`]\s*,\s*\[\s*["'`]-l?c["'`]\s*,\s*(?!["'`])|\b(?:marshal|pickle|dill|cloudpickle)\.loads?\s*\(|\btypes\.(?:FunctionType|CodeType|ModuleType)\s*\(|\b__import__\s*\(\s*(?!["'])|\bimportlib\.import_module\s*\(\s*(?!["'f])|\bimport\s*\(\s*(?:["'`]data:|`data:)|\bmodule\._compile\s*\(|\b(?:__builtins__|builtins)(?:\.__dict__)?\s*\[|\bvars\s*\(\s*builtins|\bgetattr\s*\(\s*(?:__builtins__|builtins|os|subprocess|sys\.modules|__import__)\b|\bglobals\s*\(\s*\)\s*\[[^\]\n]{1,60}\]\s*\(|\b(?:globalThis|window|global)\s*\[\s*(?!["'`]\w+["'`]\s*\])[^\]\n]{1,60}\]\s*\(|\[["'`]constructor["'`]\]\s*\(|\brequire\s*\(\s*(?:atob|Buffer|String)\b|(?<![.\w])(?:system|exec|spawn|popen|shell_exec|passthru|proc_open|IO\.popen|Open3\.\w+)(?:\s*\(\s*|\s+)(?!["'`(]|\w+\s*=>)[@$]?\w+[^\n]{0,60}(?:$|[),;])|`#\{\w+|%x[({[]\s*#\{|\bpreg_replace\s*\(\s*["']\/[^\n]{0,80}\/e/m,
  // Shells.
  /\b(?:ba|z|da|k|a)?sh\s+(?:-\w+\s+)*-\w*c\s+["']?\$|\b(?:ba|z|da|k)?sh\s*(?:-s\s*)?<<<|\|\s*(?:sudo\s+)?(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da|k)?sh|python3?|perl|ruby|node|php)(?:\s+-s?)?\s*(?:$|[;&)"'|>\n])|(?:^|[;&|]\s*|\b(?:then|do|else)\s+)["']?\$\{?\w+\}?["']?\s*(?:$|["']?\$|-\w|>|&|\|)|(?:^|[\s;&|])(?:source|\.)\s+(?:\/dev\/stdin|<\(|["']?\$)|\b(?:python3?|perl|ruby|node|php)\s+-[cer]\s+["']?(?:\$|`)|\bxargs\b[^\n|]{0,40}\s(?:ba|z)?sh\s+-c\b|\btrap\s+["']?\$|\bbash\s*<\s*\(|\bexec\s+["']?\$\{?\w+/m,
  // PowerShell and others.
  /\b(?:iex|IEX|[Ii]nvoke-[Ee]xpression)\b|\[scriptblock\]::Create\s*\(|\.InvokeScript\s*\(|(?:^|[;|{(]\s*)[&.]\s*\(?\s*\$\w+|\bdo shell script\s+(?!")|\bexec\.Command\s*\(\s*"(?:\/bin\/)?(?:ba)?sh"\s*,\s*"-c"\s*,\s*\w|\bos\.execute\s*\(\s*(?!["'])|\bloadstring\s*\(|\bRuntime\.getRuntime\(\)\.exec\s*\(\s*\w/m,
];
