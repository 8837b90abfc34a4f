import { and, desc, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { auditLog, orders, sessions, users } from "@/db/schema";
import {
  findPerson,
  findUndo,
  isOwnReportEventSql,
  reportsAboutUserSql,
  toUndo,
} from "@/features/moderation";
import { isOwnReviewSql } from "@/features/reviews";
import { paths } from "@/shared/paths";
import { findUserRecords } from "./find-user-records";
import { AUDIT_COLUMNS } from "./list-audit-events";
import { listSubjectTitles } from "./list-subject-titles";
import { DISABLING_UNDO, ENABLING_UNDO } from "./undo-disabling";

const MAX_EVENTS = 50;
/** Counts above this are shown as "more than". */
export const MAX_USER_COUNT = 1000;

/** What the admin page shows about a user; null if there is no such user. */
export async function findUserDetails(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const { passwordHash } = users;
  const [[user], [counts]] = await ctx.db.batch([
    ctx.db
      .select({
        id: users.id,
        email: users.email,
        emailVerifiedTs: users.emailVerifiedTs,
        hasPassword: sql<number>`${passwordHash} is not null`,
        role: users.role,
        firstName: users.firstName,
        lastName: users.lastName,
        birthDate: users.birthDate,
        signupTs: users.signupTs,
        disabledTs: users.disabledTs,
        disabledBy: users.disabledBy,
        canCreateAdmin: users.canCreateAdmin,
        locale: users.locale,
        mailOff: users.mailOff,
        lastSeenTs: sql<
          number | null
        >`(select max(${sessions.lastSeenTs}) from ${sessions} where ${eq(sessions.userId, id)})`,
      })
      .from(users)
      .where(eq(users.id, id)),
    ctx.db
      .select({
        orders: sql<number>`(select count(*) from (select 1 from ${orders}
          where ${eq(orders.buyerId, id)} limit ${MAX_USER_COUNT + 1}))`,
      })
      .from(sql`(select 1)`),
  ]);
  const [person, disabling, enabling] = await Promise.all([
    findPerson(ctx, id),
    findUndo(ctx, DISABLING_UNDO, id),
    findUndo(ctx, ENABLING_UNDO, id),
  ]);
  if (!user || !counts || !person) return null;
  return {
    user: { ...user, hasPassword: user.hasPassword === 1 },
    person,
    /** The undo of the last time that an admin disabled or enabled the account. */
    undo: disabling.ok
      ? toUndo(paths.adminUserAction(id, "undo-disabling"), disabling.value)
      : enabling.ok
        ? toUndo(paths.adminUserAction(id, "undo-enabling"), enabling.value)
        : null,
    records: await findUserRecords(ctx, { ...user, emailVerified: user.emailVerifiedTs !== null }),
    counts,
    // Not in the batch: D1 returns its rows by column name, and two columns here have the same name.
    history: await listUserEvents(ctx, id),
  };
}

/** The newest records of each kind whose events are in the history. */
const MAX_RECORDS = 50;

/** What was reported, decided, paid back and disputed; of the account itself, all events are in the history. */
const HISTORY_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  listing: [
    "reported",
    "reports_upheld",
    "reports_dismissed",
    "rejected",
    "revision_rejected",
    "suspended",
    "removed",
    "reinstated",
    "decision_undone",
    "objected",
    "objection_accepted",
    "objection_declined",
  ],
  enquiry: [
    "reported",
    "reports_upheld",
    "reports_dismissed",
    "decision_undone",
    "warned",
    "blocked",
    "unblocked",
    "stop_lifted",
    "state_set",
  ],
  order: [
    "paid",
    "refunded",
    "partially_refunded",
    "disputed",
    "dispute_won",
    "dispute_lost",
    "withdrawn",
    "revoked",
  ],
  review: [
    "reported",
    "reports_dismissed",
    "rejected",
    "removed",
    "objected",
    "dismissal_objected",
    "objection_declined",
    "decision_undone",
  ],
  verification: ["requested", "approved", "rejected", "withdrawn", "decision_undone"],
};
const NAMED_ACTIONS = Object.entries(HISTORY_ACTIONS).flatMap(([kind, names]) =>
  names.map((name) => `${kind}.${name}`),
);

