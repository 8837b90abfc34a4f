import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { paths } from "@/shared/paths";
import { detectTextLanguage } from "@/shared/text-language";
import { newPublicationPeriod } from "../lifecycle/change-listing";
import { decideListing, type ReviewRequest } from "./decide-listing";
import { deleteRevisionStatement } from "./revisions";

/**
 * Publishes a pending listing for 90 days, or the revision of a published one, whose other fields and period stay.
 * Refuses like `decideListing`.
 */
export async function approveListing(ctx: Ctx, review: ReviewRequest) {
  requireAdmin(ctx);
  return decideListing(ctx, review, ({ listing: { id, title }, revision }) => {
    const actionPath = paths.listing(id);
    if (revision) {
      return {
        action: "listing.revision_approved",
        update: {
          title: revision.title,
          description: revision.description,
          textLanguage: detectTextLanguage(revision),
        },
        furtherStatements: (guard) => [deleteRevisionStatement(ctx, id, guard)],
        mail: { template: "revision_approved", params: { title: revision.title }, actionPath },
      };
    }
    return {
      action: "listing.approved",
      update: {
        state: "published",
        stateReasons: null,
        stateNote: "",
        publishedTs: sql`coalesce(${listings.publishedTs}, ${ctx.now})`,
        ...newPublicationPeriod(ctx, id),
      },
      mail: { template: "listing_approved", params: { title }, actionPath },
    };
  });
}
