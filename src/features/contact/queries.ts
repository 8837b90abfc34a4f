import { and, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { contactMessages, users } from "@/db/schema";

/** Condition: the message is open. The index of `contact_messages` by age serves it. */
export const isOpenContactMessageSql: SQL = isNull(contactMessages.closedTs);

/** Closes a message at `closedTs` (ms), or opens it again (null), if `guard` holds. */
export const setContactMessageClosedStatement = (
  { db }: Ctx,
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
export async function findStoredContactMessage({ db }: Ctx, id: string) {
  const { email, createdTs, isCopied } = contactMessages;
  const [row] = await db
    .select({ email, createdTs, isCopied })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  return row;
}

export type StoredContactMessage = NonNullable<Awaited<ReturnType<typeof findContactMessage>>>;

/** Other messages from the address of a message that its page names. */
const MAX_OTHERS = 5;

/**
 * A message in any state, for admins, with its replies, the sender's account and the latest `others` from the same
 * address; null if it doesn't exist.
 */
export async function findContactMessage(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const { name, email, subject, message, locale, replies, createdTs, closedTs } = contactMessages;
  const [row] = await ctx.db
    .select({
      name,
      email,
      subject,
      message,
      locale,
      replies,
      createdTs,
      closedTs,
      /** Whether the sender was signed in; otherwise anybody may have typed the address. */
      isSignedIn: sql`${contactMessages.userId} is not null`.mapWith(Boolean),
      /** The account that sent it, or has the address, confirmed or not; null for visitors. */
      sender: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(contactMessages)
    .leftJoin(
      users,
      sql`${users.id} = coalesce(${contactMessages.userId}, (select id from users where email = ${contactMessages.email}))`,
    )
    .where(eq(contactMessages.id, id));
  if (!row) return null;
  const others = await ctx.db
    .select({ id: contactMessages.id, subject, createdTs, closedTs })
    .from(contactMessages)
    .where(and(eq(email, row.email), ne(contactMessages.id, id)))
    .orderBy(desc(createdTs))
    .limit(MAX_OTHERS);
  return { ...row, others };
}
