/** Where programs and settings come from, and what is started along with others. */
export const SUPPLY_SIGNS = {
  makesExecutable: {
    says: "what was fetched becomes a program",
    pattern:
      /\bchmod(?:Sync)?\b[^\n]{0,80}(?:0o?[57][0-7]{2}\b|\+x|S_IX|\b7[0-7]{2}\b)|\b0o?7(?:00|11|50|55|77)\b|\bsetExecutable\s*\(\s*true|\bSaveToFile\b|["'`][^"'`\n]{0,80}\.(?:exe|scr|msi|bat)["'`]/i,
  },
  starts: {
    says: "it is started",
    pattern:
      /\bexec\.Command\s*\(\s*[a-z]\w*|\bsubprocess\.\w+\s*\(\s*\[?\s*(?:str\()?[a-z]\w*|\b(?:spawn|execFile|exec)(?:Sync)?\s*\(\s*[a-z]\w*|\bos\.(?:system|popen|exec\w+|startfile)\s*\(\s*[a-z]|\bsystem\s*\(?\s*\$?[a-z]\w*|\bProcess\.(?:Start|spawn)\b|\bStart-Process\b|\bRuntime\.getRuntime\b|\bWScript\.Shell\b|\bShellExecute\b|\bInvoke-Item\b/,
  },
  foreignIndex: {
    says: "packages come from an index of its own",
    pattern:
      /(?:(?:^|[\s;"'])(?:registry|@[\w-]{1,60}:registry|(?:extra[-_])?index[-_]url|find[-_]links|PIP_(?:EXTRA_)?INDEX_URL|UV_(?:EXTRA_|DEFAULT_)?INDEX(?:_URL)?|npm_config_registry|NPM_CONFIG_REGISTRY|YARN_NPM_REGISTRY_SERVER|npmRegistryServer|GOPROXY|RUBYGEMS_HOST)["']?\s?[=:]\s?|--(?:(?:extra-)?index-url|registry|find-links|index|source)[ =]|\bgem\s+sources\s+(?:-a|--add)\s|^\s*source\s)["']?https?:\/\/(?!(?:[\w-]{1,40}\.){0,6}(?:pypi\.org|pythonhosted\.org|pytorch\.org|nvidia\.com|npmjs\.(?:org|com)|npmmirror\.com|yarnpkg\.com|jsr\.io|github\.com|rubygems\.org|golang\.org|goproxy\.(?:io|cn)|aliyun\.com|edu\.cn|huggingface\.co|example\.com)\b)|\bdeb\s+\[[^\]\n]{0,60}trusted=yes|^\s*replace\s+\S{1,120}\s+=>\s+(?!\.|github\.com|golang\.org)\S{1,80}\.[a-z]{2,}/m,
  },
  startsAlong: {
    says: "it is started along with other programs",
    pattern:
      /\bNODE_OPTIONS=["']?[^\n]{0,40}(?:--require|-r\b|--import)|\bPYTHONSTARTUP\b|\bBASH_ENV=|\bDYLD_INSERT_LIBRARIES\b|\bLD_PRELOAD=|\bPERL5OPT=|\bRUBYOPT=|\bJAVA_TOOL_OPTIONS=[^\n]{0,40}-javaagent|\b(?:core\.)?fsmonitor["']?\s*[= ,]\s*["']?[^\s"'tf]|\bfilter\.\w{1,40}\.(?:clean|smudge)\b|\balias\.\w{1,40}["']?[ ,]\s*["']!|["']runOn["']\s*:\s*["']folderOpen["']|["']?post(?:Create|Start|Attach)Command["']?\s*:[^\n]{0,160}(?:curl|wget|\|\s*(?:ba)?sh)|\bsubprocess\b[^\n]{0,20}cmdclass|\bcmdclass\s*=/,
  },
  ownRoot: {
    says: "a root certificate is installed",
    pattern:
      /\bsecurity\s+add-trusted-cert\b|\bcertutil\b[^\n]{0,40}-addstore\b[^\n]{0,20}root|\bImport-Certificate\b[^\n]{0,100}\\Root|\bupdate-ca-(?:certificates|trust)\b|\bNODE_EXTRA_CA_CERTS\s*=|\bkeytool\b[^\n]{0,80}-import\b[^\n]{0,80}cacerts/i,
  },
  agentSettings: {
    says: "it concerns the settings of an agent",
    pattern:
      /\.claude(?:\.json|\/(?:settings|mcp|hooks|CLAUDE\.md))|\bclaude_desktop_config\b|\.cursor\/(?:mcp\.json|rules)|\.codeium\/|\bwindsurf\/mcp|\.codex\/(?:config|AGENTS)|\.gemini\/(?:settings|GEMINI)|\b(?:openclaw|clawdbot)\.json\b|\.config\/(?:opencode|goose)\b|\.continue\/config|\.vscode\/(?:mcp|settings)\.json|\bcopilot-instructions\b|\bmcp_?(?:config|settings)?\.json\b|\.cursorrules\b|\.windsurfrules\b/,
  },
  writes: {
    says: "they are written",
    pattern:
      /\b(?:write|append)File(?:Sync)?\s*\(|\.write(?:_text)?\s*\(|\bjson\.dump\s*\(|\bopen\s*\([^)\n]{0,120}["'][wa]\+?["']|>>|\btee\s|\bsed\s+-i|\bjq\b[^\n]{0,200}>\s|\b(?:Set|Add)-Content\b|\bOut-File\b|\bFile\.write\b|\bos\.WriteFile\b/,
  },
  selfApproves: {
    says: "it approves itself",
    pattern:
      /\b(?:autoApprove|alwaysAllow|bypassPermissions|skipPermissions|enableAllProjectMcpServers)\b|["']allow["']\s*\]?\s*[:.=]/,
  },
} as const;
