import { and, eq, inArray, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { type PageCursors, paginateByTime } from "@/db/paginate-by-time";
import { users, verifications } from "@/db/schema";

/** Requests of one teacher on a page: more than teachers have. */
const MAX_OWN = 100;

export type Verification = typeof verifications.$inferSelect;

/** Condition: the request waits for a decision. */
export const isPendingVerificationSql: SQL = eq(verifications.state, "pending");

/** A request in any state, without an access check. */
export async function findVerification(ctx: Ctx, id: string): Promise<Verification | null> {
  const [row] = await ctx.db.select().from(verifications).where(eq(verifications.id, id));
  return row ?? null;
}

/** A page of a user's requests, the newest first. */
export async function listUserVerifications(ctx: Ctx, userId: string, cursors: PageCursors = {}) {
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

/** Requests of these ids with their teachers and the admins who decided, in the order of the ids. */
export async function listModeratedVerifications(ctx: Ctx, ids: readonly string[]) {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({
      verification: verifications,
      user: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        locale: users.locale,
      },
      decider: { id: decider.id, firstName: decider.firstName, lastName: decider.lastName },
    })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.userId))
    .leftJoin(decider, eq(decider.id, verifications.decidedBy))
    .where(inArray(verifications.id, ids));
  const rowById = new Map(rows.map((row) => [row.verification.id, row]));
  return ids.flatMap((id) => rowById.get(id) ?? []);
}

export type ModeratedVerification = Awaited<ReturnType<typeof listModeratedVerifications>>[number];

/** A request with its teacher and the admin who decided, for admins. */
export const findModeratedVerification = async (
  ctx: Ctx,
  id: string,
): Promise<ModeratedVerification | null> => (await listModeratedVerifications(ctx, [id]))[0] ?? null;
