import { hashSecret } from "@/auth/refresh-token";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { oneTimeTokens } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

type Purpose = (typeof oneTimeTokens.$inferInsert)["purpose"];

const LIFETIME_MS: Record<Purpose, number> = {
  verify_email: 3 * DAY_MS,
};

/** A token for a mailed link, and the statement that stores its hash. */
export function issueToken(
  ctx: Ctx,
  purpose: Purpose,
  userId: string,
): { token: string; statement: Statement } {
  const token = ctx.newSecret();
  const statement = ctx.db.insert(oneTimeTokens).values({
    tokenHash: hashSecret(token),
    purpose,
    userId,
    createdTs: ctx.now,
    expiresTs: ctx.now + LIFETIME_MS[purpose],
  });
  return { token, statement };
}
