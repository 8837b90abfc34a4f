import { and, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listingImages } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { pictureFolder } from "./pictures";

const AT_ONCE = 100;

/** Removes pictures that no listing took within a day of their upload: of forms given up, or taken out by an edit. */
export async function sweepPictures(ctx: Ctx): Promise<number> {
  const { id, listingId, file } = listingImages;
  const loose = and(isNull(listingImages.position), lt(listingImages.createdTs, ctx.now - DAY_MS));
  const found = await ctx.db.select({ id, listingId, file }).from(listingImages).where(loose).limit(AT_ONCE);
  if (found.length === 0) return 0;
  // Rows first, and only those still loose: a picture that a save took meanwhile keeps its file.
  const removed = await ctx.db
    .delete(listingImages)
    .where(
      and(
        loose,
        inArray(id, sql`(select value from json_each(${JSON.stringify(found.map((one) => one.id))}))`),
      ),
    )
    .returning({ listingId, file });
  for (const picture of removed) await ctx.media.remove(pictureFolder(picture.listingId), picture.file);
  return removed.length;
}
