import { and, eq, type SQL, sql } from "drizzle-orm";
import { isAdmin } from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { reserveKeys, scheduleDeletionWhereStatement } from "@/db/media-deletions";
import { type PendingFile, saveFile } from "@/db/pending-file";
import { defineLimit, hitLimit } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import { refreshCardsStatement } from "@/features/listings";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { toPictureError } from "@/shared/picture-limits";

/** Picture changes of one user, to protect the image service. */
const PICTURE_LIMIT = defineLimit("profile_pictures");
const EXTENSION = "webp";

type SubmittedPicture = { bytes: Uint8Array<ArrayBuffer>; name: string };

/** Whether the visitor may change this user's picture: their own, or any as an admin. */
export const canChangeProfilePicture = (ctx: Ctx, userId: string): boolean =>
  ctx.user?.id === userId || isAdmin(ctx.user);

/**
 * Validates a picture, re-encodes it as squares and stores them. The statements of the result put the picture in use.
 * Refuses `forbidden`, `invalid` (field `picture`) or `too_many`.
 */
export async function prepareProfilePicture(
  ctx: Ctx,
  userId: string,
  { bytes, name }: SubmittedPicture,
): Promise<Result<PendingFile>> {
  if (!canChangeProfilePicture(ctx, userId)) return refuse("forbidden");
  const refuseFile = (code: string) => invalid([{ ...toPictureError(ctx.t, code, name), field: "picture" }]);
  const problem = await ctx.media.inspect(bytes);
  if (problem) return refuseFile(problem);
  const { allowed, retryAfter } = await hitLimit(ctx.db, PICTURE_LIMIT, ctx.user?.id ?? "", ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });
  const squares = await ctx.media.encodeSquares(bytes);
  if (!squares) return refuseFile("not_an_image");
  const version = await reserveVersion(ctx, userId);
  for (const square of squares)
    await ctx.media.put(toProfilePictureKey(userId, version, square.size), square.bytes);
  return ok({
    path: `images/profile-pictures/${userId}.${EXTENSION}`,
    reservedKeys: [toVersionFolder(userId, version)],
    statements: (guard) => setPictureStatements(ctx, userId, version, guard),
    isSavedSql: sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.pictureTs} = ${version})`,
  });
}

/** Reserves the folder of a free version. A used one holds the current picture or is scheduled for deletion. */
async function reserveVersion(ctx: Ctx, userId: string): Promise<number> {
  for (let version = ctx.now; ; version++) {
    const isFreeSql = sql`not exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.pictureTs} = ${version})`;
    if (await reserveKeys(ctx, { keys: [toVersionFolder(userId, version)], guard: isFreeSql }))
      return version;
  }
}

/** Replaces a user's picture. Refuses like `prepareProfilePicture`, and `not_found`. */
export async function saveProfilePicture(
  ctx: Ctx,
  userId: string,
  picture: SubmittedPicture,
): Promise<Result<null>> {
  const prepared = await prepareProfilePicture(ctx, userId, picture);
  if (!prepared.ok) return prepared;
  return (await saveFile(ctx, prepared.value)) ? ok(null) : refuse("not_found");
}

/** Removes a user's picture. Refuses `forbidden`, or `not_found` if there is none. */
export async function deleteProfilePicture(ctx: Ctx, userId: string): Promise<Result<null>> {
  if (!canChangeProfilePicture(ctx, userId)) return refuse("forbidden");
  const hasPictureSql = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.pictureTs} is not null)`;
  const results = await ctx.commit(setPictureStatements(ctx, userId, null, hasPictureSql));
  return hasRows(results.at(-2)) ? ok(null) : refuse("not_found");
}

/**
 * Changes the row and schedules the deletion of the former objects in one batch, so that no URL mixes two versions. The
 * last statement but one returns the changed row.
 */
function setPictureStatements(ctx: Ctx, userId: string, version: number | null, guard: SQL): Statement[] {
  const { id, pictureTs } = users;
  const isReplacedSql = sql`${id} = ${userId} and ${pictureTs} is not ${version} and ${pictureTs} is not null`;
  const oldFolder = sql`${toProfilePictureFolder(userId)} || ${pictureTs} || '/'`;
  const action = version === null ? "user.picture_removed" : "user.picture_set";
  return [
    scheduleDeletionWhereStatement(ctx, {
      key: oldFolder,
      guard: sql`${isReplacedSql} and ${guard}`,
      from: users,
    }),
    // Only a change by an admin is audited: users may change their own picture freely.
    ...(ctx.user?.id === userId
      ? []
      : [auditEventStatement(ctx, { action, subject: auditSubject("user", userId) }, guard)]),
    ctx.db
      .update(users)
      .set({ profilePicture: version === null ? null : EXTENSION, pictureTs: version })
      .where(and(eq(id, userId), guard))
      .returning({ id }),
    refreshCardsStatement(ctx, sql`listings.owner_id = ${userId}`),
  ];
}

/** A user's picture as its URL names it; `hidden` from all but its owner and admins. */
type ProfilePicture = { extension: string; version: number; hidden: boolean };

/** Null if the user or the picture doesn't exist. The picture of a disabled account is hidden. */
export async function findProfilePicture(ctx: Ctx, userId: string): Promise<ProfilePicture | null> {
  const [row] = await ctx.db
    .select({ extension: users.profilePicture, version: users.pictureTs, disabledTs: users.disabledTs })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  if (!row || row.extension === null || row.version === null) return null;
  return { extension: row.extension, version: row.version, hidden: row.disabledTs !== null };
}

export const canSeeHiddenProfilePicture = (visitor: SignedInUser | null, userId: string): boolean =>
  visitor?.id === userId || isAdmin(visitor);

/** The folder of all of a user's pictures in the bucket. */
export const toProfilePictureFolder = (userId: string): string => `images/profile-pictures/${userId}/`;

/** The folder of one picture with its sizes. Each version has its own folder, so that versions never mix. */
const toVersionFolder = (userId: string, version: number): string =>
  `${toProfilePictureFolder(userId)}${version}/`;

/** Key of one size (px) of a picture. */
export const toProfilePictureKey = (userId: string, version: number, size: number): string =>
  `${toVersionFolder(userId, version)}${size}.webp`;
