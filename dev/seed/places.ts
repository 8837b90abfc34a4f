import { COUNTIES, type County } from "@/shared/codes";
import places from "./places.json";

/** Number of listings in a county. */
export const countListings = (county: County): number => places[county].listings;
/** The usual names of its neighbourhoods and towns. */
export const listNeighbourhoods = (county: County): string[] => places[county].neighbourhoods;
/** The university town nearest to a county. */
export const getUniversityTown = (county: County): string => places[county].university;

/** The county's seat with its coordinates. */
export function getSeatPoint(code: County): { seat: string; latitude: number; longitude: number } {
  const county = COUNTIES.find((entry) => entry.code === code);
  if (!county) throw new Error(`no such county: ${code}`);
  return county;
}
