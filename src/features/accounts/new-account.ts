import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { teacherInformation, users } from "@/db/schema";
import type { Role } from "@/shared/codes";
import { invalid, ok, type Result } from "@/shared/errors";
import { type TeacherInformation, teacherInformationSchema } from "@/shared/schemas/accounts";
import { check } from "@/shared/schemas/field-errors";

export type NewAccount = {
  id: string;
  email: string;
  /** Null for whoever is yet to choose a password. */
  passwordHash: string | null;
  role: Role;
  first_name: string;
  last_name: string;
  birth_date: string | null;
  teacher: TeacherInformation | null;
};

/** The rows of a new account, which reads its mail in the language of the request. */
export const accountRows = (ctx: Ctx, account: NewAccount): Statement[] => [
  ctx.db.insert(users).values({
    id: account.id,
    email: account.email,
    passwordHash: account.passwordHash,
    role: account.role,
    firstName: account.first_name,
    lastName: account.last_name,
    birthDate: account.birth_date,
    signupTs: ctx.now,
    locale: ctx.locale,
  }),
  ...(account.teacher
    ? [ctx.db.insert(teacherInformation).values(teacherRow(account.id, account.teacher))]
    : []),
];

function teacherRow(userId: string, { studies, experience, ...teacher }: TeacherInformation) {
  return {
    userId,
    phoneNumber: teacher.phone_number ?? null,
    county: teacher.county ?? null,
    neighbourhood: teacher.neighbourhood,
    qualifications: teacher.qualifications,
    job: teacher.job,
    employer: teacher.employer,
    highSchool: studies.high_school,
    bachelors: studies.bachelors,
    masters: studies.masters,
    doctorate: studies.doctorate,
    experienceJob: experience.job,
    experienceTeaching: experience.teaching,
  };
}

/** What a new teacher or admin says of themselves; of learners it is not even read. */
export function readTeacher(role: Role, given: unknown): Result<TeacherInformation | null> {
  if (role === "u") return ok(null);
  const read = check(teacherInformationSchema, given ?? {});
  if (read.ok) return read;
  return invalid(
    (read.refusal.fields ?? []).map((error) => ({
      ...error,
      field: ["teacher_information", error.field].filter(Boolean).join("."),
    })),
  );
}
