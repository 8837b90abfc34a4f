import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { getShortlist, setGuestShortlist } from "@/http/cookies";
import { describeRoute } from "@/http/describe-route";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { paths } from "@/shared/paths";
import { contentSchema } from "@/shared/schemas/json";
import {
  shortlistNoteResponseSchema,
  shortlistNoteSchema,
  shortlistResponseSchema,
} from "@/shared/schemas/shortlist";
import { addToShortlist } from "./add-to-shortlist";
import { loadShortlist, serializeShortlistEntry } from "./page/load-shortlist";
import { saveShortlistNote } from "./page/save-shortlist-note";
import { removeFromShortlist } from "./remove-from-shortlist";

/** The visitor's shortlist as JSON: the account's with a bearer token, otherwise the cookie's. */
export const shortlistApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

const entrySchema = z.object({ listing_id: z.string() });

// The API descriptions of the routes.
const LIST_SHORTLIST = {
  tag: "shortlist",
  auth: ["bearer"],
  anonymous: true,
  responses: { 200: { schema: shortlistResponseSchema } },
  problems: ["unauthenticated"],
} as const;

const ADD = {
  tag: "shortlist",
  auth: ["bearer"],
  anonymous: true,
  parameters: [{ name: "id", in: "path" }],
  responses: { 200: { schema: contentSchema(entrySchema) } },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "too_many"],
} as const;

const REMOVE = {
  tag: "shortlist",
  auth: ["bearer"],
  anonymous: true,
  parameters: [{ name: "id", in: "path" }],
  responses: { 204: {} },
  problems: ["unauthenticated", "forbidden", "not_found"],
} as const;

const SAVE_NOTE = {
  tag: "shortlist",
  auth: ["bearer"],
  parameters: [{ name: "id", in: "path" }],
  body: { schema: shortlistNoteSchema },
  responses: { 200: { schema: shortlistNoteResponseSchema } },
  problems: ["unauthenticated", "not_found", "conflict", "invalid"],
} as const;

shortlistApi.get(paths.apiShortlist(), describeRoute(LIST_SHORTLIST), async (c) => {
  const { ctx } = c.var;
  const entries = await loadShortlist(ctx, getShortlist(c));
  c.header("cache-control", "no-store");
  return c.json({ content: entries.map((entry) => serializeShortlistEntry(entry, ctx.now)), next: null });
});

shortlistApi.put(
  paths.apiShortlistEntry(":id"),
  routeOptions({ sameOriginOnly: true }),
  describeRoute(ADD),
  async (c) => {
    const listingId = idParam(c);
    const added = await addToShortlist(c.var.ctx, { ids: getShortlist(c), listingId });
    if (!added.ok) return problem(c, added.refusal);
    saveShortlist(c, added.value);
    return c.json({ content: { listing_id: listingId } });
  },
);

shortlistApi.delete(
  paths.apiShortlistEntry(":id"),
  routeOptions({ sameOriginOnly: true }),
  describeRoute(REMOVE),
  async (c) => {
    saveShortlist(c, await removeFromShortlist(c.var.ctx, { ids: getShortlist(c), listingId: idParam(c) }));
    return c.body(null, 204);
  },
);

shortlistApi.put(paths.apiShortlistNote(":id"), describeRoute(SAVE_NOTE), async (c) => {
  const { ctx } = c.var;
  const listingId = idParam(c);
  requireUser(ctx);
  const saved = await saveShortlistNote(ctx, listingId, await readJson(c));
  if (!saved.ok) return problem(c, saved.refusal);
  c.header("cache-control", "no-store");
  return c.json({ content: { listing_id: listingId, ...saved.value } });
});

function saveShortlist(c: C, ids: readonly string[]): void {
  c.header("cache-control", "no-store");
  if (!c.var.ctx.user) setGuestShortlist(c, ids);
}
