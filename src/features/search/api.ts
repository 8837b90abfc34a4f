import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { toSearchEvents } from "@/features/counted-searches";
import { listVisibleListings, serializeListing } from "@/features/listings";
import { CURSOR, declareCall } from "@/http/declare-call";
import { toFieldErrorsJson } from "@/http/responses";
import { COUNTY_CODES, SLOTS, SORTS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { alertFiltersSchema } from "@/shared/schemas/alert";
import { fieldErrorSchema } from "@/shared/schemas/json";
import { listingJsonSchema } from "@/shared/schemas/listing-json";
import { parseSearch, RADIUS } from "@/shared/schemas/search";
import { FILTER_TEXTS, mapCodeFilters, mapFlags } from "@/shared/search-filters";
import { SLOT_CHOICES } from "@/shared/slot-groups";
import type { SearchMeaning } from "./correction/find-other-meaning";
import { searchWithCorrection } from "./correction/search-with-correction";
import { listCloseListings } from "./next-steps/list-close-listings";
import { MISSED_FILTERS } from "./next-steps/wider-searches";

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
  close: z.array(z.object({ listing: listingJsonSchema, misses: z.enum(MISSED_FILTERS) })),
});

export type ListingPageJson = z.output<typeof listingPageJsonSchema>;

const optional = <S extends z.ZodMiniType>(schema: S, description: string) =>
  z.optional(schema).check(z.describe(description));
const lei = z.number().check(z.gte(0));
const yes = z.literal("1");

/** Parameters of the search. The call itself ignores invalid ones. */
const PARAMETERS = {
  q: optional(
    z.string(),
    "What is looked for, in words. Phrases that mean filters become filters; the other words are those of the title, the teacher’s name, the description or the neighborhood. The name of a subject, level or county also finds the listings with that code. Capital letters and diacritics are ignored.",
  ),
  ...mapCodeFilters((codes, name) => optional(z.array(z.enum(codes)), FILTER_TEXTS[name])),
  when: optional(
    z.array(z.enum([...SLOT_CHOICES, ...SLOTS])),
    `${FILTER_TEXTS.when}. \`weekday_mornings\`, \`weekday_afternoons\`, \`weekday_evenings\` and \`weekend\` stand for all of theirs`,
  ),
  ...mapFlags((name) => optional(yes, FILTER_TEXTS[name])),
  county: optional(z.enum(COUNTY_CODES), FILTER_TEXTS.county),
  min: optional(lei, FILTER_TEXTS.min),
  max: optional(lei, FILTER_TEXTS.max),
  near: optional(z.string(), FILTER_TEXTS.near),
  radius: optional(z.number().check(z.gte(RADIUS.min), z.lte(RADIUS.max)), FILTER_TEXTS.radius),
  sort: optional(
    z.enum(SORTS),
    "By default `distance` with `near`, `relevance` with `q`, else `newest`. `relevance` requires `q`, `distance` requires `near`. `rating`: best first, by the teacher's mean rating with five ratings of the site's mean.",
  ),
  exact: optional(
    yes,
    "`1` searches for the words of `q` as they are, without turning them into filters or correcting them.",
  ),
  after: CURSOR,
  before: optional(z.string(), "The cursor `previous` of the next page."),
};

function serializeMeaning({ filters, phrases, corrected }: SearchMeaning): z.output<typeof understoodSchema> {
  const names = new Set(phrases.flatMap((phrase) => Object.keys(phrase.filters)));
  const understood = Object.entries(filters).filter(([name]) => names.has(name));
  return { filters: Object.fromEntries(understood), q: filters.q, corrected: corrected ?? null };
}

/** The list page's search as JSON. */
export const searchApi = new Hono<AppEnv>();

declareCall(searchApi, {
  method: "GET",
  path: paths.apiListings(),
  tag: "listings",
  summary: "Search listings",
  description:
    "The same search as the list page: visible listings, 20 per page. Invalid parameters are no errors: unknown codes and points out of range are ignored, and an invalid cursor shows the first page. Repeat `subject`, `level`, `location`, `when`, `format` and `teaches_in` to match any of several. On the first page, up to three promoted listings that match all filters are in `promoted` and not in `content`. `total` counts all matches, exactly up to 1,000. Phrases of `q` in English or Romanian become filters, and replace a county, price, order or single subject that is set: `mate bac cluj sub 100 lei` is mathematics, baccalaureate, Cluj, at most 100 lei. Instruments and certificates such as `pian` and `IELTS` stay words and add their subject if none is named or set. `understood` has these filters and the other words. If `q` finds nothing and has mistyped words, the answer is that of the text that was probably meant, and `understood.corrected` has both texts. If the filters include a subject and no listing also has the other words, the answer is that of the filters, and `understood.q` has none of these words. With fewer than five results, `close` has up to six listings that miss one filter each; `misses` is its parameter, `price` for `min` and `max`. None of another county is only in person.",
  access: "optional",
  rawQuery: PARAMETERS,
  responses: { 200: { description: "A page of listings.", schema: listingPageJsonSchema } },
  async handler({ c, ctx }) {
    const { warnings, ...requested } = parseSearch(new URL(c.req.url).searchParams);
    const { matches, ...meaning } = await searchWithCorrection(ctx, requested);
    const { filters } = meaning;
    const close = await listCloseListings(ctx, filters, matches, { withElsewhere: false });
    const cards = [...matches.promoted, ...matches.content, ...close.map(({ card }) => card)];
    const ids = cards.map(({ id }) => id);
    const listings = await listVisibleListings(ctx, ids);
    const jsonById = new Map(listings.map((listing) => [listing.id, serializeListing(listing, ctx.now)]));
    const toJson = (cards: readonly { id: string }[]) => cards.flatMap(({ id }) => jsonById.get(id) ?? []);
    const body: ListingPageJson = {
      content: toJson(matches.content),
      promoted: toJson(matches.promoted),
      next: matches.next,
      previous: matches.previous,
      total: serializeTotal(matches.total),
      warnings: toFieldErrorsJson(ctx.t, warnings),
      understood: serializeMeaning(meaning),
      close: close.flatMap(({ card, misses }) =>
        // A listing that is online misses no filter by its county.
        misses === "place" ? [] : toJson([card]).map((listing) => ({ listing, misses })),
      ),
    };
    c.set("statisticsEvents", toSearchEvents({ ...requested, filters }, matches.total));
    return body;
  },
});
