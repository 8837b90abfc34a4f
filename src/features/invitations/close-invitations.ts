import { and, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { invitations } from "@/db/schema";
import { deleteMailsAboutStatement } from "@/features/mail";
import type { InvitationState } from "@/shared/codes";

/** The columns of an invitation that ended: of what it said, only the hash of its address stays. */
export const toClosedInvitation = ({ now }: Ctx, state: Exclude<InvitationState, "invited">) => ({
  email: null,
  draft: null,
  source: null,
  state,
  closedTs: now,
});

/** The statements that end invitations which wait for an answer, and delete their mails. `condition` is on `invitations`. */
export function closeInvitationsStatements(
  ctx: Ctx,
  condition: SQL,
  state: "refused" | "expired",
): Statement[] {
  // The plus keeps SQLite from using the index by state, which covers all that wait.
  const isClosedSql = and(sql`+${invitations.state} = 'invited'`, condition);
  return [
    deleteMailsAboutStatement(
      ctx,
      sql`(select ${auditSubject("invitation", invitations.id)} from ${invitations} where ${isClosedSql})`,
    ),
    ctx.db
      .update(invitations)
      .set(toClosedInvitation(ctx, state))
      .where(isClosedSql)
      .returning({ id: invitations.id }),
  ];
}
