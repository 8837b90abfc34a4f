import * as z from "zod";
import { LISTING_STATES, MODERATION_REASONS } from "@/shared/codes";
import { normaliseLines } from "@/shared/text";

/** Why an admin returns a listing, with words of their own; `other` says nothing without them. */
export const moderationSchema = z
  .object({
    reason: z.enum(MODERATION_REASONS),
    text: z.string().overwrite(normaliseLines).max(1000).default(""),
  })
  .refine(({ reason, text }) => reason !== "other" || text !== "", { path: ["text"], error: "required" });

/** The version that a reviewer read; a call that names none is about what stands there now. */
const version = z.int().min(1).optional();

/** POST /api/admin/listings/{id}/approve */
export const approveCall = z.object({ version });

/** POST /api/admin/listings/{id}/reject */
export const rejectCall = moderationSchema.safeExtend({ version });

/** GET /api/admin/listings: one state, or without it whatever waits for a reviewer. */
export const moderatedQuery = z.object({
  state: z.enum([...LISTING_STATES, "expired"]).optional(),
  after: z.string().optional(),
});
