import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { readNotes } from "./find-follow-up";
import { type FollowUpRow, readKey } from "./row";
import { readOpenRows } from "./statements";

/**
 * A row by its key, for admins: the present entry, or the last noted one if it has left the queue. Null for an unknown
 * key.
 */
export async function findFollowUpRow(ctx: Ctx, key: string): Promise<FollowUpRow | null> {
  requireAdmin(ctx);
  if (!readKey(key)) return null;
  const [standing] = await readOpenRows(ctx, [key]);
  if (standing) return standing;
  const [noted] = await readNotes(ctx, sql`note.key = ${key}`, 1);
  return noted ?? null;
}

/** Upper bound of the list of admins. */
const ADMINS = 200;

/** Admins who may own a row. */
export const findAdmins = (ctx: Ctx) => {
  requireAdmin(ctx);
  const { id, firstName, lastName, role, disabledTs } = users;
  return ctx.db
    .select({ id, firstName, lastName })
    .from(users)
    .where(and(eq(role, "a"), isNull(disabledTs)))
    .orderBy(asc(firstName), asc(lastName), asc(id))
    .limit(ADMINS);
};

export type Admins = Awaited<ReturnType<typeof findAdmins>>;
