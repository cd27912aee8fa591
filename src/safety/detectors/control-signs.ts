/** Who gives the orders: shells on a line, received text that is run, functions and keys that are listened in on. */
export const CONTROL_SIGNS = {
  listens: {
    says: "it takes connections or messages",
    pattern:
      /\b(?:socketserver|(?:Threading)?TCPServer|StreamRequestHandler|BaseHTTPRequestHandler|HTTPServer|TcpListener|ServerSocket|WebSocketServer)\b|\.listen\s*\(\s*\w|\bcreateServer\s*\(|\.accept\s*\(\s*\)|\bn(?:et)?cat?\s+-\w*l|\bsocat\b[^\n]{0,60}LISTEN|\bnet\.Listen\s*\(|\bwebsockets?\.serve\b|\bon_message\s*=|\bgetUpdates\b/,
  },
  runsReceived: {
    says: "what arrives is run as a command",
    pattern:
      /\b(?:subprocess\.(?:run|Popen|call|check_output|getoutput)|os\.(?:system|popen)|(?<![.\w])(?:exec|execSync|system|popen|eval))\s*\(\s*(?:\w+\.){0,2}(?:line|data|cmd|command|body|msg|message|payload|request|req|packet|buf|buffer|chunk|received|rfile)\w{0,10}\b(?![^\n]{0,200}shell\s*=\s*False)[^\n]{0,200}(?:shell\s*=\s*True|toString|,\s*\(|\)\s*;?\s*$|getoutput)/m,
  },
  handsShell: {
    says: "input and output of a program are put on a line",
    pattern:
      /\bopen\s*\(?\s*\*?STD(?:IN|OUT|ERR)\s*,\s*["'][<>]&|\$std(?:in|out|err)\.reopen\s*\(|\bdup2\s*\(|\.Std(?:in|out|err)\s*=\s*(?:conn|c|s|sock)\b|\bstd(?:in|out|err)\s*=\s*(?:s|sock|conn|client|c)\b|\.pipe\s*\(\s*\w+\.stdin\b|\bstdin\.pipe\s*\(|\bIO\.popen\s*\(\s*\w+\s*,/,
  },
  opensSocket: {
    says: "a connection is opened",
    pattern:
      /\bsocket\b|\bnet\.(?:connect|Socket|Dial|createConnection)\b|\btls\.connect\b|\bTCPSocket\b|\bTcpClient\b|\bTCPClient\b|\bfsockopen\b|\bIO::Socket\b/,
  },
  namesShell: {
    says: "the program is a shell",
    pattern: /\/bin\/(?:ba|z|da)?sh\b|\bcmd\.exe\b|\bpowershell\b|["'`](?:ba|z)?sh["'`]/i,
  },
  keys: {
    says: "keys are listened to while the person works in other programs",
    pattern:
      /\bpynput\b|\bkeyboard\.(?:hook|on_press|on_release|record|read_event)\b|\bGetAsyncKeyState\b|\bSetWindowsHookEx|\bxinput\s+test\b|\bCGEventTapCreate\b|\/dev\/input\/event|\bu?iohook\b|\bnode-global-key-listener\b|\baddGlobalMonitorForEvents\b|\blogkeys\b|\bimport\s+evdev\b/,
  },
  patches: {
    says: "a function that other code relies on is replaced",
    pattern:
      /^\s*(?:requests|urllib\d?|httpx|socket|builtins|subprocess|ssl|getpass|hashlib|json|boto3|openai|anthropic)(?:\.\w{1,40}){0,3}\.(?!\w*(?:verify|timeout|proxies|api_key|base_url|adapter|DEFAULT_\w+|RETRIES|_create_default_https_context)\b)\w{1,40}\s*=(?!=)\s*(?!None\b|["'\d]|True\b|False\b|Mock|mock|MagicMock|monkeypatch|jest|vi\.)\w|\b(?:globalThis|window|global)\.(?:fetch|XMLHttpRequest|WebSocket)\s*=(?!=)(?!\s*(?:jest|vi|mock|sinon|original|nodeFetch))|\bXMLHttpRequest\.prototype\.\w+\s*=(?!=)|\bhttps?\.(?:request|get)\s*=(?!=)|\bModule\.(?:_load|prototype\.require|_resolveFilename)\s*=(?!=)|\bsetattr\s*\(\s*(?:requests|urllib\d?|httpx|socket|builtins|subprocess|ssl|getpass|json)\b/m,
  },
} as const;
