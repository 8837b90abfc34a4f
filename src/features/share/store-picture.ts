import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { scheduleDeletionWhere } from "@/db/media-deletions";
import { ok, type Result, refuse } from "@/shared/errors";

/** Seconds after which there may be time for another drawing. */
const RETRY_AFTER_S = 2;

/** A picture for whoever shares a link. */
export type SharedPicture = {
  /** Where it stands in the bucket. */
  key: string;
  /** What it is drawn from. */
  svg: string;
  /** Of what it shows. */
  version: number;
  /** Whether what it shows left for good, as a condition. */
  gone?: SQL;
};

/**
 * Sees to it that the picture is in the bucket as it is drawn now: drawn once, and anew when its words or the way of
 * drawing changed. Refuses `unavailable` while others are drawn.
 */
export async function storePicture(
  ctx: Ctx,
  { key, svg, gone }: Omit<SharedPicture, "version">,
): Promise<Result<null>> {
  const from = await digestOf(svg);
  if ((await ctx.media.drawnFrom(key)) === from) return ok(null);
  const bytes = await ctx.painter.paint(svg);
  if (!bytes) return refuse("unavailable", { retryAfter: RETRY_AFTER_S });
  await ctx.media.putDrawing(key, bytes, from);
  // Whoever was erased meanwhile took their pictures along, but not yet this one.
  if (gone) await ctx.commit([scheduleDeletionWhere(ctx.db, key, ctx.now, gone)]);
  return ok(null);
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex");
}
