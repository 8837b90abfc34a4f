import { withoutMarks } from "@/shared/text";
import { HOMEWORK, isSolicitation, ONLY_US, SECRECY } from "./unsafe-for-minor";

/** A child of the reader, in any case; in lower case without marks as all below. */
export const CHILD = String.raw`(?:copil\w*|fiic\w+|fiul\w*|fet(?:e|ei|ita|itei)|fata|baiat\w*|baiet\w+|nepo[at]\w*|elev(?:ul\w*|a|ei)|(?:your|the) (?:child|kid|son|daughter|boy|girl|grand\w+)(?:['’]?s)?)`;
const NETWORK = String.raw`(?:insta|snap|tik\s?tok|whats?app?|telegram|facebook|fb\b|messenger|discord)\S*(?!\S)`;
/** A way past the parent. "Direct" alone says no more than "direct la lecție" or "direct în caiet". */
const CHANNEL = String.raw`(?:${NETWORK}|direct\s(?:pe|la)\s(?:telefon|mobil|numar)\S*(?!\S)|fara\s(?:dumneavoastra|dvs|sa va deranj\w+))`;
const OF_ADULT = String.raw`(?!\s(?:dumneavoastra|dvs|dv|mamei|tatalui|(?:al\s)?unui parinte|parint\w+))`;
const ASKING = String.raw`\b(?:da(?:ti|u)?|dai|trimit\w*|las[ai]\w*|spune\w*|pot|pute\w*|as|vreau|nevoie|trebuie|care|are|aveti|give|send|can|could|may|want|need|what.?s|what|share|have|get)\b`;

/** A parent of the child. */
const PARENT = String.raw`(?:parint\w*|mam[ae]\w*|tat[ai]\w*|bunic\w*|dumneavoastra|dvs|parents?|mum|mom|mother|dad|father|you)`;
/** Words before "alone" without another verb: "lăsați copilul să lucreze singur" is about work. */
const NOT_TO_DO = String.raw`(?:(?!(?:sa|to|work|study)\s)\S+\s){0,3}?`;
const WITHOUT_PARENT = String.raw`\bfara\s${PARENT}`;
/** Where a parent may always be. */
const AT_LESSON = String.raw`(?:camera|de fata|prezen\w*|la lecti\w*|the room|present|there|at the lesson)`;

/**
 * What a teacher rarely asks a parent for: a way to the child without the parent, to be alone with the child, a picture of
 * the child, a secret.
 */
