import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";

/**
 * Condition: the visiting admin is not the only one, so another admin can decide about what is the admin's own. A site's
 * only admin decides about everything.
 */
export const otherAdminExistsSql: SQL = sql`(select count(*) > 1 from users admin where admin.role = 'a' and admin.disabled_ts is null)`;

/** Whether what belongs to `ownerId` is the visiting admin's own, and left to another admin. */
export async function isLeftToOthers({ db, user }: Ctx, ownerId: string | undefined): Promise<boolean> {
  if (user === null || user.id !== ownerId) return false;
  const { found } = await db.get<{ found: number }>(sql`select ${otherAdminExistsSql} as found`);
  return found === 1;
}
