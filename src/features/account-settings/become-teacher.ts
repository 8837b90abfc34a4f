import { and, eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { hasAccount } from "@/db/account-where";
import { auditEvent, auditSubject } from "@/db/audit";
import { insertWhere } from "@/db/insert-where";
import { teacherInformation, users } from "@/db/schema";
import { isOfAge, toDay } from "@/shared/dates";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { birthDateSchema } from "@/shared/schemas/account-settings";
import { MINIMUM_AGE } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { findOwnSettings } from "./queries";

const minimum = MINIMUM_AGE.t;

/**
 * Makes the signed-in learner a teacher, from 18 years on. Each request reads the role, so the change applies to every
 * device immediately. `input.birth_date` is required only if the account has none, and is then stored.
 * @returns `invalid` for the entered date, `forbidden` if the stored date is too young, `conflict` for admins.
 */
export async function becomeTeacher(ctx: Ctx, input: Record<string, unknown>): Promise<Result<null>> {
  const user = requireUser(ctx);
  if (user.role === "t") return ok(null);
  if (user.role === "a") return refuse("conflict");
  const own = await findOwnSettings(ctx, user.id);
  const born = readBirthDate(ctx, own?.birthDate ?? null, input);
  if (!born.ok) return born;

  await ctx.commit([
    ctx.db
      .update(users)
      .set({ role: "t", birthDate: sql`coalesce(${users.birthDate}, ${born.value})` })
      .where(and(eq(users.id, user.id), eq(users.role, "u"))),
    // After a double click, the second request finds a teacher.
    auditEvent(ctx, { action: "user.become_teacher", subject: auditSubject("user", user.id) }),
    insertWhere(
      ctx.db,
      teacherInformation,
      { userId: user.id },
      hasAccount(eq(users.id, user.id), eq(users.role, "t")),
    ).onConflictDoNothing(),
  ]);
  return ok(null);
}

function readBirthDate(ctx: Ctx, stored: string | null, input: Record<string, unknown>): Result<string> {
  const today = toDay(ctx.now);
  if (stored !== null) {
    return isOfAge(stored, minimum, today)
      ? ok(stored)
      : refuse("forbidden", { reason: "too_young", params: { minimum } });
  }
  const given = validate(birthDateSchema, input);
  if (!given.ok) return given;
  const { birth_date } = given.value;
  return isOfAge(birth_date, minimum, today)
    ? ok(birth_date)
    : invalid([{ field: "birth_date", code: "too_young", params: { minimum } }]);
}
