import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { adoptGuestAlertsStatements } from "@/features/alerts";
import { type FieldError, invalid, ok, type Result } from "@/shared/errors";
import { type SignedIn, type SignInBrowser, startSession } from "../sign-in/start-session";
import { insertAccountStatements, parseTeacherInformation } from "./new-account";
import { hashSignUpPassword, validateSignUp } from "./sign-up";

/** What is known of an invited teacher, whose mailed link proved the address. The phone number is E.164. */
type InvitedAccount = {
  email: string;
  first_name: string;
  last_name: string;
  phone_number: string | null;
};

/** Statements that create the account and sign the browser in, if `guard` holds. */
export type InvitedSignUp = {
  userId: string;
  toStatements(guard: SQL): {
    /** Guard: the account was created. */
    guard: SQL;
    statements: Statement[];
    /** Takes the results of the statements; null if there is no session. */
    finish(results: readonly unknown[]): Promise<SignedIn | null>;
  };
};

/**
 * Prepares the sign-up of an invited teacher: the rules are those of every sign-up, and the address counts as confirmed.
 * `typed` is what the teacher adds, with the consent to the terms. `problems` are errors of other fields of the same form.
 * @returns `invalid`, `too_many`, or `unavailable` if too many passwords wait to be hashed
 */
export async function signUpInvited(
  ctx: Ctx,
  { phone_number, ...person }: InvitedAccount,
  typed: { birth_date: unknown; password: unknown; terms: boolean },
  browser: SignInBrowser,
  problems: readonly FieldError[],
): Promise<Result<InvitedSignUp>> {
  const { terms, ...input } = typed;
  const parsed = await validateSignUp(ctx, { ...person, ...input, role: "t" }, terms);
  if (problems.length > 0) {
    return invalid([...problems, ...(parsed.ok ? [] : (parsed.refusal.fields ?? []))]);
  }
  if (!parsed.ok) return parsed;
  const teacher = parseTeacherInformation("t", { phone_number });
  if (!teacher.ok) return teacher;
  const hashed = await hashSignUpPassword(ctx, parsed.value.password);
  if (!hashed.ok) return hashed;
  const account = {
    ...parsed.value,
    id: ctx.newId(),
    passwordHash: hashed.value,
    teacher: teacher.value,
    isVerified: true,
  };
  return ok({
    userId: account.id,
    toStatements(claimGuard) {
      const created = insertAccountStatements(ctx, account, {
        actorId: account.id,
        action: "user.signed_up",
        guard: claimGuard,
      });
      const session = startSession(ctx, { ...account, locale: ctx.locale }, browser, false, created.guard);
      return {
        guard: created.guard,
        statements: [
          ...created.statements,
          ...session.statements,
          ...adoptGuestAlertsStatements(ctx, account.email, created.guard),
        ],
        finish: (results) =>
          session.finish(
            results.slice(created.statements.length, created.statements.length + session.statements.length),
          ),
      };
    },
  });
}
