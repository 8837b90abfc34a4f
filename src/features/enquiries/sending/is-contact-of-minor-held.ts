import { hasContactOrAddress } from "@/shared/contact-data";
import { withoutMarks } from "@/shared/text";
import { isVisitorMinor, type VisitorAge } from "../form/message-hint";

/** Whether a learner under 18 wrote contact data or a street address into a message, and did not confirm to send it. */
export const isContactOfMinorHeld = (
  ctx: VisitorAge,
  { message, confirm_contact }: { message: string; confirm_contact?: boolean | undefined },
): boolean => confirm_contact !== true && isVisitorMinor(ctx) && hasContactOrAddress(message);

/** Names of social networks, requests for pictures of a person, and for secrecy; in lower case without marks. */
const UNSAFE_REQUEST = new RegExp(
  [
    String.raw`\b(?:insta(?:gram)?|snapchat|tik\s?tok|whats?app|telegram|facebook|messenger|discord)\b`,
    // A picture of homework is fine: "o poza cu tema".
    String.raw`\b(?:trimit|send)\S*(?:\s+\S+){0,3}?\s+(?:poz[ae]|fotografi|selfie|photo|picture)(?!\S*\s+(?:cu|of)\s+(?!tine|dvs|dumneavoastra|you\b|yourself))`,
    String.raw`\b(?:nu[\s-](?:le\s|ii\s|i\s)?(?:mai\s)?(?:spu(?:ne|i)|zi(?:ce|ci))|(?:don.?t|do not) tell)\S*\s(?:\S+\s+){0,3}?(?:parint|mam|tat|nimanui|nimeni|your|anyone|anybody)`,
    "secretul nostru|ramane intre noi|our secret|between (?:us|you and me)",
  ].join("|"),
);

/** Whether a text to a learner under 18 names a social network, or asks for pictures or secrecy. */
export const hasUnsafeRequest = (text: string): boolean =>
  UNSAFE_REQUEST.test(withoutMarks(text.toLowerCase()));

/** Whether a message to a learner under 18 has contact data, or asks for what a teacher does not ask for. */
export const isUnsafeForMinor = (message: string): boolean =>
  hasContactOrAddress(message) || hasUnsafeRequest(message);

/** The reasons of a message that is held until its sender confirms it. */
export const HELD_REASONS: ReadonlySet<unknown> = new Set([
  "contact_data_under_18",
  "contact_data_to_under_18",
]);
