import { eq } from "drizzle-orm";
import { isAdmin } from "@/auth/guards";
import type { Ctx, Visitor } from "@/context";
import { users } from "@/db/schema";

/** A user's picture as its URL names it; `hidden` from all but its owner and admins. */
export type PictureFacts = { extension: string; version: number; hidden: boolean };

/** Null if the user or the picture doesn't exist. The picture of a disabled account is hidden. */
export async function findPicture(ctx: Ctx, userId: string): Promise<PictureFacts | null> {
  const [row] = await ctx.db
    .select({ extension: users.profilePicture, version: users.pictureTs, disabledTs: users.disabledTs })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  if (!row || row.extension === null || row.version === null) return null;
  return { extension: row.extension, version: row.version, hidden: row.disabledTs !== null };
}

export const seesHiddenPicture = (visitor: Visitor | null, userId: string): boolean =>
  visitor?.id === userId || isAdmin(visitor);
