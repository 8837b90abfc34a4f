import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { auditLog, decisionUndos, enquiries, requestNotices, requests } from "@/db/schema";
import { erasePushesAboutStatement } from "@/features/notifications";

/** A user's requests as JSON for their export, and as a teacher the requests of which they were told. */
export async function exportRequests({ db }: Ctx, userId: string) {
  const [own, notices] = await Promise.all([
    db
      .select()
      .from(requests)
      .where(eq(requests.userId, userId))
      .orderBy(asc(requests.createdTs), asc(requests.id)),
    db
      .select()
      .from(requestNotices)
      .where(eq(requestNotices.teacherId, userId))
      .orderBy(asc(requestNotices.createdTs)),
  ]);
  return {
    requests: own.map((row) =>
      exportRow(requests, row, ["userId", "decidedBy", "notifiedPosition", "version"]),
    ),
    request_notices: notices.map((row) => exportRow(requestNotices, row, ["teacherId"])),
  };
}

/** A subquery of the audit log subjects (`auditSubject`) of a user's requests. */
export const selectRequestSubjectsSql = (userId: string): SQL =>
  sql`(select ${auditSubject("request", requests.id)} from ${requests} where ${requests.userId} = ${userId})`;

/**
 * The statements that erase requests and their audit events; the conversations with their answers stay. `ids` is a
 * subquery.
 */
export const eraseRequestsStatements = ({ db }: Ctx, ids: SQL): Statement[] => [
  ...[auditLog, decisionUndos].map((table) =>
    db
      .delete(table)
      .where(
        sql`${table.subject} in (select ${auditSubject("request", requests.id)} from ${requests} where ${requests.id} in ${ids})`,
      ),
  ),
  db.update(enquiries).set({ requestId: null }).where(sql`${enquiries.requestId} in ${ids}`),
  db.delete(requestNotices).where(sql`${requestNotices.requestId} in ${ids}`),
  db.delete(requests).where(sql`${requests.id} in ${ids}`),
];

/** Deletes a user's requests and waiting push messages about them, notices to the user, and the user from decisions. */
export const eraseOwnRequestsStatements = (ctx: Ctx, userId: string): Statement[] => [
  erasePushesAboutStatement(ctx, selectRequestSubjectsSql(userId)),
  ...eraseRequestsStatements(ctx, sql`(select id from ${requests} where user_id = ${userId})`),
  ctx.db.delete(requestNotices).where(eq(requestNotices.teacherId, userId)),
  ctx.db.update(requests).set({ decidedBy: null }).where(eq(requests.decidedBy, userId)),
];
