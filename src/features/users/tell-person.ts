import { and, eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { accountWhere } from "@/db/account-where";
import type { Statement } from "@/db/client";
import { users } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { paths } from "@/shared/paths";
import type { AccountStatus } from "./queries";

/** Tells a person that their account was disabled, and why. An unconfirmed address may belong to another person. */
export const tellDisabled = (ctx: Ctx, person: AccountStatus, reason: string, guard: SQL): Statement[] =>
  tell(ctx, person, guard, {
    template: "account_disabled_by_us",
    ...(reason ? { quote: reason } : {}),
    actionPath: paths.contact(),
  });

/** Tells a person that their account is enabled again. */
export const tellEnabled = (ctx: Ctx, person: AccountStatus, guard: SQL): Statement[] =>
  tell(ctx, person, guard, { template: "account_enabled", actionPath: paths.signIn() });

function tell(
  ctx: Ctx,
  { id, email, locale, emailVerifiedTs }: AccountStatus,
  guard: SQL,
  mail: { template: string; quote?: string; actionPath: string },
): Statement[] {
  if (emailVerifiedTs === null) return [];
  const reached = and(guard, accountWhere(eq(users.id, id), eq(users.email, email))) as SQL;
  return [queueMail(ctx, { ...mail, to: email, locale, params: {} }, reached)];
}
