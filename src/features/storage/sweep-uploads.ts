import { and, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { uploads } from "@/db/schema";
import { endUploads, PARTS_FOLDER, partsFolder } from "./upload-parts";

const AT_ONCE = 100;

/**
 * Ends uploads whose day is over, and removes parts that belong to none: of requests that died between storing a part
 * and counting it.
 * @returns how many uploads ended
 */
export async function sweepUploads(ctx: Ctx): Promise<number> {
  let ended = 0;
  for (;;) {
    const over = lte(uploads.expiresTs, ctx.now);
    const rows = await ctx.db.select({ id: uploads.id }).from(uploads).where(over).limit(AT_ONCE);
    if (rows.length === 0) break;
    await ctx.commit(endUploads(ctx, and(over, among(rows.map(({ id }) => id))) as SQL));
    ended += rows.length;
  }
  for await (const ids of ctx.media.foldersBelow(PARTS_FOLDER)) {
    const rows = await ctx.db.select({ id: uploads.id }).from(uploads).where(among(ids));
    const known = new Set(rows.map(({ id }) => id));
    await ctx.media.removeObjects(ids.filter((id) => !known.has(id)).map(partsFolder));
  }
  return ended;
}

/** One JSON parameter, since D1 binds at most a hundred. */
const among = (ids: readonly string[]): SQL =>
  inArray(uploads.id, sql`(select value from json_each(${JSON.stringify(ids)}))`);
