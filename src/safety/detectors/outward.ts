import type { Subject } from "../detect.js";
import { type Address, addressesIn, addressOfHost, isSuspicious, isWellKnown } from "../hosts.js";
import { matchesOf } from "../matches.js";
import { isOwn, isRelated } from "../profile.js";

const BARE_DOMAIN =
  /(?<![@\w./-])(?:[a-z0-9-]{2,40}\.){1,3}(?:com|net|org|io|ai|app|dev|co|me|xyz|top|site|online|shop|store|info|biz|cc|cloud|live|pro|tech|click|link)(?![\w/-]*\.(?:md|py|js|json))\b/;
/** A mailbox that something goes to; sample addresses and those in code are none. */
const MAIL =
  /\b(?:to|cc|bcc|with|at|address|recipient|mailbox|invite|add|grant|as|e?mail|contact|is|via|from)\b[^@]{0,50}?[\w.+-]{1,60}@(?!example|company|domain|your|test\.|b\.com|mail\.com|email\.com|acme\.com)[\w-]{1,60}(?:\.[\w-]{1,30}){1,4}/;

/** The person decides after all. */
const ASKED =
  /\b(?:(?:if|after|once|when|until|unless|only if|as soon as) (?:the )?(?:user|they|you|customer|person|client) (?:\w+ )?(?:ask|agree|approve|confirm|say|want|request|allow|consent|answer|type|choose|chose|pick|select|check|has confirmed|has approved|has agreed)\w*|ask(?:s|ing)? (?:the )?(?:user|them|first|before|which|for (?:a )?(?:yes|confirmation|permission|approval))|(?:user's|their) (?:yes|go|ok|okay|own|explicit|consent|choice|word)|show (?:it |them |the \w+ )?(?:to )?(?:the )?user|wait for|with (?:the user's )?(?:permission|consent|approval)|(?:obtain|get|request|requires?|await|seek)s? (?:\w+ ){0,3}(?:approval|confirmation|consent|permission)|needs? (?:a yes|approval|confirmation)|let the user|(?:up)?on request|at (?:the user's|their|your) request|(?:if|when) (?:someone|somebody|anyone|a person) asks? (?:you )?(?:to|for)\b[^.;]{0,120}\b(?:explain|refuse|decline|say no|point to))\b/;

/** "No need to ask the user" asks nobody. */
const NOT_ASKED =
  /\b(?:no need to|don't|do not|never|without|not|needn't|rather than|instead of|stop to)\s(?:\w+\s){0,2}?(?:ask(?:s|ing)?|wait(?:ing)? for|show(?:ing)?|obtain(?:ing)?|request(?:ing)?|get(?:ting)?|seek(?:ing)?|requir(?:e|ing))\b/g;

/** True when the person decides after all. */
export function isAsked(text: string): boolean {
  return ASKED.test(text) && ASKED.test(text.replace(NOT_ASKED, " "));
}

/** A command in backticks is judged as a command; in a sentence it would only lend its words. */
export function withoutCommands(text: string): string {
  return text.includes("`") ? text.replace(COMMAND_SPAN, " ") : text;
}

const COMMAND_SPAN = /`[^`]{0,200}\s[^`]{0,400}`/g;

export type Direction = "stranger" | "mailbox" | "somewhere" | "nowhere";

/** Where a sentence points: to an address that is not the skill's, to a mere domain or mailbox, or nowhere. */
export function goesOut(text: string, { profile }: Subject): Direction {
  const strange = addressesIn(text).filter(
    (address) =>
      address.kind !== "local" &&
      address.kind !== "placeholder" &&
      address.kind !== "installer" &&
      address.kind !== "forge" &&
      (isSuspicious(address) || (!isOwn(address, profile) && !isWellKnown(address.host))),
  );
  if (strange.length > 0) return "stranger";
  if (text.includes("@") && MAIL.test(text)) return "mailbox";
  return !text.includes("://") && BARE_DOMAIN.test(text) ? "somewhere" : "nowhere";
}

/** "… to", "… via": what stands before the place where something goes. */
const TOWARDS = /\b(?:to|into|via|onto|through|towards|at|with|add|on to)\s(?:[\w'()-]+\s){0,6}[`"'<(]*$/;
const TARGET =
  /(?:https?|ftps?|sftp|wss?|smb|ssh):\/\/([\w.-]{3,80})|(?:s3|gs|az):\/\/(?!my|your|example|test|bucket|some|backup)([\w.-]{3,80})|(?<![@\w./-])((?:[a-z0-9-]{2,40}\.){1,3}(?:com|net|org|io|ai|co|me|xyz|top|site|online|shop|store|info|biz|cc|cloud|live|pro|tech|click|link|eu|de|uk|fr|ch|nl|us|ru|example|invalid))\b(?!\()(?![\w(/-]*\.(?:md|py|js|json))|[\w.+-]{1,60}@((?:[\w-]{1,60}\.){1,4}[\w-]{2,30})|(\+(?!1 ?\(?\d{3}\)? ?-?555)\d{2}[\d ]{6,16}\d)(?![^`]{0,20}`)/g;
const FOR_CONTACT =
  /\b(?:contact|questions?|feedback|bugs?|issues?|support|help|reach out|licen[sc]e|maintainer|git@|co-authored|sign ?up|register at|log ?in|install|download\w*|clone|docs?|documentation|see|visit|open|navigate|browse|go to|api (?:base|endpoint)|base url|requests? (?:go|are sent)|calls?|connect\w*|point\w*|deploy\w*|redirect\w*|link\w*|refer\w*|according to|compared? to|e\.g|such as|examples?:|for instance|default\w*|https?:\/\/localhost)\b/;

/** What every target has, and few sentences do. */
const MAY_BE_TARGET = /:\/\/|@|\+\d|[a-z0-9-]\.[a-z]/;

/** Whether a sentence moves something to a place that is not the skill's own. */
export function isAddressed(raw: string, { profile }: Subject): boolean {
  if (!MAY_BE_TARGET.test(raw)) return false;
  const text = raw.replace(LINK, " ");
  for (const match of matchesOf(text, TARGET)) {
    const before = text.slice(Math.max(0, match.index - 70), match.index);
    if (!TOWARDS.test(before) || FOR_CONTACT.test(text.slice(Math.max(0, match.index - 160), match.index)))
      continue;
    const host = match[1] ?? match[3] ?? match[4];
    if (host === undefined) return true;
    const address: Address = addressOfHost(host);
    if (address.kind === "placeholder" || address.kind === "local" || address.kind === "forge") continue;
    if (address.kind === "installer" || isWellKnown(host) || SAMPLE.test(host)) continue;
    if (isSuspicious(address) || !(isOwn(address, profile) || isRelated(address, profile))) return true;
  }
  return false;
}

const LINK = /\[[^\]]{0,200}\]\([^)]{0,400}\)/g;
const SAMPLE = /^(?:my|your|the|some|bucket|example|test|company|domain|acme|b\.com|email\.com|mail\.com)\b/;
