import { Hono } from "hono";
import { requireAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { toTimestampJson } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import {
  type FollowUpRowJson,
  followUpChangeSchema,
  followUpListResponseSchema,
  followUpQuerySchema,
  followUpResponseSchema,
} from "@/shared/schemas/follow-up";
import { listFollowUp } from "./queues/list-follow-up";
import type { FollowUpRow } from "./queues/row";
import { saveNote } from "./save-note";
import { toTargetTexts } from "./target-texts";

const LIST_DESCRIPTION = {
  tag: "follow-up",
  auth: ["bearer"],
  parameters: (["queue", "owner", "view", "after"] as const).map((name) => ({
    name,
    in: "query" as const,
    schema: followUpQuerySchema.shape[name],
  })),
  responses: { 200: { schema: followUpListResponseSchema } },
  problems: ["unauthenticated", "forbidden", "invalid"],
} as const;

const UPDATE_DESCRIPTION = {
  tag: "follow-up",
  auth: ["bearer"],
  parameters: [{ name: "key", in: "path" }],
  body: { schema: followUpChangeSchema },
  responses: { 200: { schema: followUpResponseSchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid"],
} as const;

/** The follow-up list of admins as JSON. */
export const followUpApi = new Hono<AppEnv>();

followUpApi.get(paths.apiFollowUp(), describeRoute(LIST_DESCRIPTION), async (c) => {
  const { ctx } = c.var;
  const admin = requireAdmin(ctx);
  const query = validate(followUpQuerySchema, c.req.query());
  if (!query.ok) return problem(c, query.refusal);
  const { queue = null, owner = null, view = "open", after } = query.value;
  const filter = { queue, owner: owner === "me" ? admin.id : owner, view };
  const { rows, next } = await listFollowUp(ctx, filter, { after });
  c.header("cache-control", "no-store");
  return c.json({ content: rows.map((row) => serializeFollowUpRow(ctx.t, row)), next });
});

followUpApi.patch(paths.apiFollowUpRow(":key"), describeRoute(UPDATE_DESCRIPTION), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const result = await saveNote(ctx, c.req.param("key") ?? "", await readJson(c));
  if (!result.ok) return problem(c, result.refusal);
  c.header("cache-control", "no-store");
  return c.json({ content: serializeFollowUpRow(ctx.t, result.value) });
});

/** A row as JSON, with its target as `subject` in the language of the request. */
const serializeFollowUpRow = (t: Translator, row: FollowUpRow): FollowUpRowJson => ({
  key: row.key,
  queue: row.queue,
  subject: toTargetTexts(t, row),
  since_ts: toTimestampJson(row.since),
  note: row.note,
  owner: row.ownerId === null ? null : { _id: row.ownerId, name: row.ownerName },
  due: row.due,
  outcome: row.outcome,
  snoozed_until: row.snoozedUntil,
  version: row.version,
});
