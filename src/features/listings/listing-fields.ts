import type { listings } from "@/db/schema";
import { invalid, type Result } from "@/shared/errors";
import type { Point } from "@/shared/geo";
import { validate } from "@/shared/schemas/field-errors";
import {
  computeHourlyPrice,
  draftListingSchema,
  type ListingInput,
  listingSchema,
} from "@/shared/schemas/listing";
import { wrongLine } from "./review/review-rules";

/**
 * Checks the JSON fields of a listing: all fields for a public listing, fewer for a draft. Place changes apply without
 * review, so they must not contain contact details. The review rules check the other texts.
 */
export function validateListing(input: unknown, whole: boolean): Result<ListingInput> {
  if (!whole) return validate(draftListingSchema, input);
  const checked = validate(listingSchema, input);
  const wrong = checked.ok && wrongLine("neighbourhood", checked.value.neighbourhood, []);
  return wrong ? invalid([wrong]) : checked;
}

type Columns = Pick<
  typeof listings.$inferSelect,
  | "title"
  | "description"
  | "subject"
  | "levels"
  | "locations"
  | "online"
  | "county"
  | "neighbourhood"
  | "latitude"
  | "longitude"
  | "price"
  | "sessionMinutes"
  | "pricePerHour"
>;

/** A checked listing as columns. */
export function columnsOf({ session_minutes: sessionMinutes, point, ...rest }: ListingInput): Columns {
  const pricePerHour = rest.price === null ? null : computeHourlyPrice(rest.price, sessionMinutes);
  const { latitude, longitude } = point ?? { latitude: null, longitude: null };
  return { ...rest, latitude, longitude, sessionMinutes, pricePerHour };
}

/** The exact position of a listing; null if its owner set none. */
export const pointOf = ({ latitude, longitude }: Pick<Columns, "latitude" | "longitude">): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Whether the stored fields equal the submitted ones. */
export function sameFields(stored: Columns, sent: Columns): boolean {
  return (Object.keys(sent) as (keyof Columns)[]).every(
    (name) => JSON.stringify(stored[name]) === JSON.stringify(sent[name]),
  );
}

/** Converts a row to input fields, for validating a stored listing. */
export const toListingInput = (stored: Columns): ListingInput => ({
  title: stored.title,
  description: stored.description,
  subject: stored.subject,
  levels: stored.levels,
  locations: stored.locations,
  online: stored.online,
  county: stored.county,
  neighbourhood: stored.neighbourhood,
  point: pointOf(stored),
  price: stored.price,
  session_minutes: stored.sessionMinutes,
});
