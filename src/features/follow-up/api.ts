import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { getOrThrow } from "@/shared/errors";
import { toTimestampJson } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { contactReplySchema } from "@/shared/schemas/contact";
import {
  type FollowUpRowJson,
  followUpChangeSchema,
  followUpListResponseSchema,
  followUpQuerySchema,
  followUpResponseSchema,
} from "@/shared/schemas/follow-up";
import { contentSchema, timestampSchema } from "@/shared/schemas/json";
import { listFollowUp } from "./queues/list-follow-up";
import { type FollowUpRow, getDueDay } from "./queues/row";
import { replyToContact } from "./reply-to-contact";
import { saveNote } from "./save-note";
import { toTargetTexts } from "./target-texts";

/** The follow-up list of admins as JSON. */
export const followUpApi = new Hono<AppEnv>();

declareCall(followUpApi, {
  method: "GET",
  path: paths.apiFollowUp(),
  tag: "follow-up",
  summary: "List the follow-up rows",
  description:
    "Rows of all tasks or one queue, 25 per page: reports about danger or illegal content first, then disputes and payments, then checks after a suspension for safety, then other rows whose legal deadline or promised time has passed or is near, then rows whose note is due today or earlier, then the oldest. Disputes and payments begin with those whose deadline has passed or is near. `due` is the deadline of the row, or else the day of its note, or else the day by which the site promises people an answer. The queues `promotions_ending`, `listings_expiring` and `checkouts_abandoned` need no person: only `queue` lists them. An invalid cursor returns the first page.",
  access: "admin",
  query: followUpQuerySchema,
  responses: { 200: { description: "A page of the follow-up list.", schema: followUpListResponseSchema } },
  async handler({ ctx, user, query: { queue = null, owner = null, view = "open", after } }) {
    const filter = { queue, owner: owner === "me" ? user.id : owner, view };
    const { rows, next } = await listFollowUp(ctx, filter, { after });
    return { content: rows.map((row) => serializeFollowUpRow(ctx.t, row)), next };
  },
});

declareCall(followUpApi, {
  method: "PATCH",
  path: paths.apiFollowUpRow(":key"),
  tag: "follow-up",
  summary: "Update the note of a row",
  description:
    "Omitted fields stay unchanged; `null` or an empty text clears a field. An `outcome` marks the row as done and closes a message to the operator; without an outcome the row is open again. Rows that end by a decision, or when their cause is gone, take no `outcome`. Rows with a deadline take no `due` and are snoozed until a day before it at the latest; reports about danger or illegal content cannot be snoozed. A note applies to the current row: if the row returns later, it is open.",
  fields: {
    note: "Note, up to 2,000 characters",
    owner: "ID of the assigned admin, or null",
    due: "Due date (YYYY-MM-DD), or null",
    outcome: "Result, up to 200 characters; marks the row as done",
    snoozed_until: "Date until which the row is hidden (YYYY-MM-DD), or null",
    version: "The version that you read; without it, any version is overwritten",
    since_ts: "The `since_ts` that you read; without it, the note applies to the current row",
  },
  access: "admin",
  params: { key: "Key of the row: queue and subject ID, separated by a colon." },
  rawBody: followUpChangeSchema,
  responses: {
    200: { description: "The row with its current note.", schema: followUpResponseSchema },
    404: "The row does not exist and has no note.",
    409: "The note was changed after `version`, or the row returned after `since_ts` (`datastale`).",
    422: "A date is invalid or too late, a text is too long, the owner is not an active admin, or the row does not take the field.",
  },
  async handler({ c, ctx, rawBody }) {
    const saved = await saveNote(ctx, c.req.param("key") ?? "", rawBody);
    return { content: serializeFollowUpRow(ctx.t, getOrThrow(saved)) };
  },
});

declareCall(followUpApi, {
  method: "POST",
  path: paths.apiAdminContactReply(":id"),
  tag: "follow-up",
  summary: "Reply to a message to the operator",
  description:
    "Stores the reply, emails it to the sender with the message quoted, and marks the row `contact:{id}` as done. Reopen the row to reply again.",
  fields: { text: "Reply, up to 4,000 characters" },
  access: "admin",
  rawBody: contactReplySchema,
  responses: {
    200: {
      description: "The stored reply.",
      schema: contentSchema(z.object({ text: z.string(), created_ts: timestampSchema })),
    },
    404: "There is no such message.",
    409: "The message is closed (`wrong_state`), or its row was changed at the same time (`datastale`).",
  },
  async handler({ ctx, id, rawBody }) {
    const { text, createdTs } = getOrThrow(await replyToContact(ctx, id, rawBody));
    return { content: { text, created_ts: toTimestampJson(createdTs) } };
  },
});

/** A row as JSON, with its target as `subject` in the language of the request. */
const serializeFollowUpRow = (t: Translator, row: FollowUpRow): FollowUpRowJson => ({
  key: row.key,
  queue: row.queue,
  subject: toTargetTexts(t, row),
  since_ts: toTimestampJson(row.since),
  note: row.note,
  owner: row.ownerId === null ? null : { _id: row.ownerId, name: row.ownerName },
  due: getDueDay(row),
  outcome: row.outcome,
  snoozed_until: row.snoozedUntil,
  version: row.version,
});
