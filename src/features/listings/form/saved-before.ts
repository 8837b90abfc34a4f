import type { Ctx } from "@/context";
import { ok, type Result } from "@/shared/errors";
import { type EditedListing, editListing, type ListingEdit } from "../lifecycle/edit-listing";
import { isUnverifiedOwner } from "../lifecycle/plan-submission";
import { columnsOf, sameFields, validateListing } from "../listing-fields";
import { getListingState } from "../listing-state";
import { findEditableListing } from "../queries";
import { readBannedWords } from "../review/banned-words";
import { reviewOfChange } from "../review/review-rules";
import { findRevision, withRevision } from "../review/revisions";

/**
 * Answers a form that was sent twice: stored fields, pictures and state equal the form, whatever its version. No other
 * change conflicts then. A draft of the user that autosave stored continues to the form's next page. Null on any
 * difference. API calls must send the current version.
 */
export async function savedBefore(
  ctx: Ctx,
  { id, listing, submit, pictures }: Omit<ListingEdit, "version">,
): Promise<Result<EditedListing> | null> {
  const [stored, revision] = [await findEditableListing(ctx, id), await findRevision(ctx, id)];
  // A returned text goes back to review only through a new save.
  if (!stored || ["rejected", "suspended"].includes(stored.state) || revision?.stateReason) return null;
  const withheld = stored.state === "draft" && submit && isUnverifiedOwner(ctx, stored);
  const checked = validateListing(listing, stored.state !== "draft");
  if (!checked.ok || !sameFields(withRevision(stored, revision), columnsOf(checked.value))) return null;
  if (stored.state === "draft" && submit && !withheld) {
    const own = stored.ownerId === ctx.user?.id;
    return own ? editListing(ctx, { id, listing, submit, pictures, version: stored.version }) : null;
  }
  const placed = (images: ListingEdit["pictures"]) => JSON.stringify(images?.map((one) => [one.id, one.alt]));
  if (placed(pictures) !== placed(stored.images)) return null;
  const review = revision && reviewOfChange(stored, revision, await readBannedWords(ctx));
  return ok({
    id,
    state: getListingState(stored, ctx.now),
    ...(review ? { review } : {}),
    ...(withheld ? { withheld: "email_unverified" } : {}),
  });
}
