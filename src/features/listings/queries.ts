import { and, asc, eq, getTableColumns, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { boundSql, constantSql } from "@/db/bound-sql";
import { listings, teacherInformation, users } from "@/db/schema";
import { defineSelection } from "@/db/selection";
import { DEFAULT_LANGUAGES, type Language } from "@/shared/codes";
import { CHECKED_DOCUMENTS, type CheckedDocument } from "./checked-documents";
import { isVisibleListingBoundSql, isVisibleListingSql, newExpirySql } from "./listing-state";

export type ListingImage = { id: string; file: string; width: number; height: number; alt: string };

/** The placed pictures of a row of `listings` as JSON. */
const IMAGES = `(
    select json_group_array(json_object('id', id, 'file', file, 'width', width, 'height', height, 'alt', alt))
    from (select * from listing_images where listing_id = listings.id and position is not null order by position))`;

/** The languages in which the owner of a row of `listings` teaches, as JSON. */
const LANGUAGES_OF_OWNER = `coalesce((select languages from teacher_information where user_id = listings.owner_id),
    '${JSON.stringify(DEFAULT_LANGUAGES)}')`;

const { expiryNotice, erasedTs, ...detailColumns } = getTableColumns(listings);
const LISTING_COLUMNS = {
  ...detailColumns,
  owner: {
    id: users.id,
    firstName: users.firstName,
    lastName: users.lastName,
    locale: users.locale,
    disabledTs: users.disabledTs,
    profilePicture: users.profilePicture,
    pictureTs: users.pictureTs,
    reviewCount: users.reviewCount,
    ratingSum: users.ratingSum,
    replyMedianS: users.replyMedianS,
    replies: users.replies,
    languages: sql<Language[]>`${sql.raw(LANGUAGES_OF_OWNER)}`.mapWith(
      (value: string) => JSON.parse(value) as Language[],
    ),
  },
  images: sql<ListingImage[]>`${sql.raw(IMAGES)}`.mapWith(
    (value: string) => JSON.parse(value) as ListingImage[],
  ),
  checked: sql<CheckedDocument[]>`${sql.raw(CHECKED_DOCUMENTS)}`.mapWith(
    (value: string) => JSON.parse(value) as CheckedDocument[],
  ),
};

const select = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db.select(LISTING_COLUMNS).from(listings).innerJoin(users, eq(users.id, listings.ownerId)).where(where);

async function findWhere(ctx: Ctx, where: SQL | undefined) {
  const [row] = await select(ctx, where).limit(1);
  return row ?? null;
}

/** A listing with its owner's public data and checked documents, and its pictures in order. */
export type ListingDetails = NonNullable<Awaited<ReturnType<typeof findWhere>>>;

/** Finds a listing in any state, without an access check: for pages that answer each state differently. */
export const findListing = (ctx: Ctx, id: string) => findWhere(ctx, eq(listings.id, id));

const { columns: DETAIL_COLUMNS, parse: parseDetails } = defineSelection(detailColumns);
const OWNER_JSON = `json_object('id', users.id, 'firstName', first_name, 'lastName', last_name, 'locale', locale,
    'disabledTs', disabled_ts, 'profilePicture', profile_picture, 'pictureTs', picture_ts, 'reviewCount', review_count,
    'ratingSum', rating_sum, 'replyMedianS', reply_median_s, 'replies', json(replies), 'languages', json(${LANGUAGES_OF_OWNER}))`;
const PAGE_COLUMNS = boundSql`${DETAIL_COLUMNS}, ${constantSql(`${OWNER_JSON} as owner, ${IMAGES} as images,
  ${CHECKED_DOCUMENTS} as checked`)}`;

/** A listing in any state, and whether visitors may see it. */
export async function findListingWithVisibility(
  { db, now }: Ctx,
  id: string,
): Promise<{ listing: ListingDetails; isVisible: boolean } | null> {
  const [row] = await db.read<{ isVisible: number; owner: string; images: string; checked: string }>(boundSql`
    select ${PAGE_COLUMNS}, ${isVisibleListingBoundSql(now)} as "isVisible"
    from listings cross join users on users.id = listings.owner_id where listings.id = ${id}`);
  if (!row) return null;
  const { isVisible, owner, images, checked, ...details } = row;
  const listing = {
    ...parseDetails(details),
    owner: JSON.parse(owner),
    images: JSON.parse(images),
    checked: JSON.parse(checked),
  };
  return { listing, isVisible: isVisible === 1 };
}

/** The listing if visitors may see it. */
export const findVisibleListing = (ctx: Ctx, id: string) =>
  findWhere(ctx, and(eq(listings.id, id), isVisibleListingSql(ctx.now)));

/** Those of the listings that visitors may see, in the requested order. */
export const listVisibleListings = (ctx: Ctx, ids: readonly string[]): Promise<ListingDetails[]> =>
  findByIds(ctx, ids, isVisibleListingSql(ctx.now));

/** Lists visible listings after a number, ordered by number: for reading all listings in batches. */
export const listVisibleListingsAfter = (ctx: Ctx, num: number, count: number): Promise<ListingDetails[]> =>
  // The plus prevents the use of an index of states, with which SQLite would sort all remaining rows for each batch.
  select(ctx, and(gt(listings.num, num), sql`+${isVisibleListingSql(ctx.now)}`))
    .orderBy(asc(listings.num))
    .limit(count);

/** Listings in any state, without an access check, in the requested order. */
export const listListings = (ctx: Ctx, ids: readonly string[]): Promise<ListingDetails[]> =>
  findByIds(ctx, ids);

async function findByIds(ctx: Ctx, ids: readonly string[], condition?: SQL): Promise<ListingDetails[]> {
  const requested = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const rows = await select(ctx, and(inArray(listings.id, requested), condition));
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowById.get(id) ?? []);
}

/** The user's own listing in any state but deleted; null for another user's listing. */
export async function findOwnListing(ctx: Ctx, id: string): Promise<ListingDetails | null> {
  if (!ctx.user) return null;
  return findWhere(
    ctx,
    and(eq(listings.id, id), eq(listings.ownerId, ctx.user.id), ne(listings.state, "deleted")),
  );
}

/** The listing for its owner and admins, who may change it; null for all other users. */
export async function findEditableListing(ctx: Ctx, id: string): Promise<ListingDetails | null> {
  if (ctx.user?.role !== "a") return findOwnListing(ctx, id);
  return findWhere(ctx, and(eq(listings.id, id), ne(listings.state, "deleted")));
}

/** The recipient of mail about a listing. Must not be used for a page, so that no address gets into the HTML. */
export async function findListingOwnerContact(ctx: Ctx, listingId: string) {
  const [row] = await ctx.db
    .select({
      userId: users.id,
      email: users.email,
      locale: users.locale,
      firstName: users.firstName,
      hasPhone: sql<0 | 1>`exists (select 1 from ${teacherInformation}
        where ${teacherInformation.userId} = ${users.id} and ${teacherInformation.phoneNumber} is not null)`,
      /** When the listing would expire if it were published now (ms). */
      newExpiryTs: newExpirySql(ctx.now, listingId),
    })
    .from(listings)
    .innerJoin(users, eq(users.id, listings.ownerId))
    .where(eq(listings.id, listingId))
    .limit(1);
  return row ?? null;
}