const CHILD_ASKED = new RegExp(
  [
    // Their number or account: "numărul fetei", "WhatsApp-ul copilului", "your daughter's number".
    String.raw`${ASKING}.*\b(?:numar\w*|${NETWORK})\s(?:de (?:telefon|mobil|whatsapp)\s)?(?:(?:al|a)\s)?(?:${CHILD}|(?:ei|lui)\b)`,
    String.raw`${ASKING}.*\b(?:her|his|${CHILD})\s(?:own\s)?(?:(?:phone|mobile|whatsapp)(?:\snumber)?|number(?=$|,|\s(?:so|to|please)\b)|${NETWORK})`,
    // Messages to them: "îi scriu pe WhatsApp", "să îmi scrie direct".
    String.raw`\b(?:ii|i|o|il|l)[\s-](?:\S+\s){0,2}?(?:scri|trimit|sun|adaug|contact)\S*\s(?:\S+\s){0,4}?${CHANNEL}${OF_ADULT}`,
    String.raw`(?<!(?:parint\w*|mama|tata\w*)\s)\bsa\s(?:imi|mi|ma)[\s-](?:scrie|adauge|caute|sune|contacteze)\s(?:\S+\s){0,3}?${CHANNEL}`,
    String.raw`\b(?:scri\w+|contact\w+|comunic\w*|vorb\w+)\s(?:cu\s)?(?:${CHILD}|ea|el|lui|ei)\s(?:pe\s)?${CHANNEL}`,
    String.raw`\b(?:scri\w+|contact\w+)\sdirect\s(?:cu\s)?(?:${CHILD}|ea|el|lui|ei)\b`,
    String.raw`\b(?:vorb\w+|discut\w*)\s(?:direct|numai|doar)\scu\s(?:${CHILD}|ea|el)\s(?:\S+\s){0,2}?${CHANNEL}`,
    String.raw`\b(?:da|dati|spuneti|trimiteti)-?i\s(?:\S+\s)?${CHILD}\s(?:\S+\s)?(?:numarul|${NETWORK})\b`,
    // The child alone: without the parent at the lesson, or in a car.
    ONLY_US,
    String.raw`\b(?:las\w*|ram[ai]n\w*|ramai|sta(?:u|i|ti)?|stea)(?:-\w+)?\s${NOT_TO_DO}singur[aei]?\b.*(?:\b(?:la|cu)\smine\b|${WITHOUT_PARENT})`,
    String.raw`\b(?:ven|vin)\w*\s${NOT_TO_DO}singur[aei]?\b.*${WITHOUT_PARENT}`,
    String.raw`\b(?:leave|stay|come|be)\s${NOT_TO_DO}alone\b.*(?:\bwith\sme\b|\bat\smy\b|\bwithout\s(?:\S+\s)?${PARENT}\b)`,
    String.raw`\b${PARENT}\s(?:sa\s)?nu\s(?:fie|stea|asiste|intre|participe|ramana)\b.*${AT_LESSON}`,
    String.raw`\bsa\snu\s(?:fiti|stati|asistati|intrati|ramaneti)\b.*${AT_LESSON}`,
    String.raw`\bnu\s(?:e|este)\snevoie\s(?:ca\s${PARENT}\s)?sa\s\S+\s(?:\S+\s)?${AT_LESSON}(?!.*\b(?:puteti|dar)\b)`,
    String.raw`\b${PARENT}\s(?:should not|must not|need not|(?:should|must|need|do)n['’]?t)\s(?:need to\s|have to\s)?(?:be|stay|sit|come)\b.*${AT_LESSON}(?!.*\b(?:may|can|but)\b)`,
    String.raw`\b(?:o|il|pe ${CHILD})\s(?:iau|aduc|duc|conduc)\s(?:\S+\s){0,2}?(?:cu masina|de la scoala|de acasa|acasa)`,
    String.raw`\b(?:i(?:['’]ll)?|let me)\s(?:\S+\s){0,2}?(?:pick|drive|drop)\s(?:up\s)?(?:her|him|${CHILD})\b`,
    String.raw`\b(?:write|text|message|talk|speak|chat|contact|call|reach|add)\s(?:to\s|with\s)?(?:her|him|${CHILD})\s(?:\S+\s){0,3}?(?:directly(?!\s(?:at|in|on|before|during|after|about|through)\b)|privately|without you|on ${NETWORK})`,
    // Their picture, not one of their work.
    String.raw`\bsa\s(?:imi|mi|ne)[\s-](?:trimita|faca|arate)\s(?:\S+\s){0,2}?(?:poz[ae]|fotografi\w+|selfie)(?!\S|(?:\s\S+){0,4}?\s\S{0,3}(?:${HOMEWORK}))`,
    String.raw`\b(?:poz[ae]|fotografi\w+|selfie)\s(?:(?:recent[ae]|cu|al?|de-ale)\s)*(?:${CHILD}|(?:ea|el|ei|lui)(?=$|,))(?! (?:mei|mele|nostr))`,
    String.raw`\b(?:photo|picture|selfie)s?\s(?:of|with)\s(?:her|him|${CHILD})(?!\S*\s(?:home|work|note|book|exerc|page|test))`,
    // Secrets. Those of `isSolicitation` are the same.
    String.raw`${SECRECY}|\bkeep (?:it|this)\s(?:a\s)?secret`,
  ].join("|"),
);
/** "Ea" may be the homework. */
const HOMEWORK_WITH_IT = /\b(?:tem[aei]|lucrar\w+|foaia|fis[ae]|pagin\w+)\b.*\bcu (?:ea|el)$/;

/**
 * Whether a teacher's message to the parent of a child asks for a way to the child without the parent, to be alone with the
 * child, for a picture of the child, or to keep something from a parent. "Copilul să trimită o poză cu tema" does not.
 */
export const asksAboutChild = (message: string): boolean =>
  isSolicitation(message) ||
  withoutMarks(message.toLowerCase())
    .split(/[.;!?\n]/)
    .map((clause) => clause.trim())
    .some((clause) => CHILD_ASKED.test(clause) && !HOMEWORK_WITH_IT.test(clause));
