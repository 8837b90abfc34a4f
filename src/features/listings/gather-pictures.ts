import { isTeacherOrAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { type FieldError, ok, type Result, refuse } from "@/shared/errors";
import { pictureError } from "@/shared/pictures";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { findPictures } from "./pictures";
import { findListing, type ListingImage } from "./queries";
import { storePictures } from "./store-pictures";

export type GatheredPictures = { pictures: ListingImage[]; problems: FieldError[] };

/**
 * The pictures that a form speaks of, in its order: those stored before, by id, and its files, which are stored now
 * and so need not be chosen again should the form come back. In `order` a file is `new:` and its number; files
 * without a place come last. Refuses `not_found` for somebody else's listing.
 */
export async function gatherPictures(
  ctx: Ctx,
  listingId: string,
  order: readonly string[],
  files: readonly File[],
): Promise<Result<GatheredPictures>> {
  const { user } = ctx;
  if (!isTeacherOrAdmin(user)) return refuse("forbidden", { reason: "teachers_only" });
  const listing = await findListing(ctx, listingId);
  const mine = !listing || listing.ownerId === user.id || user.role === "a";
  if (!mine) return refuse("not_found");

  const kept = await findPictures(ctx, { listingId, userId: user.id }, order);
  const room = Math.max(0, LISTING_BOUNDS.pictures - kept.length);
  const { pictures: taken, problems } = await storePictures(ctx, listingId, user.id, files.slice(0, room));
  for (const file of files.slice(room)) problems.push(tooMany(ctx, file));

  const byPlace = new Map<string, ListingImage | null>(kept.map((picture) => [picture.id, picture]));
  taken.forEach((picture, n) => {
    byPlace.set(`new:${n}`, picture);
  });
  const places = new Set([...order, ...byPlace.keys()]);
  const pictures = [...places].flatMap((place) => byPlace.get(place) ?? []).slice(0, LISTING_BOUNDS.pictures);
  return ok({ pictures, problems });
}

function tooMany(ctx: Ctx, file: File): FieldError {
  const error = pictureError(ctx.t, "too_many_pictures", file.name);
  return { ...error, params: { ...error.params, maximum: LISTING_BOUNDS.pictures } };
}

/** What a button beside a picture asks for: `up:{id}` a place towards the front, `remove:{id}` out. */
export function movePictures(pictures: readonly ListingImage[], intent: string): ListingImage[] | null {
  const [, action, id] = intent.match(/^(up|remove):(.+)$/) ?? [];
  const at = pictures.findIndex((picture) => picture.id === id);
  if (!action) return null;
  const rest = pictures.filter((_, place) => place !== at);
  const picture = pictures[at];
  if (!picture || action === "remove") return rest;
  return [...rest.slice(0, Math.max(0, at - 1)), picture, ...rest.slice(Math.max(0, at - 1))];
}
