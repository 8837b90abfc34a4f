import "./jitless";
import * as z from "zod/mini";
import { GRADES, LEARNERS } from "@/shared/codes";

const gradeNumber = z.literal(GRADES);

/** Who the lessons are for. Of a child only the grade is known, one of `GRADES`; of others it is dropped. */
export const learnerSchema = z
  .object({
    who: z.enum(LEARNERS),
    /** Forms send it as text. */
    grade: z.optional(z.union([gradeNumber, z.pipe(z.pipe(z.string(), z.transform(Number)), gradeNumber)])),
  })
  .check(z.overwrite((learner) => (learner.who === "child" ? learner : { who: learner.who })));
