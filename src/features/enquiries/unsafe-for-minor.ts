import { hasContactOrAddress } from "@/shared/contact-data";
import { withoutMarks } from "@/shared/text";
import { asksForAdvancePayment } from "./advance-payment";

/** Words after which a picture is one of homework: "o poza la exercitiul 3". */
export const HOMEWORK =
  "tem[aei]|exerc|caiet|problem|pagin|manual|fis[ae]|test|cart[ei]|culeger|subiect|rezolv|cerint|ecuati|formul|orar|tabl|exam|lecti|" +
  "schem|desen|grafic|figur|notit|foaie|foi|homework|notebook|page|book|worksheet|exercise|equation";

/** "Comunicarea între noi" is none. In lower case without marks, as below. */
export const SECRECY = String.raw`\b(?:ram[ai]n\w*|doar|numai|secret\w*) intre noi\b|\b(?:stays?|remains?|is|it.?s|just|only|secret|(?:keep|leave) (?:it|this|that)) between (?:us|you and me)\b`;

/** To be alone with the reader or with the child. */
export const ONLY_US = String.raw`\b(?:doar|numai) noi doi\b|\bjust (?:the two of us|us two)\b`;

/** A parent of the reader, also in "părinții tăi", "mama ta", "your mum". */
const PARENT = String.raw`(?:un |o |niciun )?(?:parint\w*|mam[ai]|mamica|tat[ai]l?)\b`;
/**
 * To meet without parents. Not a rule that forbids it ("nu stabilim lecții fără părinți"), a child without parents, nor
 * the safety advice of the site: no parent in the room, but its door open.
 */
const WITHOUT_PARENTS = [
  String.raw`(?<!\b(?:nu|niciodata|copi\w+|elev\w*)\b[^.,;!?\n]*)\bfara ${PARENT}(?!\s(?:\S+\s)?in camera\b[^.!?\n]*\busa\b[^.!?\n]*\bdeschis)`,
  String.raw`(?<!\b(?:not|never|don.?t|child|children)\b[^.,;!?\n]*)\bwithout (?:a |any |your )?(?:parents?|mom|mum|mother|dad|father)\b(?!\s(?:\S+\s)?in the room\b[^.!?\n]*\bdoor\b[^.!?\n]*\bopen)`,
].join("|");

/**
 * What a teacher of a pupil rarely writes: names of social networks and of ways to send money, or what may lead to a meeting
 * alone or in secret.
 */
const DOUBTFUL = new RegExp(
  [
    String.raw`\b(?:insta(?:gram)?|snap(?:chat)?|tik\s?tok|whats?app?|telegram|facebook|fb|messenger|discord)(?:-?ul(?:ui)?|u)?\b|\bpe tg\b`,
    String.raw`\b(?:revolut|paypal|iban|paysafe(?:card)?)\b|\bcard\S*\s+cadou|\bgift\s?card`,
    String.raw`\b(?:trimit|send)\S*(?:\s+\S+){0,3}?\s+(?:poz[ae]|fotografi|selfie|photo|picture)\S*(?!\S|(?:\s+\S+){0,4}?\s+\S{0,3}(?:${HOMEWORK}))`,
    SECRECY,
    ONLY_US,
    WITHOUT_PARENTS,
    String.raw`\bnu (?:e|este) nevoie sa (?:le|ii) (?:spui|zici)\b`,
    String.raw`\bpoz[ae] (?:cu|de la|dupa) (?:buletin|cartea de identitate)|\bvreau sa te vad\b|\bcamera (?:\S+ ){0,2}?doar pentru mine\b`,
    String.raw`\b(?:vino|veniti)\s+singur(?!\S*\s+sau\b)|\bcome alone`,
    String.raw`\b(?:pui|pune)\S*(?:\s+\S+){0,3}?\s+poz[ae]\b(?!(?:\s+\S+){0,4}?\s+\S{0,3}(?:${HOMEWORK}))|\barata-?mi\s+(?:\S+\s+)?camera`,
    String.raw`\bai\s+(?:un\s+|o\s+)?(?:iubita?|prietena?)\s*\?|boyfriend|girlfriend|\bcum arati\b|\b(?:dragut|frumoas|sexy|superb)\S*\s(?:\S+\s){0,3}?(?:poz|profil)|\bunde (?:stai|locuiesti)(?=\s*(?:$|[?,.!]|exact|acum))`,
  ].join("|"),
);

