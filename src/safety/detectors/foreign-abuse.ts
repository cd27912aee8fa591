import type { Subject } from "../detect.js";
import { isAddressed } from "./outward.js";
import { type ProseMatch, type ProseRule, patternRule } from "./prose-rule.js";
import type { Sentence } from "./sentence.js";

/** Nobody is asked or told, in German, French, Spanish, Italian, Portuguese and Dutch; accents are gone. */
const UNASKED = String.raw`(?:\bohne (?:ruckfragen?|zustimmung|genehmigung|freigabe|zweite (?:unterschrift|freigabe)|bestatigung|(?:das )?wissen|erwahnung|hinweis)\b|\b(?:hinweis|mitteilung|ruckfrage|zustimmung|genehmigung|einwilligung|freigabe|bestatigung)\b[^.;]{0,60}\b(?:entbehrlich|nicht (?:notig|erforderlich|notwendig)|entfallt|uberflussig)\b|\bsans (?:validation|confirmation|accord|prevenir|en informer|le mentionner|(?:double |seconde |deuxieme )?signature|approbation|autorisation|demander|le dire)\b|\bsin (?:confirmacion|aprobacion|autorizacion|permiso|avisar\w*|decir\w*|informar\w*|mencionar\w*|segunda firma|consultar\w*|preguntar\w*|consentimiento)\b|\bsenza (?:conferma|approvazione|autorizzazione|consenso|(?:seconda|doppia) firma|richiamare|avvisar\w*|dir(?:lo|glielo)|informar\w*|menzionar\w*|chieder\w*)\b|\bsem (?:confirmacao|aprovacao|autorizacao|permissao|avisar|dizer|informar|mencionar|segunda assinatura|consultar|perguntar|consentimento)\b|\bzonder (?:bevestiging|goedkeuring|toestemming|te vragen|te melden|overleg|medeweten|tweede handtekening)\b)`;
/** Money, data and deletion in the same languages. */
const ACTS = String.raw`\b(?:uberweis\w*|zahl(?:e|en|ung|ungen)|auszahl\w*|sende\w*|ubermittel\w*|weiterleit\w*|losche?\w*|kopier\w*|hochlad\w*|betrag|konto\w*|virements?|paie(?:ments?|r)?|envo(?:ie|yer|yez)|transme\w+|transfere\w*|supprim\w+|montants?|compte|transferencias?|transfier\w+|transferir|pag(?:a|ar|os?|amentos?|amenti|are)|envi(?:a|ar|e)|reenvi\w+|sub(?:e|ir)|borra\w*|elimina\w*|importes?|cuenta|bonific[oi]|invia\w*|inoltra\w*|cancella\w*|importi?|conto|esegui\w*|encaminh\w+|apag(?:a|ar|ue)|conta|overmak\w*|betaa?l\w*|stuur|verstuur|verwijder\w*|bedrag|rekening|factur\w+|fattur\w+|rechnung\w*|password|passwor[dt]\w*|contrasenas?|mots? de passe|senhas?|wachtwoord\w*)\b`;
/** "Never without", in the same languages. */
const FORBIDDEN =
  /\b(?:nie|niemals|nichts?|kein\w*|nur|jamais|aucun\w*|nunca|ningun\w*|jamas|mai|nessun\w*|nao|nenhum\w*|nooit|geen|niet|solo|seulement|alleen)\b[^.;]{0,80}\b(?:ohne|sans|sin|senza|sem|zonder)\b|\b(?:no|ne|non)\s(?:\w+\s){1,5}(?:sin|sans|senza)\b/;

const SENT =
  /\b(?:weiterleit\w*|weitergeleitet|ubermittel\w*|zur verfugung (?:gestellt|stellen)|sende[nt]?|gesendet|schick\w*|geschickt|kopie an|transme\w+|envo(?:ie|yer|yez)|envoye\w*|copie a|envi(?:a|ar|e|ada|ado)|reenvi\w+|copia a|invia\w*|inviat\w*|inoltra\w*|encaminh\w+|stuur\w*|doorgestuurd|verzend\w*|kopie naar)\b/;
const MAILBOX =
  /[\w.+-]{1,60}@(?!example|ihre?|votre|tu|deine?|firma|empresa)[\w-]{1,60}(?:\.[\w-]{1,30}){1,4}/;
const CONTACT =
  /\b(?:fragen|kontakt|contact\w*|support|hilfe|aide|ayuda|aiuto|ajuda|questions?|preguntas|domande)\b/;

function sentAbroad(sentence: Sentence, subject: Subject): ProseMatch | undefined {
  const { text } = sentence;
  const match = SENT.exec(text);
  if (match === null || CONTACT.test(text) || FORBIDDEN.test(text)) return undefined;
  return MAILBOX.test(text) || isAddressed(text, subject)
    ? { rule: "data-exfiltration", severity: "warn", at: match.index }
    : undefined;
}

/** What nobody is asked about, and what goes to a stranger, in other languages. */
export const FOREIGN_ABUSE_RULES: readonly ProseRule[] = [
  patternRule(0, "prompt-injection-tool", "warn", new RegExp(`${ACTS}[^;]{0,200}${UNASKED}`), {
    ownNegation: true,
    unless: FORBIDDEN,
  }),
  patternRule(0, "prompt-injection-tool", "warn", new RegExp(`${UNASKED}[^;]{0,160}${ACTS}`), {
    ownNegation: true,
    unless: FORBIDDEN,
  }),
  { needs: 0, pattern: SENT, find: sentAbroad },
];
