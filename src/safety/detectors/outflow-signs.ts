/** Ways out that look like something else: look-ups of names, databases, repositories, proxies. */
export const OUTFLOW_SIGNS = {
  looksUp: {
    says: "names are looked up",
    pattern:
      /\b(?:dig|nslookup|drill|kdig|getent\s+a?hosts|Resolve-DnsName)\b|\b(?:gethostbyname|getaddrinfo|LookupHost|LookupTXT|LookupIP|resolve(?:4|6|Txt|Any)|inet_aton)\s*\(|\bdns\.(?:resolver|lookup|resolve\w*|promises)\b|\bResolv\b/,
  },
  database: {
    says: "it is written to a database elsewhere",
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mqtts?|clickhouse):\/\/[^\s"'`@$<{%]{1,80}@(?!localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|host\b|\$|\{|<|[\w-]{1,60}(?:[:/"'`\s]|$)|[\w.-]{0,60}(?:example\.(?:com|org|net)|internal|local\b|your|neon\.tech|supabase|mongodb\.net|amazonaws|cluster\d|planetscale|upstash|railway|render\.com|azure|aiven))[\w-]{1,60}\.[\w.-]{2,80}/i,
  },
  stores: {
    says: "records are stored there",
    pattern:
      /\binsert\s+into\b|\.(?:insert(?:One|Many)?|publish|lpush|rpush|xadd|bulkWrite)\s*\(|\bcopy\s+\w+\s+from\b/i,
  },
  pushesTo: {
    says: "it is pushed to a repository of somebody else",
    pattern:
      /\bpush\b["']?[^\n]{0,80}["'\s](?:https?|ssh|git):\/\/(?![^\s"'/]{0,60}(?:github|gitlab|bitbucket|codeberg|azure|visualstudio|heroku|huggingface|gitee|sr\.ht|example\.(?:com|org)|your|localhost|\$|\{|<))|\bremote\W{1,6}(?:add|set-url)\W{1,6}\w{1,40}\W{1,6}(?:https?|ssh|git):\/\/(?![^\s"'/]{0,60}(?:github|gitlab|bitbucket|codeberg|azure|visualstudio|heroku|huggingface|gitee|sr\.ht|example\.(?:com|org)|your|localhost|\$|\{|<))/i,
  },
  proxies: {
    says: "traffic takes a way through another machine",
    pattern:
      /\bproxies\s*=\s*\{[^}\n]{0,120}https?:\/\/|\bProxyAgent\s*\(\s*["'`{]|\benviron\s*\[\s*["'](?:https?|all)_proxy["']\s*\]\s*=|process\.env\.(?:https?|all)_proxy\s*=(?!=)|\bnetworksetup\b[^\n]{0,40}-set\w{0,20}(?:proxy|dnsservers)|\bnetsh\s+winhttp\s+set\s+proxy|\bgsettings\s+set\s+org\.gnome\.system\.proxy|--proxy-server=|\bSet-DnsClientServerAddress\b|Internet Settings[^\n]{0,120}(?:Proxy|AutoConfig)/i,
  },
} as const;
