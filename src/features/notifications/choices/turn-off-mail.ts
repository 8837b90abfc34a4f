import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { isMailOnSql } from "@/features/mail";
import type { NotificationKind } from "@/shared/codes";
import { newsConsentStatement } from "./news-consent-statement";

/** Turns off mail of a kind to a user. A second call changes nothing. */
export async function turnOffMail(ctx: Ctx, userId: string, kind: NotificationKind): Promise<void> {
  const added = sql<NotificationKind[]>`json_insert(${users.mailOff}, '$[#]', ${kind})`;
  await ctx.commit([
    ...(kind === "news" ? [newsConsentStatement(ctx, userId, false)] : []),
    ctx.db
      .update(users)
      .set({ mailOff: added })
      .where(and(eq(users.id, userId), isMailOnSql(kind))),
  ]);
}
