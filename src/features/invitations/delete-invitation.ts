import { eq } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { invitations } from "@/db/schema";
import { recordErasure } from "@/platform/erasure-records";
import { ok, type Result, refuse } from "@/shared/errors";
import { eraseInvitationsStatements } from "./erase-invitations-statements";

/**
 * Deletes an invitation that waits for an answer, as its teacher may ask. The address may be invited again.
 * @throws Refused unless the visitor is an admin.
 * @returns `not_found`, also after it was claimed or refused.
 */
export async function deleteInvitation(ctx: Ctx, id: string): Promise<Result<null>> {
  requireAdmin(ctx);
  await recordErasure(ctx.backups, "invitation", id);
  const [, deleted] = await ctx.commit([
    ...eraseInvitationsStatements(ctx, eq(invitations.id, id)),
    auditEventStatement(
      ctx,
      { action: "invitation.deleted", subject: auditSubject("invitation", id) },
      previousChanged,
    ),
  ]);
  return hasRows(deleted) ? ok(null) : refuse("not_found");
}
