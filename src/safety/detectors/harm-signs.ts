/** What is lost or brought to a halt. */
export const HARM_SIGNS = {
  walks: {
    says: "every file below a folder is taken",
    pattern:
      /\bos\.walk\s*\(|\.rglob\s*\(|\bglob\s*\([^\n]{0,80}\*\*|\bfind\s+\S{1,80}[^\n]{0,80}-type\s+f\b|\breaddir(?:Sync)?\b[^\n]{0,80}recursive|\bDir\.glob\b|\bfilepath\.Walk|\bGet-ChildItem\b[^\n]{0,60}-Recurse|\bFile::Find\b/,
  },
  spoils: {
    says: "files are overwritten with zeros, noise or cipher",
    pattern:
      /\.write(?:_bytes)?\s*\(\s*(?:b["']\\(?:0|x00)["']|os\.urandom\s*\(|bytes\s*\(\s*\w|secrets\.token_bytes|random\.randbytes|(?:\w+\.)?encrypt\w*\s*\()|\bdd\b[^\n]{0,60}if=\/dev\/(?:zero|u?random)|\bshred\s+-|\btruncate\s+-s\s*0\b|\bwriteFile(?:Sync)?\s*\(\s*\w{1,40}\s*,\s*(?:["'`]{2}\s*\)|(?:crypto\.)?randomBytes|Buffer\.alloc)|\bcreateCipheriv\s*\(|\bopenssl\s+enc\b(?![^\n]{0,80}\s-d\b)[^\n]{0,160}\brm\b/,
  },
  timed: {
    says: "it waits for a day that is written into the code",
    pattern:
      /(?:date\.today\(\)|\.(?:now|utcnow|today)\([^)\n]{0,20}\)|Date\.now\(\)|new Date\(\)|time\.time\(\)|Time\.now|Date\.today|Get-Date\)?|\$\(date\s+\+[^)\n]{1,14}\)["']?|`date\s+\+[^`\n]{1,14}`["']?|\btime\(\)|\btoday)\s*\)?\s*(?:>=?|-g[te])\s*(?:["'(]?\d{8,13}\b|\(?(?:dt\.|datetime\.)?(?:date|datetime)\(\s*20\d\d|new Date\(\s*["']?20\d\d|["'(]\s*["']?20\d\d|Date\.(?:parse|UTC)\(|(?:Time|Date)\.\w{1,12}\(\s*["']?20|\[datetime\]["']20)/,
  },
  removes: {
    says: "files are removed",
    pattern:
      /\brmtree\s*\(|\brm\s+-\w*[rf]|\brmSync\s*\(|\bunlink(?:Sync)?\s*\(|\bos\.remove(?:dirs)?\s*\(|\bRemove-Item\b|\brimraf\b|\bFileUtils\.(?:rm|remove)|\bos\.RemoveAll\b|\bremove_tree\b|\bDROP\s+(?:TABLE|DATABASE)\b/i,
  },
  removesAbove: {
    says: "the folder above a file, or the home folder, is removed with everything in it",
    pattern:
      /\b(?:rmtree|rmSync|rm_rf|rm_r|RemoveAll|removeSync|rimraf|emptyDirSync|remove_tree)\s*\(?\s*(?!\w*(?:tmp|temp|cache|out|dist|build)\w*)[\w.$@]{1,60}\.parents?\b(?!\.name)|\b(?:rmtree|rmSync|rimraf|RemoveAll)\s*\(\s*(?:\w+\.)?(?:dirname|Dir)\s*\([^\n)]{0,60}(?:home|\.\.)|\b(?:rmtree|rmSync|rm_rf|RemoveAll|rimraf)\s*\(?\s*(?:HOME|home|home_dir|homedir|homeDir|user_home)\s*[,)]/,
  },
  breeds: {
    says: "it starts itself again and again",
    pattern: /\(\)\s*\{\s*([A-Za-z_]\w{0,40})\s*\|\s*\1\s*&/,
  },
  restarts: {
    says: "it starts itself again and again",
    pattern:
      /\bwhile\s+(?:true|:|1)\s*;?\s*do\b[^\n]{0,60}"?\$0\b[^\n]{0,20}&(?!&)|\bPopen\s*\(\s*\[\s*sys\.executable\s*,\s*__file__|\bspawn\s*\(\s*process\.(?:execPath|argv\[0\])\s*,\s*\[\s*(?:__filename|process\.argv\[1\])|\bfor\s*\(\s*;\s*;\s*\)\s*\{?\s*fork\s*\(|\bwhile\s*\(?\s*(?:1|true)\s*\)?\s*\{?\s*fork\b/,
  },
  hostsFile: {
    says: "the table of host names is changed",
    pattern: /\/etc\/hosts\b|drivers[\\/]+etc[\\/]+hosts\b/,
  },
  redirectsNames: {
    says: "a name is sent to somebody's machine",
    pattern:
      /(?:^|["'`\sn])(?!0\.|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|255\.|169\.254\.|22[4-9]\.)\d{1,3}(?:\.\d{1,3}){3}(?:[ \t]|\\t)+(?:[a-z0-9-]{1,60}\.){1,4}[a-z]{2,20}\b/m,
  },
} as const;
