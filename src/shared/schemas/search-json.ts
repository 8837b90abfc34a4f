import "./jitless";
import * as z from "zod";
import { fieldErrorSchema } from "./json";
import { listingJsonSchema } from "./listing-json";

/** The total above which results are not counted. */
const MANY_RESULTS = "1,000+";

/** A total as JSON; null means more than are counted. */
export const serializeTotal = (total: number | null): number | typeof MANY_RESULTS => total ?? MANY_RESULTS;

/** A page of a search as JSON. `next` and `previous` are cursors, for `after` and `before`; `warnings` name
 * parameters that were changed. */
export const listingPageJsonSchema = z.object({
  content: z.array(listingJsonSchema),
  promoted: z.array(listingJsonSchema),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  total: z.union([z.number().int(), z.literal(MANY_RESULTS)]),
  warnings: z.array(fieldErrorSchema),
});

export type ListingPageJson = z.output<typeof listingPageJsonSchema>;
