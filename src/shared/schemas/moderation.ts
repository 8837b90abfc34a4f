import * as z from "zod";
import { MODERATION_REASONS } from "@/shared/codes";
import { normaliseLines } from "@/shared/text";

/** Why an admin returns a listing, with words of their own; `other` says nothing without them. */
export const moderationSchema = z
  .object({
    reason: z.enum(MODERATION_REASONS),
    text: z.string().overwrite(normaliseLines).max(1000).default(""),
  })
  .refine(({ reason, text }) => reason !== "other" || text !== "", { path: ["text"], error: "required" });
