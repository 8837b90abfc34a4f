import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { type FieldError, invalid, type Result, refuse } from "@/shared/errors";
import { parseStoragePath } from "@/shared/storage-path";
import { fromListingColumns } from "../listing-columns";
import { listAttachablePicturesByFile } from "../pictures/attach-pictures";
import { toPictureFile } from "../pictures/named-picture";
import { findEditableListing } from "../queries";
import { applyRevision, findRevision } from "../revisions/revisions";
import { readBannedWords, validateUnmoderatedText } from "../revisions/text-rules";
import { type EditedListing, editListing } from "./edit-listing";

type PictureOrder = {
  /** The version that the caller saw. */
  version: number;
  /** Pictures in display order, each with its storage path and its description. */
  images: readonly { path: string; alt: string }[];
};

/**
 * Sets the pictures of a listing and their order, and changes nothing else. A rejected listing goes back to moderation, as
 * after any edit. Refuses like `editListing`. Refuses `invalid` at a path without a stored picture that the user may
 * attach, at a duplicate, and at texts with contact details or banned words.
 */
export async function updatePictureOrder(
  ctx: Ctx,
  id: string,
  { version, images }: PictureOrder,
): Promise<Result<EditedListing>> {
  const user = requireUser(ctx);
  const [listing, revision] = await Promise.all([findEditableListing(ctx, id), findRevision(ctx, id)]);
  if (!listing) return refuse("not_found");
  if (listing.version !== version) return refuse("conflict", { reason: "datastale" });

  const files = images.map(({ path }) => parsePictureFile(path, id));
  const [found, banned] = await Promise.all([
    listAttachablePicturesByFile(ctx, { listingId: id, userId: user.id }, files),
    readBannedWords(ctx),
  ]);
  const problems: FieldError[] = [];
  const pictures = images.flatMap(({ alt }, n) => {
    const picture = found[n];
    if (!picture || files.indexOf(files[n] ?? null) < n) {
      problems.push({ field: `images.${n}.path`, code: picture ? "invalid" : "invalid_choice" });
    }
    const problem = validateUnmoderatedText(`images.${n}.alt`, alt, banned);
    if (problem) problems.push(problem);
    return picture ? [{ id: picture.id, alt }] : [];
  });
  if (problems.length > 0) return invalid(problems);
  return editListing(ctx, {
    id,
    version,
    submit: false,
    listing: fromListingColumns(applyRevision(listing, revision)),
    pictures,
  });
}

/** The file name in a storage path of the listing's pictures; null for any other path. */
function parsePictureFile(path: string, listingId: string): string | null {
  const parsed = parseStoragePath(path, false);
  if (!parsed.ok || parsed.value.kind !== "listing-picture") return null;
  return parsed.value.listingId === listingId ? toPictureFile(parsed.value) : null;
}
