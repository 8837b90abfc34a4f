import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { listingImages, listings } from "@/db/schema";
import { refreshCardsStatement } from "@/features/listings";
import { newId } from "@/shared/ids";
import type { OwnListingJson } from "@/shared/schemas/listing-json";
import { db } from "../../helpers/app";
import { type createListing, type createTeacher, findListing, listRows } from "../../helpers/factories";
import { type Bearer, call } from "../../helpers/storage-fixture";

export const LISTINGS_PATH = "/api/listings";
/** A listing with every field, as JSON. */
export const COMPLETE_LISTING = {
  title: "Matematică pentru Bacalaureat, pas cu pas",
  description: "Lucrăm pe subiecte din anii trecuți, cu explicații clare și teme corectate săptămânal.",
  subject: "m",
  levels: ["h", "pb"],
  locations: ["th"],
  online: true,
  county: "cj",
  neighbourhood: "Zorilor",
  point: { latitude: 46.7581234, longitude: 23.5678912 },
  price: 9000,
  session_minutes: 90,
};

export type Teacher = Awaited<ReturnType<typeof createTeacher>>;
export type Listing = Awaited<ReturnType<typeof createListing>>;
type Saved = { content: OwnListingJson; withheld?: string };
type Problem = { title: string; errors: { field: string; code: string }[]; content?: OwnListingJson };

/** Sends requests to the JSON API as a user, or as a visitor (null). */
export const createApiClient =
  () =>
  (as: Bearer | null, method: string, path: string, json?: unknown, headers = {}): Promise<Response> =>
    call(as, method, path, { ...(json === undefined ? {} : { json }), headers });
export const expectSaved = async (answer: Response, status = 200): Promise<Saved> => {
  expect(answer.status).toBe(status);
  return (await answer.json()) as Saved;
};
export const expectProblem = async (answer: Response, status: number): Promise<Problem> => {
  expect(answer.status).toBe(status);
  return (await answer.json()) as Problem;
};
export const expectFieldErrors = async (answer: Response) =>
  (await expectProblem(answer, 422)).errors.map(({ field, code }) => `${field} ${code}`);
export const getListing = async (id: string) => (await findListing(id)) as Listing;
export const listPictureRows = (listingId: string) => listRows(listingImages, { listingId });
export const countOwned = async ({ id }: Teacher) => (await listRows(listings, { ownerId: id })).length;
export const toApiPath = ({ id }: { id: string }) => `${LISTINGS_PATH}/${id}`;

/** Inserts rows of pictures of a listing and returns their storage paths. */
export async function insertPictures(
  listing: Listing,
  count: number,
  overrides: Partial<typeof listingImages.$inferInsert> = {},
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, position) => {
    const id = newId();
    const ownerId = listing.ownerId;
    const row = { id, listingId: listing.id, ownerId, file: `${id}.webp`, width: 20, height: 10, position };
    return { ...row, createdTs: listing.createdTs, ...overrides };
  });
  await db.batch([
    db.insert(listingImages).values(rows),
    refreshCardsStatement({ db }, eq(listings.id, listing.id)),
  ]);
  return rows.map(({ file }) => `images/listings/${listing.id}/${file}`);
}
