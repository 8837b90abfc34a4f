import { eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasAccountSql, noGuard } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { teacherInformation, users } from "@/db/schema";
import { toTeacherColumns } from "@/features/profile";
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
  /** Whether the mailbox is known to be the user's. */
  isVerified?: boolean;
};

/**
 * Statements that insert a new account and its audit event. Its mail language is that of the request. `actorId` is the
 * new user or an admin. The first statement returns the id if its guard held. The returned guard is for statements
 * after it: the account was created.
 */
export function insertAccountStatements(
  ctx: Pick<Ctx, "db" | "locale" | "newId" | "now">,
  account: NewAccount,
  {
    actorId,
    action,
    guard: claimGuard = noGuard,
  }: { actorId: string; action: `user.${string}`; guard?: SQL },
): { guard: SQL; statements: Statement[] } {
  const { id, role, teacher } = account;
  const guard = hasAccountSql(eq(users.id, id));
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
    emailVerifiedTs: account.isVerified ? ctx.now : null,
  };
  return {
    guard,
    statements: [
      insertWhere(ctx.db, users, user, claimGuard).returning({ id: users.id }),
      ...(teacher
        ? [insertWhere(ctx.db, teacherInformation, { userId: id, ...toTeacherColumns(teacher) }, guard)]
        : []),
      auditEventStatement(
        ctx,
        { action, subject: auditSubject("user", id), detail: { role }, actorId },
        guard,
      ),
    ],
  };
}

/** Parses the teacher information of a new teacher or admin; ignored for learners. */
export function parseTeacherInformation(role: Role, submitted: unknown): Result<TeacherInformation | null> {
  if (role === "u") return ok(null);
  const parsed = validate(teacherInformationSchema, submitted ?? {});
  if (parsed.ok) return parsed;
  return invalid(
    (parsed.refusal.fields ?? []).map((error) => ({
      ...error,
      field: ["teacher_information", error.field].filter(Boolean).join("."),
    })),
  );
}
