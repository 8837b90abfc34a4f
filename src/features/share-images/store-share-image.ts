import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { scheduleDeletionWhereStatement } from "@/db/media-deletions";
import { ok, type Result, refuse } from "@/shared/errors";

/** Seconds after which a client may ask again while the renderer is busy. */
const RETRY_AFTER_S = 2;

/** The image that other sites show with a link to a listing, post or list. */
export type ShareImage = {
  /** Its key in the bucket. */
  key: string;
  svg: string;
  /** The version of the listing or post; null for an image without versions. */
  version: number | null;
  /** Condition: the listing or post was deleted for good. */
  isDeletedSql?: SQL;
};

/** Renders the image unless the bucket has one of the same SVG. Refuses `unavailable` while the renderer is busy. */
export async function storeShareImage(
  ctx: Ctx,
  { key, svg, isDeletedSql }: Omit<ShareImage, "version">,
): Promise<Result<null>> {
  const hash = await computeHash(svg);
  if ((await ctx.media.readSvgHash(key)) === hash) return ok(null);
  const bytes = await ctx.svgRenderer.render(svg);
  if (!bytes) return refuse("unavailable", { retryAfter: RETRY_AFTER_S });
  await ctx.media.putRendered(key, bytes, hash);
  // If the content was erased during the rendering, its folder was deleted before this object was stored.
  if (isDeletedSql) await ctx.commit([scheduleDeletionWhereStatement(ctx, { key, guard: isDeletedSql })]);
  return ok(null);
}

async function computeHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex");
}
