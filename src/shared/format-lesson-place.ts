import { type County, countyName, joinPlace, type Location } from "./codes";
import { formatLessonTime } from "./format";
import type { Translator } from "./i18n/translator";
import { isNamedPlace, ONLINE } from "./schemas/appointment";

/** The columns of a listing that tell where its teacher's home is. */
type PlaceListing = { county: County | null; neighbourhood: string; locations: readonly Location[] };

/**
 * The place of a lesson as text; empty once it was erased. The teacher's home has the county and place of a listing that
 * offers it: "At the teacher’s home, Cluj, Zorilor".
 */
export function formatPlace(t: Translator, place: string, listing: PlaceListing | null = null): string {
  if (place === ONLINE) return t("appointments.online");
  if (!isNamedPlace(place)) return place;
  const name = t(`general.locations.${place}`);
  return place === "th" && listing?.county && listing.locations.includes("th")
    ? `${name}, ${joinPlace(countyName(listing.county), listing.neighbourhood)}`
    : name;
}

/** When (ms) and where a lesson is, for a sentence: "Mon, Nov 23, 2026, 11:00 AM (Online)". */
export function formatTimeAndPlace(t: Translator, time: number, place: string | null): string {
  const text = formatPlace(t, place ?? "");
  return formatLessonTime(time, t.locale) + (text === "" ? "" : ` (${text})`);
}
