import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { paths } from "@/shared/paths";
import { decideListing, type Review } from "./decide-listing";
import { freshLife } from "./move";
import { dropWords } from "./proposed-words";

/**
 * Publishes a pending listing for ninety days, or puts new words in the place of those that readers know; the rest of
 * such a listing stays as it is, its ninety days too. Tells the owner. Refuses like `decideListing`.
 */
export async function approveListing(ctx: Ctx, review: Review) {
  requireAdmin(ctx);
  return decideListing(ctx, review, ({ listing: { id, title }, words }) => {
    const actionPath = paths.listing(id);
    if (words) {
      return {
        action: "listing.words_approved",
        change: { title: words.title, description: words.description },
        causes: (happened) => [dropWords(ctx, id, happened)],
        mail: { template: "words_approved", params: { title: words.title }, actionPath },
      };
    }
    return {
      action: "listing.approved",
      change: {
        state: "published",
        stateReason: null,
        stateNote: "",
        publishedTs: sql`coalesce(${listings.publishedTs}, ${ctx.now})`,
        ...freshLife(ctx, id),
      },
      mail: { template: "listing_approved", params: { title }, actionPath },
    };
  });
}
