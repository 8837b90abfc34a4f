import { withoutMarks } from "@/shared/text";

/** Verbs and nouns for paying, in lower case without marks as all below. "Platforma" is none. */
const PAYING = String.raw`\b(?:plat(?:a|ile|i|it|ita|itul|esc|esti|este|im|iti|ind)|achit\w*|transfer\w*|vir(?:a|ati|ez|ament\w*)|depun\w*)\b`;
const MONEY = String.raw`(?:${PAYING}|\b(?:bani|banii|suma|lei|ron)\b)`;
const LESSON =
  "(?:prima |fiecare )?(?:lecti|ora|ore|sedint|curs|meditat|intalnir|incep|rezerv|confirm|a incepe|a ne)";

/** A request for money before a lesson. "In avans" alone is about time. */
const ADVANCE_PAYMENT = new RegExp(
  [
    String.raw`(?<!\bin\s)\bavans(?:ul)?\b(?!\sfata\sde)`,
    String.raw`${MONEY}.*\bin\savans\b|\bin\savans\b.*${MONEY}`,
    String.raw`${MONEY}.*\binainte(?:\s*$|\scu\b|\sde\s${LESSON})`,
    String.raw`\b(?:astept|vreau|trimi\w*)\s(?:deja\s)?banii?\b|${PAYING}.*\bacum\b|\b(?:in|pe)\s(?:contul|cardul)\s(?:meu|nostru)\b`,
    String.raw`\b(?:pay(?!\sattention)|paid|payment|transfer|money)\b.*\b(?:in advance|upfront|beforehand|before(?:\s*$|\s.*\b(?:lesson|class|session|start|begin|meet)))`,
    String.raw`\bdeposit\b`,
  ].join("|"),
);
/** Two of them in a clause ask for it: "nu lucrez fără avans". "Nu uitați" does not deny. */
const NEGATION = /\b(?:nu(?!\suita)|fara|not|never|no|without)\b|\bn-|n['’]t\b/g;

/** Whether a teacher's message asks for money before a lesson. "Nu cer avans" does not, nor does "mulțumesc în avans". */
export const asksForAdvancePayment = (message: string): boolean =>
  withoutMarks(message.toLowerCase())
    .replace(/,\s(?:va rog|te rog|please)\b,?/g, "")
    .split(/[.,;!?\n]/)
    .some((clause) => ADVANCE_PAYMENT.test(clause) && (clause.match(NEGATION)?.length ?? 0) % 2 === 0);
