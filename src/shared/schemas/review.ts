import "./jitless";
import * as z from "zod/mini";
import {
  LEVELS,
  REVIEW_AUTHOR_ROLES,
  REVIEW_LESSONS,
  REVIEW_NAMES,
  REVIEW_REASONS,
  REVIEW_STATES,
  SUBJECTS,
} from "@/shared/codes";
import { normaliseLines } from "@/shared/text";
import { contentSchema, timestampSchema } from "./json";
import { MODERATION_TEXT_LENGTH } from "./moderation";

/** Characters of a review and of the teacher's answer. */
export const REVIEW_LENGTH = { min: 20, max: 1500 } as const;
export const REPLY_LENGTH = { min: 20, max: 1000 } as const;
/** Ratings from one to five stars. */
export const RATING_RANGE = { min: 1, max: 5 } as const;
/** Characters of a report and of an objection. */
export const REVIEW_REPORT_LENGTH = 1000;

const lines = z.string().check(z.overwrite(normaliseLines));

/** A review as its author writes it. Rules on its text hold it for an admin; they are no field errors. */
export const reviewSchema = z.object({
  rating: z.int().check(z.gte(RATING_RANGE.min), z.lte(RATING_RANGE.max)),
  text: lines.check(z.minLength(REVIEW_LENGTH.min), z.maxLength(REVIEW_LENGTH.max)),
  lessons: z.enum(REVIEW_LESSONS),
  name: z.enum(REVIEW_NAMES),
  level: z.optional(z.nullable(z.enum(LEVELS))),
});
export type ReviewInput = z.output<typeof reviewSchema>;

/** The teacher's answer. */
export const replySchema = z.object({
  text: lines.check(z.minLength(REPLY_LENGTH.min), z.maxLength(REPLY_LENGTH.max)),
});

/** A report about a review; `other` requires a text. */
export const reviewReportSchema = z
  .object({
    reason: z.enum(REVIEW_REASONS),
    text: z._default(lines.check(z.maxLength(REVIEW_REPORT_LENGTH)), ""),
  })
  .check(
    z.refine(({ reason, text }) => reason !== "other" || text !== "", { path: ["text"], error: "required" }),
  );

/** An objection of the author to a rejection or removal, or of the teacher to the dismissal of a report. */
export const objectionSchema = z.object({
  text: lines.check(z.minLength(1), z.maxLength(REVIEW_REPORT_LENGTH)),
});

/** Why an admin rejects or removes a review, with an explanation for both sides. */
export const reviewDecisionSchema = z.object({
  reason: z.enum(REVIEW_REASONS),
  text: lines.check(z.minLength(1), z.maxLength(MODERATION_TEXT_LENGTH)),
});

/** The public JSON of a review. */
const reviewJsonSchema = z
  .object({
    _id: z.string(),
    teacher_id: z.string(),
    listing_id: z.nullable(z.string()),
    subject: z.enum(SUBJECTS),
    level: z.nullable(z.enum(LEVELS)),
    rating: z.int(),
    text: z.string(),
    lessons: z.enum(REVIEW_LESSONS),
    /** `name` is null if the author chose to be shown by role. */
    author: z.object({ name: z.nullable(z.string()), role: z.enum(REVIEW_AUTHOR_ROLES) }),
    state: z.enum(REVIEW_STATES),
    created_ts: timestampSchema,
    edited_ts: z.nullable(timestampSchema),
    reply: z.nullable(
      z.object({ text: z.string(), created_ts: timestampSchema, edited_ts: z.nullable(timestampSchema) }),
    ),
  })
  .register(z.globalRegistry, { id: "Review" });
export type ReviewJson = z.output<typeof reviewJsonSchema>;

/** The rating of a teacher: the average to one decimal, null below three reviews. */
export const ratingJsonSchema = z.object({ average: z.nullable(z.number()), count: z.int() });
export type RatingJson = z.output<typeof ratingJsonSchema>;

export const reviewResponseSchema = contentSchema(reviewJsonSchema);
export const reviewListResponseSchema = z.object({
  content: z.array(reviewJsonSchema),
  /** `stars`: the numbers of reviews with one to five stars. */
  summary: z.extend(ratingJsonSchema, { stars: z.array(z.int()) }),
  /** The value for `after`; null on the last page. */
  next: z.nullable(z.string()),
});
