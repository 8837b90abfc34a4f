import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { paths } from "@/shared/paths";
import { freshLife } from "../lifecycle/change-listing";
import { decideListing, type Review } from "./decide-listing";
import { deleteRevision } from "./revisions";

/**
 * Publishes a pending listing for ninety days, or publishes a revision; the rest of
 * such a listing stays as it is, its ninety days too. Tells the owner. Refuses like `decideListing`.
 */
export async function approveListing(ctx: Ctx, review: Review) {
  requireAdmin(ctx);
  return decideListing(ctx, review, ({ listing: { id, title }, revision }) => {
    const actionPath = paths.listing(id);
    if (revision) {
      return {
        action: "listing.revision_approved",
        change: { title: revision.title, description: revision.description },
        causes: (guard) => [deleteRevision(ctx, id, guard)],
        mail: { template: "revision_approved", params: { title: revision.title }, actionPath },
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
