import { sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { isAwaitingAnswerSql, toAdultBirthday } from "@/db/is-awaiting-answer-sql";
import { DAY_MS } from "@/shared/dates";
import { MAX_WAITING_COUNT, type Replies } from "@/shared/reply-time";

/** What learners look for at a teacher, in the order in which the teacher is asked for it. */
export const STEPS = ["listing", "profile", "photo", "about", "documents", "review"] as const;

/** Older lessons (ms) are not asked about. */
const MAX_QUESTION_AGE_MS = 30 * DAY_MS;

type Step = (typeof STEPS)[number];

export type TeacherHome = {
  teacherId: string;
  /** Conversations that wait for an answer, at most one more than `MAX_WAITING_COUNT`. */
  waiting: number;
  /** First lessons that are over, of which the teacher has not said whether they took place. */
  lessons: number;
  /** s; null before a few answers. */
  replyMedianS: number | null;
  /** Null before a few enquiries. */
  replies: Replies | null;
  done: ReadonlySet<Step>;
  /** Whether documents were sent and none is checked yet. */
  hasDocumentsInReview: boolean;
};

/** The messages, reply time and steps of a teacher in one query; null for other users. */
export async function loadTeacherHome({ db, now }: Ctx, user: SignedInUser): Promise<TeacherHome | null> {
  if (user.role !== "t") return null;
  const row = await db.get<
    Record<Step, number> & {
      documentsInReview: number;
      waiting: number;
      lessons: number;
      replyMedianS: number | null;
      replies: string | null;
    }
  >(sql`
    select reply_median_s as replyMedianS, replies, review_count > 0 as review, profile_picture is not null as photo,
      coalesce(about, '') <> '' as about, (teacher_information.county is not null
        or exists (select 1 from listings where owner_id = users.id and listings.county is not null
          and state <> 'deleted')) as profile,
      exists (select 1 from listings where owner_id = users.id and state not in ('draft', 'deleted')) as listing,
      exists (select 1 from verifications where user_id = users.id
        and state = 'approved' and coalesce(ends_ts, ${now} + 1) > ${now}) as documents,
      exists (select 1 from verifications where user_id = users.id and state = 'pending') as documentsInReview,
      (select count(*) from (select 1 from enquiries where teacher_id = users.id and ${isAwaitingAnswerSql(toAdultBirthday(now))}
        limit ${MAX_WAITING_COUNT + 1})) as waiting,
      (select count(*) from enquiries join appointments on enquiry_id = enquiries.id
        where teacher_id = users.id and lesson_ts > ${now - MAX_QUESTION_AGE_MS} and enquiries.state <> 'spam'
          and appointments.state in ('accepted', 'past') and teacher_took_place is null
          and time + minutes * 60000 between ${now - MAX_QUESTION_AGE_MS} and ${now}) as lessons
    from users left join teacher_information on user_id = users.id where users.id = ${user.id}`);
  return {
    teacherId: user.id,
    waiting: row.waiting,
    lessons: row.lessons,
    replyMedianS: row.replyMedianS,
    replies: JSON.parse(row.replies ?? "null"),
    done: new Set(STEPS.filter((step) => row[step] === 1)),
    hasDocumentsInReview: row.documents === 0 && row.documentsInReview === 1,
  };
}
