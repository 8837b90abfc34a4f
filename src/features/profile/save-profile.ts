import { eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasAccountSql } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { teacherInformation, users } from "@/db/schema";
import { refreshCardsStatement, reindexListingsStatements } from "@/features/listings";
import { applyNewNameStatements, refreshBadgesStatement } from "@/features/verifications";
import { correctPlaceNames } from "@/shared/codes/places";
import { CONTACT_DATA_ERROR, listFieldsWithSplitContactData } from "@/shared/contact-data";
import { computeAge, isOfAge, toDay } from "@/shared/dates";
import { type FieldError, invalid, ok, type Result } from "@/shared/errors";
import { MINIMUM_AGE, type ProfileChanges, profileSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { findOwnAccount, type OwnAccount } from "./queries";

/**
 * Changes the visitor's own account; `input` has the fields of `profileSchema`. Writes only the submitted columns, so
 * simultaneous changes of different fields are both kept, and nothing if they are stored already. Search finds
 * teachers by name and by the languages in which they teach, so changes of these reindex their listings in the same
 * batch. Badges of checked documents count for the name that was checked only.
 * @throws Refused `unauthenticated`
 */
export async function saveProfile(
  ctx: Ctx,
  input: Record<string, unknown>,
): Promise<Result<{ id: string; isChanged: boolean }>> {
  const { id, role } = requireUser(ctx);
  const parsed = validate(profileSchema({ now: ctx.now, role }), input);
  if (!parsed.ok) return parsed;
  const { teacher_information: teacher, ...userFields }: ProfileChanges = parsed.value;

  const account = await findOwnAccount(ctx, id);
  const errors = account ? findConflictsWithStored(ctx, parsed.value, account) : [];
  if (errors.length > 0) return invalid(errors);

  const userColumns = omitUndefined({
    firstName: userFields.first_name,
    lastName: userFields.last_name,
    birthDate: userFields.birth_date,
  });
  const teacherColumns = teacher ? omitUndefined(toTeacherColumns(teacher)) : {};
  const fields = [...Object.keys(userColumns), ...Object.keys(teacherColumns)];
  if (isStored(account?.user, userColumns) && isStored(account?.teacher, teacherColumns)) {
    return ok({ id, isChanged: false });
  }

  const statements: Statement[] = [];
  if (account)
    statements.push(
      ...(await applyNewNameStatements(ctx, account.user, { ...account.user, ...userColumns })),
    );
  if (Object.keys(userColumns).length > 0)
    statements.push(ctx.db.update(users).set(userColumns).where(eq(users.id, id)));
  if (Object.keys(teacherColumns).length > 0)
    statements.push(upsertTeacherInformationStatement(ctx, id, teacherColumns));
  if ("firstName" in userColumns || "lastName" in userColumns || "languages" in teacherColumns) {
    statements.push(
      refreshBadgesStatement(ctx, eq(users.id, id)),
      ...reindexListingsStatements(ctx, sql`users.id = ${id}`),
    );
  } else {
    statements.push(refreshCardsStatement(ctx, sql`listings.owner_id = ${id}`));
  }
  await ctx.commit([
    ...statements,
    auditEventStatement(
      ctx,
      { action: "user.profile_edited", subject: auditSubject("user", id), detail: { fields } },
      hasAccountSql(eq(users.id, id)),
    ),
  ]);
  return ok({ id, isChanged: true });
}

const isStored = <T extends object>(stored: T | null | undefined, columns: Partial<T>): boolean =>
  (Object.keys(columns) as (keyof T)[]).every(
    (name) => stored && JSON.stringify(stored[name]) === JSON.stringify(columns[name]),
  );

/** Errors of the changes together with the stored fields that they leave as they are. */
function findConflictsWithStored(ctx: Ctx, changes: ProfileChanges, account: OwnAccount): FieldError[] {
  const { birthDate } = account.user;
  return [
    ...findHigherAge(ctx, changes, birthDate),
    ...findYearsPastAge(ctx, changes, birthDate),
    ...findSplitTexts(changes, account),
  ];
}

/** An error for an earlier birth date of a user who is too young to teach. Admins correct such a date (0058). */
function findHigherAge(ctx: Ctx, { birth_date }: ProfileChanges, stored: string | null): FieldError[] {
  const isTooYoung = stored !== null && !isOfAge(stored, MINIMUM_AGE.t, toDay(ctx.now));
  return isTooYoung && birth_date !== undefined && birth_date < stored
    ? [{ field: "birth_date", code: "higher_age", params: { min: MINIMUM_AGE.t } }]
    : [];
}

/** Errors for contact data that is split over fields which pages show next to each other. */
function findSplitTexts(changes: ProfileChanges, { user, teacher }: OwnAccount): FieldError[] {
  const { first_name = user.firstName, last_name = user.lastName, teacher_information = {} } = changes;
  const {
    job = teacher?.job,
    employer = teacher?.employer,
    qualifications = teacher?.qualifications,
  } = teacher_information;
  const code = CONTACT_DATA_ERROR.error;
  return [
    ...listFieldsWithSplitContactData({ first_name, last_name }, changes).map((field) => ({ field, code })),
    ...listFieldsWithSplitContactData({ job, employer, qualifications }, teacher_information).map(
      (field) => ({
        field: `teacher_information.${field}`,
        code,
      }),
    ),
  ];
}

/** Errors for years of teaching or work that exceed the user's age. Without a birth date any number is accepted. */
function findYearsPastAge(ctx: Ctx, changes: ProfileChanges, storedBirthDate: string | null): FieldError[] {
  const years = Object.entries(changes.teacher_information?.experience ?? {});
  const birthDate = changes.birth_date ?? storedBirthDate;
  if (!birthDate) return [];
  const max = computeAge(birthDate, toDay(ctx.now));
  return years
    .filter(([, count]) => count > max)
    .map(([name]) => ({
      field: `teacher_information.experience.${name}`,
      code: "too_big",
      params: { max },
    }));
}

/** Inserts or updates a teacher's row, unless the account was erased in the meantime. */
function upsertTeacherInformationStatement(
  ctx: Ctx,
  userId: string,
  columns: Partial<typeof teacherInformation.$inferInsert>,
) {
  const guard = hasAccountSql(eq(users.id, userId));
  return insertWhere(ctx.db, teacherInformation, { userId, ...columns }, guard).onConflictDoUpdate({
    target: teacherInformation.userId,
    set: columns,
  });
}

/** The columns without undefined values. */
function omitUndefined<T extends object>(columns: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(columns).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** Teacher information as database columns; fields left out are undefined. */
export const toTeacherColumns = ({
  studies = {},
  experience = {},
  ...teacher
}: NonNullable<ProfileChanges["teacher_information"]>) => ({
  phoneNumber: teacher.phone_number,
  whatsapp: teacher.whatsapp,
  about: teacher.about,
  county: teacher.county,
  neighbourhood: teacher.neighbourhood && correctPlaceNames(teacher.county, teacher.neighbourhood),
  qualifications: teacher.qualifications,
  job: teacher.job,
  employer: teacher.employer,
  highSchool: studies.high_school,
  bachelors: studies.bachelors,
  masters: studies.masters,
  doctorate: studies.doctorate,
  experienceJob: experience.job,
  experienceTeaching: experience.teaching,
  languages: teacher.languages,
});
