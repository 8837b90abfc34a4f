import { and, eq, isNull, type SQL } from "drizzle-orm";
import { endSessions } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { hasAccount } from "@/db/account-where";
import type { Statement } from "@/db/client";
import { users } from "@/db/schema";
import { changeMailRecipient, queueMail } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { findAccountByEmail } from "../queries";
import {
  auditAccountLink,
  findTokenOwner,
  hasToken,
  invalidToken,
  validToken,
  voidTokens,
} from "./one-time-token";

/**
 * Sets the account's address to the one in a mailed token; the token proves access to that mailbox. Other sessions
 * end, links mailed to the old address become invalid, and both mailboxes are notified.
 * @returns `malformed` with `invalid_token`, or `conflict` with `email_taken` if another account has the address now.
 */
export async function changeEmail(ctx: Ctx, token: string): Promise<Result<null>> {
  const valid = validToken(ctx, token, "change_email");
  const owner = await findTokenOwner(ctx, valid);
  if (!owner?.newEmail || owner.disabledTs !== null) return invalidToken();
  const taken = async (email: string) => {
    const account = await findAccountByEmail(ctx, email);
    return account !== null && account.id !== owner.id;
  };
  if (await taken(owner.newEmail)) return refuse("conflict", { reason: "email_taken" });
  try {
    const [changed] = await ctx.commit(change(ctx, token, { ...owner, newEmail: owner.newEmail }));
    return (changed as unknown[]).length > 0 ? ok(null) : invalidToken();
  } catch (error) {
    // Another user signed up with the address after the check.
    if (await taken(owner.newEmail)) return refuse("conflict", { reason: "email_taken" });
    throw error;
  }
}

type Owner = NonNullable<Awaited<ReturnType<typeof findTokenOwner>>>;

function change(ctx: Ctx, token: string, owner: Owner & { newEmail: string }): Statement[] {
  const guard = and(
    hasToken(ctx, validToken(ctx, token, "change_email")),
    hasAccount(eq(users.id, owner.id), isNull(users.disabledTs)),
  ) as SQL;
  const { locale } = owner;
  const left = { to: owner.email, locale, params: { contact: ctx.config.CONTACT_EMAIL } };
  const arrived = { to: owner.newEmail, locale, params: {}, actionPath: paths.settings() };
  const own = ctx.user?.id === owner.id ? ctx.user.sessionId : undefined;
  return [
    ctx.db
      .update(users)
      .set({ email: owner.newEmail, emailVerifiedTs: ctx.now })
      .where(and(eq(users.id, owner.id), guard))
      .returning({ id: users.id }),
    endSessions(ctx, owner.id, own, guard),
    auditAccountLink(ctx, "user.change_email", owner.id, guard),
    queueMail(ctx, { template: "email_changed_from", ...left }, guard),
    queueMail(ctx, { template: "email_changed_to", ...arrived }, guard),
    // Includes the two mails queued above. The last mail to the old address is deleted once sent.
    changeMailRecipient(ctx, { from: owner.email, to: owner.newEmail }, guard),
    voidTokens(ctx, owner.id, ["change_email", "verify_email", "reset_password", "set_password"], guard),
  ];
}
