import { type SQL, sql } from "drizzle-orm";
import { toDay } from "@/shared/dates";
import { hasOpenDangerBetweenSql } from "./has-open-danger-sql";
import { enquiries } from "./schema";

/** The value of `isAwaitingAnswerSql` at a time (ms): today's date 18 years ago, as a number (20081130). */
export const toAdultBirthday = (now: number): number => Number(toDay(now).replaceAll("-", "")) - 18_0000;

/**
 * Whether a conversation waits for the teacher's answer. The learner or guest must exist, without a closed account. For a
 * learner under 18 (`isLearnerUnder18`), a child or born after `adultBirthday`, the teacher cannot answer while the team
 * decides about a danger.
 */
export const isAwaitingAnswerSql = (adultBirthday: number): SQL<number> => sql`(${enquiries.awaitsAnswer}
  and coalesce(${enquiries.learnerId}, ${enquiries.guestEmail}) is not null
  and not exists (select 1 from users sender where sender.id = ${enquiries.learnerId} and (sender.disabled_ts is not null
    or (replace(sender.birth_date, '-', '') + 0 > ${adultBirthday}
      and ${hasOpenDangerBetweenSql(enquiries.teacherId, enquiries.learnerId)})))
  and not (${enquiries.learnerWho} is 'child'
    and ${hasOpenDangerBetweenSql(enquiries.teacherId, enquiries.learnerId, enquiries.guestEmail)}))`;
