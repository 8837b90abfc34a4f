import { hasContactOrAddress } from "@/shared/contact-data";
import { type Day, isMinor } from "@/shared/dates";
import type { Translator } from "@/shared/i18n/translator";
import { withoutMarks } from "@/shared/text";
import { asksAboutChild } from "../asks-about-child";
import { asksWhoChildIs } from "../asks-who-child-is";
import { isPersonalOfMinor } from "../message-warning";

/** What tells whether the sender of a message is under 18. */
export type VisitorAge = { user: { birthDate: Day | null } | null; now: number };

/** The fields of a sent form. */
type SentForm = {
  has: (name: string) => boolean;
  text: (name: string) => string;
  all: (name: string) => readonly string[];
};

/** Form field of a message that may get the hint; a form that shows the hint to a greeting does not have it. */
export const HINT_FIELD = "hint";
/** Its value in the form of a teacher to the parent of a child, which asks about other texts. */
export const CHILD_HINT = "child";
/** Its value in the form of a further message from the parent of a child, which also asks about schools and streets. */
export const PARENT_HINT = "parent";
/** The fields that the hint to a greeting offers, each with the codes of its choices; none for a text. */
export const DETAILS = {
  grade: [],
  days: ["afternoons", "evenings", "weekends", "1", "2", "3", "4", "5", "6", "7"],
  place: ["online", "home", "teacher", "center", "elsewhere"],
  budget: [],
} as const satisfies Record<string, readonly string[]>;
export const DETAIL_LENGTH = 60;

/** The text of a choice; a digit is a day of the week. */
export const formatDetail = (t: Translator, name: string, code: string): string =>
  t(/^\d$/.test(code) ? `general.days.${code}` : `enquiries.hint.${name}.${code}`);

/** Words of greetings and of general interest, without marks, which tell a teacher nothing. */
const EMPTY_WORDS = new Set(
  `buna ziua seara dimineata salut salutare servus alo domnule doamna domn dl dna profesor profesoara dv dvs
  dumneavoastra va rog multumesc mersi frumos anticipat o zi cu stima respect toate cele bune sunt as dori vreau doresc
  caut interesat interesata de la un anunt anuntul lectii meditatii ore pentru despre detalii informatii mai multe astept
  raspuns raspunsul sa si hello hi hey good morning afternoon evening day dear sir madam teacher please thank thanks you
  i am im interested in your the a an lessons lesson listing looking for would like more details information want best
  regards`.split(/\s+/),
);

/** Whether a message says nothing but hello, or that its sender is interested. */
export const isOnlyGreeting = (message: string): boolean =>
  (
    withoutMarks(message.toLowerCase())
      .replaceAll("'", "")
      .match(/[\p{L}\d]+/gu) ?? []
  ).every((word) => EMPTY_WORDS.has(word));

/** The hint that a form shows with a message; null for none. Contact data of a learner under 18 is held instead. */
export function findMessageHint(
  message: string,
  { isMinor, isAboutChild = false }: { isMinor: boolean; isAboutChild?: boolean },
): "greeting" | "contact" | null {
  if (message.trim() === "") return null;
  if (isOnlyGreeting(message)) return "greeting";
  return !isMinor && getContactTest(isAboutChild)(message) ? "contact" : null;
}

/** What finds contact data or an address in a text; in a parent's text about a child also a school or a street. */
export const getContactTest = (isAboutChild: boolean) =>
  isAboutChild ? isPersonalOfMinor : hasContactOrAddress;

/** Whether the account of the visitor, or of another sender, is of a learner under 18. */
export const isVisitorMinor = ({ user, now }: VisitorAge): boolean => isMinor(user?.birthDate ?? null, now);

/** Whether a sent form asks about its message: it has the field, and the sender did not press "Send it anyway". */
export const asksAboutMessage = (form: Pick<SentForm, "has">): boolean =>
  form.has(HINT_FIELD) && !form.has("confirm_contact");

/** Whether a sent form gets a hint before its message is sent. */
export const needsHint = (ctx: VisitorAge, form: SentForm): boolean =>
  asksAboutMessage(form) &&
  findMessageHint(form.text("message"), {
    isMinor: isVisitorMinor(ctx),
    isAboutChild: form.text("learner.who") === "child",
  }) !== null;

/** Of the values of `HINT_FIELD` in the form of a further message, those that apply to it; a greeting is fine there. */
export const listFurtherHints = (
  message: string,
  hints: readonly string[],
  sender: { isMinor: boolean },
): readonly string[] =>
  hints.filter((hint) =>
    hint === CHILD_HINT
      ? asksAboutChild(message) || asksWhoChildIs(message)
      : findMessageHint(message, { ...sender, isAboutChild: hint === PARENT_HINT }) === "contact",
  );

/** Whether the form of a further message gets a hint before it is sent. */
export const needsFurtherHint = (ctx: VisitorAge, form: SentForm): boolean =>
  asksAboutMessage(form) &&
  listFurtherHints(form.text("message"), form.all(HINT_FIELD), { isMinor: isVisitorMinor(ctx) }).length > 0;

/** The typed message, followed by a line for each filled field of the hint. */
export function readMessage(t: Translator, form: SentForm): string {
  const lines = Object.entries(DETAILS).flatMap(([name, codes]) => {
    const values = form.all(`detail_${name}`).flatMap((value) => {
      const text = value.trim().slice(0, DETAIL_LENGTH);
      if (codes.length === 0) return text || [];
      return codes.some((code) => code === text) ? formatDetail(t, name, text) : [];
    });
    return values.length > 0 ? `${t(`enquiries.hint.${name}.label`)}: ${values.join(", ")}` : [];
  });
  return [form.text("message"), ...lines].join("\n");
}
