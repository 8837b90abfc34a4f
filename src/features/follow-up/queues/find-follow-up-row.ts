import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { listRowsByNote, listRowsInQueue } from "./queries";
import { type FollowUpRow, parseKey } from "./row";

/**
 * A row by its key, for admins: the current entry, or the last noted one if it has left the queue. Null for an unknown
 * key.
 */
export async function findFollowUpRow(ctx: Ctx, key: string): Promise<FollowUpRow | null> {
  requireAdmin(ctx);
  if (!parseKey(key)) return null;
  const [current] = await listRowsInQueue(ctx, [key]);
  if (current) return current;
  const [noted] = await listRowsByNote(ctx, sql`note.key = ${key}`, 1);
  return noted ?? null;
}

/** Upper bound of the list of admins. */
const MAX_ADMINS = 200;

/** Admins who may own a row. */
export const listAdmins = (ctx: Ctx) => {
  requireAdmin(ctx);
  const { id, firstName, lastName, role, disabledTs } = users;
  return ctx.db
    .select({ id, firstName, lastName })
    .from(users)
    .where(and(eq(role, "a"), isNull(disabledTs)))
    .orderBy(asc(firstName), asc(lastName), asc(id))
    .limit(MAX_ADMINS);
};

export type OwnerOptions = Awaited<ReturnType<typeof listAdmins>>;
