import { and, eq, isNull } from "drizzle-orm";
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

const PUBLIC_TEACHER = {
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

/** Everything an account's owner may see of it: all that is stored but the password's hash. */
export async function findOwnAccount(ctx: Pick<Ctx, "db">, userId: string) {
  const [row] = await ctx.db
    .select({
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
      },
      teacher: { ...PUBLIC_TEACHER, phoneNumber: teacherInformation.phoneNumber },
    })
    .from(users)
    .leftJoin(teacherInformation, eq(teacherInformation.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  return row ?? null;
}

export type OwnAccount = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>;

/** What anybody may see of somebody; a disabled account is as good as none. */
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