/** Events of reports, of which the user is the reported person or the reporter. */
const REPORT_EVENT = /^(listing|enquiry)\.report(ed|s_)/;

/**
 * The latest events about a user: the account, their listings, orders, documents, reviews and reported conversations, and
 * what became of the reports that they sent. An admin does not learn who reviewed or reported them.
 */
async function listUserEvents(ctx: Ctx, id: string) {
  const admin = requireAdmin(ctx);
  const newest = (kind: string, ids: SQL) =>
    sql`select ${`${kind}:`} || id from (${ids} limit ${MAX_RECORDS})`;
  const own = sql`(
    ${newest("listing", sql`select id from listings where owner_id = ${id} order by num desc`)}
    union all ${newest("order", sql`select id from orders where buyer_id = ${id} order by created_ts desc`)}
    union all ${newest("verification", sql`select id from verifications where user_id = ${id} order by created_ts desc`)}
    union all ${newest(
      "review",
      sql`select id from reviews where id in (select id from reviews where teacher_id = ${id}
        union all select id from reviews where learner_id = ${id})
        and not ${isOwnReviewSql(ctx, admin)} order by created_ts desc`,
    )}
    union all ${newest(
      "enquiry",
      sql`select distinct enquiry_id as id from reports
        where enquiry_id is not null and id in ${reportsAboutUserSql(id)} order by created_ts desc`,
    )})`;
  const reported = sql`(select iif(enquiry_id is null, 'listing:' || listing_id, 'enquiry:' || enquiry_id)
    from reports where reporter_id = ${id} order by created_ts desc limit ${MAX_RECORDS})`;
  const isAboutSql = sql<number>`case substr(${auditLog.subject}, 1, 8)
    when 'listing:' then exists (select 1 from listings where id = substr(${auditLog.subject}, 9) and owner_id = ${id})
    else exists (select 1 from enquiries where id = substr(${auditLog.subject}, 9)
      and iif(${auditLog.detail} ->> 'side' = 'teacher', coalesce(teacher_id, undelivered_teacher_id), learner_id) = ${id})
    end`;
  const found = await ctx.db
    .select({ ...AUDIT_COLUMNS, isAbout: isAboutSql })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        not(isOwnReportEventSql(admin)),
        or(
          eq(auditLog.subject, auditSubject("user", id)),
          and(sql`${auditLog.subject} in ${own}`, inArray(auditLog.action, NAMED_ACTIONS)),
          and(
            sql`${auditLog.subject} in ${reported}`,
            sql`(${auditLog.action} like '%.reports!_%' escape '!'
              or (${auditLog.action} like '%.reported' and ${auditLog.actorId} = ${id}))`,
          ),
        ),
      ),
    )
    .orderBy(desc(auditLog.ts), desc(auditLog.id))
    .limit(MAX_EVENTS);
  const events = found.map(({ isAbout, ...event }) =>
    REPORT_EVENT.test(event.action)
      ? { ...event, detail: { ...event.detail, side: isAbout ? "about" : "by" } }
      : event,
  );
  return { events, titles: await listSubjectTitles(ctx, events) };
}

export type UserDetails = NonNullable<Awaited<ReturnType<typeof findUserDetails>>>;

/** The state of an account that decides which actions it allows. */
export async function findAccountStatus(ctx: Ctx, id: string) {
  const [user] = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      emailVerifiedTs: users.emailVerifiedTs,
      passwordHash: users.passwordHash,
      role: users.role,
      birthDate: users.birthDate,
      disabledTs: users.disabledTs,
      disabledBy: users.disabledBy,
      canCreateAdmin: users.canCreateAdmin,
      locale: users.locale,
    })
    .from(users)
    .where(eq(users.id, id))
    .limit(1);
  return user ?? null;
}

export type AccountStatus = NonNullable<Awaited<ReturnType<typeof findAccountStatus>>>;
