/** The same signs as written in languages and tools that are seen less often; `ALSO` says which they belong to. */
export const OTHER_LANGUAGE_SIGNS = {
  sendsToo: {
    says: "something is sent over the network",
    pattern:
      /\bNet::(?:HTTP(?:\.(?:post\w*|start|new)|::Post)|SMTP)|\b(?:HTTParty|RestClient|Faraday)\.(?:post|put|new)|\bLWP::UserAgent\b|\bHTTP::Tiny\b|\bhttp\.(?:Post|PostForm|NewRequest\w*)\s*\(|\bcurl_setopt\w*\s*\([^\n]{0,100}POSTFIELDS|\bhttpMethod\s*=|\bBodyPublishers\b|\bPost(?:AsJson)?Async\b|\breqwest\b[^\n]{0,100}\.post\s*\(|\bSend-MailMessage\b|\bUdpClient\b|\bdgram\.|\bstorbinary\s*\(|\bmosquitto_pub\b|\bnew Image\b[^\n]{0,40}\.src\s*=|\bsrc\s*=\s*(?:`https?:[^`\n]{0,200}\$\{|["']https?:[^"'\n]{0,200}["']\s*\+)/,
  },
  fetchesToo: {
    says: "something is fetched",
    pattern:
      /\bURI\.open\s*\(|\bNet::HTTP\b|\bLWP::\w|\bHTTP::Tiny\b|\bhttp\.Get\s*\(|\bfile_get_contents\s*\(\s*["']https?:|\bGet(?:String|Stream|ByteArray)Async\b|XMLHTTP\b|WinHttp\w*\b|\bStart-BitsTransfer\b|\baiohttp\b|\breqwest::/,
  },
  evaluatesToo: {
    says: "text is run as a program",
    pattern:
      /\b(?:instance|class|module)_eval\s*[( ]\s*(?!["'{]|do\b)\w|\byaml\.unsafe_load\s*\(|\bMarshal\.load\b|\bunserialize\s*\(|\bObjectInputStream\b|\bBinaryFormatter\b|\b(?:dill|cloudpickle)\.loads?\s*\(|\brunpy\.run_\w+\s*\(|\bload(?:string)?\s*\(\s*\w+\.(?:body|text)\b/,
  },
  encodesToo: {
    says: "it is encoded on the way",
    pattern:
      /\bod\s+-\w*A\s?n|\bhexdump\b|\bfold\s+-w|\bb32encode\b|\|\s*base32\b(?!\s+-d)|\bEncodeToString\s*\(|\bunpack1?\s*\(?\s*["']H\*|\bbin2hex\s*\(|\bencode_base64\b|\bBase64\.(?:strict_|urlsafe_)?encode64/,
  },
  weakensToo: {
    says: "a check is switched off",
    pattern:
      /\bstrict-ssl["']?\s?[=:]\s?false|\bInsecureSkipVerify\s*:\s*true|\bVERIFY_NONE\b|\bSSL_VERIFYPEER\s*,\s*(?:false|0)|\bcheck_hostname\s*=\s*False|\bCERT_NONE\b|\bServerCertificateValidationCallback\b/,
  },
  breaksOutToo: {
    says: "a container or account gets the whole machine",
    pattern:
      /\bprivileged\s*:\s*true\b[\s\S]{0,400}?(?:docker\.sock|["'\s]\/:\/\w|\bhostPID\s*:\s*true|\bpid\s*:\s*["']?host)|(?:docker\.sock|["'\s]\/:\/\w)[\s\S]{0,400}?\bprivileged\s*:\s*true\b/,
  },
} as const;

/** By the name of a sign, the one that says the same. */
export const ALSO: Readonly<Record<string, keyof typeof OTHER_LANGUAGE_SIGNS>> = {
  sends: "sendsToo",
  fetches: "fetchesToo",
  evaluates: "evaluatesToo",
  encodes: "encodesToo",
  weakens: "weakensToo",
  breaksOut: "breaksOutToo",
};
