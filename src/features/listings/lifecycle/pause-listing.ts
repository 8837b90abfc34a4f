import { and, eq, gt } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { changeListingAsUser } from "../change-listing";
import { hasListingStateSql } from "../listing-state";

/** Hides the user's published listing until it is resumed. Its 90-day period continues. */
export const pauseListing = (ctx: Ctx, id: string) =>
  changeListingAsUser(ctx, id, {
    action: "listing.paused",
    update: { state: "paused" },
    guard: hasListingStateSql("published", ctx.now),
  });

/** Publishes the user's paused listing again. A listing whose 90 days ended must be renewed first. */
export const resumeListing = (ctx: Ctx, id: string) =>
  changeListingAsUser(ctx, id, {
    action: "listing.resumed",
    update: { state: "published", stateReasons: null },
    guard: and(eq(listings.state, "paused"), gt(listings.expiresTs, ctx.now)),
  });
