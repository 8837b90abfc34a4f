import { Hono } from "hono";
import { requireAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { followUpQuerySchema } from "@/shared/schemas/follow-up";
import { LIST_FOLLOW_UP, NOTE_FOLLOW_UP } from "./calls";
import { findFollowUp } from "./queues/find-follow-up";
import { saveNote } from "./save-note";
import { serializeFollowUpRow } from "./serialize-follow-up-row";

/** The admins' work list as JSON. */
export const followUpApi = new Hono<AppEnv>();

followUpApi.get(paths.apiFollowUp(), describeRoute(LIST_FOLLOW_UP), async (c) => {
  const { ctx } = c.var;
  const admin = requireAdmin(ctx);
  const asked = validate(followUpQuerySchema, c.req.query());
  if (!asked.ok) return problem(c, asked.refusal);
  const { queue = null, owner = null, view = "open", after } = asked.value;
  const filter = { queue, owner: owner === "me" ? admin.id : owner, view };
  const { rows, next } = await findFollowUp(ctx, filter, { after });
  c.header("cache-control", "no-store");
  return c.json({ content: rows.map((row) => serializeFollowUpRow(ctx.t, row)), next });
});

followUpApi.patch(paths.apiFollowUpRow(":key"), describeRoute(NOTE_FOLLOW_UP), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const result = await saveNote(ctx, c.req.param("key") ?? "", await readJson(c));
  if (!result.ok) return problem(c, result.refusal);
  c.header("cache-control", "no-store");
  return c.json({ content: serializeFollowUpRow(ctx.t, result.value) });
});
