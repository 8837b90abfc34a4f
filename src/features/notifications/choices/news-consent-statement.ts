import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { users } from "@/db/schema";
import { isMailOnSql } from "@/features/mail";

/**
 * The statement that records in the audit log that a user agrees to news or withdraws the consent, if that is a change.
 * It precedes the change in its batch.
 */
export function newsConsentStatement(ctx: Ctx, userId: string, agrees: boolean): Statement {
  const isChangeSql: SQL = agrees ? sql`not (${isMailOnSql("news")})` : isMailOnSql("news");
  const action = agrees ? "user.news_accepted" : "user.news_declined";
  return auditEventStatement(
    ctx,
    { action, subject: auditSubject("user", userId), actorId: userId },
    sql`${users.id} = ${userId} and ${isChangeSql}`,
    users,
  );
}
