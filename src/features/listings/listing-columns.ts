import type { listings } from "@/db/schema";
import type { Language } from "@/shared/codes";
import { correctPlaceNames, findPlace, isPlacePoint } from "@/shared/codes/places";
import { type FieldError, invalid, type Result } from "@/shared/errors";
import type { Point } from "@/shared/geo";
import { validate } from "@/shared/schemas/field-errors";
import {
  computeHourlyPrice,
  draftListingSchema,
  getEditSchema,
  LISTING_FIELDS,
  type ListingInput,
} from "@/shared/schemas/listing";
import { detectTextLanguage } from "@/shared/text-language";
import { validateUnmoderatedText } from "./revisions/text-rules";

type ListingRow = typeof listings.$inferSelect;

/** The columns that a listing's input fields are stored in, with those that are computed from them. */
export type ListingColumns = Omit<
  ListingInput,
  "point" | "session_minutes" | "parent_present" | "languages"
> &
  Pick<
    ListingRow,
    "latitude" | "longitude" | "sessionMinutes" | "parentPresent" | "pricePerHour" | "textLanguage"
  >;

type StoredListing = Pick<ListingRow, "state" | "subject" | "levels">;

/**
 * Validates the input fields of a listing: all of them for a `complete` listing, fewer for a draft. A neighbourhood is
 * published without moderation, so contact data in it is an error. The text rules check the other texts. `stored` is the
 * listing before the edit.
 */
export function validateListing(
  input: unknown,
  complete: boolean,
  stored: StoredListing | null = null,
): Result<ListingInput> {
  if (!complete) return validate(draftListingSchema, input);
  const checked = validate(getEditSchema(input, stored?.state === "draft" ? null : stored), input);
  const problem = checked.ok && validateUnmoderatedText("neighbourhood", checked.value.neighbourhood, []);
  return problem ? invalid([problem]) : checked;
}

/** The errors of `validateListing`, followed by other problems of the same form. */
export function listProblems(
  input: unknown,
  complete: boolean,
  others: readonly FieldError[],
  stored: StoredListing | null = null,
): FieldError[] {
  const checked = validateListing(input, complete, stored);
  return [...(checked.ok ? [] : (checked.refusal.fields ?? [])), ...others];
}

/** Converts validated input to columns. */
export function toListingColumns({
  session_minutes: sessionMinutes,
  parent_present: parentPresent,
  languages: _,
  point,
  ...rest
}: ListingInput): ListingColumns {
  const pricePerHour = rest.price === null ? null : computeHourlyPrice(rest.price, sessionMinutes);
  const { latitude, longitude } = point ?? findPlacePoint(rest) ?? { latitude: null, longitude: null };
  const textLanguage = detectTextLanguage(rest);
  return {
    ...rest,
    neighbourhood: correctPlaceNames(rest.county, rest.neighbourhood),
    latitude,
    longitude,
    sessionMinutes,
    parentPresent,
    pricePerHour,
    textLanguage,
  };
}

/** Without a point that is the centre of the stored place: it follows from the new one. */
export const withoutPlacePoint = (
  input: ListingInput,
  { county, neighbourhood }: Pick<ListingRow, "county" | "neighbourhood">,
): ListingInput => (isPlacePoint(county, neighbourhood, input.point) ? { ...input, point: null } : input);

/** The centre of the place, if lessons take place there; null for a place that is not known. */
function findPlacePoint({
  county,
  neighbourhood,
  locations,
}: Pick<ListingInput, "county" | "neighbourhood" | "locations">): Point | null {
  const place = locations.length > 0 ? findPlace(county, neighbourhood) : null;
  return place?.point ?? null;
}

/** Converts columns back to input, without other columns of the row. */
export function fromListingColumns(
  row: ListingColumns & { owner?: { languages: Language[] } },
): ListingInput {
  const values = {
    ...row,
    point: toPoint(row),
    session_minutes: row.sessionMinutes,
    parent_present: row.parentPresent,
    languages: row.owner?.languages,
  } satisfies ListingInput;
  return Object.fromEntries(LISTING_FIELDS.map((field) => [field, values[field]])) as ListingInput;
}

/** The exact position of a listing; null if its owner set none. */
function toPoint({ latitude, longitude }: Pick<ListingRow, "latitude" | "longitude">): Point | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Whether a stored listing has these fields. The language of the text follows from the text. */
export function hasSameFields(
  stored: ListingColumns,
  { textLanguage: _, ...columns }: ListingColumns,
): boolean {
  return (Object.keys(columns) as (keyof typeof columns)[]).every(
    (name) => JSON.stringify(stored[name]) === JSON.stringify(columns[name]),
  );
}
