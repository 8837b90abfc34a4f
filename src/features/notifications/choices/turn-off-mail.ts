import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import type { NotificationKind } from "@/shared/codes";

/** Turns off mail of a kind to a user. A second call changes nothing. */
export async function turnOffMail(ctx: Ctx, userId: string, kind: NotificationKind): Promise<void> {
  const added = sql<NotificationKind[]>`json_insert(${users.mailOff}, '$[#]', ${kind})`;
  const isOnSql = sql`not exists (select 1 from json_each(${users.mailOff}) where value = ${kind})`;
  await ctx.commit([
    ctx.db
      .update(users)
      .set({ mailOff: added })
      .where(and(eq(users.id, userId), isOnSql)),
  ]);
}
