import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { teacherInformation, users } from "@/db/schema";

const PUBLIC_USER = {
  id: users.id,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
  signupTs: users.signupTs,
  profilePicture: users.profilePicture,
};

/** The first column must not be nullable: drizzle reads a joined row whose first column is null as no row. */
const PUBLIC_TEACHER = {
  userId: teacherInformation.userId,
  county: teacherInformation.county,
  neighbourhood: teacherInformation.neighbourhood,
  qualifications: teacherInformation.qualifications,
  job: teacherInformation.job,
  employer: teacherInformation.employer,
  highSchool: teacherInformation.highSchool,
  bachelors: teacherInformation.bachelors,
  masters: teacherInformation.masters,
  doctorate: teacherInformation.doctorate,
  experienceJob: teacherInformation.experienceJob,
  experienceTeaching: teacherInformation.experienceTeaching,
};

const OWN_ACCOUNT = {
  user: {
    ...PUBLIC_USER,
    email: users.email,
    emailVerifiedTs: users.emailVerifiedTs,
    birthDate: users.birthDate,
    disabledTs: users.disabledTs,
    disabledBy: users.disabledBy,
    canCreateAdmin: users.canCreateAdmin,
    pictureTs: users.pictureTs,
    locale: users.locale,
    replyMedianS: users.replyMedianS,
  },
  teacher: { ...PUBLIC_TEACHER, phoneNumber: teacherInformation.phoneNumber },
};

/** Everything an owner may see of their account: all columns except the password's hash. */
export async function findOwnAccount(ctx: Pick<Ctx, "db">, userId: string) {
  const [row] = await ctx.db
    .select(OWN_ACCOUNT)
    .from(users)
    .leftJoin(teacherInformation, eq(teacherInformation.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  return row ?? null;
}

export type OwnAccount = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>;

/** Own accounts by id; all ids are one bound parameter. */
export async function listOwnAccounts(
  ctx: Pick<Ctx, "db">,
  userIds: readonly string[],
): Promise<OwnAccount[]> {
  return ctx.db
    .select(OWN_ACCOUNT)
    .from(sql`json_each(${JSON.stringify(userIds)}) requested`)
    .innerJoin(users, sql`${users.id} = requested.value`)
    .leftJoin(teacherInformation, eq(teacherInformation.userId, users.id))
    .orderBy(sql`requested.key`);
}

/** The public data of an account; null if it is disabled. */
export async function findPublicAccount(ctx: Ctx, userId: string) {
  const [row] = await ctx.db
    .select({ user: PUBLIC_USER, teacher: PUBLIC_TEACHER })
    .from(users)
    .leftJoin(teacherInformation, eq(teacherInformation.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.disabledTs)))
    .limit(1);
  return row ?? null;
}

export type PublicAccount = NonNullable<Awaited<ReturnType<typeof findPublicAccount>>>;

/** Public accounts by id. One statement for any number; all ids are one bound parameter. */
export async function listPublicAccounts(ctx: Ctx, userIds: readonly string[]): Promise<PublicAccount[]> {
  return ctx.db
    .select({ user: PUBLIC_USER, teacher: PUBLIC_TEACHER })
    .from(sql`json_each(${JSON.stringify(userIds)}) requested`)
    .innerJoin(users, sql`${users.id} = requested.value`)
    .leftJoin(teacherInformation, eq(teacherInformation.userId, users.id))
    .where(isNull(users.disabledTs))
    .orderBy(sql`requested.key`);
}
