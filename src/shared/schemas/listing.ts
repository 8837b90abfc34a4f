import "./jitless";
import * as z from "zod/mini";
import {
  COUNTY_CODES,
  FORMATS,
  isLevelOf,
  LANGUAGES,
  LEVELS,
  LOCATIONS,
  SESSION_MINUTES,
  SLOTS,
  SUBJECTS,
  TRIALS,
} from "@/shared/codes";
import { isPlacePoint } from "@/shared/codes/places";
import { namesStreet } from "@/shared/contact-data";
import type { Point } from "@/shared/geo";
import { parseDegrees, parseHundredths, parseWholeNumber, toPlainHundredths } from "@/shared/numbers";
import { normaliseLine, normaliseLines } from "@/shared/text";
import { baniSchema, pointSchema } from "./number-schemas";

/** Lengths in UTF-16 units, as a browser's maxlength counts; prices in bani for one session. */
export const LISTING_BOUNDS = {
  title: { min: 10, max: 80 },
  description: { min: 40, max: 3000 },
  neighbourhood: { max: 60 },
  price: { min: 1000, max: 100_000 },
  pictures: 5,
  alt: { max: 150 },
} as const;

const { title, description, neighbourhood, price, alt } = LISTING_BOUNDS;
const toLei = (bani: number) => bani / 100;
const priceRange = {
  error: "price_range",
  params: { min: toLei(price.min), max: toLei(price.max) },
} as const;

const removeDuplicates = <T extends string>(codes: T[]): T[] => [...new Set(codes)];
/** Known codes in the order of their list, each once. */
export const codesInOrder = <const T extends readonly string[]>(list: T, min = 0) =>
  z.pipe(
    z.array(z.enum(list)).check(z.minLength(min)),
    z.transform((codes) => list.filter((code): code is T[number] => codes.includes(code))),
  );

/** A field that is null when it is left out. */
export const orNull = <T>(field: z.core.$ZodType<T>) =>
  z.pipe(
    z.nullish(field),
    z.transform((value) => value ?? null),
  );

const line = z.string().check(z.overwrite(normaliseLine));
const text = z.string().check(z.overwrite(normaliseLines));
const levelCodes = z.array(z.enum(LEVELS));
const countyCode = z.enum(COUNTY_CODES);
/** A price in bani, between the bounds. */
export const priceField = baniSchema.check(
  z.refine((bani) => bani >= price.min && bani <= price.max, priceRange),
);
const minutes = z.literal(SESSION_MINUTES, { error: "invalid_choice" });

/** Alternative text of a picture. */
export const altField = z._default(line.check(z.maxLength(alt.max)), "");

/**
 * The input fields of a listing, in the form's order, which is the order of its errors. This schema is for a draft:
 * only the subject is required; other fields must be storable. `price` is in bani for one session.
 */
export const draftListingSchema = z.object({
  subject: z.enum(SUBJECTS),
  levels: z.pipe(z._default(levelCodes, []), z.transform(removeDuplicates)),
  title: z._default(line.check(z.maxLength(title.max)), ""),
  description: z._default(text.check(z.maxLength(description.max)), ""),
  locations: z.pipe(z._default(z.array(z.enum(LOCATIONS)), []), z.transform(removeDuplicates)),
  online: z._default(z.boolean(), false),
  county: orNull(countyCode),
  neighbourhood: z._default(line.check(z.maxLength(neighbourhood.max)), ""),
  point: orNull(pointSchema),
  price: orNull(priceField),
  session_minutes: z._default(minutes, 60),
  availability: z._default(codesInOrder(SLOTS), []),
  formats: z._default(codesInOrder(FORMATS), ["individual"]),
  trial: z._default(z.enum(TRIALS), "none"),
  receipt: z._default(z.boolean(), false),
  parent_present: z._default(z.boolean(), false),
  /** The teacher's, for all their listings; unchanged if left out, or empty in a draft. */
  languages: z.optional(codesInOrder(LANGUAGES)),
});

const subjectWithLevels = z.object({ subject: z.enum(SUBJECTS), levels: levelCodes });

/** A complete listing, whose levels may be of other subjects. */
const completeSchema = z
  .object({
    ...draftListingSchema.shape,
    levels: z.pipe(levelCodes.check(z.minLength(1, "level_required")), z.transform(removeDuplicates)),
    title: line.check(z.minLength(1), z.minLength(title.min), z.maxLength(title.max)),
    description: text.check(z.minLength(1), z.minLength(description.min), z.maxLength(description.max)),
    county: countyCode,
    neighbourhood: z._default(
      line.check(
        z.maxLength(neighbourhood.max),
        z.refine((place) => !namesStreet(place), "street_in_place"),
      ),
      "",
    ),
    price: priceField,
    session_minutes: minutes,
    formats: z._default(codesInOrder(FORMATS, 1), ["individual"]),
    languages: z.optional(codesInOrder(LANGUAGES, 1)),
  })
  .check(
    z.refine((listing) => listing.online === true || (listing.locations?.length ?? 0) > 0, {
      path: ["locations"],
      error: "location_or_online",
      // Runs even if other fields are wrong, so that all errors come at once.
      when: () => true,
    }),
  );

