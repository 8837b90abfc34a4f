import { ne } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { moveOwnListing } from "./own-move";
import { dropWords } from "./proposed-words";

/** Deletes one's own listing, or any as an admin. Its page says so from then on; nobody can bring it back. */
export const deleteListing = (ctx: Ctx, id: string) =>
  moveOwnListing(ctx, id, {
    action: "listing.deleted",
    change: { state: "deleted", deletedTs: ctx.now },
    from: ne(listings.state, "deleted"),
    admins: true,
    causes: (happened) => [dropWords(ctx, id, happened)],
  });
