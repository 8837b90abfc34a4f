import { and, eq, gt } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { moveOwnListing } from "./own-move";

/** Hides the user's published listing until it is resumed. Its 90-day period continues. */
export const pauseListing = (ctx: Ctx, id: string) =>
  moveOwnListing(ctx, id, {
    action: "listing.paused",
    change: { state: "paused" },
    from: and(eq(listings.state, "published"), gt(listings.expiresTs, ctx.now)),
  });
