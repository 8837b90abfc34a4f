import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { uploads } from "@/db/schema";
import { ok, type Result } from "@/shared/errors";
import { findOwnUpload } from "./find-upload";
import { endUploads } from "./upload-parts";

/** Gives an upload up, with all that came of it; a file that was stored stays. Refuses like `findOwnUpload`. */
export async function endUpload(ctx: Ctx, id: string): Promise<Result<null>> {
  const found = await findOwnUpload(ctx, id);
  if (!found.ok) return found;
  await ctx.commit(endUploads(ctx, eq(uploads.id, id)));
  return ok(null);
}
