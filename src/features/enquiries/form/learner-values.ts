import type { enquiries } from "@/db/schema";

const FIELDS = ["learner.who", "learner.grade", "parent_email"] as const;

/** What was typed about the learner, by the names of the form's fields. */
export type LearnerValues = Partial<Record<(typeof FIELDS)[number], string>>;

/** The filled fields of a form about the learner. */
export const readLearnerValues = (form: { text: (name: string) => string }): LearnerValues =>
  Object.fromEntries(FIELDS.map((name) => [name, form.text(name)]).filter(([, value]) => value));

/** The fields that give another enquiry the same learner. */
export const toLearnerValues = ({
  learnerWho,
  learnerGrade,
  parentEmail,
}: Pick<typeof enquiries.$inferSelect, "learnerWho" | "learnerGrade"> & {
  parentEmail?: string | null;
}): LearnerValues => ({
  ...(learnerWho ? { "learner.who": learnerWho } : {}),
  ...(learnerGrade === null ? {} : { "learner.grade": String(learnerGrade) }),
  ...(parentEmail ? { parent_email: parentEmail } : {}),
});
