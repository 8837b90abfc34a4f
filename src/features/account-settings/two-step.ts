import { and, eq, type SQL } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { commitAudited } from "@/db/commit-audited";
import { twoStep } from "@/db/schema";
import {
  checkCode,
  createKey,
  createRecoveryCodes,
  decryptKey,
  encryptKey,
  findCredentials,
  findTimeStep,
  hashRecoveryCode,
  toKeyUri,
  verifyCurrentPassword,
} from "@/features/accounts";
import { queueMailStatement } from "@/features/mail";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { findAccountSettings } from "./queries";

/** A key to set up an authenticator app. The form sends it back encrypted, so that nothing is stored before its code. */
export type TwoStepSetUp = { key: string; uri: string; encrypted: string };

/** A new key, or the one that a form sent. */
export function createTwoStepSetUp(ctx: Ctx, user: SignedInUser, encrypted?: string): TwoStepSetUp {
  const key = (encrypted && decryptKey(ctx, user.id, encrypted)) || createKey();
  return { key, uri: toKeyUri(ctx, key, user.email), encrypted: encryptKey(ctx, user.id, key) };
}

/**
 * Turns on two-step sign-in, if the code belongs to the key. @returns the recovery codes, which are stored as hashes
 * only; `invalid` for a wrong code; `conflict` if it is on already
 */
export async function turnOnTwoStep(
  ctx: Ctx,
  input: { key: string; otp: string },
): Promise<Result<readonly string[]>> {
  const user = requireUser(ctx);
  const key = decryptKey(ctx, user.id, input.key);
  const step = key === null ? null : findTimeStep(key, input.otp.replace(/\s/g, ""), ctx.now);
  if (key === null || step === null) {
    const code = input.otp.trim() === "" ? "required" : "wrong_code";
    return invalid([{ field: "otp", code }]);
  }
  const codes = createRecoveryCodes();
  const row = {
    userId: user.id,
    key: encryptKey(ctx, user.id, key),
    enabledTs: ctx.now,
    usedSteps: [step],
    recoveryHashes: codes.map((code) => hashRecoveryCode(ctx, user.id, code)),
  };
  const isOn = await commitAudited(ctx, {
    statement: ctx.db.insert(twoStep).values(row).onConflictDoNothing().returning({ id: twoStep.userId }),
    action: "user.two_step_enabled",
    subject: auditSubject("user", user.id),
    furtherStatements: (guard) => queueNotice(ctx, user, "two_step_on", guard),
  });
  return isOn ? ok(codes) : refuse("conflict");
}

/**
 * Turns off two-step sign-in.
 * @returns `forbidden` with `invalid_password` or `invalid_otp`, `too_many`, or `unavailable` if too many passwords wait
 * to be hashed
 */
export async function turnOffTwoStep(
  ctx: Ctx,
  { password, otp }: { password: string; otp: string },
): Promise<Result<null>> {
  const user = requireUser(ctx);
  const confirmed = await verifyCurrentPassword(ctx, user, password);
  if (!confirmed.ok) return confirmed;
  const stored = (await findCredentials(ctx, { id: user.id }))?.twoStep;
  // After a double click, the second request finds it off.
  if (!stored) return ok(null);
  const code = await checkCode(ctx, user.id, stored, otp);
  if (!code.ok) return code;
  const wrongCode = refuse("forbidden", { reason: "invalid_otp" });
  if (!code.value) return wrongCode;
  const isOff = await commitAudited(ctx, {
    statement: ctx.db
      .delete(twoStep)
      .where(and(eq(twoStep.userId, user.id), confirmed.value.guard, code.value.guard))
      .returning({ id: twoStep.userId }),
    action: "user.two_step_disabled",
    subject: auditSubject("user", user.id),
    furtherStatements: (guard) => queueNotice(ctx, user, "two_step_off", guard),
  });
  return isOff ? ok(null) : wrongCode;
}

/** Tells the user by mail, because another person may use the browser. */
async function queueNotice(
  ctx: Ctx,
  user: SignedInUser,
  template: "two_step_on" | "two_step_off",
  guard: SQL,
): Promise<Statement[]> {
  const account = await findAccountSettings(ctx, user.id);
  const mail = {
    template,
    to: user.email,
    locale: account?.locale ?? ctx.locale,
    params: { contact: ctx.config.CONTACT_EMAIL },
    actionPath: paths.settings(),
  };
  return [queueMailStatement(ctx, mail, guard)];
}
