import { asc } from "drizzle-orm";
import type { Ctx } from "@/context";
import { uploads } from "@/db/schema";
import { serializeTimestamp } from "@/shared/format";
import { ofUser } from "./upload-parts";

/** A person's uploads of the last day, for their export. */
export async function exportStorage(ctx: Ctx, userId: string) {
  const rows = await ctx.db.query.uploads.findMany({
    where: ofUser(userId),
    orderBy: [asc(uploads.createdTs), asc(uploads.id)],
  });
  return rows.map((upload) => ({
    _id: upload.id,
    path: upload.path,
    filetype: upload.filetype,
    length: upload.length,
    received: upload.received,
    created_ts: serializeTimestamp(upload.createdTs),
    expires_ts: serializeTimestamp(upload.expiresTs),
    stored_ts: upload.storedTs === null ? null : serializeTimestamp(upload.storedTs),
    stored_path: upload.storedPath,
  }));
}
