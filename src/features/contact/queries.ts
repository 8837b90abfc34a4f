import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { contactMessages } from "@/db/schema";

/** Condition: the message is open. The index of `contact_messages` by age serves it. */
export const isOpenContactMessageSql: SQL = isNull(contactMessages.closedTs);

/** Closes a message at `closedTs` (ms), or opens it again (null), if `guard` holds. */
export const setContactMessageClosedStatement = (
  { db }: Pick<Ctx, "db">,
  id: string,
  closedTs: number | null,
  guard: SQL,
): Statement =>
  db
    .update(contactMessages)
    .set({ closedTs })
    .where(and(eq(contactMessages.id, id), guard));

/** Condition: the message was sent with the user's account, or from its verified address without signing in. */
export const isSentByUserSql = (userId: string): SQL => sql`(${contactMessages.userId} = ${userId}
  or ${contactMessages.email} = (select email from users where id = ${userId} and email_verified_ts is not null))`;

/** A message's sender, when it was stored (ms), and whether the sender gets a copy; undefined if it doesn't exist. */
export async function findStoredContactMessage({ db }: Pick<Ctx, "db">, id: string) {
  const { email, createdTs, isCopied } = contactMessages;
  const [row] = await db
    .select({ email, createdTs, isCopied })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  return row;
}

/** A message in any state, for admins; null if it doesn't exist. */
export async function findContactMessage(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const { name, email, subject, message, locale } = contactMessages;
  const [row] = await ctx.db
    .select({ name, email, subject, message, locale })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  return row ?? null;
}
