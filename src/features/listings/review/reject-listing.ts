import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { moderationReasonSchema } from "@/shared/schemas/moderation";
import { decideListing, type Review } from "./decide-listing";
import type { ReviewTarget } from "./review-queue";
import { rejectRevision } from "./revisions";

/**
 * Rejects a pending listing, or the revision of a published one, with a reason and an explanation for its owner. The
 * published text stays. Refuses like `decideListing`, and `invalid` without a reason or explanation.
 */
export async function rejectListing(
  ctx: Ctx,
  review: Review,
  input: unknown,
): Promise<Result<{ id: string; reviewed: ReviewTarget }>> {
  requireAdmin(ctx);
  const checked = validate(moderationReasonSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  const explanation = { stateReason: reason, stateNote: text };
  return decideListing(ctx, review, ({ listing: { id, title }, revision, owner }) => ({
    action: revision ? "listing.revision_rejected" : "listing.rejected",
    detail: { reason, text },
    update: revision ? {} : { state: "rejected", ...explanation },
    furtherStatements: (guard) => (revision ? [rejectRevision(ctx, id, explanation, guard)] : []),
    mail: {
      template: revision ? "revision_rejected" : "listing_rejected",
      params: { title, reason: ctx.translator(owner.locale)(`general.moderationReasons.${reason}`) },
      quote: text,
      actionPath: paths.editListing(id),
    },
  }));
}
