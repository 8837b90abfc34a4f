import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { noGuard } from "@/db/guard";
import { isStopOfSideSql } from "@/db/is-stopped-by-team-sql";
import { reports } from "@/db/schema";
import { findReportedEnquiry, getAppointmentState, getOtherSide } from "@/features/enquiries";
import {
  findPerson,
  isOwnReportSql,
  listReportsAboutUser,
  loadReports,
  REPORT_RETENTION_MS,
} from "@/features/moderation";
import type { Side } from "@/shared/codes";
import { Refused } from "@/shared/errors";
import { formatFullName } from "@/shared/format";

/**
 * A conversation with its reports, its two sides and, while a report is open or was decided in the last 180 days, its
 * messages and appointments. Null for a conversation that nobody reported. For admins only.
 * @throws Refused `forbidden` (`own_conversation`) if the admin takes part in it
 */
export async function findReportedConversation(ctx: Ctx, id: string) {
  const admin = requireAdmin(ctx);
  const isOfConversationSql = eq(reports.enquiryId, id);
  const [{ open, decided, waiting }, own] = await Promise.all([
    loadReports(ctx, isOfConversationSql),
    ctx.db.$count(reports, and(isOfConversationSql, isOwnReportSql(admin))),
  ]);
  if (own > 0) throw new Refused({ code: "forbidden", reason: "own_conversation" });
  const side = (open[0] ?? decided[0])?.reportedSide;
  const found = side ? await findReportedEnquiry(ctx, id, getOtherSide(side)) : null;
  if (!side || !found) return null;
  const { enquiry } = found;
  const isReadable =
    open.length > 0 || decided.some(({ decidedTs }) => (decidedTs ?? 0) > ctx.now - REPORT_RETENTION_MS);
  const account = enquiry[side];
  // A side whose messages a decision stopped, that one first.
  const stoppedSide = [side, getOtherSide(side)].find(
    (stopped) =>
      enquiry.hasBothSides &&
      (stopped === "teacher" ? enquiry.isStoppedForLearner : enquiry.isStoppedForTeacher) === 1,
  );
  const [person, otherReports] = account
    ? await Promise.all([
        findPerson(ctx, account.id),
        listReportsAboutUser(ctx, account.id, sql`${reports.enquiryId} is not ${id}`),
      ])
    : [null, []];
  return {
    id,
    /** Conversations have no versions: a decision names the reports that were read. */
    version: 1,
    waiting,
    open,
    decided,
    enquiry,
    /** The side that the decision is about: the first open report's. Later reports of the other side wait. */
    side,
    /** Whose messages decisions stopped, and when they were made (ms), newest first; null if both may write. */
    stop: stoppedSide ? { side: stoppedSide, decided: await listStops(ctx, id, stoppedSide) } : null,
    names: { teacher: findName(ctx, "teacher", enquiry), learner: findName(ctx, "learner", enquiry) },
    /** The account of that side; null for guests and erased users. */
    person,
    /** About the same account. */
    otherReports,
    /** Whether this admin may disable that account (`changeUser`). */
    mayDisable:
      person !== null &&
      person.user.disabledBy !== "admin" &&
      (admin.canCreateAdmin || !person.user.canCreateAdmin),
    /** Where that side gets mail; null once it was erased. */
    address: account?.email ?? (side === "learner" ? enquiry.guestEmail : null),
    messages: isReadable ? found.messages : null,
    appointments: (isReadable ? found.appointments : []).map((lesson) => ({
      ...lesson,
      state: getAppointmentState(lesson, ctx.now),
    })),
  };
}

export type ReportedConversation = NonNullable<Awaited<ReturnType<typeof findReportedConversation>>>;

/** The times (ms) of the decisions in force that stopped the messages of a side, newest first. */
async function listStops(ctx: Ctx, id: string, side: Side): Promise<number[]> {
  const rows = await ctx.db
    .selectDistinct({ decidedTs: reports.decidedTs })
    .from(reports)
    .where(and(isStopOfSideSql(id, side), isNull(reports.liftedTs)))
    .orderBy(desc(reports.decidedTs));
  return rows.flatMap(({ decidedTs }) => decidedTs ?? []);
}

/** The full name, which the other side may not see. */
const findName = (
  ctx: Ctx,
  side: Side,
  { guestName, ...sides }: NonNullable<Awaited<ReturnType<typeof findReportedEnquiry>>>["enquiry"],
): string => {
  const account = sides[side];
  return account
    ? formatFullName(account)
    : ((side === "learner" ? guestName : null) ?? ctx.t("enquiries.erased.person"));
};

/** Stores that an admin read the messages: one event for each view. */
export async function recordReading(ctx: Ctx, { id, messages }: ReportedConversation): Promise<void> {
  if (messages === null) return;
  const event = { action: "enquiry.read_by_admin", subject: auditSubject("enquiry", id) } as const;
  await ctx.commit([auditEventStatement(ctx, event, noGuard)]);
}
