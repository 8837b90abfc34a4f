import "./jitless";
import * as z from "zod";
import { LISTING_STATES, MODERATION_REASONS, REPORT_REASONS } from "@/shared/codes";
import { normaliseLines } from "@/shared/text";

/** Characters of an admin's explanation to the owner of a listing. */
export const MODERATION_TEXT_LENGTH = 1000;

/** Why an admin rejects or suspends a listing, with an explanation for its owner. */
export const moderationReasonSchema = z.object({
  reason: z.enum(MODERATION_REASONS),
  text: z.string().overwrite(normaliseLines).min(1).max(MODERATION_TEXT_LENGTH),
});

/** The version that a reviewer read; without it the call applies to the current version. */
const version = z.int().min(1).optional();

/** POST /api/admin/listings/{id}/approve */
export const approveRequestSchema = z.object({ version });

/** POST /api/admin/listings/{id}/reject */
export const rejectRequestSchema = moderationReasonSchema.extend({ version });

/** GET /api/admin/listings: one state, or without it all pending reviews. */
export const moderationQuerySchema = z.object({
  state: z.enum([...LISTING_STATES, "expired"]).optional(),
  after: z.string().optional(),
});

/** Characters of a report. */
export const REPORT_LENGTH = 1000;

/** A report about a listing; `other` requires a text. */
export const reportSchema = z
  .object({
    reason: z.enum(REPORT_REASONS),
    text: z.string().overwrite(normaliseLines).max(REPORT_LENGTH).default(""),
  })
  .refine(({ reason, text }) => reason !== "other" || text !== "", { path: ["text"], error: "required" });

/** The answer to the sender. */
export const reportJsonSchema = z
  .object({ listing_id: z.string(), reason: z.enum(REPORT_REASONS), text: z.string() })
  .meta({ id: "Report" });

/** An admin's decision about reports; suspending the listing requires a reason. */
export const reportsDecisionSchema = z.object({
  reports: z.array(z.string()).min(1).max(100),
  decision: z.enum(["dismissed", "upheld", "suspended"]),
});
