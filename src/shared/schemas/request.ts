import "./jitless";
import * as z from "zod/mini";
import {
  COUNTY_CODES,
  isLevelOf,
  LEARNERS,
  LEVELS,
  REQUEST_CLOSE_REASONS,
  REQUEST_HOLD_RULES,
  REQUEST_REASONS,
  REQUEST_STATES,
  SLOTS,
  SUBJECTS,
} from "@/shared/codes";
import { hasNoContactData } from "@/shared/contact-data";
import { namesAccount } from "@/shared/identifying-text";
import { normaliseLines } from "@/shared/text";
import { contentSchema, timestampSchema } from "./json";
import { learnerSchema } from "./learner";
import { codesInOrder, orNull, priceField } from "./listing";
import { listingJsonSchema } from "./listing-json";
import { MODERATION_TEXT_LENGTH } from "./moderation";

/** Characters of a request's text. */
export const REQUEST_TEXT_LENGTH = 300;

/** Teachers read it before they know the author, so it has no contact data and no address. */
const requestText = z.string().check(
  z.overwrite(normaliseLines),
  z.maxLength(REQUEST_TEXT_LENGTH),
  z.refine((text) => hasNoContactData(text) && !namesAccount(text), { error: "contact_in_request" }),
);

/** What a learner looks for. `max_price` is in bani an hour. */
export const requestSchema = z
  .object({
    subject: z.enum(SUBJECTS),
    level: z.enum(LEVELS),
    county: orNull(z.enum(COUNTY_CODES)),
    online: z._default(z.boolean(), false),
    availability: z._default(codesInOrder(SLOTS), []),
    max_price: orNull(priceField),
    learner: learnerSchema,
    text: z._default(requestText, ""),
  })
  .check(
    z.refine(({ county, online }) => online === true || county != null, {
      path: ["county"],
      error: "county_or_online",
      when: () => true,
    }),
    z.refine(({ subject, level }) => !subject || !level || isLevelOf(level, [subject]), {
      path: ["level"],
      error: "level_of_subject",
      when: () => true,
    }),
  );
export type RequestInput = z.output<typeof requestSchema>;

/** The version of the request that its author read. */
export const readVersionSchema = z.object({ version: z.int().check(z.gte(1)) });
/** PUT /api/requests/{id} */
export const editRequestSchema = z.safeExtend(requestSchema, readVersionSchema.shape);

/** How far the conversation of an answer is. */
const ANSWER_STATUSES = ["unread", "read", "replied", "lesson"] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

/** GET /api/requests: own requests, or as a teacher those that fit or were answered. */
export const requestsQuerySchema = z.object({
  for: z
    .optional(z.enum(["me", "answered"]))
    .check(
      z.describe(
        "`me`: open requests that fit a listing of yours, the last opened first. `answered`: those that you answered, the last answer first.",
      ),
    ),
  after: z.optional(z.string()),
});

/** POST /api/requests/{id}/answers */
export const requestAnswerSchema = z.object({
  /** One of the teacher's listings that fit. */
  listing_id: z.string(),
  message: z.string(),
  /** Sends contact data to a learner under 18, which is held back otherwise. */
  confirm_contact: z.optional(z.boolean()),
});

const explanation = z
  .string()
  .check(z.overwrite(normaliseLines), z.minLength(1), z.maxLength(MODERATION_TEXT_LENGTH));
/** The version that an admin read; without it the call applies to the current version. */
const version = z.optional(z.int().check(z.gte(1)));

/** POST /api/admin/requests/{id}/approve */
export const requestApprovalSchema = z.object({ version });
/** POST /api/admin/requests/{id}/reject */
export const requestRejectionSchema = z.object({
  reason: z.enum(REQUEST_REASONS),
  text: explanation,
  version,
});

/** GET /api/admin/requests */
export const adminRequestsQuerySchema = z.object({
  state: z._default(z.enum(REQUEST_STATES), "pending").check(z.describe("The state; by default `pending`.")),
  after: z.optional(z.string()),
});

