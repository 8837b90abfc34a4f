import { eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { verifications } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { toVerificationFolder } from "../files/prepare-verification-file";
import { findVerification } from "../queries";

/** A file of a request for an admin. `name` is for a download. */
export type OpenedFile = { body: ReadableStream; size: number; type: "pdf" | "webp"; name: string };

/**
 * Opens the nth file of a request, counted from 1, for an admin. The first opening by that admin is stored with the
 * request, and writes an audit event, before any byte is read. Refuses `not_found`, also after the decision, when the
 * files are deleted.
 */
export async function openVerificationFile(ctx: Ctx, id: string, n: number): Promise<Result<OpenedFile>> {
  const admin = requireAdmin(ctx);
  const verification = await findVerification(ctx, id);
  const file = verification?.files[n - 1];
  if (!verification || !file) return refuse("not_found");
  const key = toVerificationFolder(verification.userId) + file;
  if (!(await ctx.media.head(key))) return refuse("not_found");
  const path = `$."${admin.id}"`;
  const { files, openedFiles } = verifications;
  const openedSql = sql`coalesce(${openedFiles} -> ${path}, '[]')`;
  const isOpened = (row: typeof verification | null) => row?.openedFiles[admin.id]?.includes(file) ?? false;
  if (!isOpened(verification)) {
    const [, opened] = await ctx.commit([
      ctx.db
        .update(verifications)
        .set({
          openedFiles: sql`json_set(${openedFiles}, ${path}, json_insert(${openedSql}, '$[#]', ${file}))`,
        })
        .where(
          sql`${eq(verifications.id, id)} and exists (select 1 from json_each(${files}) where value = ${file})
            and not exists (select 1 from json_each(${openedSql}) where value = ${file})`,
        ),
      auditEventStatement(
        ctx,
        {
          action: "verification.file_opened",
          subject: auditSubject("verification", id),
          detail: { file: n },
        },
        previousChanged,
      ),
    ]);
    // The same admin opened the file at the same time, or the request was decided.
    if (!hasRows(opened) && !isOpened(await findVerification(ctx, id))) return refuse("not_found");
  }
  const object = await ctx.media.read(key, null);
  if (!object || !("body" in object)) return refuse("not_found");
  const type = file.endsWith(".pdf") ? "pdf" : "webp";
  return ok({
    body: object.body,
    size: object.size,
    type,
    name: `${verification.kind.replace("_", "-")}-${n}.${type}`,
  });
}
