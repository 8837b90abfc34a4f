import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listingImages } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { schedulePictureDeletion } from "./pictures/placed-pictures";

const AT_ONCE = 100;

/** Removes pictures that no listing took within a day of their upload: of forms given up, or taken out by an edit. */
export async function sweepUnusedPictures(ctx: Ctx): Promise<number> {
  let removed = 0;
  for (;;) {
    // Each statement of the batch checks again: a picture that a concurrent save placed keeps its row and its objects.
    const loose = sql`${listingImages.id} in (select id from listing_images
      where position is null and created_ts < ${ctx.now - DAY_MS} limit ${AT_ONCE})`;
    const results = await ctx.commit([
      ...schedulePictureDeletion(ctx, loose),
      ctx.db.delete(listingImages).where(loose).returning({ id: listingImages.id }),
    ]);
    const gone = (results.at(-1) as unknown[]).length;
    removed += gone;
    if (gone < AT_ONCE) return removed;
  }
}
