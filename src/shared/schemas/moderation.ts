import "./jitless";
import * as z from "zod/mini";
import {
  type ConversationMeasure,
  LISTING_STATES,
  MODERATION_REASONS,
  OBJECTION_OUTCOMES,
  REPORT_REASONS,
} from "@/shared/codes";
import { normaliseLine, normaliseLines } from "@/shared/text";
import { emailField, NAME_LENGTH } from "./accounts";
import { contentSchema } from "./json";

/** Characters of an admin's explanation to the owner of a listing. */
export const MODERATION_TEXT_LENGTH = 1000;

const explanation = z
  .string()
  .check(z.overwrite(normaliseLines), z.minLength(1), z.maxLength(MODERATION_TEXT_LENGTH));

/** Why an admin rejects, suspends or removes a listing, with an explanation for its owner. */
export const moderationReasonSchema = z.object({ reason: z.enum(MODERATION_REASONS), text: explanation });

/** Why an admin rejects a listing: `reason` is the main one, which calls return as `state_reason`. */
export const rejectionSchema = z.extend(moderationReasonSchema, {
  further_reasons: z._default(
    z.array(z.enum(MODERATION_REASONS)).check(z.maxLength(MODERATION_REASONS.length)),
    [],
  ),
});

/** The version that an admin read; without it the call applies to the current version. */
const version = z.optional(z.int().check(z.gte(1)));

/** POST /api/admin/listings/{id}/approve */
export const approveRequestSchema = z.object({ version });

/** POST /api/admin/verifications/{id}/undo */
export const undoRequestSchema = z.object({ decision_id: z.optional(z.string()) });

/** POST /api/admin/listings/{id}/reject */
export const rejectRequestSchema = z.extend(rejectionSchema, { version });

/** GET /api/admin/listings: one state, or without it all that wait for a decision. */
export const moderationQuerySchema = z.object({
  state: z
    .optional(z.enum([...LISTING_STATES, "expired"]))
    .check(z.describe("State. `expired` listings were published and their 90 days are over.")),
  after: z.optional(z.string()),
});

/** Characters of a report, and of its sender's first and last name. */
export const REPORT_LENGTH = 1000;
export const REPORTER_NAME_LENGTH = 2 * NAME_LENGTH + 1;

type ReportFields = { reason?: string; text?: string; name?: string; email?: string; good_faith?: boolean };
const requireIf = (field: keyof ReportFields, reasons: readonly string[]) =>
  z.refine<ReportFields>((report) => !reasons.includes(report.reason ?? "") || Boolean(report[field]), {
    path: [field],
    error: field === "good_faith" ? "good_faith" : "required",
    when: () => true,
  });

/**
 * A report about a listing; `other` requires a text. `illegal` is a notice of Regulation (EU) 2022/2065, art. 16 (2): an
 * explanation, name, email address, and the statement of good faith.
 */
export const reportSchema = z
  .object({
    reason: z.enum(REPORT_REASONS),
    text: z._default(z.string().check(z.overwrite(normaliseLines), z.maxLength(REPORT_LENGTH)), ""),
    name: z.optional(
      z.string().check(z.overwrite(normaliseLine), z.minLength(1), z.maxLength(REPORTER_NAME_LENGTH)),
    ),
    email: z.optional(emailField),
    good_faith: z._default(z.boolean(), false),
  })
  .check(
    requireIf("text", ["other", "illegal"]),
    requireIf("name", ["illegal"]),
    requireIf("email", ["illegal"]),
    requireIf("good_faith", ["illegal"]),
  );

/** The answer to the sender. */
export const reportJsonSchema = z
  .object({ listing_id: z.string(), reason: z.enum(REPORT_REASONS), text: z.string() })
  .register(z.globalRegistry, { id: "Report" });

/** What an admin may do about reports; `suspended` and `removed` restrict the listing and need its reason. */
export const REPORTS_DECISIONS = ["dismissed", "upheld", "suspended", "removed"] as const;

/** An admin's decision about reports. `text` is for the reporters, or with a restriction for the listing's owner. */
export const reportsDecisionSchema = z.object({
  reports: z.array(z.string()).check(z.minLength(1), z.maxLength(100)),
  decision: z.enum(REPORTS_DECISIONS),
});

/** What an admin may do about one side of a conversation. Its account is disabled by the form of the user's page. */
export const CONVERSATION_DECISIONS = ["dismissed", "warned", "blocked"] as const satisfies readonly (
  | "dismissed"
  | ConversationMeasure
)[];

/** An admin's decision about reports of one side of a conversation. */
export const conversationDecisionSchema = z.object({
  reports: z.array(z.string()).check(z.minLength(1), z.maxLength(100)),
  decision: z.enum(CONVERSATION_DECISIONS),
});

/** What an admin replaces in a prepared text. */
const BLANK = "[___]";

/** Why, for the person whom a measure concerns. */
export const conversationMeasureSchema = z.object({
  reason: z.enum(REPORT_REASONS),
  text: explanation.check(z.refine((text) => !text.includes(BLANK), { error: "blank_left" })),
});

/** The explanation of a decision that restricts nothing. */
export const explanationSchema = z.object({ text: explanation });

/** Characters of an objection. */
export const OBJECTION_LENGTH = 2000;

/** POST /api/listings/{id}/objection */
export const listingObjectionSchema = z.object({
  text: z.string().check(z.overwrite(normaliseLines), z.minLength(1), z.maxLength(OBJECTION_LENGTH)),
});

export const listingObjectionResponseSchema = contentSchema(
  z.object({ listing_id: z.string(), text: z.string() }),
);

/** POST /api/admin/listings/{id}/objection: an admin's answer. */
export const objectionDecisionSchema = z.object({ decision: z.enum(OBJECTION_OUTCOMES), text: explanation });
