import { eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasAccount } from "@/db/account-where";
import { auditEvent, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { teacherInformation, users } from "@/db/schema";
import { teacherColumns } from "@/features/profile";
import type { Role } from "@/shared/codes";
import { invalid, ok, type Result } from "@/shared/errors";
import { type TeacherInformation, teacherInformationSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";

export type NewAccount = {
  id: string;
  email: string;
  /** Null until the user chooses a password. */
  passwordHash: string | null;
  role: Role;
  first_name: string;
  last_name: string;
  birth_date: string | null;
  teacher: TeacherInformation | null;
};

/**
 * The rows of a new account, with the request's language for its mail, and its audit event. `by` is the actor: the new
 * user or an admin. The first statement returns the id if its guard held. The returned guard is for the statements
 * after it: the account was created.
 */
export function accountRows(
  ctx: Pick<Ctx, "db" | "locale" | "newId" | "now">,
  account: NewAccount,
  { by, action, guard: claimGuard = noGuard }: { by: string; action: `user.${string}`; guard?: SQL },
): { guard: SQL; statements: Statement[] } {
  const { id, role, teacher } = account;
  const guard = hasAccount(eq(users.id, id));
  const user = {
    id,
    email: account.email,
    passwordHash: account.passwordHash,
    role,
    firstName: account.first_name,
    lastName: account.last_name,
    birthDate: account.birth_date,
    signupTs: ctx.now,
    locale: ctx.locale,
  };
  return {
    guard,
    statements: [
      insertWhere(ctx.db, users, user, claimGuard).returning({ id: users.id }),
      ...(teacher
        ? [insertWhere(ctx.db, teacherInformation, { userId: id, ...teacherColumns(teacher) }, guard)]
        : []),
      auditEvent(ctx, { action, subject: auditSubject("user", id), detail: { role }, actorId: by }, guard),
    ],
  };
}

/** Parses the teacher information of a new teacher or admin; ignored for learners. */
export function readTeacher(role: Role, given: unknown): Result<TeacherInformation | null> {
  if (role === "u") return ok(null);
  const read = validate(teacherInformationSchema, given ?? {});
  if (read.ok) return read;
  return invalid(
    (read.refusal.fields ?? []).map((error) => ({
      ...error,
      field: ["teacher_information", error.field].filter(Boolean).join("."),
    })),
  );
}
