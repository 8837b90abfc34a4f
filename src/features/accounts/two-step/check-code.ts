import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { defineLimit, hitLimit, undoHitStatement } from "@/db/rate-limits";
import { twoStep } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import type { Credentials } from "../queries";
import { decryptKey, findTimeStep, getTimeStep } from "./key";
import { hashRecoveryCode } from "./recovery-codes";

/** Wrong codes of an account. */
const CODE_FAILURES = defineLimit("sign_in_code");

/** Guard: the account has two-step sign-in. */
export const hasTwoStepSql = (userId: string, ...conditions: SQL[]): SQL =>
  sql`exists (select 1 from ${twoStep} where ${and(eq(twoStep.userId, userId), ...conditions)})`;

type Stored = NonNullable<Credentials["twoStep"]>;

/** A correct code. The batch that it allows must use `guard`, and end with `statements`, which use the code up. */
type AcceptedCode = { guard: SQL; statements: Statement[] };

/**
 * Checks a code of the authenticator app, or a recovery code. Codes count before they are compared, so parallel guesses
 * all count. @returns null for a wrong or used code; `too_many`
 */
export async function checkCode(
  ctx: Ctx,
  id: string,
  stored: Stored,
  typed: string,
): Promise<Result<AcceptedCode | null>> {
  const { allowed, retryAfter } = await hitLimit(ctx.db, CODE_FAILURES, id, ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });
  const code = typed.replace(/[\s-]/g, "");
  const rest = acceptTimeCode(ctx, id, stored, code) ?? acceptRecoveryCode(ctx, id, stored, code);
  if (!rest) return ok(null);
  const isUnchanged = and(
    eq(twoStep.usedSteps, stored.usedSteps),
    eq(twoStep.recoveryHashes, stored.recoveryHashes),
  ) as SQL;
  const guard = hasTwoStepSql(id, isUnchanged);
  const usesRecoveryCode = "recoveryHashes" in rest;
  const event = {
    action: "user.recovery_code_used",
    subject: auditSubject("user", id),
    actorId: id,
  } as const;
  return ok({
    guard,
    statements: [
      undoHitStatement(ctx.db, CODE_FAILURES, id),
      ...(usesRecoveryCode ? [auditEventStatement(ctx, event, guard)] : []),
      ctx.db
        .update(twoStep)
        .set(rest)
        .where(and(eq(twoStep.userId, id), isUnchanged)),
    ],
  });
}

/** The used steps after this code; null for a wrong or used one. */
function acceptTimeCode(ctx: Ctx, id: string, stored: Stored, code: string) {
  const { usedSteps } = stored;
  const key = decryptKey(ctx, id, stored.key);
  if (key === null) ctx.log.warn("two_step_key_unreadable", { user: id });
  const step = key === null ? null : findTimeStep(key, code, ctx.now);
  if (step === null || usedSteps.includes(step)) return null;
  const isStillValid = (used: number) => used >= getTimeStep(ctx.now) - 1;
  return { usedSteps: [...usedSteps.filter(isStillValid), step] };
}

/** The recovery codes after this one; null for a wrong or used one. */
function acceptRecoveryCode(ctx: Ctx, id: string, { recoveryHashes }: Stored, code: string) {
  const hash = hashRecoveryCode(ctx, id, code);
  return recoveryHashes.includes(hash)
    ? { recoveryHashes: recoveryHashes.filter((other) => other !== hash) }
    : null;
}
