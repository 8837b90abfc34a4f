import { and, desc, eq, gte, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { SUBJECT_KINDS } from "@/db/audit";
import { paginateByTime } from "@/db/paginate-by-time";
import { auditLog, users } from "@/db/schema";
import { isOwnReportEventSql } from "@/features/moderation";
import { isOwnReviewEventSql } from "@/features/reviews";
import { addDays, startOfDay } from "@/shared/dates";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";

export type AuditFilter = {
  /** The beginning of an action; empty for all. */
  action: string;
  /** Id or email address of the actor; empty for all actors. */
  actor: string;
  /** The affected record as `listing:{id}`, or its id alone; empty for all records. */
  subject: string;
  /** First and last day; empty for no bound. */
  from: string;
  to: string;
};

const PAGE = 50;
/** Events read for a page if no index covers the whole filter. */
const WINDOW = 300;

/**
 * Lists audit events, newest first, without those about reports and reviews that another admin decides. A page reads at
 * most WINDOW events, so it may hold few matches or none although `next` is set. `after` is the `next` of the
 * previous page; an invalid value means the first page.
 */
export async function listAuditEvents(
  ctx: Ctx,
  { action, actor, subject, from, to }: AuditFilter,
  after: string | undefined,
) {
  const admin = requireAdmin(ctx);
  const actorId = actor === "" ? null : await findActorId(ctx, actor);
  const fullSubject = subject === "" ? null : await findSubject(ctx, subject);
  if (actorId === undefined || fullSubject === undefined) return { events: [], next: null };

  // A cursor is within the period. With two upper bounds, SQLite may begin each page at the end of the period.
  const isFirstPage = parseTimeCursor(after) === null;
  const period = and(
    from === "" ? undefined : gte(auditLog.ts, startOfDay(from)),
    to === "" || !isFirstPage ? undefined : lt(auditLog.ts, startOfDay(addDays(to, 1))),
  );
  // The index of actors has no time: it would read all events after the period.
  const isByActor = fullSubject === null && actorId !== null && from === "" && to === "";
  const size = action === "" && (actorId === null || isByActor) ? PAGE : WINDOW;
  const { where, orderBy } = isByActor
    ? byActor(actorId, after)
    : byTime(and(period, bySubject(fullSubject)), after);
  const found = await ctx.db
    .select(AUDIT_COLUMNS)
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(where, not(isOwnReportEventSql(admin)), not(isOwnReviewEventSql(ctx, admin))))
    .orderBy(...orderBy)
    .limit(size + 1);
  const read = found.slice(0, size);
  const matching = read.filter(
    (event) => event.action.startsWith(action) && (actorId === null || event.actorId === actorId),
  );
  const events = matching.slice(0, PAGE);
  const last = matching.length > PAGE ? events.at(-1) : found.length > size ? read.at(-1) : undefined;
  return { events, next: last ? formatTimeCursor(last) : null };
}

export type ListedAuditEvents = Awaited<ReturnType<typeof listAuditEvents>>;

const bySubject = (subject: string | null) => (subject === null ? undefined : eq(auditLog.subject, subject));

function byTime(
  condition: SQL | undefined,
  after: string | undefined,
): { where: SQL | undefined; orderBy: SQL[] } {
  const page = paginateByTime({ ts: auditLog.ts, id: auditLog.id, size: PAGE }, { after });
  return { where: and(condition, page.within), orderBy: page.orderBy };
}

/** The index of actors has no time, but its rows are in the order of insertion. */
function byActor(actorId: string, after: string | undefined): { where: SQL | undefined; orderBy: SQL[] } {
  const cursor = parseTimeCursor(after);
  const afterCursor = cursor
    ? sql`audit_log.rowid < coalesce((select rowid from audit_log last where last.id = ${cursor.id}), 9e15)`
    : undefined;
  return { where: and(eq(auditLog.actorId, actorId), afterCursor), orderBy: [desc(sql`audit_log.rowid`)] };
}

/** Undefined for an address without an account. */
async function findActorId(ctx: Ctx, actor: string): Promise<string | undefined> {
  if (!actor.includes("@")) return actor;
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, actor.toLowerCase()));
  return user?.id;
}

/** The full subject; an id alone is looked up among all kinds. Undefined if the log has no event about it. */
async function findSubject(ctx: Ctx, subject: string): Promise<string | undefined> {
  if (subject.includes(":")) return subject;
  const candidates = SUBJECT_KINDS.map((kind) => `${kind}:${subject}`);
  const [found] = await ctx.db
    .select({ subject: auditLog.subject })
    .from(auditLog)
    .where(inArray(auditLog.subject, candidates))
    .limit(1);
  return found?.subject;
}

/** The columns of an `AuditEvent`, for a query that joins the actor from `users`. */
export const AUDIT_COLUMNS = {
  id: auditLog.id,
  ts: auditLog.ts,
  action: auditLog.action,
  subject: auditLog.subject,
  detail: auditLog.detail,
  actorId: auditLog.actorId,
  actor: { id: users.id, firstName: users.firstName, lastName: users.lastName },
};

export type AuditEvent = {
  id: string;
  ts: number;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
  actorId: string | null;
  actor: { id: string; firstName: string; lastName: string } | null;
};
