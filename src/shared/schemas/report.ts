import "./jitless";
import * as z from "zod";
import { REPORT_REASONS } from "@/shared/codes";
import { normaliseLines } from "@/shared/text";

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
