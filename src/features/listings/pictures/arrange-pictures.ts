import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { type FieldError, invalid, type Result, refuse } from "@/shared/errors";
import { parseStoragePath } from "@/shared/storage-path";
import { type EditedListing, editListing } from "../lifecycle/edit-listing";
import { toListingInput } from "../listing-fields";
import { findEditableListing } from "../queries";
import { readBannedWords } from "../review/banned-words";
import { wrongLine } from "../review/review-rules";
import { findRevision, withRevision } from "../review/revisions";
import { fileOf } from "./named-picture";
import { findPicturesByFile } from "./placed-pictures";

type Arrangement = {
  /** The version that was seen. */
  version: number;
  /** Pictures in display order, each with its stored path and its description. */
  images: readonly { path: string; alt: string }[];
};

/**
 * Sets the pictures of a listing and their order, and changes nothing else. A returned listing goes back to review, as
 * after any edit. Refuses like `editListing`. Refuses `invalid` at a path without a stored picture that the user may
 * place, at a duplicate, and at texts with contact details or banned words.
 */
export async function arrangePictures(
  ctx: Ctx,
  id: string,
  { version, images }: Arrangement,
): Promise<Result<EditedListing>> {
  const user = requireUser(ctx);
  const [listing, revision] = await Promise.all([findEditableListing(ctx, id), findRevision(ctx, id)]);
  if (!listing) return refuse("not_found");
  if (listing.version !== version) return refuse("conflict", { reason: "datastale" });

  const files = images.map(({ path }) => fileAt(path, id));
  const [found, banned] = await Promise.all([
    findPicturesByFile(ctx, { listingId: id, userId: user.id }, files),
    readBannedWords(ctx),
  ]);
  const problems: FieldError[] = [];
  const pictures = images.flatMap(({ alt }, n) => {
    const picture = found[n];
    if (!picture || files.indexOf(files[n] ?? null) < n) {
      problems.push({ field: `images.${n}.path`, code: picture ? "invalid" : "invalid_choice" });
    }
    const wrong = wrongLine(`images.${n}.alt`, alt, banned);
    if (wrong) problems.push(wrong);
    return picture ? [{ id: picture.id, alt }] : [];
  });
  if (problems.length > 0) return invalid(problems);
  return editListing(ctx, {
    id,
    version,
    submit: false,
    listing: toListingInput(withRevision(listing, revision)),
    pictures,
  });
}

/** The file of the listing's that a path names; null for any other path. */
function fileAt(path: string, listingId: string): string | null {
  const parsed = parseStoragePath(path, false);
  if (!parsed.ok || parsed.value.kind !== "listing-picture") return null;
  return parsed.value.listingId === listingId ? fileOf(parsed.value) : null;
}
