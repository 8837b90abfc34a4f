import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql } from "@/db/bound-sql";
import { teacherInformation, users } from "@/db/schema";
import { defineJoinedSelection } from "@/db/selection";
import { TEACHER_FACTS } from "@/db/teacher-facts";

const PUBLIC_USER = {
  id: users.id,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
  signupTs: users.signupTs,
  profilePicture: users.profilePicture,
};

const PUBLIC_TEACHER = {
  userId: teacherInformation.userId,
  county: teacherInformation.county,
  neighbourhood: teacherInformation.neighbourhood,
  ...TEACHER_FACTS,
  languages: teacherInformation.languages,
};

const OWN_ACCOUNT = defineJoinedSelection({
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
    replies: users.replies,
    answerAskedTs: users.answerAskedTs,
    answerPausedTs: users.answerPausedTs,
    hadRequestOpened: users.hadRequestOpened,
    reviewCount: users.reviewCount,
    ratingSum: users.ratingSum,
    starCounts: users.starCounts,
    mailOff: users.mailOff,
    billing: users.billing,
    taskDigestDay: users.taskDigestDay,
    calendarFeed: users.calendarFeed,
    pushOff: users.pushOff,
  },
  teacher: {
    ...PUBLIC_TEACHER,
    phoneNumber: teacherInformation.phoneNumber,
    whatsapp: teacherInformation.whatsapp,
  },
});
const PUBLIC_ACCOUNT = defineJoinedSelection({ user: PUBLIC_USER, teacher: PUBLIC_TEACHER });

const TEACHER_JOIN = constantSql("left join teacher_information on teacher_information.user_id = users.id");
/** All ids are one bound parameter. */
const fromUsers = (userIds: readonly string[]): BoundSql =>
  boundSql`from json_each(${JSON.stringify(userIds)}) requested cross join users on users.id = requested.value ${TEACHER_JOIN}`;

/** Null in place of the teacher's data if there are none. */
const toAccount = <User, Teacher extends { userId: string }>({
  user,
  teacher,
}: {
  user: User;
  teacher: Teacher;
}) => ({
  user,
  teacher: teacher.userId === null ? null : teacher,
});

/** Everything an owner may see of their account: all columns except the password's hash. */
export async function findOwnAccount(ctx: Ctx, userId: string) {
  const [row] = await ctx.db.read(
    boundSql`select ${OWN_ACCOUNT.columns} from users ${TEACHER_JOIN} where users.id = ${userId}`,
  );
  return row ? toAccount(OWN_ACCOUNT.parse(row)) : null;
}

export type OwnAccount = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>;

/** Own accounts by id. */
export async function listOwnAccounts(ctx: Ctx, userIds: readonly string[]): Promise<OwnAccount[]> {
  const rows = await ctx.db.read(
    boundSql`select ${OWN_ACCOUNT.columns} ${fromUsers(userIds)} order by requested.key`,
  );
  return rows.map((row) => toAccount(OWN_ACCOUNT.parse(row)));
}

/** The public data of an account; null if it is disabled. */
export async function findPublicAccount(ctx: Ctx, userId: string) {
  const [account] = await listPublicAccounts(ctx, [userId]);
  return account ?? null;
}

/** Public accounts by id, without disabled ones. */
export async function listPublicAccounts(ctx: Ctx, userIds: readonly string[]) {
  const rows = await ctx.db.read(boundSql`select ${PUBLIC_ACCOUNT.columns} ${fromUsers(userIds)}
    where users.disabled_ts is null order by requested.key`);
  return rows.map((row) => toAccount(PUBLIC_ACCOUNT.parse(row)));
}

export type PublicAccount = Awaited<ReturnType<typeof listPublicAccounts>>[number];
