import type { SQL } from "drizzle-orm";
import { hashSecret } from "@/auth/refresh-token";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { oneTimeTokens } from "@/db/schema";
import { DAY_MS, HOUR_MS } from "@/shared/dates";

type Purpose = (typeof oneTimeTokens.$inferInsert)["purpose"];

const LIFETIME_MS: Record<Purpose, number> = {
  verify_email: 3 * DAY_MS,
  reset_password: HOUR_MS,
  /** Somebody else made the account; its owner may not look at their mail today. */
  set_password: 7 * DAY_MS,
  change_email: DAY_MS,
  reactivate: 7 * DAY_MS,
};

/**
 * A token for a mailed link, and the statement that stores its hash. `email` is the new address of `change_email`.
 * With `when` it is stored only if that holds when the batch runs, as the mail that carries it (`queueMail`).
 */
export function issueToken(
  ctx: Ctx,
  purpose: Purpose,
  userId: string,
  email: string | null = null,
  when?: SQL,
): { token: string; statement: Statement } {
  const token = ctx.newSecret();
  const row = {
    tokenHash: hashSecret(token),
    purpose,
    userId,
    email,
    createdTs: ctx.now,
    expiresTs: ctx.now + LIFETIME_MS[purpose],
  };
  const statement = when
    ? insertWhere(ctx.db, oneTimeTokens, row, when)
    : ctx.db.insert(oneTimeTokens).values(row);
  return { token, statement };
}
