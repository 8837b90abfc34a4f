import { eq, isNull } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { hasAccountSql, previousChanged } from "@/db/guard";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { users } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { issueToken } from "../one-time-token";
import { verificationMailStatement } from "./sign-up";

const VERIFICATION_MAILS = defineLimit("verification_mail");

/** Mails the signed-in visitor a new verification link. Does nothing if their address is already verified. */
export async function resendVerification(ctx: Ctx): Promise<Result<null>> {
  const user = requireUser(ctx);
  if (user.emailVerified) return ok(null);
  const limits = [[VERIFICATION_MAILS, user.id]] as const;
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });
  const guard = hasAccountSql(
    eq(users.id, user.id),
    eq(users.email, user.email),
    isNull(users.emailVerifiedTs),
    hasHitsLeftSql(limits, ctx.now),
  );
  const { statement, ...link } = issueToken(ctx, "verify_email", user.id, null, guard);
  await ctx.commit([
    statement,
    verificationMailStatement(ctx, user.email, link, guard),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
  ]);
  return ok(null);
}
