import { and, eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import { endSessionsStatements } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import {
  hashNewPassword,
  invalidateTokensStatement,
  verifyCurrentPassword,
  wrongPassword,
} from "@/features/accounts";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { passwordChangeSchema } from "@/shared/schemas/account-settings";
import { validate } from "@/shared/schemas/field-errors";
import { findAccountSettings } from "./queries";

/**
 * Sets a new password for the signed-in visitor. Every other device is signed out. Links that could undo the change
 * (new address, new password) become invalid. `input` has the fields of `passwordChangeSchema`.
 * @returns `forbidden` with `invalid_password`, also if a mailed link set another password in the meantime.
 */
export async function changePassword(ctx: Ctx, input: Record<string, unknown>): Promise<Result<null>> {
  const user = requireUser(ctx);
  const parsed = validate(passwordChangeSchema, input);
  if (!parsed.ok) return parsed;
  const confirmed = await verifyCurrentPassword(ctx, user, parsed.value.current_password);
  if (!confirmed.ok) return confirmed;
  const hash = await hashNewPassword(ctx, user.email, parsed.value.password);
  if (!hash.ok) return hash;
  const account = await findAccountSettings(ctx, user.id);
  const { guard } = confirmed.value;
  const mail = {
    template: "password_changed" as const,
    to: user.email,
    locale: account?.locale ?? ctx.locale,
    params: {},
    actionPath: paths.resetPassword(),
  };
  const results = await ctx.commit([
    ...endSessionsStatements(ctx, user.id, user.sessionId, guard),
    invalidateTokensStatement(ctx, user.id, ["change_email", "reset_password", "set_password"], guard),
    auditEventStatement(
      ctx,
      { action: "user.password_changed", subject: auditSubject("user", user.id) },
      guard,
    ),
    queueMailStatement(ctx, mail, guard),
    // Must be last: the guards of the other statements compare the old password.
    ctx.db
      .update(users)
      .set({ passwordHash: hash.value })
      .where(and(eq(users.id, user.id), guard))
      .returning({ id: users.id }),
  ]);
  return hasRows(results.at(-1)) ? ok(null) : wrongPassword();
}