/** A complete listing: a draft's fields, of which more are required. */
export const listingSchema = completeSchema.check(
  z.superRefine(
    ({ subject, levels }, { addIssue }) => {
      const others = LEVELS.filter((level) => levels.includes(level) && !isLevelOf(level, [subject]));
      // The text of the error names the levels.
      const params = { parts: others.join(" ") };
      if (others.length > 0)
        addIssue({ code: "custom", path: ["levels"], message: "level_of_subject", params });
    },
    { when: ({ value }) => subjectWithLevels.safeParse(value).success },
  ),
);

/** The schema of a complete listing's edit: the levels that it was published with stay possible for its subject. */
export function getEditSchema(input: unknown, saved: z.output<typeof subjectWithLevels> | null) {
  const { data } = subjectWithLevels.safeParse(input);
  const isSame =
    data?.subject === saved?.subject && data?.levels.toSorted().join() === saved?.levels.toSorted().join();
  return saved && isSame ? completeSchema : listingSchema;
}

/** The output of both schemas; null occurs only in a draft. */
export type ListingInput = z.output<typeof draftListingSchema>;

/** The input fields in the form's order. */
export const LISTING_FIELDS = Object.keys(draftListingSchema.shape) as (keyof ListingInput)[];

/** Bani per hour, rounded to the ban, from bani for a session of `sessionMinutes`. */
export const computeHourlyPrice = (bani: number, sessionMinutes: number): number =>
  Math.round((bani * 60) / sessionMinutes);

/** A form's values: each name with all its values; the price as `toPlainDecimal` returns it. */
export type FormValues = Readonly<Record<string, readonly string[]>>;

/** The form's values as input of the schemas: prices from lei to bani. Runs on server and client. */
export function toListingInput(
  values: FormValues,
): Record<keyof ListingInput, unknown> & Pick<ListingInput, "title" | "description"> {
  const first = (name: string) => values[name]?.[0] ?? "";
  const chosen = (name: string) => first(name) || undefined;
  return {
    title: first("title"),
    description: first("description"),
    subject: chosen("subject"),
    levels: values.levels ?? [],
    locations: values.locations ?? [],
    online: first("online") === "1",
    county: chosen("county"),
    neighbourhood: first("neighbourhood"),
    point: parsePoint(first("point.latitude"), first("point.longitude")),
    price: parseHundredths(first("price")),
    session_minutes:
      chosen("session_minutes") === undefined ? undefined : parseWholeNumber(first("session_minutes")),
    availability: values.availability ?? [],
    // Without a tick, lessons are individual: a page from before the field existed sends none.
    formats: values.formats,
    trial: chosen("trial"),
    receipt: first("receipt") === "1",
    parent_present: first("parent_present") === "1",
    // The form also sends an empty value, which tells no tick from a form without the field.
    languages: values.languages?.filter(Boolean),
  };
}

/** The names of the form's fields. */
type ListingFormName = Exclude<keyof ListingInput, "point"> | `point.${keyof Point}`;

/** A listing as its form's values. */
export const toListingForm = (listing: ListingInput): Record<ListingFormName, readonly string[]> => ({
  title: [listing.title],
  description: [listing.description],
  subject: [listing.subject],
  levels: listing.levels,
  locations: listing.locations,
  online: listing.online ? ["1"] : [],
  county: listing.county ? [listing.county] : [],
  neighbourhood: [listing.neighbourhood],
  ...toPointForm(listing),
  price: listing.price === null ? [] : [toPlainHundredths(listing.price)],
  session_minutes: [String(listing.session_minutes)],
  availability: listing.availability,
  formats: listing.formats,
  trial: [listing.trial],
  receipt: listing.receipt ? ["1"] : [],
  parent_present: listing.parent_present ? ["1"] : [],
  languages: listing.languages ?? [],
});

/** The fields of a point; empty for the centre of the listing's place, which follows from the place. */
function toPointForm({ county, neighbourhood, point }: ListingInput) {
  const isPlace = isPlacePoint(county, neighbourhood, point);
  const axis = (name: keyof Point) => (point && !isPlace ? [String(point[name])] : []);
  return { "point.latitude": axis("latitude"), "point.longitude": axis("longitude") };
}

/** A typed point; null if both fields are empty. If one is empty, the other's partner is missing. */
function parsePoint(latitude: string, longitude: string): Record<keyof Point, number | undefined> | null {
  const point = { latitude: parseDegrees(latitude), longitude: parseDegrees(longitude) };
  return point.latitude === undefined && point.longitude === undefined ? null : point;
}
