import * as z from "zod";
import { COUNTY_CODES, LEVELS, LOCATIONS, SORTS, SUBJECTS } from "@/shared/codes";
import { RADIUS } from "@/shared/schemas/search";
import { listingPageJsonSchema } from "@/shared/schemas/search-json";

const several = <const T extends readonly string[]>(codes: T) => z.array(z.enum(codes)).optional();
const lei = z.number().min(0).optional();

const PARAMETERS = {
  q: z.string().optional(),
  subject: several(SUBJECTS),
  level: several(LEVELS),
  location: several(LOCATIONS),
  online: z.literal("1").optional(),
  county: z.enum(COUNTY_CODES).optional(),
  min: lei,
  max: lei,
  near: z.string().optional(),
  radius: z.number().min(RADIUS.minimum).max(RADIUS.maximum).optional(),
  sort: z.enum(SORTS).optional(),
  after: z.string().optional(),
  before: z.string().optional(),
};

/** What the call is, for its description. Who sends something else is answered all the same. */
export const FIND_LISTINGS = {
  tag: "listings",
  auth: ["bearer"],
  anonymous: true,
  parameters: Object.entries(PARAMETERS).map(([name, schema]) => ({ name, in: "query" as const, schema })),
  answers: { 200: { schema: listingPageJsonSchema } },
  problems: ["unauthenticated"],
} as const;
