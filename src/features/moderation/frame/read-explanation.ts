import type { DecisionFields } from "./kind";

/** The fields of `Explanation`. */
export const readExplanation = (form: Pick<DecisionFields, "text">) => ({
  reason: form.text("reason"),
  text: form.text("text"),
});
