import { isAdmin, isTeacherOrAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { type FieldError, ok, type Result, refuse } from "@/shared/errors";
import { toPictureError } from "@/shared/picture-limits";
import { validate } from "@/shared/schemas/field-errors";
import { altField, LISTING_BOUNDS } from "@/shared/schemas/listing";
import { normaliseLine } from "@/shared/text";
import { listAttachablePictures, listAttachablePicturesByFile } from "../pictures/attach-pictures";
import { storeFormPictures } from "../pictures/store-form-pictures";
import { findListing, type ListingImage } from "../queries";
import { readBannedWords, validateUnmoderatedText } from "../revisions/text-rules";
import type { SubmittedListingForm } from "./submitted-form";

/** Problems have the field `pictures` for refused files, and `alt.{id}` for invalid descriptions. */
export type CollectedPictures = { pictures: ListingImage[]; problems: FieldError[] };

/**
 * Lists the pictures of a form in its order and with its descriptions. Stored pictures are named by id or upload name.
 * New files are stored now, so the user need not choose them again after an error. In `order`, `at:` precedes a name
 * and `new:` a file number; files without a position come last. Refuses `not_found` for another user's listing.
 */
export async function collectFormPictures(
  ctx: Ctx,
  { id: listingId, version, order, files, values }: Omit<SubmittedListingForm, "intent">,
): Promise<Result<CollectedPictures>> {
  const { user } = ctx;
  if (!isTeacherOrAdmin(user)) return refuse("forbidden", { reason: "teachers_only" });
  const listing = await findListing(ctx, listingId);
  const isAllowed = !listing || listing.ownerId === user.id || isAdmin(user);
  if (!isAllowed) return refuse("not_found");

  const editor = { listingId, userId: user.id };
  const namedKeys = order.filter((key) => key.startsWith("at:"));
  const [byId, byName] = await Promise.all([
    listAttachablePictures(ctx, editor, order),
    listAttachablePicturesByFile(
      ctx,
      editor,
      namedKeys.map((key) => `${key.slice(3)}.webp`),
    ),
  ]);
  const byKey = new Map<string, ListingImage | null>(byId.map((picture) => [picture.id, picture]));
  namedKeys.forEach((key, n) => {
    byKey.set(key, byName[n] ?? null);
  });
  const storedCount = [...byKey.values()].filter((picture) => picture !== null).length;
  const maxFiles = Math.max(0, LISTING_BOUNDS.pictures - storedCount);
  const { pictures: newPictures, problems } = await storeFormPictures(
    ctx,
    { ...editor, version },
    files.slice(0, maxFiles),
  );
  for (const file of files.slice(maxFiles)) problems.push(tooManyPictures(ctx, file));
  newPictures.forEach((picture, n) => {
    byKey.set(`new:${n}`, picture);
  });

  const pictures = new Map<string, ListingImage>();
  for (const key of new Set([...order, ...byKey.keys()])) {
    const picture = byKey.get(key);
    if (!picture || pictures.has(picture.id) || pictures.size === LISTING_BOUNDS.pictures) continue;
    const alt = values[`alt.${key}`]?.[0];
    pictures.set(picture.id, alt === undefined ? picture : { ...picture, alt: normaliseLine(alt) });
  }
  const ordered = [...pictures.values()];
  const banned = ordered.some(({ alt }) => alt !== "") ? await readBannedWords(ctx) : [];
  return ok({
    pictures: ordered,
    problems: [...problems, ...ordered.flatMap((picture) => validateDescription(picture, banned))],
  });
}

function validateDescription({ id, alt }: ListingImage, banned: readonly string[]): FieldError[] {
  const field = `alt.${id}`;
  const checked = validate(altField, alt);
  if (!checked.ok) return (checked.refusal.fields ?? []).map((error) => ({ ...error, field }));
  const problem = validateUnmoderatedText(field, alt, banned);
  return problem ? [problem] : [];
}

function tooManyPictures(ctx: Ctx, file: File): FieldError {
  const error = toPictureError(ctx.t, "too_many_pictures", file.name);
  return { ...error, params: { ...error.params, max: LISTING_BOUNDS.pictures } };
}
