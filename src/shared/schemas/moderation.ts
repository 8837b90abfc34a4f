import "./jitless";
import * as z from "zod/mini";
import { LISTING_STATES, MODERATION_REASONS, REPORT_REASONS } from "@/shared/codes";
import { normaliseLines } from "@/shared/text";

/** Characters of an admin's explanation to the owner of a listing. */
export const MODERATION_TEXT_LENGTH = 1000;

/** Why an admin rejects or suspends a listing, with an explanation for its owner. */
export const moderationReasonSchema = z.object({
  reason: z.enum(MODERATION_REASONS),
  text: z.string().check(z.overwrite(normaliseLines), z.minLength(1), z.maxLength(MODERATION_TEXT_LENGTH)),
});

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

/** POST /api/admin/listings/{id}/reject */
export const rejectRequestSchema = z.extend(rejectionSchema, { version });

/** GET /api/admin/listings: one state, or without it all that wait for a decision. */
export const moderationQuerySchema = z.object({
  state: z
    .optional(z.enum([...LISTING_STATES, "expired"]))
    .check(z.describe("State. `expired` listings were published and their 90 days are over.")),
  after: z.optional(z.string()),
});

/** Characters of a report. */
export const REPORT_LENGTH = 1000;

/** A report about a listing; `other` requires a text. */
export const reportSchema = z
  .object({
    reason: z.enum(REPORT_REASONS),
    text: z._default(z.string().check(z.overwrite(normaliseLines), z.maxLength(REPORT_LENGTH)), ""),
  })
  .check(
    z.refine(({ reason, text }) => reason !== "other" || text !== "", { path: ["text"], error: "required" }),
  );

/** The answer to the sender. */
export const reportJsonSchema = z
  .object({ listing_id: z.string(), reason: z.enum(REPORT_REASONS), text: z.string() })
  .register(z.globalRegistry, { id: "Report" });

/** An admin's decision about reports; suspending the listing requires a reason. */
export const reportsDecisionSchema = z.object({
  reports: z.array(z.string()).check(z.minLength(1), z.maxLength(100)),
  decision: z.enum(["dismissed", "upheld", "suspended"]),
});
