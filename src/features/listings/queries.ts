import { and, asc, eq, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listingImages, listings, users } from "@/db/schema";
import { isVisibleListing } from "./listing-state";

export type ListingImage = { id: string; file: string; width: number; height: number; alt: string };

const LISTING_COLUMNS = {
  num: listings.num,
  id: listings.id,
  ownerId: listings.ownerId,
  title: listings.title,
  description: listings.description,
  subject: listings.subject,
  levels: listings.levels,
  locations: listings.locations,
  online: listings.online,
  county: listings.county,
  neighbourhood: listings.neighbourhood,
  latitude: listings.latitude,
  longitude: listings.longitude,
  price: listings.price,
  sessionMinutes: listings.sessionMinutes,
  pricePerHour: listings.pricePerHour,
  state: listings.state,
  stateReason: listings.stateReason,
  stateNote: listings.stateNote,
  suspendedFrom: listings.suspendedFrom,
  createdTs: listings.createdTs,
  updatedTs: listings.updatedTs,
  submittedTs: listings.submittedTs,
  publishedTs: listings.publishedTs,
  renewedTs: listings.renewedTs,
  expiresTs: listings.expiresTs,
  version: listings.version,
  owner: {
    id: users.id,
    firstName: users.firstName,
    lastName: users.lastName,
    locale: users.locale,
    disabledTs: users.disabledTs,
  },
  images: sql<ListingImage[]>`(
    select json_group_array(json_object('id', id, 'file', file, 'width', width, 'height', height, 'alt', alt))
    from (select * from listing_images where listing_id = ${listings.id} and position is not null order by position)
  )`.mapWith((value: string) => JSON.parse(value) as ListingImage[]),
};

const select = (ctx: Ctx, which: SQL | undefined) =>
  ctx.db.select(LISTING_COLUMNS).from(listings).innerJoin(users, eq(users.id, listings.ownerId)).where(which);

async function find(ctx: Ctx, which: SQL | undefined) {
  const [row] = await select(ctx, which).limit(1);
  return row ?? null;
}

/** A listing with its owner's public facts and its pictures in order. */
export type ListingDetails = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Finds a listing in any state, without an access check: for pages that answer each state differently. */
export const findListing = (ctx: Ctx, id: string) => find(ctx, eq(listings.id, id));

/** The listing if a visitor may see it. */
export const findVisibleListing = (ctx: Ctx, id: string) =>
  find(ctx, and(eq(listings.id, id), isVisibleListing(ctx.now)));

/** The listings that a visitor may see, in the requested order. */
export const findVisibleListings = (ctx: Ctx, ids: readonly string[]): Promise<ListingDetails[]> =>
  findAll(ctx, ids, isVisibleListing(ctx.now));

/** Lists visible listings after a number, ordered by number: for reading all listings in batches. */
export const listVisibleListingsAfter = (ctx: Ctx, num: number, count: number): Promise<ListingDetails[]> =>
  // A plus keeps an index of states from being taken, which would sort all that are left for each page.
  select(ctx, and(gt(listings.num, num), sql`+${isVisibleListing(ctx.now)}`))
    .orderBy(asc(listings.num))
    .limit(count);

/** Listings in any state, without an access check, in the requested order. */
export const findListings = (ctx: Ctx, ids: readonly string[]): Promise<ListingDetails[]> =>
  findAll(ctx, ids);

async function findAll(ctx: Ctx, ids: readonly string[], like?: SQL): Promise<ListingDetails[]> {
  const asked = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const rows = await select(ctx, and(inArray(listings.id, asked), like));
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The visitor's own listing in any state but deleted; null for another user's listing. */
export async function findOwnListing(ctx: Ctx, id: string): Promise<ListingDetails | null> {
  if (!ctx.user) return null;
  return find(
    ctx,
    and(eq(listings.id, id), eq(listings.ownerId, ctx.user.id), ne(listings.state, "deleted")),
  );
}

/** The listing for its owner and admins, who may change it; null for all other users. */
export async function findEditableListing(ctx: Ctx, id: string): Promise<ListingDetails | null> {
  if (ctx.user?.role !== "a") return findOwnListing(ctx, id);
  return find(ctx, and(eq(listings.id, id), ne(listings.state, "deleted")));
}

/** Where mail about a listing goes. Never for a page: an address stays out of the HTML. */
export async function findListingOwnerContact(ctx: Ctx, listingId: string) {
  const [row] = await ctx.db
    .select({ userId: users.id, email: users.email, locale: users.locale, firstName: users.firstName })
    .from(listings)
    .innerJoin(users, eq(users.id, listings.ownerId))
    .where(eq(listings.id, listingId))
    .limit(1);
  return row ?? null;
}

/** Whose picture it is, whether its listing may be seen by everyone, and which version; null when there is no such picture. */
export async function findPictureAccess(
  ctx: Ctx,
  listingId: string,
  file: string,
): Promise<{ ownerId: string; visible: boolean; version: string | null } | null> {
  const [row] = await ctx.db
    .select({
      // The owner of the listing, even when another user uploaded the picture. Before the first save, the uploader.
      ownerId: sql<string>`coalesce(${listings.ownerId}, ${listingImages.ownerId})`,
      visible: sql<number>`coalesce(${isVisibleListing(ctx.now)} and ${listingImages.position} is not null, 0)`,
      version: listingImages.version,
    })
    .from(listingImages)
    .leftJoin(listings, eq(listings.id, listingImages.listingId))
    .leftJoin(users, eq(users.id, listings.ownerId))
    .where(and(eq(listingImages.listingId, listingId), eq(listingImages.file, file)))
    .limit(1);
  return row ? { ...row, visible: row.visible === 1 } : null;
}
