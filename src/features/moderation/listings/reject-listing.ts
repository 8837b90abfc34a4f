import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { rejectRevisionStatement } from "@/features/listings";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { rejectionSchema } from "@/shared/schemas/moderation";
import type { DecisionTarget } from "../frame/kind";
import { decidePendingListing } from "./decide-listing";

/**
 * Rejects a pending listing, or the revision of a published one, with reasons and an explanation for its owner. The
 * published text stays. Refuses like `decidePendingListing`, and `invalid` without a reason or explanation.
 */
export async function rejectListing(
  ctx: Ctx,
  target: DecisionTarget,
  input: unknown,
): ReturnType<typeof decidePendingListing> {
  requireAdmin(ctx);
  const checked = validate(rejectionSchema, input);
  if (!checked.ok) return checked;
  const { reason, further_reasons, text } = checked.value;
  const reasons = [...new Set([reason, ...further_reasons])];
  const explanation = { stateReasons: reasons, stateNote: text };
  return decidePendingListing(ctx, target, ({ listing: { id, title }, revision }) => {
    const restriction = revision ? "revision_rejected" : "rejected";
    return {
      action: `listing.${restriction}`,
      done: restriction,
      restriction: { restriction, reasons, text },
      detail: { reason, ...(reasons.length > 1 ? { further_reasons } : {}), text },
      update: revision ? {} : { state: "rejected", ...explanation },
      furtherStatements: (guard) => (revision ? [rejectRevisionStatement(ctx, id, explanation, guard)] : []),
      mail: {
        template: revision ? "revision_rejected" : "listing_rejected",
        params: { title },
        quote: text,
        actionPath: paths.editListing(id),
      },
    };
  });
}
