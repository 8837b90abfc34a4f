import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { check } from "@/shared/schemas/field-errors";
import { moderationSchema } from "@/shared/schemas/moderation";
import { type Review, refuseReview } from "./approve-listing";
import { commitMove } from "./move";
import { findListing, listingOwnerContact } from "./queries";

/**
 * Returns a pending listing to its owner with a reason and, where it helps, words. Refuses like `approveListing`, and
 * `invalid` without a reason.
 */
export async function rejectListing(
  ctx: Ctx,
  { id, version }: Review,
  input: unknown,
): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  const checked = check(moderationSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  const [listing, owner] = await Promise.all([findListing(ctx, id), listingOwnerContact(ctx, id)]);
  if (!listing || !owner) return refuse("not_found");
  const rejected = await commitMove(ctx, {
    listingId: id,
    action: "listing.rejected",
    detail: { reason, text },
    statement: ctx.db
      .update(listings)
      .set({
        state: "rejected",
        stateReason: reason,
        stateNote: text,
        updatedTs: ctx.now,
        version: sql`${listings.version} + 1`,
      })
      .where(and(eq(listings.id, id), eq(listings.state, "pending"), eq(listings.version, version)))
      .returning({ id: listings.id }),
    causes: (happened) => [
      queueMail(
        ctx,
        {
          template: "listing_returned",
          to: owner.email,
          locale: owner.locale,
          params: {
            name: owner.firstName,
            title: listing.title,
            reason: ctx.translator(owner.locale)(`general.moderationReasons.${reason}`),
          },
          ...(text ? { quote: text } : {}),
          actionPath: paths.editListing(id),
        },
        happened,
      ),
    ],
  });
  return rejected ? ok({ id }) : refuseReview(ctx, id);
}
