import "./jitless";
import * as z from "zod";
import { FOLLOW_UP_QUEUES, FOLLOW_UP_VIEWS } from "@/shared/codes";
import { parseDay } from "@/shared/dates";
import { ID_PATTERN } from "@/shared/ids";
import { normaliseLine, normaliseLines } from "@/shared/text";
import { contentSchema, timestampSchema } from "./json";

/** Characters of a row's note and outcome. */
export const FOLLOW_UP_LENGTHS = { note: 2000, outcome: 200 } as const;

/** An empty text, as a form sends for a cleared field, means null. */
const emptyToNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    schema.nullable(),
  );

const day = emptyToNull(
  z.string().transform((text, issues) => {
    const read = parseDay(text);
    if (read === null) issues.addIssue({ code: "custom", message: "not_date" });
    return read ?? "";
  }),
);

/** PATCH /api/admin/follow-up/{key}: fields left out stay unchanged. */
export const followUpChangeSchema = z.object({
  note: z.string().overwrite(normaliseLines).max(FOLLOW_UP_LENGTHS.note).optional(),
  /** The id of the responsible admin. */
  owner: emptyToNull(z.string().regex(ID_PATTERN, "invalid_choice")).optional(),
  due: day.optional(),
  outcome: emptyToNull(z.string().overwrite(normaliseLine).max(FOLLOW_UP_LENGTHS.outcome)).optional(),
  snoozed_until: day.optional(),
  /** The version that the caller saw; without it the call overwrites any version. */
  version: z.int().min(0).optional(),
});
export type FollowUpChange = z.output<typeof followUpChangeSchema>;

/** GET /api/admin/follow-up. `owner`: the caller, no owner, or an admin. */
export const followUpQuerySchema = z.object({
  queue: z.enum(FOLLOW_UP_QUEUES).optional(),
  owner: z.union([z.enum(["me", "unassigned"]), z.string().regex(ID_PATTERN)], "invalid_choice").optional(),
  view: z.enum(FOLLOW_UP_VIEWS).optional(),
  after: z.string().optional(),
});

/** A row of the follow-up list of admins. */
const followUpJsonSchema = z
  .object({
    key: z.string(),
    queue: z.enum(FOLLOW_UP_QUEUES),
    subject: z.object({ what: z.string(), who: z.string(), about: z.string(), path: z.string() }),
    since_ts: timestampSchema,
    note: z.string(),
    owner: z.object({ _id: z.string(), name: z.string() }).nullable(),
    due: z.iso.date().nullable(),
    outcome: z.string().nullable(),
    snoozed_until: z.iso.date().nullable(),
    version: z.int(),
  })
  .meta({ id: "FollowUpRow" });
export type FollowUpRowJson = z.output<typeof followUpJsonSchema>;

export const followUpResponseSchema = contentSchema(followUpJsonSchema);
export const followUpListResponseSchema = z.object({
  content: z.array(followUpJsonSchema),
  /** The value for `after`; null on the last page. */
  next: z.string().nullable(),
});
