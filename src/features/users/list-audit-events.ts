import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { paginateByTime } from "@/db/paginate-by-time";
import { auditLog, users } from "@/db/schema";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";

/** The kinds of subjects: the part of a subject before the colon. */
const SUBJECT_KINDS = [
  "user",
  "listing",
  "order",
  "event",
  "enquiry",
  "contact",
  "testimonial",
  "post",
  "category",
  "mail",
  "document",
] as const;

export type AuditFilter = {
  /** The beginning of an action; empty for all. */
  action: string;
  /** Id or whole e-mail address of the actor; empty for all actors. */
  actor: string;
  /** What it was done to, as `listing:{id}`, or an id alone; empty for anything. */
  subject: string;
};

const PAGE = 50;
/** Events that are read for a page where no index covers the whole filter. */
const WINDOW = 300;

/**
 * The audit log, newest first. A page reads at most WINDOW events, so it may hold few matches or none although `next`
 * leads on. `after` is the `next` of an answer; a bad one means the beginning.
 */
export async function listAuditEvents(
  ctx: Ctx,
  { action, actor, subject }: AuditFilter,
  after: string | undefined,
) {
  requireAdmin(ctx);
  const actorId = actor === "" ? null : await findActorId(ctx, actor);
  const named = subject === "" ? null : await findSubject(ctx, subject);
  if (actorId === undefined || named === undefined) return { events: [], next: null };

  const size = action === "" && (actorId === null || named === null) ? PAGE : WINDOW;
  const { where, orderBy } =
    named === null && actorId !== null ? byActor(actorId, after) : byTime(named, after);
  const found = await ctx.db
    .select(AUDIT_COLUMNS)
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(where)
    .orderBy(...orderBy)
    .limit(size + 1);
  const looked = found.slice(0, size);
  const fitting = looked.filter(
    (one) => one.action.startsWith(action) && (actorId === null || one.actorId === actorId),
  );
  const events = fitting.slice(0, PAGE);
  const last = fitting.length > PAGE ? events.at(-1) : found.length > size ? looked.at(-1) : undefined;
  return { events, next: last ? formatTimeCursor(last) : null };
}

export type AuditEvents = Awaited<ReturnType<typeof listAuditEvents>>;

function byTime(
  subject: string | null,
  after: string | undefined,
): { where: SQL | undefined; orderBy: SQL[] } {
  const page = paginateByTime({ ts: auditLog.ts, id: auditLog.id, size: PAGE }, { after });
  const where = and(subject === null ? undefined : eq(auditLog.subject, subject), page.within);
  return { where, orderBy: page.orderBy };
}

/** The index of actors holds no time, but rows in the order in which they were written. */
function byActor(actorId: string, after: string | undefined): { where: SQL | undefined; orderBy: SQL[] } {
  const from = parseTimeCursor(after);
  const behind = from
    ? sql`audit_log.rowid < coalesce((select rowid from audit_log one where one.id = ${from.id}), 9e15)`
    : undefined;
  return { where: and(eq(auditLog.actorId, actorId), behind), orderBy: [desc(sql`audit_log.rowid`)] };
}

/** Undefined for an address without an account. */
async function findActorId(ctx: Ctx, actor: string): Promise<string | undefined> {
  if (!actor.includes("@")) return actor;
  const [person] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, actor.toLowerCase()));
  return person?.id;
}

/** A subject as the log names it; an id alone is looked for among all kinds. Undefined where nothing was done to it. */
async function findSubject(ctx: Ctx, subject: string): Promise<string | undefined> {
  if (subject.includes(":")) return subject;
  const named = SUBJECT_KINDS.map((kind) => `${kind}:${subject}`);
  const [found] = await ctx.db
    .select({ subject: auditLog.subject })
    .from(auditLog)
    .where(inArray(auditLog.subject, named))
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
