import * as z from "zod/mini";
import { COUNTY_CODES, isLevelOf, SUBJECTS } from "@/shared/codes";
import { EXAM_LEVELS } from "./exams";

/** Hours of lessons a week. */
export const PLAN_HOURS = { min: 0.5, max: 20, step: 0.5, default: 2 };

/** What a study plan is computed from. Without a county the lessons are online. */
export const studyPlanSchema = z
  .object({
    exam: z.enum(EXAM_LEVELS).check(z.describe("Exam: `pe` or `pb`.")),
    subject: z.enum(SUBJECTS).check(z.describe("Subject code, of a subject of the exam.")),
    hours: z
      ._default(
        z.coerce
          .number("plan_hours")
          .check(z.multipleOf(PLAN_HOURS.step, "plan_hours"), z.gte(PLAN_HOURS.min), z.lte(PLAN_HOURS.max)),
        PLAN_HOURS.default,
      )
      .check(z.describe("Hours a week, in steps of half an hour. Default: 2.")),
    county: z
      .pipe(
        z._default(z.enum(["", ...COUNTY_CODES]), ""),
        z.transform((county) => county || null),
      )
      .check(z.describe("County code. Default: lessons online.")),
  })
  .check(
    z.refine(({ exam, subject }) => isLevelOf(exam, [subject]), { path: ["subject"], error: "exam_subject" }),
  );
export type StudyPlanInput = z.output<typeof studyPlanSchema>;
