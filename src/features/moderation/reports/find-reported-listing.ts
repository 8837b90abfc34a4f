import { and, eq, isNull } from "drizzle-orm";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { reports } from "@/db/schema";
import { findListing, getListingState, listCurrentDocuments } from "@/features/listings";
import { Refused } from "@/shared/errors";
import { findPerson } from "../persons/find-person";
import { loadReports } from "./load-reports";

/**
 * A listing with its reports (`loadReports`). For admins only.
 * @throws Refused `forbidden` (`own_listing_decision`) if the admin owns it
 */
export async function findReportedListing(ctx: Ctx, id: string) {
  const [loaded, listing] = await Promise.all([
    loadReports(ctx, and(eq(reports.listingId, id), isNull(reports.reportedSide))),
    findListing(ctx, id),
  ]);
  if (!listing) return null;
  if (await isLeftToOthers(ctx, listing.ownerId))
    throw new Refused({ code: "forbidden", reason: "own_listing_decision" });
  return {
    id,
    version: listing.version,
    ...loaded,
    listing: { ...listing, state: getListingState(listing, ctx.now) },
    documents: listCurrentDocuments(listing.checked, ctx.now),
    /** The listing's owner. */
    person: await findPerson(ctx, listing.ownerId),
  };
}

export type ReportedListing = NonNullable<Awaited<ReturnType<typeof findReportedListing>>>;
