import { eq } from "drizzle-orm";
import { requireTeacher, requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { countSubmission, limitRefusal, readListingQuota, withinLimits } from "../limits";
import { toListingInput, validateListing } from "../listing-fields";
import { findOwnListing } from "../queries";
import { changeListing, commitListingMove } from "./change-listing";
import type { SavedListing } from "./create-listing";
import { refuseMove } from "./moves";
import { planSubmission, SUBMISSION_LIMITS } from "./plan-submission";

/**
 * Sends a draft to review, or to readers for a trusted owner. Refuses `forbidden` (`email_unverified`), `invalid` when
 * something is missing in the draft, `conflict` in another state and past a limit.
 */
export async function submitListing(ctx: Ctx, id: string): Promise<Result<SavedListing>> {
  // Ownership is checked first: another user's listing is not found, whatever the visitor's role.
  requireUser(ctx);
  const draft = await findOwnListing(ctx, id);
  if (draft?.state !== "draft") return refuseMove(ctx, id);
  const user = requireTeacher(ctx);
  if (!user.emailVerified) return refuse("forbidden", { reason: "email_unverified" });
  const checked = validateListing(toListingInput(draft), true);
  if (!checked.ok) return checked;
  const plan = await planSubmission(ctx, draft, draft);
  if (!plan.ok) return plan;

  const submitted = await commitListingMove(ctx, {
    listingId: id,
    action: "listing.submitted",
    detail: { to: plan.entry.state },
    statement: changeListing(
      ctx,
      id,
      plan.entry,
      eq(listings.version, draft.version),
      eq(listings.state, "draft"),
      withinLimits(ctx.now, draft, SUBMISSION_LIMITS),
    ),
    causes: (guard) => countSubmission(ctx, user.id, guard),
  });
  if (!submitted) {
    return limitRefusal(await readListingQuota(ctx, draft), SUBMISSION_LIMITS) ?? refuseMove(ctx, id);
  }
  return ok({ id, state: plan.entry.state });
}
