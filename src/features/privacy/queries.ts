import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { otherAdminCreatorExistsSql } from "@/auth/other-admin-creator";
import type { Ctx, SignedInUser } from "@/context";
import { auditSubject } from "@/db/audit";
import { auditLog, listings, orders, settingVersions, users } from "@/db/schema";
import { isEnquirySentBySql } from "@/features/enquiries";
import { selectRequestSubjectsSql } from "@/features/requests";
import { isTeacherReviewEventSql, selectWrittenReviewSubjectsSql } from "@/features/reviews";
import { selectTestimonialSubjectsSql } from "@/features/testimonials";
import { selectVerificationSubjectsSql } from "@/features/verifications";
import { toTimestampJson } from "@/shared/format";

/** The language of a user's mail; null if the user does not exist. */
export async function findUserLocale(ctx: Ctx, userId: string) {
  const [row] = await ctx.db
    .select({ locale: users.locale })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  return row?.locale ?? null;
}

/** Whether the user exists and its row meets `condition`. */
export async function hasUserWhere(ctx: Ctx, userId: string, condition: SQL): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), condition))
    .limit(1);
  return row !== undefined;
}

/** Whether no other enabled account may create admins. */
export const isLastAdminCreator = (ctx: Ctx, userId: string): Promise<boolean> =>
  hasUserWhere(ctx, userId, sql`not ${otherAdminCreatorExistsSql}`);

/** Counts of the rows stored about a user, by section of the privacy page. */
export async function countStoredRows(ctx: Ctx, userId: string) {
  const count = (from: string, condition: SQL) =>
    sql<number>`(select count(*) from ${sql.raw(from)} where ${condition})`;
  const [row] = await ctx.db
    .select({
      listings: count("listings", sql`owner_id = ${userId}`),
      enquiries: count("enquiries", sql`teacher_id = ${userId} or ${isEnquirySentBySql(userId)}`),
      orders: count("orders", sql`buyer_id = ${userId}`),
      sessions: count("sessions", sql`user_id = ${userId}`),
    })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? { listings: 0, enquiries: 0, orders: 0, sessions: 0 };
}

export type StoredCounts = Awaited<ReturnType<typeof countStoredRows>>;

/** Events by visitors without an account and by jobs have no actor. */
const UNKNOWN_ACTOR = "a visitor without an account, or the site";

/** Audit events by a user or about their data, as JSON for their export. */
export async function exportAuditLog(ctx: Ctx, user: SignedInUser) {
  const userId = user.id;
  const ownListings = ctx.db
    .select({ subject: sql<string>`'listing:' || ${listings.id}` })
    .from(listings)
    .where(eq(listings.ownerId, userId));
  const ownOrders = ctx.db
    .select({ subject: sql<string>`'order:' || ${orders.id}` })
    .from(orders)
    .where(eq(orders.buyerId, userId));
  const isAboutOwnReviewSql = isTeacherReviewEventSql(userId);
  const { actorId, ts, action, subject, detail } = auditLog;
  const rows = await ctx.db
    .select({ actorId, ts, action, subject, detail, hidesActor: sql<number>`${isAboutOwnReviewSql}` })
    .from(auditLog)
    .where(
      or(
        eq(auditLog.actorId, userId),
        eq(auditLog.subject, auditSubject("user", userId)),
        inArray(auditLog.subject, ownListings),
        inArray(auditLog.subject, ownOrders),
        sql`${auditLog.subject} in ${selectTestimonialSubjectsSql(userId)}`,
        sql`${auditLog.subject} in ${selectRequestSubjectsSql(userId)}`,
        sql`${auditLog.subject} in ${selectWrittenReviewSubjectsSql(ctx, user)}`,
        isAboutOwnReviewSql,
        sql`${auditLog.subject} in ${selectVerificationSubjectsSql(userId)}`,
      ),
    )
    .orderBy(asc(auditLog.ts), asc(auditLog.id));
  return rows.map(({ actorId, ts, action, subject, detail, hidesActor }) => ({
    ts: toTimestampJson(ts),
    ...(actorId === userId
      ? { by: "you" }
      : hidesActor
        ? {}
        : { by: actorId === null ? UNKNOWN_ACTOR : "another user" }),
    action,
    subject,
    detail,
  }));
}

/** Versions of settings documents that a user saved as an admin, as JSON for their export. */
export async function exportSettingVersions(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(settingVersions)
    .where(eq(settingVersions.actorId, userId))
    .orderBy(asc(settingVersions.ts));
  return rows.map(({ path, version, value, ts }) => ({ path, version, value, ts: toTimestampJson(ts) }));
}
