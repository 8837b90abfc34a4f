import { and, eq, gt } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { moveOwnListing } from "./own-move";

/** Takes one's published listing out of sight, until it is resumed. Its ninety days go on. */
export const pauseListing = (ctx: Ctx, id: string) =>
  moveOwnListing(ctx, id, {
    action: "listing.paused",
    change: { state: "paused" },
    from: and(eq(listings.state, "published"), gt(listings.expiresTs, ctx.now)),
  });
