import { type ProseRule, patternRule } from "./prose-rule.js";
import { TOPIC } from "./topics.js";

/** The same orders in other languages; accents are gone and letters are small by the time these are asked. */
const IGNORE = [
  // French, Spanish, Portuguese, Italian
  /\b(?:oublie[zr]?|ignore[zr]?|ne t(?:iens|enez) pas compte des?|olvida|ignora|descarta|esqueca|ignore|dimentica|ignorate|desconsidere)\b[^.;]{0,50}\b(?:consignes|instructions?|regles|directives|instrucciones|reglas|indicaciones|instrucoes|regras|orientacoes|istruzioni|regole|indicazioni)\b[^.;]{0,40}\b(?:precedentes?|anterieures?|anteriores|previas|precedenti|de depart|du systeme|iniciales)\b/,
  /\b(?:consignes|instructions|regles|instrucciones|reglas|instrucoes|regras|istruzioni|regole)\b[^.;]{0,30}\b(?:ne (?:s'appliquent|sont) plus|ya no (?:se aplican|valen|cuentan)|nao (?:valem|se aplicam) mais|non (?:valgono|si applicano) piu)\b/,
  // German, Dutch, Polish
  /\b(?:ignorier\w*|vergiss|vergesst|missachte\w*|negeer|vergeet|zignoruj|zapomnij)\b[^.;]{0,50}\b(?:anweisung\w*|regeln|instruktion\w*|vorgaben|instructies|regels|instrukcje|polecenia|zasady)\b/,
  /\b(?:vorherige\w*|bisherige\w*|fruhere\w*|obige\w*|alle)\s+(?:\w+\s+)?(?:anweisungen|regeln|vorgaben|instruktionen)\b[^.;]{0,30}\b(?:gelten nicht|gilt nicht|sind (?:ungultig|aufgehoben|hinfallig)|nicht mehr)\b/,
  // Chinese, Japanese, Korean, Russian
  /(?:忽略|无视|忘记|忘掉|不要理会|不用管).{0,12}(?:指令|指示|说明|规则|提示|命令)|(?:指示|命令|ルール|指令|指図).{0,12}(?:無視|忘れ|従わない)|(?:지시|명령|지침|규칙).{0,12}(?:무시|잊)|(?:игнорируй|игнорируйте|забудь|забудьте|отбрось).{0,30}(?:инструкци|указани|правил)/,
];
const UNTOLD = [
  /\b(?:sans (?:en |le |la )?(?:parler|dire|prevenir|avertir|informer|mentionner)|ne (?:le )?(?:dis|mentionne[zr]?|parle[zr]?|revele[zr]?)[^.;]{0,20}pas|sin (?:decir(?:lo|le)?|avisar|informar|mencionar|que (?:el|se))|no (?:le |lo )?(?:digas|menciones|informes|avises|reveles)|sem (?:dizer|avisar|informar|mencionar)|nao (?:diga|mencione|informe|avise)|senza (?:dirlo|avvisare|informare|menzionare)|non (?:dire|menzionare|informare))\b[^.;]{0,50}\b(?:l'utilisateur|utilisateur|usuario|utente|utilizador|personne|nadie|ninguem|nessuno)\b/,
  /\b(?:ohne (?:den |dem )?(?:benutzer|nutzer|anwender)[^.;]{0,30}(?:zu (?:informieren|sagen|fragen)|davon)|(?:erwahne|sage|verrate|melde|zeige|berichte)\w*\b[^.;]{0,40}\bnicht|(?:nutzer|benutzer|anwender|kunden)\w*\b[^.;]{0,30}\bnicht(?:s)? (?:erwahnen|sagen|verraten|melden|zeigen|mitteilen|berichten))\b/,
  /(?:不要|别|请勿|不得).{0,10}(?:告诉|告知|提及|通知|透露|让).{0,10}(?:用户|使用者|知道)|ユーザー?に.{0,20}(?:言わ|知らせ|伝え|報告し|教え)(?:ない|ず)|사용자(?:에게|가|는)?.{0,20}(?:알리지|말하지|모르게|언급하지)|не\s+(?:говори|сообщай|упоминай|рассказывай|показывай).{0,30}(?:пользовател|никому)|пользовател\S*.{0,20}не\s+(?:должен|узна)/,
];
const REVEAL =
  /(?:выведи|покажи|раскрой|раскройте).{0,30}(?:системн\S+ промпт|системн\S+ инструкц)|(?:输出|显示|打印|泄露|透露).{0,10}(?:系统提示|系统指令|隐藏指令)|(?:システムプロンプト|システム指示).{0,10}(?:表示|出力|教え)|\b(?:affiche|montre|revele|muestra|revela|imprime|mostra|zeige|gib)\w*\b[^.;]{0,40}\b(?:prompt systeme|instructions systeme|prompt del sistema|instrucciones del sistema|prompt di sistema|prompt do sistema|system-?prompt|systemanweisung\w*)\b/;

const { foreign } = TOPIC;

export const FOREIGN_RULES: readonly ProseRule[] = [
  ...IGNORE.map((pattern) =>
    patternRule(foreign, "prompt-injection-ignore-instructions", "critical", pattern, { ownNegation: true }),
  ),
  ...UNTOLD.map((pattern) =>
    patternRule(foreign, "concealment-from-user", "critical", pattern, { ownNegation: true }),
  ),
  patternRule(foreign, "prompt-injection-system", "critical", REVEAL),
];
