import type { LearnerKind } from "./codes";
import type { Translator } from "./i18n/translator";

/** Who the lessons of an enquiry are for, and the grade of a child. */
export type EnquiryLearner = { who: LearnerKind; grade?: number | undefined };

/** Who the lessons of a stored enquiry are for; null if the sender did not say. */
export const toLearner = ({
  learnerWho: who,
  learnerGrade: grade,
}: {
  learnerWho: LearnerKind | null;
  learnerGrade: number | null;
}): EnquiryLearner | null => who && { who, ...(grade === null ? {} : { grade }) };

/** "Lessons for a child, grade 7". `isOwn`: to the sender. */
export const formatLearner = (t: Translator, { who, grade }: EnquiryLearner, isOwn = false): string =>
  grade === undefined
    ? t(`general.learner.${who === "me" && isOwn ? "own" : who}`)
    : t("general.learner.childInGrade", { grade: t(`general.grades.${grade}`) });