/** What is taught, so "nu trebuie să știe părinții matematică" keeps nothing from parents. */
const TAUGHT =
  "mate|limb|roman|englez|francez|german|spaniol|latin|fizic|chimi|biolog|istori|geograf|informatic|gramatic|formul|ecuati|" +
  "math|english|french|spanish|physic|chemis|grammar";

/** What no teacher asks a pupil for: pictures of the pupil, or to keep something from parents. */
const SOLICITATION = new RegExp(
  [
    String.raw`\b(?:poz[ae]|fotografi[ae]|photo|picture)\s+(?:\S+\s+)?(?:cu tine|of you\b|of yourself)|\bselfie|\bnud(?:a|e|es|uri)?\b`,
    String.raw`\bnu[\s-](?:(?:le|ii|i)\s)?(?:mai\s)?(?:spu(?:n[ea]|i)|zi(?:c[ea]|ci)?)\S*\s(?:\S+\s){0,2}?(?:parint|mam|tat|sot|bunic|nimanui|acasa\b|alor tai|ai tai)`,
    String.raw`\bnu[\s-](?:le|ii|i)\s(?:mai\s)?(?:spu(?:ne|i)|zi(?:ce|ci)?)\S*\s(?:\S+\s){0,2}?nimeni`,
    String.raw`\b(?:don.?t|not) tell\s+(?:\S+\s+){0,2}?(?:parents|mom|mum|mother|dad|father|anyone|anybody)`,
    String.raw`\b(?:parinti|mam|tat|ai tai)\S*\s+nu\s+(?:trebuie|au voie|are voie)\s+sa\s+(?:stie|afle)(?!\s+(?:${TAUGHT}))`,
    String.raw`\bnu\s(?:trebuie|au voie|are voie)\s(?:sa\s)?(?:stie|afle)\s(?:\S+\s)?(?:parinti|mam|tat)(?!\S*\s+(?:(?:ei|lui|lor|tai|ta|tau)\s+)?(?:${TAUGHT}))`,
    String.raw`\b(?:fara sa (?:stie|afle)|sa nu (?:stie|afle))\s+(?:parinti|mam|tat|ai tai)`,
    String.raw`\bfara (?:ca )?(?:parinti|mam|tat|ai tai)\S*\s(?:\S+\s)?sa (?:stie|afle)\b`,
    String.raw`\bfara sa[\s-](?:(?:le|ii|i) )?(?:mai )?(?:spui|zici|spuneti|anunti|intrebi)\s(?:\S+\s)?(?:parinti|mam|tat|alor tai|ai tai|acasa\b)`,
    String.raw`\bwithout (?:telling|asking) (?:\S+ )?(?:parents|mom|mum|mother|dad|father)|\bwithout (?:\S+ )?(?:parents|mom|mum|mother|dad|father)\S* (?:knowing|finding out)`,
    String.raw`\b(?:parents|mom|mum|mother|dad|father)\s+(?:(?:do not|don.?t) (?:need|have) to|must not|mustn.?t|should not|shouldn.?t)\s+know(?!\s+(?:${TAUGHT}))`,
    "secretul nostru|our (?:little )?secret|cum esti imbracat|what are you wearing",
  ].join("|"),
);

const toPlain = (text: string): string => withoutMarks(text.toLowerCase());
/** Whether a text asks for what no teacher asks for. It cannot be sent to a learner under 18. */
export const isSolicitation = (text: string): boolean => SOLICITATION.test(toPlain(text));

/** Whether a text to a learner under 18 is doubtful, or asks for what no teacher asks for. */
const hasUnsafeRequest = (text: string): boolean =>
  DOUBTFUL.test(toPlain(text)) || asksForAdvancePayment(text) || isSolicitation(text);

/** Whether a message to a learner under 18 has contact data, or asks for what a teacher does not ask for. */
export const isUnsafeForMinor = (message: string): boolean =>
  hasContactOrAddress(message) || hasUnsafeRequest(message);

/**
 * Why a teacher's message to a learner under 18 is refused; null if it is not. Doubtful texts and contact data can be
 * confirmed. The place of a lesson may be a street (`isPlace`).
 */
export function findUnsafeReason(
  message: string,
  { isConfirmed = false, isPlace = false }: { isConfirmed?: boolean; isPlace?: boolean } = {},
): "unsafe_to_under_18" | "contact_data_to_under_18" | null {
  if (isSolicitation(message)) return "unsafe_to_under_18";
  if (isConfirmed) return null;
  return (isPlace ? hasUnsafeRequest : isUnsafeForMinor)(message) ? "contact_data_to_under_18" : null;
}
