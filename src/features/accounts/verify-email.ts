import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { hashSecret } from "@/auth/refresh-token";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { insertWhere } from "@/db/insert-where";
import { auditLog, oneTimeTokens, users } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";

/** Confirms the address of the account that a mailed token belongs to. A token works once. */
export async function verifyEmail(ctx: Ctx, token: string): Promise<Result<null>> {
  const good = and(
    eq(oneTimeTokens.tokenHash, hashSecret(token)),
    eq(oneTimeTokens.purpose, "verify_email"),
    isNull(oneTimeTokens.usedTs),
    gt(oneTimeTokens.expiresTs, ctx.now),
  );
  const owner = ctx.db.select({ id: oneTimeTokens.userId }).from(oneTimeTokens).where(good);
  const results = await ctx.commit([
    ctx.db
      .update(users)
      .set({ emailVerifiedTs: sql`coalesce(${users.emailVerifiedTs}, ${ctx.now})` })
      .where(inArray(users.id, owner)),
    insertWhere(
      ctx.db,
      auditLog,
      {
        id: ctx.newId(),
        ts: ctx.now,
        actorId: sql`${oneTimeTokens.userId}`,
        action: "user.verify_email",
        subject: auditSubject("user", oneTimeTokens.userId),
        detail: {},
      },
      sql`${good}`,
      oneTimeTokens,
    ),
    ctx.db
      .update(oneTimeTokens)
      .set({ usedTs: ctx.now })
      .where(good)
      .returning({ hash: oneTimeTokens.tokenHash }),
  ]);
  const spent = results[2] as { hash: string }[];
  return spent.length > 0 ? ok(null) : refuse("malformed", { reason: "invalid_token" });
}
