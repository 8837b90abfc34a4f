import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { isSetAsideSql } from "@/db/follow-up-notes";
import { type PageCursors, paginateByTime } from "@/db/paginate-by-time";
import { users, verifications } from "@/db/schema";
import type { VerificationState } from "@/shared/codes";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";

const PAGE_SIZE = 20;
/** Requests of one teacher on a page: more than teachers have. */
const MAX_OWN = 100;

export type Verification = typeof verifications.$inferSelect;

/** Condition: the request waits for a decision. */
export const isPendingVerificationSql: SQL = eq(verifications.state, "pending");

/** A request in any state, without an access check. */
export async function findVerification(ctx: Pick<Ctx, "db">, id: string): Promise<Verification | null> {
  const [row] = await ctx.db.select().from(verifications).where(eq(verifications.id, id));
  return row ?? null;
}

/** A page of a user's requests, the newest first. */
export async function listUserVerifications(ctx: Pick<Ctx, "db">, userId: string, cursors: PageCursors = {}) {
  const { createdTs, id } = verifications;
  const page = paginateByTime({ ts: createdTs, id, size: MAX_OWN }, cursors);
  const rows = await ctx.db
    .select()
    .from(verifications)
    .where(and(eq(verifications.userId, userId), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.toPage(rows, (row) => ({ ts: row.createdTs, id: row.id }));
}

const decider = alias(users, "decider");

const selectWithUsers = ({ db, now }: Ctx) =>
  db
    .select({
      verification: verifications,
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      decider: { firstName: decider.firstName, lastName: decider.lastName },
      isSetAside: isSetAsideSql(
        now,
        "verifications_pending",
        sql`${verifications.id}`,
        sql`${verifications.createdTs}`,
      ),
    })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.userId))
    .leftJoin(decider, eq(decider.id, verifications.decidedBy));

/** A request with its teacher and the admin who decided, for admins. */
export async function findVerificationForReview(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const [row] = await selectWithUsers(ctx).where(eq(verifications.id, id));
  return row ?? null;
}

export type ReviewedVerification = NonNullable<Awaited<ReturnType<typeof findVerificationForReview>>>;

/**
 * A page of the requests in one state, for admins: pending ones oldest first, others newest first. `after` is the `next`
 * of the previous page; an invalid value means the first page.
 */
export async function listVerificationsInState(
  ctx: Ctx,
  state: VerificationState,
  after: string | undefined,
) {
  requireAdmin(ctx);
  const { createdTs, id } = verifications;
  const cursor = parseTimeCursor(after);
  const isOldestFirst = state === "pending";
  const isAfterCursorSql = cursor
    ? sql`(${createdTs}, ${id}) ${sql.raw(isOldestFirst ? ">" : "<")} (${cursor.ts}, ${cursor.id})`
    : undefined;
  const found = await selectWithUsers(ctx)
    .where(and(eq(verifications.state, state), isAfterCursorSql))
    .orderBy(...(isOldestFirst ? [asc(createdTs), asc(id)] : [desc(createdTs), desc(id)]))
    .limit(PAGE_SIZE + 1);
  const rows = found.slice(0, PAGE_SIZE);
  const last = rows.at(-1)?.verification;
  return {
    rows,
    next: found.length > PAGE_SIZE && last ? formatTimeCursor({ ts: last.createdTs, id: last.id }) : null,
  };
}

export type VerificationQueuePage = Awaited<ReturnType<typeof listVerificationsInState>>;
