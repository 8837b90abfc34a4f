import { and, asc, desc, eq, gt, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import { appointments, enquiries, listings, users } from "@/db/schema";
import type { Side } from "@/shared/codes";
import { isMinor } from "@/shared/dates";
import { formatSideName } from "../names";
import { addressedTeacherSql, type EnquiryView, findEnquiryForReader } from "../queries";
import { getAppointmentState, isOverlapping } from "./appointment-state";

/** Older appointments of a conversation are not shown. */
const MAX_IN_CONVERSATION = 20;
/** The calendar has the newest conversations with lessons, and the newest lessons of these. */
const MAX_CONVERSATIONS = 200;
const MAX_IN_CALENDAR = 400;

const teacher = alias(users, "teacher");
const learner = alias(users, "learner");

/** What notices and calendars say of a listing; null in a row whose listing was erased. */
export const LESSON_LISTING = {
  id: listings.id,
  title: listings.title,
  price: listings.price,
  trial: listings.trial,
  sessionMinutes: listings.sessionMinutes,
  county: listings.county,
  neighbourhood: listings.neighbourhood,
  locations: listings.locations,
};

type AppointmentRow = typeof appointments.$inferSelect;

/** An appointment as one side sees it. */
export const toAppointmentView = ({ now }: Ctx, side: Side, row: AppointmentRow) => ({
  ...row,
  side,
  /** The stored state, which the guards of writes compare. */
  storedState: row.state,
  state: getAppointmentState(row, now),
  /** Whether the reader proposed it. */
  isOwn: row.proposedBy === side,
  /** What the reader said about it. */
  tookPlace: side === "teacher" ? row.teacherTookPlace : row.learnerTookPlace,
});
export type AppointmentView = ReturnType<typeof toAppointmentView>;

/** A side sees what it proposed, and what the other one could deliver. */
const isVisibleToSql = (side: Side | SQL): SQL =>
  sql`(${appointments.proposedBy} = ${side} or not ${appointments.isUndelivered})`;

/**
 * The id of the appointment of a row of `enquiries` that a list shows to this side: what is proposed for a time after
 * `now` (ms), else what is agreed, else the newest lesson, else the newest proposal; null without one.
 */
export const newestAppointmentSql = (side: Side, now: number): SQL =>
  sql.raw(
    `(select id from appointments where enquiry_id = enquiries.id and (proposed_by = '${side}' or not is_undelivered)
      order by state = 'proposed' and times ->> '$[#-1]' > ${now} desc, state = 'accepted' desc, time is null, created_ts desc, id desc limit 1)`,
  );

/** The appointments of a conversation that its reader sees, newest first. */
export async function listAppointments(
  ctx: Ctx,
  { id, side }: Pick<EnquiryView, "id" | "side">,
): Promise<AppointmentView[]> {
  const rows = await ctx.db
    .select()
    .from(appointments)
    .where(and(eq(appointments.enquiryId, id), isVisibleToSql(side)))
    .orderBy(desc(appointments.createdTs), desc(appointments.id))
    .limit(MAX_IN_CONVERSATION);
  return rows.map((row) => toAppointmentView(ctx, side, row));
}

/**
 * An appointment with its conversation, for a participant: guests by the token of their link. Null for others.
 * @throws Refused `unauthenticated` without an account or a token.
 */
export async function findAppointment(
  ctx: Ctx,
  id: string,
  token?: string,
): Promise<{ appointment: AppointmentView; enquiry: EnquiryView } | null> {
  const [row] = await ctx.db.select().from(appointments).where(eq(appointments.id, id)).limit(1);
  const enquiry = row ? await findEnquiryForReader(ctx, row.enquiryId, token) : null;
  if (!row || !enquiry) return null;
  const appointment = toAppointmentView(ctx, enquiry.side, row);
  return appointment.isOwn || !appointment.isUndelivered ? { appointment, enquiry } : null;
}

/** The stored open appointments of a conversation: what is proposed, and the accepted lesson that it would move. */
export async function findOpenAppointments(ctx: Ctx, enquiryId: string) {
  const rows = await ctx.db
    .select()
    .from(appointments)
    .where(
      and(eq(appointments.enquiryId, enquiryId), sql`${appointments.state} in ('proposed', 'accepted')`),
    );
  const find = (state: AppointmentRow["state"]) => rows.find((row) => row.state === state) ?? null;
  return { proposed: find("proposed"), accepted: find("accepted") };
}

/** The appointments of a user in both roles, newest first, each with the other side's name. */
export async function listOwnAppointments(ctx: Ctx, userId: string) {
  const side = sql`iif(${enquiries.teacherId} = ${userId}, 'teacher', 'learner')`;
  const rows = await ctx.db
    .select({
      appointment: appointments,
      isTeacher: sql<number>`${enquiries.teacherId} = ${userId}`,
      guestName: enquiries.guestName,
      listing: LESSON_LISTING,
      learnerWho: enquiries.learnerWho,
      birthDate: learner.birthDate,
      teacher: { firstName: teacher.firstName, lastName: teacher.lastName },
      learner: { firstName: learner.firstName, lastName: learner.lastName },
    })
    .from(enquiries)
    .innerJoin(appointments, eq(appointments.enquiryId, enquiries.id))
    .leftJoin(listings, eq(listings.id, enquiries.listingId))
    .leftJoin(teacher, eq(teacher.id, addressedTeacherSql))
    .leftJoin(learner, eq(learner.id, enquiries.learnerId))
    .where(
      and(
        // One index for each role.
        sql`${enquiries.id} in (select id from (
          select id, lesson_ts from enquiries where teacher_id = ${userId} and lesson_ts is not null
          union all select id, lesson_ts from enquiries where learner_id = ${userId} and lesson_ts is not null)
          order by lesson_ts desc limit ${MAX_CONVERSATIONS})`,
        isVisibleToSql(side),
      ),
    )
    .orderBy(desc(appointments.createdTs), desc(appointments.id))
    .limit(MAX_IN_CALENDAR);
  return rows.map(({ appointment, isTeacher, guestName, listing, learnerWho, birthDate, ...people }) => {
    const ownSide: Side = isTeacher ? "teacher" : "learner";
    return {
      ...toAppointmentView(ctx, ownSide, appointment),
      listing,
      learnerWho,
      isLearnerMinor: isMinor(birthDate, ctx.now),
      with: isTeacher
        ? (guestName ?? formatSideName(ctx.t, "learner", people.learner))
        : formatSideName(ctx.t, "teacher", people.teacher),
    };
  });
}
export type CalendarEntry = Awaited<ReturnType<typeof listOwnAppointments>>[number];

/**
 * An agreed lesson at the time of another one, or a time that its teacher, or in a calendar its user, proposed and
 * that is open.
 */
export type Overlap = {
  /** The other appointment. */
  id: string;
  enquiryId: string;
  /** The start (ms) that was asked about. */
  time: number;
  /** The start (ms) of the other lesson. */
  otherTime: number;
  with: string;
  isAgreed: boolean;
};

/** What else the teacher of an enquiry has at these starts (ms), the agreed lessons first. */
export async function listOverlaps(
  ctx: Ctx,
  { id, teacherId }: Pick<EnquiryView, "id" | "teacherId">,
  { times, minutes }: { times: readonly number[]; minutes: number },
): Promise<Overlap[]> {
  if (teacherId === null || times.length === 0) return [];
  const others = await ctx.db
    .select({
      id: appointments.id,
      enquiryId: enquiries.id,
      times: appointments.times,
      time: appointments.time,
      minutes: appointments.minutes,
      guestName: enquiries.guestName,
      learner: { firstName: learner.firstName, lastName: learner.lastName },
    })
    .from(enquiries)
    .innerJoin(appointments, eq(appointments.enquiryId, enquiries.id))
    .leftJoin(learner, eq(learner.id, enquiries.learnerId))
    .where(
      and(
        eq(enquiries.teacherId, teacherId),
        gt(enquiries.lessonTs, Math.min(...times)),
        ne(enquiries.id, id),
        or(
          eq(appointments.state, "accepted"),
          and(eq(appointments.state, "proposed"), eq(appointments.proposedBy, "teacher")),
        ),
      ),
    )
    .orderBy(asc(appointments.state));
  return others.flatMap(({ guestName, ...other }) =>
    (other.time === null ? other.times.filter((start) => start > ctx.now) : [other.time]).flatMap(
      (otherTime) =>
        times
          .filter((time) => isOverlapping({ time, minutes }, { time: otherTime, minutes: other.minutes }))
          .map((time) => ({
            id: other.id,
            enquiryId: other.enquiryId,
            time,
            otherTime,
            with: guestName ?? formatSideName(ctx.t, "learner", other.learner),
            isAgreed: other.time !== null,
          })),
    ),
  );
}

/** Whether the reader of an enquiry may agree on lessons in it. */
export const findAppointmentRefusal = (
  enquiry: Pick<EnquiryView, "hasBothSides" | "isOtherClosed" | "state" | "hasBlocked">,
): string | null =>
  !enquiry.hasBothSides
    ? "account_erased"
    : enquiry.isOtherClosed
      ? "recipient_closed"
      : enquiry.state === "spam"
        ? "enquiry_closed"
        : enquiry.hasBlocked
          ? "person_blocked"
          : null;

/** Guard: what `findAppointmentRefusal` asks, in the batch, and the other side's block is as it was read. */
export const allowsAppointmentsSql = ({ id, side, isBlocked }: EnquiryView): SQL => {
  const [own, other] =
    side === "teacher"
      ? [enquiries.teacherBlockedTs, enquiries.learnerBlockedTs]
      : [enquiries.learnerBlockedTs, enquiries.teacherBlockedTs];
  return sql`exists (select 1 from ${enquiries} where ${and(
    eq(enquiries.id, id),
    ne(enquiries.state, "spam"),
    sql`coalesce(${enquiries.teacherId}, ${enquiries.undeliveredTeacherId}) is not null`,
    or(sql`${enquiries.learnerId} is not null`, sql`${enquiries.guestEmail} is not null`),
    sql`${own} is null`,
    isBlocked ? sql`${other} is not null` : sql`${other} is null`,
  )})`;
};
