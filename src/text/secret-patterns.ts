/** A shape that is a secret wherever it stands. */
export interface SecretPattern {
  readonly kind: string;
  readonly pattern: RegExp;
}

/**
 * Public formats of issued credentials. Every pattern starts only at the start
 * of its own run of characters (the lookbehind), so that hostile repetitions of
 * a prefix are scanned once and not from each of them.
 */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  secret("jwt", "eyJ[\\w-]{8,}\\.[\\w-]{8,}(?:\\.[\\w-]*)?"),
  secret("github-token", "gh[pousr]_[A-Za-z0-9]{20,}", "A-Za-z0-9"),
  secret("github-token", "github_pat_\\w{20,}"),
  secret("gitlab-token", "gl(?:pat|ptt|dt|rt|cbt|soat)-[\\w-]{16,}"),
  secret("slack-token", "(?:xox[abceoprs]|xapp)-[\\w-]{10,}"),
  secret("slack-webhook", "hooks\\.slack\\.com/services/[\\w/]{20,}"),
  secret("stripe-key", "(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}", "A-Za-z0-9"),
  secret("webhook-secret", "whsec_[A-Za-z0-9+/]{16,}", "A-Za-z0-9"),
  secret("aws-key", "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}", "A-Za-z0-9"),
  secret("google-key", "AIza[\\w-]{30,}"),
  secret("google-token", "(?:ya29\\.|GOCSPX-)[\\w-]{20,}"),
  secret("npm-token", "npm_[A-Za-z0-9]{30,}", "A-Za-z0-9"),
  secret("pypi-token", "pypi-[\\w-]{30,}"),
  secret("sendgrid-key", "SG\\.[\\w-]{16,}\\.[\\w-]{16,}"),
  secret("telegram-token", "[0-9]{8,10}:AA[\\w-]{30,}"),
  secret("discord-token", "[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,}"),
  secret("vault-token", "hv[bs]\\.[\\w-]{20,}"),
  secret("age-key", "AGE-SECRET-KEY-1[A-Z0-9]{20,}"),
  secret("shopify-token", "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}", "A-Za-z0-9"),
  secret("digitalocean-token", "do[opr]_v1_[a-f0-9]{40,}", "A-Za-z0-9"),
  secret("atlassian-token", "ATATT3[\\w-]{20,}"),
  secret("airtable-token", "pat[A-Za-z0-9]{14}\\.[a-f0-9]{40,}"),
  secret("api-key", "(?:sk|xai|pplx|nvapi|tskey|key)-(?=[\\w-]{0,80}[0-9])[\\w-]{20,}"),
  secret(
    "api-key",
    "(?:hf|gsk|r8|sbp|figd|lin_api|ntn|dckr_pat|glc|rnd|re)_(?=\\w{0,80}[0-9])[A-Za-z0-9_-]{20,}",
  ),
  secret("api-key", "dapi[a-f0-9]{32}", "A-Za-z0-9"),
];

function secret(kind: string, source: string, run = "\\w-"): SecretPattern {
  return { kind, pattern: new RegExp(`(?<![${run}])${source}`, "g") };
}
