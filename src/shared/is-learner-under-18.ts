import type { LearnerKind } from "./codes";
import { type Day, isMinor } from "./dates";

/** Whether the learner of an enquiry is under 18: the holder of the account, or a child for whom an adult writes. */
export const isLearnerUnder18 = (
  { learnerWho, birthDate }: { learnerWho: LearnerKind | null; birthDate: Day | null },
  now: number,
): boolean => learnerWho === "child" || isMinor(birthDate, now);
