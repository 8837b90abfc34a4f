import { and, type SQL } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isActiveAdminSql } from "@/auth/active-admin";
import type { Ctx, SignedInUser } from "@/context";
import type { Statement } from "@/db/client";
import { hasRows } from "@/db/returned-rows";
import { queueMailStatement } from "@/features/mail";
import { findOwnUser } from "@/features/profile";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import type { OwnUserJson } from "@/shared/schemas/user-json";
import { specialUserSchema } from "@/shared/schemas/users";
import { issueToken } from "../one-time-token";
import { findAccountByEmail } from "../queries";
import { confirmNewAdmin } from "../sign-in/confirm-password";
import { insertAccountStatements, type NewAccount, parseTeacherInformation } from "./new-account";

/**
 * Creates an account for another user, who gets a link to choose a password. Following the link also verifies the
 * address. The right to create admins can't be granted here. `input` has the fields of `specialUserSchema`, and
 * `teacher_information`. A form sends the acting admin's `password`, which a new admin requires.
 * @throws Refused unless the visitor is an admin.
 * @returns `forbidden` with `create_admin` or `invalid_password`, `invalid`, or `conflict` with `email_taken`, which
 * admins may know.
 */
export async function createSpecialUser(
  ctx: Ctx,
  input: Record<string, unknown>,
  password?: string,
): Promise<Result<OwnUserJson>> {
  const admin = requireAdmin(ctx);
  if (input.role === "a" && !admin.canCreateAdmin) return refuse("forbidden", { reason: "create_admin" });
  const parsed = validate(specialUserSchema(ctx), input);
  if (!parsed.ok) return parsed;
  const teacher = parseTeacherInformation(parsed.value.role, input.teacher_information);
  if (!teacher.ok) return teacher;
  const confirmed = await confirmNewAdmin(ctx, admin, parsed.value.role === "a" ? password : undefined);
  if (!confirmed.ok) return confirmed;

  const account = { ...parsed.value, id: ctx.newId(), passwordHash: null, teacher: teacher.value };
  const isEmailTaken = async () => (await findAccountByEmail(ctx, account.email)) !== null;
  if (await isEmailTaken()) return refuse("conflict", { reason: "email_taken" });
  try {
    const [inserted] = await ctx.commit(specialUserStatements(ctx, admin, account, confirmed.value.guard));
    // The admin lost the right after the check.
    if (!hasRows(inserted)) return refuse("forbidden", { reason: "admins_only" });
  } catch (error) {
    // Two requests at the same moment: the second finds the account of the first.
    if (await isEmailTaken()) return refuse("conflict", { reason: "email_taken" });
    throw error;
  }
  const created = await findOwnUser(ctx, account.id);
  // Null if the account was erased in the meantime.
  return created ? ok(created) : refuse("conflict");
}

function specialUserStatements(
  ctx: Ctx,
  admin: SignedInUser,
  account: NewAccount,
  confirmedGuard: SQL,
): Statement[] {
  const { guard, statements } = insertAccountStatements(ctx, account, {
    actorId: admin.id,
    action: "user.special_created",
    guard: and(isActiveAdminSql(admin, account.role === "a"), confirmedGuard) as SQL,
  });
  const { token, linkExpiresTs, statement } = issueToken(ctx, "set_password", account.id, null, guard);
  const mail = {
    template: "set_password" as const,
    to: account.email,
    locale: ctx.locale,
    params: {},
    actionPath: paths.resetPassword({ token }),
    linkExpiresTs,
  };
  return [...statements, statement, queueMailStatement(ctx, mail, guard)];
}
