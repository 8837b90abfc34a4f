import { and, eq } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { uploads } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";

export type StoredUpload = typeof uploads.$inferSelect;

/** The user's own upload. Refuses `not_found`, also for another user's upload, and `gone` after its day is over. */
export async function findOwnUpload(ctx: Ctx, id: string): Promise<Result<StoredUpload>> {
  const user = requireUser(ctx);
  const upload = await ctx.db.query.uploads.findFirst({
    where: and(eq(uploads.id, id), eq(uploads.userId, user.id)),
  });
  if (!upload) return refuse("not_found");
  return upload.expiresTs <= ctx.now ? refuse("gone", { reason: "upload_expired" }) : ok(upload);
}
