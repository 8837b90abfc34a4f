import { and, eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { hasAccountSql, previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { teacherInformation, users } from "@/db/schema";
import { isOfAge, toDay } from "@/shared/dates";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { birthDateSchema } from "@/shared/schemas/account-settings";
import { MINIMUM_AGE } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { findAccountSettings } from "./queries";

const TEACHER_AGE = MINIMUM_AGE.t;

/**
 * Makes the signed-in learner a teacher, from 18 years on. Each request reads the role, so the change applies to every
 * device immediately. `input.birth_date` is required only if the account has none, and is then stored.
 * @returns `invalid` for the entered date, `forbidden` if the stored date is too young, `conflict` for admins.
 */
export async function becomeTeacher(ctx: Ctx, input: Record<string, unknown>): Promise<Result<null>> {
  const user = requireUser(ctx);
  if (user.role === "t") return ok(null);
  if (user.role === "a") return refuse("conflict");
  const account = await findAccountSettings(ctx, user.id);
  const birthDate = parseBirthDate(ctx, account?.birthDate ?? null, input);
  if (!birthDate.ok) return birthDate;

  await ctx.commit([
    ctx.db
      .update(users)
      .set({ role: "t", birthDate: sql`coalesce(${users.birthDate}, ${birthDate.value})` })
      .where(and(eq(users.id, user.id), eq(users.role, "u"))),
    // After a double click, the second request finds a teacher.
    auditEventStatement(
      ctx,
      { action: "user.became_teacher", subject: auditSubject("user", user.id) },
      previousChanged,
    ),
    insertWhere(
      ctx.db,
      teacherInformation,
      { userId: user.id },
      hasAccountSql(eq(users.id, user.id), eq(users.role, "t")),
    ).onConflictDoNothing(),
  ]);
  return ok(null);
}

function parseBirthDate(ctx: Ctx, stored: string | null, input: Record<string, unknown>): Result<string> {
  const today = toDay(ctx.now);
  if (stored !== null) {
    return isOfAge(stored, TEACHER_AGE, today)
      ? ok(stored)
      : refuse("forbidden", { reason: "too_young", params: { min: TEACHER_AGE } });
  }
  const parsed = validate(birthDateSchema, input);
  if (!parsed.ok) return parsed;
  const { birth_date } = parsed.value;
  return isOfAge(birth_date, TEACHER_AGE, today)
    ? ok(birth_date)
    : invalid([{ field: "birth_date", code: "too_young", params: { min: TEACHER_AGE } }]);
}
