import { and, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { invitations } from "@/db/schema";
import { deleteMailsAboutStatement } from "@/features/mail";

/** The statements that delete invitations which wait for an answer, and their mails. `condition` is on `invitations`. */
export function eraseInvitationsStatements(ctx: Ctx, condition: SQL): Statement[] {
  // The plus keeps SQLite from using the index by state, which covers all that wait.
  const isErasedSql = and(sql`+${invitations.state} = 'invited'`, condition);
  return [
    deleteMailsAboutStatement(
      ctx,
      sql`(select ${auditSubject("invitation", invitations.id)} from ${invitations} where ${isErasedSql})`,
    ),
    ctx.db.delete(invitations).where(isErasedSql).returning({ id: invitations.id }),
  ];
}
