import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { toSearchEvents } from "@/features/counted-searches";
import { listVisibleListings, serializeListing } from "@/features/listings";
import { describeRoute } from "@/http/describe-route";
import { toFieldErrorsJson } from "@/http/responses";
import { COUNTY_CODES, FORMATS, LANGUAGES, LEVELS, LOCATIONS, SLOTS, SORTS, SUBJECTS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { alertFiltersSchema } from "@/shared/schemas/alert";
import { fieldErrorSchema } from "@/shared/schemas/json";
import { listingJsonSchema } from "@/shared/schemas/listing-json";
import { FLAG_FILTERS, parseSearch, RADIUS } from "@/shared/schemas/search";
import { SLOT_CHOICES } from "@/shared/slot-groups";
import type { Correction } from "./correction/find-correction";
import { searchWithCorrection } from "./correction/search-with-correction";
import { listMatches } from "./matching/list-matches";
import { understandQuery } from "./understanding/understand-query";
import type { UnderstoodSearch } from "./understanding/understand-search";

/** The total above which results are not counted. */
const MANY_RESULTS = "1,000+";

/** A total as JSON; null means more than are counted. */
const serializeTotal = (total: number | null): number | typeof MANY_RESULTS => total ?? MANY_RESULTS;

const understoodFiltersSchema = z
  .extend(alertFiltersSchema, { sort: z.optional(z.enum(SORTS)) })
  .register(z.globalRegistry, { id: "UnderstoodFilters" });

/** What the search made of `q`: the filters that words became, and the other words. */
const understoodSchema = z
  .object({
    filters: understoodFiltersSchema,
    q: z.string(),
    corrected: z.nullable(z.object({ from: z.string(), to: z.string() })),
  })
  .register(z.globalRegistry, { id: "UnderstoodSearch" });

/** A page of a search as JSON. `next` and `previous` are cursors, for `after` and `before`; `warnings` name
 * parameters that were changed. */
const listingPageJsonSchema = z.object({
  content: z.array(listingJsonSchema),
  promoted: z.array(listingJsonSchema),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  total: z.union([z.int(), z.literal(MANY_RESULTS)]),
  warnings: z.array(fieldErrorSchema),
  understood: understoodSchema,
});

export type ListingPageJson = z.output<typeof listingPageJsonSchema>;

const codeList = <const T extends readonly string[]>(codes: T) => z.optional(z.array(z.enum(codes)));
const lei = z.optional(z.number().check(z.gte(0)));

const PARAMETERS = {
  q: z.optional(z.string()),
  subject: codeList(SUBJECTS),
  level: codeList(LEVELS),
  location: codeList(LOCATIONS),
  when: codeList([...SLOT_CHOICES, ...SLOTS]),
  format: codeList(FORMATS),
  teaches_in: codeList(LANGUAGES),
  ...Object.fromEntries(FLAG_FILTERS.map((name) => [name, z.optional(z.literal("1"))])),
  county: z.optional(z.enum(COUNTY_CODES)),
  min: lei,
  max: lei,
  near: z.optional(z.string()),
  radius: z.optional(z.number().check(z.gte(RADIUS.min), z.lte(RADIUS.max))),
  sort: z.optional(z.enum(SORTS)),
  exact: z.optional(z.literal("1")),
  after: z.optional(z.string()),
  before: z.optional(z.string()),
};

/** The API description of the search. The call itself ignores invalid parameters. */
const FIND_LISTINGS = {
  tag: "listings",
  auth: ["bearer"],
  anonymous: true,
  parameters: Object.entries(PARAMETERS).map(([name, schema]) => ({ name, in: "query" as const, schema })),
  responses: { 200: { schema: listingPageJsonSchema } },
  problems: ["unauthenticated"],
} as const;

function serializeUnderstood(
  { filters, understood }: UnderstoodSearch,
  corrected: Correction | null,
): z.output<typeof understoodSchema> {
  const names = new Set(understood.flatMap((words) => Object.keys(words.filters)));
  const meant = Object.entries(filters).filter(([name]) => names.has(name));
  return { filters: Object.fromEntries(meant), q: filters.q, corrected };
}

/** The list page's search as JSON. */
export const searchApi = new Hono<AppEnv>();

searchApi.get(paths.apiListings(), describeRoute(FIND_LISTINGS), async (c) => {
  const { ctx } = c.var;
  const typed = parseSearch(new URL(c.req.url).searchParams);
  const { filters, understood, matches, corrected } = await searchWithCorrection(
    ctx,
    typed,
    async (query) => {
      const search = await understandQuery(query, ctx);
      return { ...search, matches: await listMatches(ctx, { ...query, filters: search.filters }) };
    },
  );
  const query = { ...typed, filters };
  const ids = [...matches.promoted, ...matches.content].map(({ id }) => id);
  const listings = await listVisibleListings(ctx, ids);
  const jsonById = new Map(listings.map((listing) => [listing.id, serializeListing(listing, ctx.now)]));
  const toJson = (cards: readonly { id: string }[]) => cards.flatMap(({ id }) => jsonById.get(id) ?? []);
  const body: ListingPageJson = {
    content: toJson(matches.content),
    promoted: toJson(matches.promoted),
    next: matches.next,
    previous: matches.previous,
    total: serializeTotal(matches.total),
    warnings: toFieldErrorsJson(ctx.t, query.warnings),
    understood: serializeUnderstood({ filters, understood }, corrected),
  };
  c.set("statisticsEvents", toSearchEvents(query, matches.total));
  c.header("cache-control", "no-store");
  return c.json(body);
});
