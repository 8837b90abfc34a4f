import { and, eq, gt } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { moveOwnListing } from "./own-move";

/** Publishes the user's paused listing again. A listing whose 90 days ended must be renewed first. */
export const resumeListing = (ctx: Ctx, id: string) =>
  moveOwnListing(ctx, id, {
    action: "listing.resumed",
    change: { state: "published" },
    from: and(eq(listings.state, "paused"), gt(listings.expiresTs, ctx.now)),
  });
