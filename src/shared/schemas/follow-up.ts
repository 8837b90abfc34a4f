import "./jitless";
import * as z from "zod/mini";
import { FOLLOW_UP_QUEUES, FOLLOW_UP_VIEWS } from "@/shared/codes";
import { parseDay } from "@/shared/dates";
import { ID_PATTERN } from "@/shared/ids";
import { normaliseLine, normaliseLines } from "@/shared/text";
import { contentSchema, timestampSchema } from "./json";

/** Characters of a row's note and outcome. */
export const FOLLOW_UP_LENGTHS = { note: 2000, outcome: 200 } as const;

/** An empty text, as a form sends for a cleared field, means null. */
const emptyToNull = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value)),
    z.nullable(schema),
  );

const day = emptyToNull(
  z.pipe(
    z.string(),
    z.transform((text, { issues }) => {
      const read = parseDay(text);
      if (read === null) issues.push({ code: "custom", message: "not_date", input: text });
      return read ?? "";
    }),
  ),
);

/** PATCH /api/admin/follow-up/{key}: fields left out stay unchanged. */
export const followUpChangeSchema = z.object({
  note: z.optional(z.string().check(z.overwrite(normaliseLines), z.maxLength(FOLLOW_UP_LENGTHS.note))),
  /** The id of the responsible admin. */
  owner: z.optional(emptyToNull(z.string().check(z.regex(ID_PATTERN, "invalid_choice")))),
  due: z.optional(day),
  outcome: z.optional(
    emptyToNull(z.string().check(z.overwrite(normaliseLine), z.maxLength(FOLLOW_UP_LENGTHS.outcome))),
  ),
  snoozed_until: z.optional(day),
  /** The version that the caller saw; without it the call overwrites any version. */
  version: z.optional(z.int().check(z.gte(0))),
  /** The `since_ts` that the caller saw, in ms: refuses a row that returned later. */
  since_ts: z.optional(
    z.pipe(
      timestampSchema,
      z.transform(({ seconds, nanoseconds }) => seconds * 1000 + nanoseconds / 1_000_000),
    ),
  ),
});
export type FollowUpChange = z.output<typeof followUpChangeSchema>;

/** GET /api/admin/follow-up. `owner`: the caller, no owner, or an admin. */
export const followUpQuerySchema = z.object({
  queue: z.optional(z.enum(FOLLOW_UP_QUEUES)).check(z.describe("Queue. Default: all tasks.")),
  owner: z
    .optional(
      z.union([z.enum(["me", "unassigned"]), z.string().check(z.regex(ID_PATTERN))], "invalid_choice"),
    )
    .check(z.describe("`me`, `unassigned`, or the ID of an admin. Default: all.")),
  view: z
    .optional(z.enum(FOLLOW_UP_VIEWS))
    .check(
      z.describe(
        "`open` (default); `snoozed`, by the date they return; or `done`, within the last 30 days, latest first.",
      ),
    ),
  after: z.optional(z.string()),
});

/** A row of the follow-up list of admins. */
const followUpJsonSchema = z
  .object({
    key: z.string(),
    queue: z.enum(FOLLOW_UP_QUEUES),
    subject: z.object({ what: z.string(), who: z.string(), about: z.string(), path: z.string() }),
    since_ts: timestampSchema,
    note: z.string(),
    owner: z.nullable(z.object({ _id: z.string(), name: z.string() })),
    due: z.nullable(z.iso.date()),
    outcome: z.nullable(z.string()),
    snoozed_until: z.nullable(z.iso.date()),
    version: z.int(),
  })
  .register(z.globalRegistry, { id: "FollowUpRow" });
export type FollowUpRowJson = z.output<typeof followUpJsonSchema>;

export const followUpResponseSchema = contentSchema(followUpJsonSchema);
export const followUpListResponseSchema = z.object({
  content: z.array(followUpJsonSchema),
  /** The value for `after`; null on the last page. */
  next: z.nullable(z.string()),
});
