import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { appointments, enquiries } from "@/db/schema";
import type { Side } from "@/shared/codes";
import { NAMED_PLACES } from "@/shared/schemas/appointment";

const isUpcomingSql = (now: number): SQL =>
  sql`(state = 'proposed' or (state = 'accepted' and time + minutes * 60000 > ${now}))`;

/**
 * The statement that cancels open proposals and lessons of enquiries, because a side blocked the other, closed the account
 * or marked the enquiry as spam. The job `send-appointment-notices` tells both sides of a lesson, of a decision that can be
 * undone after that time. `by` is null if an admin did it.
 * `isOfEnquirySql` is a condition on `enquiries`.
 */
export const closeAppointmentsStatement = (
  { db, now, decision }: Ctx,
  isOfEnquirySql: SQL,
  by: Side | null,
): Statement =>
  db.run(sql`update ${appointments}
    set state = 'cancelled', cancelled_by = ${by}, updated_ts = ${now},
      notice_ts = iif(state = 'accepted', ${decision?.undoEndsTs ?? now}, null)
    where ${isUpcomingSql(now)} and enquiry_id in (select id from ${enquiries} where ${isOfEnquirySql})`);

/** The statements that cancel the open lessons of a user who closes the account, or an admin does, if `guard` holds. */
export const closeOwnAppointmentsStatements = (
  ctx: Ctx,
  userId: string,
  guard: SQL,
  { isByAdmin = false } = {},
): Statement[] => [
  closeAppointmentsStatement(ctx, sql`teacher_id = ${userId} and ${guard}`, isByAdmin ? null : "teacher"),
  closeAppointmentsStatement(ctx, sql`learner_id = ${userId} and ${guard}`, isByAdmin ? null : "learner"),
];

/** An appointment that `closeOwnAppointmentsStatements` cancels. */
export type OpenAppointment = { id: string; state: string; noticeTs: number | null };

/** The open proposals and lessons of a user, for `reopenAppointmentsStatement`. */
export const listOpenAppointments = ({ db, now }: Ctx, userId: string): Promise<OpenAppointment[]> =>
  db.all(sql`select id, state, notice_ts as "noticeTs" from ${appointments} where ${isUpcomingSql(now)}
    and enquiry_id in (select id from ${enquiries} where teacher_id = ${userId}
      union all select id from ${enquiries} where learner_id = ${userId})`);

/**
 * The statement that restores appointments which were cancelled at `closedTs` (ms), if `guard` holds. A proposal stays
 * cancelled if another was made since, and all do if the two can't meet any more; the job still tells of a lesson.
 */
export const reopenAppointmentsStatement = (
  { db, now }: Ctx,
  { closed, closedTs }: { closed: readonly OpenAppointment[]; closedTs: number },
  guard: SQL,
): Statement =>
  db.run(sql`update ${appointments}
    set state = before.state, notice_ts = before.notice_ts, cancelled_by = null, updated_ts = ${now}
    from (select value ->> 'id' as id, value ->> 'state' as state, value ->> 'noticeTs' as notice_ts
      from json_each(${JSON.stringify(closed)})) before
    where appointments.id = before.id and appointments.state = 'cancelled' and appointments.updated_ts = ${closedTs}
      and (before.state = 'accepted' or not exists (select 1 from appointments other
        where other.enquiry_id = appointments.enquiry_id and other.state = 'proposed'))
      and enquiry_id in (select id from ${enquiries} where ${canMeetSql})
      and ${guard}`);

/** Condition on `enquiries`: both sides exist with open accounts, neither blocked the other, and it is no spam. */
export const canMeetSql: SQL = sql`(${enquiries.state} <> 'spam'
  and ${enquiries.teacherBlockedTs} is null and ${enquiries.learnerBlockedTs} is null
  and exists (select 1 from users where users.id = ${enquiries.teacherId} and users.disabled_ts is null)
  and (${enquiries.guestEmail} is not null
    or exists (select 1 from users where users.id = ${enquiries.learnerId} and users.disabled_ts is null)))`;

/**
 * The statements for enquiries of which a side is erased: the appointments of those that are deleted go with them; of
 * others the texts are removed and open lessons cancelled, of which the job tells the other side. Both parameters are
 * conditions on `enquiries`. They run before the enquiries change.
 */
export const eraseAppointmentsStatements = (
  { db, now }: Ctx,
  isErasedSql: SQL,
  isDeletedSql: SQL,
): Statement[] => [
  db.run(
    sql`delete from ${appointments} where enquiry_id in (select id from ${enquiries} where ${isDeletedSql})`,
  ),
  db.run(sql`update ${appointments}
    set place = iif(place in (select value from json_each(${JSON.stringify(NAMED_PLACES)})), place, ''), reason = '', move_reason = '',
      updated_ts = iif(${isUpcomingSql(now)}, ${now}, updated_ts),
      notice_ts = iif(${isUpcomingSql(now)}, iif(state = 'accepted', ${now}, null), notice_ts),
      state = iif(${isUpcomingSql(now)}, 'cancelled', state)
    where enquiry_id in (select id from ${enquiries} where ${isErasedSql})`),
];
