import { newId } from "@/shared/ids";
import type { createListing } from "./factories";

type Value = string | readonly string[] | null;

/** The listing form as a browser sends it; `null` omits a field. */
export function listingForm(changes: Record<string, Value> = {}, pictures: readonly File[] = []): FormData {
  const fields: Record<string, Value> = {
    id: newId(),
    intent: "submit",
    subject: "m",
    levels: ["h", "pb"],
    title: "Matematică pentru Bacalaureat, pas cu pas",
    description: "Lucrăm pe subiecte din anii trecuți, cu explicații clare și teme corectate săptămânal.",
    county: "cj",
    neighbourhood: "Zorilor",
    locations: ["th"],
    online: "1",
    price: "90",
    session_minutes: "60",
    formats: ["individual"],
    trial: "none",
    ...changes,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, item as string);
  }
  for (const picture of pictures) form.append("pictures", picture);
  return form;
}

type Listing = Awaited<ReturnType<typeof createListing>>;

/** The form of a listing with its current values, with changes. */
export const toEditForm = (
  listing: Listing,
  changes: Record<string, Value> = {},
  files: readonly File[] = [],
) =>
  listingForm(
    {
      id: listing.id,
      version: String(listing.version),
      title: listing.title,
      description: listing.description,
      subject: listing.subject,
      levels: listing.levels,
      locations: listing.locations,
      online: null,
      county: listing.county ?? "",
      neighbourhood: listing.neighbourhood,
      price: String((listing.price ?? 0) / 100),
      session_minutes: String(listing.sessionMinutes),
      availability: listing.availability,
      formats: listing.formats,
      trial: listing.trial,
      receipt: listing.receipt ? "1" : null,
      parent_present: listing.parentPresent ? "1" : null,
      ...changes,
    },
    files,
  );

/** The value of a hidden field or text input in a page. */
export const fieldValue = (html: string, name: string): string | undefined =>
  html.match(new RegExp(`name="${name}"[^>]*value="([^"]*)"`))?.[1];

/** All values of a repeated hidden field. */
export const fieldValues = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`type="hidden" name="${name}" value="([^"]*)"`, "g"))].map(
    (match) => match[1] ?? "",
  );
