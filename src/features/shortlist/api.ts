import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { getShortlist, setGuestShortlist } from "@/http/cookies";
import { declareCall } from "@/http/declare-call";
import { getOrThrow } from "@/shared/errors";
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
declareCall(shortlistApi, {
  method: "GET",
  path: paths.apiShortlist(),
  tag: "shortlist",
  summary: "List your shortlist",
  description:
    "The listings that you saved, newest first. With a token it is the account’s shortlist, otherwise that of the cookie `shortlist`, which has no notes: `note` and `version` are null. `listing` is null if the listing is no longer public.",
  access: "optional",
  responses: { 200: { description: "All entries.", schema: shortlistResponseSchema } },
  async handler({ c, ctx }) {
    const entries = await loadShortlist(ctx, getShortlist(c));
    return { content: entries.map((entry) => serializeShortlistEntry(entry, ctx.now)), next: null };
  },
});

declareCall(shortlistApi, {
  method: "PUT",
  path: paths.apiShortlistEntry(":id"),
  params: { id: "ID of the listing." },
  tag: "shortlist",
  summary: "Add a listing to your shortlist",
  description:
    "A listing that is on it stays where it is. An account holds up to 200 listings. Without a token the response sets the cookie `shortlist`, which holds up to 50; signing in adds them to the account.",
  access: "optional",
  options: { sameOriginOnly: true },
  responses: {
    200: {
      description: "The listing is on the shortlist.",
      schema: contentSchema(z.object({ listing_id: z.string() })),
    },
    404: "There is no such listing, or it is not published.",
    409: "The shortlist is full (`shortlist_full`).",
  },
  problems: ["too_many"],
  async handler({ c, ctx, id }) {
    saveShortlist(c, getOrThrow(await addToShortlist(ctx, { ids: getShortlist(c), listingId: id })));
    return { content: { listing_id: id } };
  },
});

declareCall(shortlistApi, {
  method: "DELETE",
  path: paths.apiShortlistEntry(":id"),
  params: { id: "ID of the listing." },
  tag: "shortlist",
  summary: "Remove a listing from your shortlist",
  description: "Its note is deleted too. A listing that is not on the shortlist is no error.",
  access: "optional",
  options: { sameOriginOnly: true },
  responses: { 204: { description: "The listing is not on the shortlist." } },
  async handler({ c, ctx, id }) {
    saveShortlist(c, await removeFromShortlist(ctx, { ids: getShortlist(c), listingId: id }));
  },
});

declareCall(shortlistApi, {
  method: "PUT",
  path: paths.apiShortlistNote(":id"),
  params: { id: "ID of a listing on your shortlist." },
  tag: "shortlist",
  summary: "Save your note about a listing",
  description:
    "Only you can see the note. An empty text deletes it. `version` is that of the note that you saw.",
  fields: { note: "Note, up to 500 characters; empty deletes it" },
  access: "user",
  rawBody: shortlistNoteSchema,
  responses: {
    200: { description: "The note is saved.", schema: shortlistNoteResponseSchema },
    404: "The listing is not on your shortlist.",
    409: "The note was changed after `version` (`datastale`).",
  },
  async handler({ ctx, id, rawBody }) {
    return { content: { listing_id: id, ...getOrThrow(await saveShortlistNote(ctx, id, rawBody)) } };
  },
});

function saveShortlist(c: Context<AppEnv>, ids: readonly string[]): void {
  if (!c.var.ctx.user) setGuestShortlist(c, ids);
}
