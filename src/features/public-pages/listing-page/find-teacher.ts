import type { Ctx } from "@/context";
import { type BoundSql, boundSql } from "@/db/bound-sql";
import { users } from "@/db/schema";
import { defineSelection } from "@/db/selection";
import { TEACHER_FACTS } from "@/db/teacher-facts";

export const TEACHER = defineSelection({
  signupTs: users.signupTs,
  profilePicture: users.profilePicture,
  pictureTs: users.pictureTs,
  replyMedianS: users.replyMedianS,
  replies: users.replies,
  reviewCount: users.reviewCount,
  ratingSum: users.ratingSum,
  ...TEACHER_FACTS,
});

/** A teacher's public data, without contact data. */
export type TeacherFacts = ReturnType<typeof TEACHER.parse>;
export type Teacher = TeacherFacts & { hasPhone: boolean };

export const findTeacherProfile = (ctx: Ctx, userId: string): Promise<Teacher | null> =>
  findTeacher(ctx, boundSql`${userId}`);

/** The profile of a listing's owner, for a listing that is read in the same batch. */
export const findTeacherOfListing = (ctx: Ctx, listingId: string): Promise<Teacher | null> =>
  findTeacher(ctx, boundSql`(select owner_id from listings where id = ${listingId})`);

async function findTeacher({ db }: Ctx, userId: BoundSql): Promise<Teacher | null> {
  const [row] = await db.read<{ hasPhone: number }>(boundSql`
    select ${TEACHER.columns}, phone_number is not null as "hasPhone"
    from users left join teacher_information on teacher_information.user_id = users.id where users.id = ${userId}`);
  return row ? { ...TEACHER.parse(row), hasPhone: row.hasPhone === 1 } : null;
}
