import { eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { teacherInformation, users } from "@/db/schema";

/** What a listing's page says about its teacher; nothing by which to reach them. */
export async function findTeacher(ctx: Ctx, userId: string) {
  const [row] = await ctx.db
    .select({
      signupTs: users.signupTs,
      profilePicture: users.profilePicture,
      pictureTs: users.pictureTs,
      replyMedianS: users.replyMedianS,
      hasPhone: sql<boolean>`${teacherInformation.phoneNumber} is not null`.mapWith(Boolean),
      qualifications: teacherInformation.qualifications,
      job: teacherInformation.job,
      employer: teacherInformation.employer,
      highSchool: teacherInformation.highSchool,
      bachelors: teacherInformation.bachelors,
      masters: teacherInformation.masters,
      doctorate: teacherInformation.doctorate,
      experienceJob: teacherInformation.experienceJob,
      experienceTeaching: teacherInformation.experienceTeaching,
    })
    .from(users)
    .leftJoin(teacherInformation, eq(teacherInformation.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  return row ?? null;
}

export type Teacher = NonNullable<Awaited<ReturnType<typeof findTeacher>>>;
