import type { EnquiryView } from "./queries";

/**
 * Whether the learner's side is told that the agreed lesson stands and how to cancel it: while the team decides about a
 * danger, and of a lesson proposed before it warned the teacher of one.
 */
export const isLessonInDoubt = ({
  nextLessonTs,
  hasOpenDanger,
  hasDangerWarning,
}: Pick<EnquiryView, "nextLessonTs" | "hasOpenDanger" | "hasDangerWarning">): boolean =>
  nextLessonTs !== null && (hasOpenDanger === 1 || hasDangerWarning === 1);
