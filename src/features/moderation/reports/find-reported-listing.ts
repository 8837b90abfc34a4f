import { and, eq, isNull, sql } from "drizzle-orm";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { reports } from "@/db/schema";
import { findListing, getListingState, listCurrentDocuments } from "@/features/listings";
import { Refused } from "@/shared/errors";
import { findPerson } from "../persons/find-person";
import { listReportsAboutUser, loadReports } from "./load-reports";

/**
 * A listing with its reports (`loadReports`). For admins only.
 * @throws Refused `forbidden` (`own_listing_decision`) if the admin owns it
 */
export async function findReportedListing(ctx: Ctx, id: string) {
  const isAboutListingSql = and(eq(reports.listingId, id), isNull(reports.reportedSide));
  const [loaded, listing] = await Promise.all([loadReports(ctx, isAboutListingSql), findListing(ctx, id)]);
  if (!listing) return null;
  if (await isLeftToOthers(ctx, listing.ownerId))
    throw new Refused({ code: "forbidden", reason: "own_listing_decision" });
  const [person, otherReports] = await Promise.all([
    findPerson(ctx, listing.ownerId),
    listReportsAboutUser(ctx, listing.ownerId, sql`(${isAboutListingSql}) is not 1`),
  ]);
  return {
    id,
    version: listing.version,
    ...loaded,
    listing: { ...listing, state: getListingState(listing, ctx.now) },
    documents: listCurrentDocuments(listing.checked, ctx.now),
    /** The listing's owner. */
    person,
    /** About the same teacher. */
    otherReports,
  };
}

export type ReportedListing = NonNullable<Awaited<ReturnType<typeof findReportedListing>>>;
