import { isTeacherOrAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { type FieldError, ok, type Result, refuse } from "@/shared/errors";
import { toPictureError } from "@/shared/pictures";
import { validate } from "@/shared/schemas/field-errors";
import { altField, LISTING_BOUNDS } from "@/shared/schemas/listing";
import { normaliseLine } from "@/shared/text";
import type { SubmittedListingForm } from "../form/submitted-form";
import { findListing, type ListingImage } from "../queries";
import { readBannedWords } from "../review/banned-words";
import { wrongLine } from "../review/review-rules";
import { findPictures, findPicturesByFile } from "./placed-pictures";
import { storePictures } from "./store-pictures";

/** `problems` names `pictures` for what could not be taken in, and `alt.{id}` for words that can't stand. */
export type GatheredPictures = { pictures: ListingImage[]; problems: FieldError[] };

/**
 * Lists the pictures of a form in its order and with its descriptions. Stored pictures are named by id or upload name.
 * New files are stored now, so the user need not choose them again after an error. In `order`, `at:` precedes a name
 * and `new:` a file number; files without a position come last. Refuses `not_found` for another user's listing.
 */
export async function gatherPictures(
  ctx: Ctx,
  { id: listingId, version, order, files, values }: Omit<SubmittedListingForm, "intent">,
): Promise<Result<GatheredPictures>> {
  const { user } = ctx;
  if (!isTeacherOrAdmin(user)) return refuse("forbidden", { reason: "teachers_only" });
  const listing = await findListing(ctx, listingId);
  const mine = !listing || listing.ownerId === user.id || user.role === "a";
  if (!mine) return refuse("not_found");

  const owner = { listingId, userId: user.id };
  const names = order.filter((place) => place.startsWith("at:"));
  const [byId, byName] = await Promise.all([
    findPictures(ctx, owner, order),
    findPicturesByFile(
      ctx,
      owner,
      names.map((place) => `${place.slice(3)}.webp`),
    ),
  ]);
  const byPlace = new Map<string, ListingImage | null>(byId.map((picture) => [picture.id, picture]));
  names.forEach((place, n) => {
    byPlace.set(place, byName[n] ?? null);
  });
  const kept = [...byPlace.values()].filter((picture) => picture !== null);
  const room = Math.max(0, LISTING_BOUNDS.pictures - kept.length);
  const { pictures: taken, problems } = await storePictures(ctx, { ...owner, version }, files.slice(0, room));
  for (const file of files.slice(room)) problems.push(tooMany(ctx, file));
  taken.forEach((picture, n) => {
    byPlace.set(`new:${n}`, picture);
  });

  const pictures = new Map<string, ListingImage>();
  for (const place of new Set([...order, ...byPlace.keys()])) {
    const picture = byPlace.get(place);
    if (!picture || pictures.has(picture.id) || pictures.size === LISTING_BOUNDS.pictures) continue;
    const alt = values[`alt.${place}`]?.[0];
    pictures.set(picture.id, alt === undefined ? picture : { ...picture, alt: normaliseLine(alt) });
  }
  const all = [...pictures.values()];
  const banned = all.some(({ alt }) => alt !== "") ? await readBannedWords(ctx) : [];
  return ok({ pictures: all, problems: [...problems, ...all.flatMap((one) => wrongWords(one, banned))] });
}

/** Picture descriptions must not contain contact details either. */
function wrongWords({ id, alt }: ListingImage, banned: readonly string[]): FieldError[] {
  const field = `alt.${id}`;
  const checked = validate(altField, alt);
  if (!checked.ok) return (checked.refusal.fields ?? []).map((error) => ({ ...error, field }));
  const wrong = wrongLine(field, alt, banned);
  return wrong ? [wrong] : [];
}

function tooMany(ctx: Ctx, file: File): FieldError {
  const error = toPictureError(ctx.t, "too_many_pictures", file.name);
  return { ...error, params: { ...error.params, maximum: LISTING_BOUNDS.pictures } };
}

/** Applies a picture's button: `up:{id}` moves it forward, `down:{id}` back, `remove:{id}` removes it. */
export function movePictures(pictures: readonly ListingImage[], intent: string): ListingImage[] | null {
  const [, action, id] = intent.match(/^(up|down|remove):(.+)$/) ?? [];
  if (!action) return null;
  const at = pictures.findIndex((picture) => picture.id === id);
  const picture = pictures[at];
  const rest = pictures.filter((_, place) => place !== at);
  if (!picture || action === "remove") return rest;
  const to = Math.max(0, at + (action === "up" ? -1 : 1));
  return [...rest.slice(0, to), picture, ...rest.slice(to)];
}
