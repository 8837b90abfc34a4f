import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { contactMessages } from "@/db/schema";

/** Messages that nobody is done with; a condition on `contact_messages`, which its index by age serves. */
export const openContactMessages: SQL = isNull(contactMessages.closedTs);

/** Says that an admin is done with a message, if nobody said so before and `guard` holds. */
export const closeContactMessage = (
  { db, now }: Pick<Ctx, "db" | "now">,
  id: string,
  guard: SQL,
): Statement =>
  db
    .update(contactMessages)
    .set({ closedTs: now })
    .where(and(eq(contactMessages.id, id), openContactMessages, guard));

/** Puts a message back among the open ones, if `guard` holds. */
export const reopenContactMessage = ({ db }: Pick<Ctx, "db">, id: string, guard: SQL): Statement =>
  db
    .update(contactMessages)
    .set({ closedTs: null })
    .where(and(eq(contactMessages.id, id), isNotNull(contactMessages.closedTs), guard));

/**
 * What somebody wrote with an account, or without one from the mailbox that is theirs by proof. A condition on
 * `contact_messages`.
 */
export const writtenBy = (userId: string): SQL => sql`(${contactMessages.userId} = ${userId}
  or ${contactMessages.email} = (select email from users where id = ${userId} and email_verified_ts is not null))`;

/** When a message was kept (ms), by its id; null for one that is not there. */
export async function findContactTime({ db }: Pick<Ctx, "db">, id: string): Promise<number | null> {
  const [found] = await db
    .select({ ts: contactMessages.createdTs })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  return found?.ts ?? null;
}

/** A message whatever became of it, for admins; null for one that is not there. */
export async function findContactMessage(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const { name, email, subject, message, locale } = contactMessages;
  const [found] = await ctx.db
    .select({ name, email, subject, message, locale })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  return found ?? null;
}
