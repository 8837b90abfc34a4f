import { and, desc, eq, ne, not, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditLog, users } from "@/db/schema";
import { isOwnReportEventSql } from "./own-reports";

const HISTORY_LENGTH = 50;

/** The statement that reads the latest audit events of an item that the admin may see, the latest first. */
export const selectHistory = (ctx: Ctx, subject: string) =>
  ctx.db
    .select({
      id: auditLog.id,
      ts: auditLog.ts,
      action: auditLog.action,
      detail: auditLog.detail,
      // In a batch, which returns rows by column name.
      actor: {
        id: sql<string>`${users.id}`.as("actor_user"),
        firstName: users.firstName,
        lastName: users.lastName,
      },
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    // Without phone reveals, which are many and would fill the limit.
    .where(
      and(
        eq(auditLog.subject, subject),
        ne(auditLog.action, "phone.revealed"),
        not(isOwnReportEventSql(requireAdmin(ctx))),
      ),
    )
    .orderBy(desc(auditLog.ts))
    .limit(HISTORY_LENGTH);

export type HistoryEvent = Awaited<ReturnType<typeof selectHistory>>[number];