/** What everybody who may see a request reads of it. */
const requestFields = {
  _id: z.string(),
  state: z.enum(REQUEST_STATES),
  subject: z.enum(SUBJECTS),
  level: z.enum(LEVELS),
  county: z.nullable(z.enum(COUNTY_CODES)),
  online: z.boolean(),
  availability: z.array(z.enum(SLOTS)),
  max_price: z.nullable(z.int()),
  learner: z.object({ who: z.enum(LEARNERS), grade: z.optional(z.int()) }),
  text: z.string(),
  created_ts: timestampSchema,
  opened_ts: z.nullable(timestampSchema),
  /** When it was closed or rejected. */
  closed_ts: z.nullable(timestampSchema),
  close_reason: z.nullable(z.enum(REQUEST_CLOSE_REASONS)),
  answer_count: z.int(),
};

/** A request for a teacher, who does not learn whose it is. */
const teacherRequestJsonSchema = z
  .object({
    ...requestFields,
    /** The caller's answer, as its conversation. */
    enquiry_id: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "TeacherRequest" });
export type TeacherRequestJson = z.output<typeof teacherRequestJsonSchema>;

const { text: _text, max_price: _maxPrice, ...lineFields } = requestFields;
/** What became of a request that a teacher answered, also if it does not fit the teacher any more. */
const ownAnswerJsonSchema = z
  .object({
    ...lineFields,
    /** The caller's answer, as its conversation. */
    enquiry_id: z.string(),
    answered_ts: timestampSchema,
    /** Whether the author wrote back, or a first lesson is agreed. */
    status: z.enum(ANSWER_STATUSES),
  })
  .register(z.globalRegistry, { id: "OwnAnswer" });
export type OwnAnswerJson = z.output<typeof ownAnswerJsonSchema>;

const ownFields = {
  ...requestFields,
  /** Why an admin rejected it. */
  rejection: z.nullable(z.object({ reason: z.enum(REQUEST_REASONS), text: z.string() })),
  version: z.int(),
};

/** A request for its author. */
const ownRequestJsonSchema = z.object(ownFields).register(z.globalRegistry, { id: "Request" });
export type OwnRequestJson = z.output<typeof ownRequestJsonSchema>;

/** A request for its author, with the answers to compare, the first one first. */
const answeredRequestJsonSchema = z
  .object({
    ...ownFields,
    answers: z.array(
      z.object({
        enquiry_id: z.string(),
        /** The teacher's name. */
        teacher: z.string(),
        /** The teacher's message. */
        message: z.string(),
        created_ts: timestampSchema,
        /** Whether you read it or wrote back, or a first lesson is agreed. */
        status: z.enum(ANSWER_STATUSES),
        /** Null once visitors may not see it. */
        listing: z.nullable(listingJsonSchema),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "AnsweredRequest" });
export type AnsweredRequestJson = z.output<typeof answeredRequestJsonSchema>;

/** A request for admins. */
const adminRequestJsonSchema = z
  .object({
    ...ownFields,
    user_id: z.string(),
    /** Why it waited for an admin. */
    hold_rule: z.nullable(z.enum(REQUEST_HOLD_RULES)),
  })
  .register(z.globalRegistry, { id: "AdminRequest" });
export type AdminRequestJson = z.output<typeof adminRequestJsonSchema>;

export const ownRequestResponseSchema = contentSchema(ownRequestJsonSchema);
export const requestResponseSchema = contentSchema(
  z.union([answeredRequestJsonSchema, adminRequestJsonSchema, teacherRequestJsonSchema]),
);
const next = z.nullable(z.string());
export const requestListResponseSchema = z.object({
  content: z.array(z.union([ownRequestJsonSchema, teacherRequestJsonSchema, ownAnswerJsonSchema])),
  /** The value for `after`; null on the last page. */
  next,
});
export const adminRequestResponseSchema = contentSchema(adminRequestJsonSchema);
export const adminRequestListResponseSchema = z.object({ content: z.array(adminRequestJsonSchema), next });
