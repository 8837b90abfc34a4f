import { hasContactOrAddress } from "@/shared/contact-data";
import { withoutMarks } from "@/shared/text";

/** Names of social networks; in lower case without marks. */
const SOCIAL_NETWORK =
  /\b(?:insta(?:gram)?|snap(?:chat)?|tik\s?tok|whats?app|telegram|facebook|messenger|discord)\b/;

/** What no teacher asks a pupil for: pictures of a person, secrecy, to come alone, private life; as above. */
const SOLICITATION = new RegExp(
  [
    // A picture of homework is fine: "o poza cu tema".
    String.raw`\b(?:trimit|send)\S*(?:\s+\S+){0,3}?\s+(?:poz[ae]|fotografi|selfie|photo|picture)(?!\S*\s+(?:cu|of)\s+(?!tine|dvs|dumneavoastra|you\b|yourself))`,
    String.raw`\b(?:nu[\s-](?:le\s|ii\s|i\s)?(?:mai\s)?(?:spu(?:ne|i)|zi(?:ce|ci))|(?:don.?t|do not) tell)\S*\s(?:\S+\s+){0,3}?(?:parint|mam|tat|nimanui|nimeni|your|anyone|anybody)`,
    String.raw`\b(?:parint|mam|tat|ai tai|nimeni)\S*\s+(?:\S+\s+){0,2}?nu\s+(?:trebuie|are voie)\s+sa\s+(?:stie|afle)`,
    String.raw`\b(?:fara sa stie|sa nu (?:stie|afle))\s+(?:parint|mam|tat|ai tai|nimeni)`,
    String.raw`\b(?:parents|mom|mum|dad|nobody)\s+(?:\S+\s+){0,3}?(?:not|n.?t)\s+(?:\S+\s+){0,2}know`,
    "secretul nostru|(?:ramane|doar) intre noi|our secret|between (?:us|you and me)",
    String.raw`\b(?:vino|veniti|sa vii)\s+singur|\bcome alone`,
    String.raw`\b(?:ai|aveti)\s+(?:un\s+|o\s+)?iubit|boyfriend|girlfriend|\bcum esti imbracat|what are you wearing`,
  ].join("|"),
);

const toPlain = (text: string): string => withoutMarks(text.toLowerCase());
/** Whether a text to a learner under 18 asks for what no teacher asks for. It cannot be sent. */
const isSolicitation = (text: string): boolean => SOLICITATION.test(toPlain(text));

/** Whether a text to a learner under 18 names a social network, or asks for what no teacher asks for. */
export const hasUnsafeRequest = (text: string): boolean =>
  SOCIAL_NETWORK.test(toPlain(text)) || isSolicitation(text);

/** Whether a message to a learner under 18 has contact data, or asks for what a teacher does not ask for. */
export const isUnsafeForMinor = (message: string): boolean =>
  hasContactOrAddress(message) || hasUnsafeRequest(message);

/** Why a teacher's message to a learner under 18 is refused; null if it is not. Only contact data can be confirmed. */
export function findUnsafeReason(
  message: string,
  { isConfirmed }: { isConfirmed: boolean },
): "unsafe_to_under_18" | "contact_data_to_under_18" | null {
  if (isSolicitation(message)) return "unsafe_to_under_18";
  return !isConfirmed && isUnsafeForMinor(message) ? "contact_data_to_under_18" : null;
}
