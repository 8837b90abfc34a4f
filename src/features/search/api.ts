import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { findVisibleListings, serializeListing } from "@/features/listings";
import { fieldErrorsJson } from "@/http/answers";
import { described } from "@/http/described";
import { paths } from "@/shared/paths";
import { parseSearch } from "@/shared/schemas/search";
import { type ListingPageJson, serializeTotal } from "@/shared/schemas/search-json";
import { FIND_LISTINGS } from "./calls";
import { findMatches } from "./find-matches";

/** The list as JSON: the same search as the page's. */
export const searchApi = new Hono<AppEnv>();

searchApi.get(paths.apiListings(), described(FIND_LISTINGS), async (c) => {
  const { ctx } = c.var;
  const query = parseSearch(new URL(c.req.url).searchParams);
  const matches = await findMatches(ctx, query);
  const ids = [...matches.promoted, ...matches.content].map(({ id }) => id);
  const listings = await findVisibleListings(ctx, ids);
  const found = new Map(listings.map((listing) => [listing.id, serializeListing(listing, ctx.now)]));
  const toJson = (cards: readonly { id: string }[]) => cards.flatMap(({ id }) => found.get(id) ?? []);
  const body: ListingPageJson = {
    content: toJson(matches.content),
    promoted: toJson(matches.promoted),
    next: matches.next,
    previous: matches.previous,
    total: serializeTotal(matches.total),
    warnings: fieldErrorsJson(ctx.t, query.warnings),
  };
  c.header("cache-control", "no-store");
  return c.json(body);
});
