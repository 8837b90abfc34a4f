import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { contactMessages } from "@/db/schema";

/** Open messages; a condition on `contact_messages`, served by its index by age. */
export const openContactMessages: SQL = isNull(contactMessages.closedTs);

/** Closes an open message, if `guard` holds. */
export const closeContactMessage = (
  { db, now }: Pick<Ctx, "db" | "now">,
  id: string,
  guard: SQL,
): Statement =>
  db
    .update(contactMessages)
    .set({ closedTs: now })
    .where(and(eq(contactMessages.id, id), openContactMessages, guard));

/** Reopens a message, if `guard` holds. */
export const reopenContactMessage = ({ db }: Pick<Ctx, "db">, id: string, guard: SQL): Statement =>
  db
    .update(contactMessages)
    .set({ closedTs: null })
    .where(and(eq(contactMessages.id, id), isNotNull(contactMessages.closedTs), guard));

/**
 * A user's messages: sent with the account, or without one from the account's verified address. A condition on
 * `contact_messages`.
 */
export const writtenBy = (userId: string): SQL => sql`(${contactMessages.userId} = ${userId}
  or ${contactMessages.email} = (select email from users where id = ${userId} and email_verified_ts is not null))`;

/** When a message was stored (ms), by its id; null if it doesn't exist. */
export async function findContactTime({ db }: Pick<Ctx, "db">, id: string): Promise<number | null> {
  const [found] = await db
    .select({ ts: contactMessages.createdTs })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  return found?.ts ?? null;
}

/** A message in any state, for admins; null if it doesn't exist. */
export async function findContactMessage(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const { name, email, subject, message, locale } = contactMessages;
  const [found] = await ctx.db
    .select({ name, email, subject, message, locale })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  return found ?? null;
}
