import { and, eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import { otherAdminCreatorExistsSql } from "@/auth/other-admin-creator";
import { endSessionsStatements } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import { issueToken, verifyCurrentPassword, wrongPassword } from "@/features/accounts";
import { closeOwnAppointmentsStatements, recountSentStatement } from "@/features/enquiries";
import { reindexListingsStatements } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { passwordConfirmationSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { findAccountSettings } from "./queries";

/**
 * Disables the signed-in visitor's account until they follow the mailed link. Sessions end on every device, listings
 * disappear and lessons are cancelled immediately. Promotions keep running; drafts stay. `input` has the fields of
 * `passwordConfirmationSchema`.
 * @returns `conflict` with `last_admin` if no other account could create admins afterwards.
 */
export async function disableAccount(ctx: Ctx, input: Record<string, unknown>): Promise<Result<null>> {
  const user = requireUser(ctx);
  const parsed = validate(passwordConfirmationSchema, input);
  if (!parsed.ok) return parsed;
  const confirmed = await verifyCurrentPassword(ctx, user, parsed.value.password);
  if (!confirmed.ok) return confirmed;
  const account = await findAccountSettings(ctx, user.id);

  const auditId = ctx.newId();
  const guard = hasAuditEventSql(auditId);
  const { token, statement } = issueToken(ctx, "reactivate", user.id, null, guard);
  const { guard: passwordGuard } = confirmed.value;
  const [confirmedRows, disabledRows] = await ctx.commit([
    ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user.id), passwordGuard)),
    ctx.db
      .update(users)
      .set({ disabledTs: ctx.now, disabledBy: "self" })
      .where(and(eq(users.id, user.id), passwordGuard, otherAdminCreatorExistsSql))
      .returning({ id: users.id }),
    auditEventStatement(
      ctx,
      {
        id: auditId,
        action: "user.disabled",
        subject: auditSubject("user", user.id),
        detail: { by: "self" },
      },
      previousChanged,
    ),
    ...endSessionsStatements(ctx, user.id, undefined, guard),
    ...reindexListingsStatements(ctx, sql`listings.owner_id = ${user.id} and ${guard}`),
    ...closeOwnAppointmentsStatements(ctx, user.id, guard),
    recountSentStatement(ctx, user.id, guard),
    statement,
    queueMailStatement(
      ctx,
      {
        template: "account_disabled",
        to: user.email,
        locale: account?.locale ?? ctx.locale,
        params: {},
        actionPath: paths.reactivate({ token }),
      },
      guard,
    ),
  ]);
  if (hasRows(disabledRows)) return ok(null);
  if (hasRows(confirmedRows)) return refuse("conflict", { reason: "last_admin" });
  // After a double click, the second request finds a disabled account. Otherwise a mailed link set another password.
  const current = await findAccountSettings(ctx, user.id);
  return current && current.disabledTs === null ? wrongPassword() : ok(null);
}
