import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Result } from "@/shared/errors";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { rejectionSchema } from "@/shared/schemas/moderation";
import { decideListing, type ReviewRequest } from "./decide-listing";
import type { ReviewTarget } from "./review-queue";
import { rejectRevision } from "./revisions";

/**
 * Rejects a pending listing, or the revision of a published one, with reasons and an explanation for its owner. The
 * published text stays. Refuses like `decideListing`, and `invalid` without a reason or explanation.
 */
export async function rejectListing(
  ctx: Ctx,
  review: ReviewRequest,
  input: unknown,
): Promise<Result<{ id: string; reviewed: ReviewTarget }>> {
  requireAdmin(ctx);
  const checked = validate(rejectionSchema, input);
  if (!checked.ok) return checked;
  const { reason, further_reasons, text } = checked.value;
  const reasons = [...new Set([reason, ...further_reasons])];
  const explanation = { stateReasons: reasons, stateNote: text };
  return decideListing(ctx, review, ({ listing: { id, title }, revision, owner }) => ({
    action: revision ? "listing.revision_rejected" : "listing.rejected",
    detail: { reason, ...(reasons.length > 1 ? { further_reasons } : {}), text },
    update: revision ? {} : { state: "rejected", ...explanation },
    furtherStatements: (guard) => (revision ? [rejectRevision(ctx, id, explanation, guard)] : []),
    mail: {
      template: revision ? "revision_rejected" : "listing_rejected",
      params: { title, reason: formatReasons(ctx.translator(owner.locale), reasons) },
      quote: text,
      actionPath: paths.editListing(id),
    },
  }));
}

const formatReasons = (t: Translator, reasons: readonly string[]): string =>
  reasons.map((reason) => t(`general.moderationReasons.${reason}`)).join("; ");
