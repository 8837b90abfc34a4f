import { eq, isNull } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx, Visitor } from "@/context";
import { hasAccount } from "@/db/account-where";
import type { Statement } from "@/db/client";
import { users } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { ownUser } from "@/features/profile";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { specialUserSchema } from "@/shared/schemas/special-user";
import type { OwnUserJson } from "@/shared/schemas/user-json";
import { issueToken } from "../links/one-time-token";
import { findAccountByEmail } from "../queries";
import { accountRows, type NewAccount, readTeacher } from "./new-account";

/**
 * Creates an account for another person, who gets a link to choose a password, which also proves the address. The
 * right to create admins can't be given here. `input` has the fields of `specialUserSchema`, and
 * `teacher_information`.
 * @throws Refused unless the visitor is an admin.
 * @returns `forbidden` with `create_admin`, `invalid`, or `conflict` with `email_taken`, which admins may know.
 */
export async function createSpecialUser(
  ctx: Ctx,
  input: Record<string, unknown>,
): Promise<Result<OwnUserJson>> {
  const admin = requireAdmin(ctx);
  if (input.role === "a" && !admin.canCreateAdmin) return refuse("forbidden", { reason: "create_admin" });
  const wanted = validate(specialUserSchema(ctx), input);
  if (!wanted.ok) return wanted;
  const teacher = readTeacher(wanted.value.role, input.teacher_information);
  if (!teacher.ok) return teacher;

  const account = { ...wanted.value, id: ctx.newId(), passwordHash: null, teacher: teacher.value };
  const taken = async () => (await findAccountByEmail(ctx, account.email)) !== null;
  if (await taken()) return refuse("conflict", { reason: "email_taken" });
  try {
    const [created] = await ctx.commit(specialUser(ctx, admin, account));
    // The admin lost the right after the check.
    if ((created as unknown[]).length === 0) return refuse("forbidden", { reason: "admins_only" });
  } catch (error) {
    // Two requests at the same moment: the second finds the account of the first.
    if (await taken()) return refuse("conflict", { reason: "email_taken" });
    throw error;
  }
  const created = await ownUser(ctx, account.id);
  // Null if the account was erased in the meantime.
  return created ? ok(created) : refuse("conflict");
}

function specialUser(ctx: Ctx, admin: Visitor, account: NewAccount): Statement[] {
  const mayMake = hasAccount(
    eq(users.id, admin.id),
    eq(users.role, "a"),
    isNull(users.disabledTs),
    account.role === "a" ? eq(users.canCreateAdmin, true) : undefined,
  );
  const { guard, statements } = accountRows(ctx, account, {
    by: admin.id,
    action: "user.create_special",
    guard: mayMake,
  });
  const { token, linkExpiresTs, statement } = issueToken(ctx, "set_password", account.id, null, guard);
  const mail = {
    template: "set_password",
    to: account.email,
    locale: ctx.locale,
    params: {},
    actionPath: paths.resetPassword({ token }),
    linkExpiresTs,
  };
  return [...statements, statement, queueMail(ctx, mail, guard)];
}
