import { describe, expect, it } from "vitest";
import { scanText } from "../../src/safety/index.js";

const rulesIn = (file: string, text: string) => scanText(text, { file }).map(({ rule }) => rule);

describe("text that is computed and then run is shown, whatever the cipher", () => {
  it.each([
    [
      "in a helper below",
      "run.py",
      "def go():\n  os.popen(text())\n\ndef text():\n  return bytes(n - 7 for n in ROW).decode()\n",
    ],
    [
      "a cipher of a library",
      "run.py",
      "from cryptography.fernet import Fernet\nbody = Fernet(KEY).decrypt(BLOB)\nexec(body)\n",
    ],
    [
      "a translation table",
      "run.py",
      "t = str.maketrans(A, B)\nline = NOTE.translate(t)\nsubprocess.run(line, shell=True)\n",
    ],
    ["base 85", "run.py", "import base64\ncode = base64.a85decode(DATA)\nexec(compile(code, 'x', 'exec'))\n"],
    ["a runner without a name", "run.py", "w = ''.join(map(chr, ROW))\nvars(builtins)[NAME](w)\n"],
    ["turned round", "run.js", "const w = note.split('').reverse().join('');\nnew Function(w)();\n"],
    [
      "letters by place",
      "run.sh",
      'pick() { for i in $1; do o+="$' + '{T:$i:1}"; done; echo "$o"; }\nbash -c "$(pick "3 1 4")"\n',
    ],
    [
      "decrypted and sourced",
      "run.sh",
      "text() { openssl enc -d -aes-128-cbc -a -k seed < notes.txt; }\n. <(text)\n",
    ],
    [
      "cut out of a picture",
      "run.sh",
      'tail -c +2048 logo.gif > .part\npart=$(dd if=.part bs=1 skip=12)\nsh -c "$part"\n',
    ],
    ["numbers", "run.ps1", "$w = -join ($row | % { [char]($_ -bxor 9) })\nInvoke-Expression $w\n"],
    ["packed", "run.rb", "w = row.pack('C*')\nsystem(w)\n"],
    ["packed", "run.pl", "my $w = pack('H*', $row);\neval $w;\n"],
  ])("%s, %s", (_, file, text) => {
    const found = scanText(text, { file });
    expect(found.map(({ rule }) => rule)).toContain("obfuscated-payload");
  });

  it("only by what it does, it warns", () => {
    const [finding] = scanText("body = Fernet(KEY).decrypt(BLOB)\nexec(body)\n", { file: "run.py" });
    expect(finding?.severity).toBe("warn");
    expect(finding?.why).toContain("text is put together while it runs, and then run as a program");
  });

  it.each([
    ["decoded and shown", "run.py", "print(base64.b64decode(sys.argv[1]).decode())\n"],
    [
      "decoded and written, something else run",
      "run.py",
      "open('logo.png', 'wb').write(base64.b64decode(DATA))\nsubprocess.run(['open', 'logo.png'])\n",
    ],
    [
      "a fixed command",
      "run.py",
      "name = ''.join(c for c in title if c.isalnum())\nsubprocess.run('ls -l', shell=True)\n",
    ],
    [
      "lines joined",
      "run.js",
      "const rows = lines.map((line) => line.trim()).join('\\n');\nexecSync('git status');\n",
    ],
    [
      "a pattern",
      "run.js",
      "const name = title.split('').reverse().join('');\nconst match = /a+/.exec(name);\n",
    ],
    ["capitals", "run.sh", "name=$(echo \"$1\" | tr 'A-Z' 'a-z')\nsh -c 'date'\n"],
  ])("silent: %s", (_, file, text) => {
    expect(rulesIn(file, text)).not.toContain("obfuscated-payload");
  });
});
