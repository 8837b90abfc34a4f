import "./jitless";
import * as z from "zod";
import { REPORT_REASONS } from "@/shared/codes";
import { normaliseLines } from "@/shared/text";

/** Characters of a report. */
export const REPORT_LENGTH = 1000;

/** What somebody finds wrong with a listing; `other` says nothing without words. */
export const reportSchema = z
  .object({
    reason: z.enum(REPORT_REASONS),
    text: z.string().overwrite(normaliseLines).max(REPORT_LENGTH).default(""),
  })
  .refine(({ reason, text }) => reason !== "other" || text !== "", { path: ["text"], error: "required" });

/** A report as its sender gets it back. */
export const reportJsonSchema = z
  .object({ listing_id: z.string(), reason: z.enum(REPORT_REASONS), text: z.string() })
  .meta({ id: "Report" });

/** What an admin decides about reports that they read; a listing that is suspended takes a reason besides. */
export const reportsDecisionSchema = z.object({
  reports: z.array(z.string()).min(1).max(100),
  decision: z.enum(["dismissed", "upheld", "suspended"]),
});
