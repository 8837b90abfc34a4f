import "./jitless";
import * as z from "zod/mini";
import {
  LEVELS,
  REPORT_OUTCOMES,
  REVIEW_AUTHOR_ROLES,
  REVIEW_HOLD_RULES,
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

/** The answer of the form that there was no lesson: its error says so, for forms and calls alike. */
export const NO_LESSONS = "0";

const RATING_ERROR = { error: "rating_range" };
const lines = z.string().check(z.overwrite(normaliseLines));

/** A review as its author writes it. Rules on its text hold it for an admin; they are no field errors. */
export const reviewSchema = z.object({
  rating: z
    .int(RATING_ERROR)
    .check(z.gte(RATING_RANGE.min, RATING_ERROR), z.lte(RATING_RANGE.max, RATING_ERROR)),
  text: lines.check(z.minLength(REVIEW_LENGTH.min), z.maxLength(REVIEW_LENGTH.max)),
  lessons: z.enum(REVIEW_LESSONS, {
    error: ({ input }) => (input === NO_LESSONS ? "no_lessons" : undefined),
  }),
  name: z.enum(REVIEW_NAMES),
  level: z.optional(z.nullable(z.enum(LEVELS))),
});

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

export const reviewReportJsonSchema = z.object({
  review_id: z.string(),
  reason: z.enum(REVIEW_REASONS),
  text: z.string(),
});

/** An objection of the author to a rejection or removal, or of the teacher to the dismissal of a report. */
export const objectionSchema = z.object({
  text: lines.check(z.minLength(1), z.maxLength(REVIEW_REPORT_LENGTH)),
});

export const objectionResponseSchema = contentSchema(z.object({ review_id: z.string(), text: z.string() }));

/** Why an admin rejects or removes a review, with an explanation for both sides. */
export const reviewDecisionSchema = z.object({
  reason: z.enum(REVIEW_REASONS),
  text: lines.check(z.minLength(1), z.maxLength(MODERATION_TEXT_LENGTH)),
});

/** The public JSON of a review. */
export const reviewJsonSchema = z
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

/** The version of the review that an admin read; without it the call applies to the current version. */
const version = z.optional(z.int().check(z.gte(1)));

/** POST /api/admin/reviews/{id}/publish */
export const publishReviewRequestSchema = z.object({ version });

/** POST /api/admin/reviews/{id}/reject and /remove */
export const refuseReviewRequestSchema = z.extend(reviewDecisionSchema, { version });

const explanation = lines.check(z.minLength(1), z.maxLength(MODERATION_TEXT_LENGTH));

/** The dismissal of the reports that an admin read, with an explanation to the reporters. */
export const dismissReportsSchema = z.object({
  report_ids: z.array(z.string()).check(z.minLength(1), z.maxLength(100)),
  text: explanation,
});

/** POST /api/admin/reviews/{id}/dismiss */
export const dismissReportsRequestSchema = z.extend(dismissReportsSchema, { version });

/** The answer to an objection that changes nothing: the author's, or with `report_id` the teacher's. */
export const declineObjectionSchema = z.object({ report_id: z.optional(z.string()), text: explanation });

/** POST /api/admin/reviews/{id}/decline-objection */
export const declineObjectionRequestSchema = z.extend(declineObjectionSchema, { version });

/** The queues and states of the reviews that admins list. */
export const REVIEW_LISTS = [
  "pending",
  "reported",
  "objections",
  "published",
  "rejected",
  "removed",
] as const;

/** GET /api/admin/reviews */
export const adminReviewsQuerySchema = z.object({
  state: z._default(z.enum(REVIEW_LISTS), "pending").check(z.describe("A queue or a state.")),
  after: z.optional(z.string()),
});

const objectionJsonSchema = z.object({
  text: z.string(),
  created_ts: timestampSchema,
  /** Null until an admin answers. */
  decided_ts: z.nullable(timestampSchema),
});

/** The JSON of a review for its teacher. */
const teacherReviewJsonSchema = z
  .object({
    _id: z.string(),
    state: z.enum(REVIEW_STATES),
    created_ts: timestampSchema,
    /** Null while it is pending: its text may be what an admin will reject. */
    review: z.nullable(reviewJsonSchema),
    /** Why it was removed. */
    reason: z.nullable(z.enum(REVIEW_REASONS)),
    /** The teacher's last report of it. */
    report: z.nullable(
      z.object({
        reason: z.enum(REVIEW_REASONS),
        created_ts: timestampSchema,
        outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
        decision_text: z.string(),
        objection: z.nullable(objectionJsonSchema),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "TeacherReview" });
export type TeacherReviewJson = z.output<typeof teacherReviewJsonSchema>;

export const teacherReviewListResponseSchema = z.object({
  content: z.array(teacherReviewJsonSchema),
  summary: ratingJsonSchema,
  /** The value for `after`; null on the last page. */
  next: z.nullable(z.string()),
});

/** The JSON of a review for its author. */
const ownReviewJsonSchema = z
  .extend(reviewJsonSchema, {
    /** The rule that held it; null if no rule applied. */
    hold_rule: z.nullable(z.enum(REVIEW_HOLD_RULES)),
    /** Why it was rejected or removed. */
    reason: z.nullable(z.enum(REVIEW_REASONS)),
    reason_text: z.string(),
    /** The objection to that decision. */
    objection: z.nullable(objectionJsonSchema),
  })
  .register(z.globalRegistry, { id: "OwnReview" });
export type OwnReviewJson = z.output<typeof ownReviewJsonSchema>;

export const ownReviewResponseSchema = contentSchema(ownReviewJsonSchema);

/** The JSON of a review for admins. */
const adminReviewJsonSchema = z
  .extend(reviewJsonSchema, {
    /** The text before an edit that waits for a decision. */
    earlier_text: z.nullable(z.string()),
    enquiry_id: z.nullable(z.string()),
    /** The rule that held it; null if no rule applied. */
    hold_rule: z.nullable(z.enum(REVIEW_HOLD_RULES)),
    published_ts: z.nullable(timestampSchema),
    /** The last decision, with reason and text of a refusal. */
    decided_ts: z.nullable(timestampSchema),
    reason: z.nullable(z.enum(REVIEW_REASONS)),
    reason_text: z.string(),
    /** The author's objection to a refusal. */
    objection: z.nullable(objectionJsonSchema),
    reports: z.array(
      z.object({
        _id: z.string(),
        reason: z.enum(REVIEW_REASONS),
        text: z.string(),
        created_ts: timestampSchema,
        outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
        decision_text: z.string(),
        /** The teacher's objection to a dismissal. */
        objection: z.nullable(objectionJsonSchema),
      }),
    ),
    version: z.int(),
  })
  .register(z.globalRegistry, { id: "AdminReview" });
export type AdminReviewJson = z.output<typeof adminReviewJsonSchema>;

export const adminReviewResponseSchema = contentSchema(adminReviewJsonSchema);
export const adminReviewListResponseSchema = z.object({
  content: z.array(adminReviewJsonSchema),
  next: z.nullable(z.string()),
});
