import type { Ctx } from "@/context";
import { readBannedWords } from "./banned-words";
import type { EditedListing, ListingEdit } from "./edit-listing";
import { checkListing, columnsOf, sameFields } from "./listing-fields";
import { asProposed, findProposedWords } from "./proposed-words";
import { findEditableListing } from "./queries";
import { reviewOfChange } from "./review-rules";
import { isUnverifiedOwner } from "./submission";
import { listingState } from "./visibility";

/**
 * What a form is answered that was sent twice: fields, pictures and state are as it asks, whatever its version says.
 * Nobody else's words are in the way then. Null where something differs. A call names its version strictly.
 */
export async function savedBefore(
  ctx: Ctx,
  { id, listing, submit, pictures }: Omit<ListingEdit, "version">,
): Promise<EditedListing | null> {
  const [stored, words] = [await findEditableListing(ctx, id), await findProposedWords(ctx, id)];
  // A returned text goes to review again only by being saved anew.
  if (!stored || ["rejected", "suspended"].includes(stored.state) || words?.stateReason) return null;
  const withheld = stored.state === "draft" && submit && isUnverifiedOwner(ctx, stored);
  if (stored.state === "draft" && submit && !withheld) return null;
  const checked = checkListing(listing, stored.state !== "draft");
  if (!checked.ok || !sameFields(asProposed(stored, words), columnsOf(checked.value))) return null;
  const placed = (images: ListingEdit["pictures"]) => JSON.stringify(images?.map((one) => [one.id, one.alt]));
  if (placed(pictures) !== placed(stored.images)) return null;
  const review = words && reviewOfChange(stored, words, await readBannedWords(ctx));
  return {
    id,
    state: listingState(stored, ctx.now),
    ...(review ? { review } : {}),
    ...(withheld ? { withheld: "email_unverified" } : {}),
  };
}
