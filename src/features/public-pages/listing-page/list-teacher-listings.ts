import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql } from "@/db/bound-sql";
import { isVisibleListingBoundSql, type ListingCardRow, loadListingCards } from "@/features/listings";

/** More than a teacher may have by default (`listings_active`). A higher limit shows the newest. */
const MAX_LISTINGS = constantSql(20);

/** A teacher's visible listings, newest first. */
export const listTeacherListings = (ctx: Ctx, userId: string): Promise<ListingCardRow[]> =>
  listVisible(ctx, boundSql`${userId}`);

/** The visible listings of a listing's teacher, for a listing that is read in the same batch. */
export const listListingsOfSameTeacher = (ctx: Ctx, listingId: string): Promise<ListingCardRow[]> =>
  listVisible(ctx, boundSql`(select owner_id from listings where id = ${listingId})`);

/** Reads expired listings, too: about twenty a year of a teacher who deletes none. */
const listVisible = (ctx: Ctx, userId: BoundSql): Promise<ListingCardRow[]> =>
  loadListingCards(
    ctx,
    boundSql`select entry.num, 0 as rank, -entry.position as position, null as meters, entry.card
      from users cross join listings indexed by listings_owner on listings.owner_id = users.id
      cross join search_entries entry on entry.num = listings.num
      where users.id = ${userId} and ${isVisibleListingBoundSql(ctx.now)}
      order by entry.position desc limit ${MAX_LISTINGS}`,
  );
