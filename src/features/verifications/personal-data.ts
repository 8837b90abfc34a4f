import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { scheduleDeletionWhereStatement } from "@/db/media-deletions";
import { decisionUndos, verifications } from "@/db/schema";
import { toTimestampJson } from "@/shared/format";
import { toVerificationFolder } from "./files/prepare-verification-file";
import { isPendingVerificationSql } from "./queries";
import { serializeVerification } from "./serialize-verification";

/** A user's documents as JSON for their export, without the admins who decided. */
export async function exportVerifications(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(verifications)
    .where(eq(verifications.userId, userId))
    .orderBy(asc(verifications.createdTs), asc(verifications.id));
  return rows.map((row) => {
    const { text, ...fields } = serializeVerification(row);
    return {
      ...fields,
      reason_text: text,
      files: row.files,
      reminded_ts: toTimestampJson(row.remindedTs),
    };
  });
}

/** Deletes a user's documents with all files, and removes the user from decisions about others'. */
export const eraseVerificationsStatements = (ctx: Ctx, userId: string, guard: SQL): Statement[] => [
  scheduleDeletionWhereStatement(ctx, { key: toVerificationFolder(userId), guard }),
  ctx.db.delete(decisionUndos).where(
    sql`${decisionUndos.subject} in (select ${auditSubject("verification", verifications.id)} from ${verifications}
      where ${verifications.userId} = ${userId} or ${verifications.decidedBy} = ${userId})`,
  ),
  ctx.db.delete(verifications).where(eq(verifications.userId, userId)),
  ctx.db.update(verifications).set({ decidedBy: null }).where(eq(verifications.decidedBy, userId)),
  ctx.db
    .update(verifications)
    .set({ openedFiles: sql`json_remove(${verifications.openedFiles}, ${`$."${userId}"`})` })
    .where(isPendingVerificationSql),
];

/** A subquery of the audit log subjects (`auditSubject`) of a user's documents. */
export const selectVerificationSubjectsSql = (userId: string): SQL =>
  sql`(select ${auditSubject("verification", verifications.id)} from ${verifications}
    where ${verifications.userId} = ${userId})`;
