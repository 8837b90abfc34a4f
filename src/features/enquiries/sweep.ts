import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { enquiries, messages } from "@/db/schema";
import { eraseMailsAboutStatements } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { GUEST_LINK_LIFETIME_MS } from "./guests/guest-token";
import { CONFIRMATION_PERIOD_MS } from "./sending/send-guest-enquiry";

/** How long after the last message (ms) guest data is kept: until every link has expired, and a month more. */
const GUEST_RETENTION_MS = GUEST_LINK_LIFETIME_MS + 30 * DAY_MS;
/** Conversations in one run. */
const MAX_PER_RUN = 500;

/**
 * Erases guest data from conversations whose links have all expired: name, address and messages. The teacher's messages
 * stay. Guests with an account at the address keep theirs, in the inbox.
 */
export async function sweepGuests(ctx: Ctx): Promise<void> {
  const { db } = ctx;
  const found = await db
    .select({ id: enquiries.id })
    .from(enquiries)
    .where(isExpiredSql(ctx))
    .limit(MAX_PER_RUN);
  if (found.length === 0) return;
  // Checks again: an account may have adopted an enquiry since the query.
  const isDueSql = sql`id in (select value from json_each(${JSON.stringify(found.map(({ id }) => id))})) and ${isExpiredSql(ctx)}`;
  await ctx.commit([
    ...eraseMailsAboutStatements(
      ctx,
      sql`(select ${auditSubject("enquiry", enquiries.id)} from ${enquiries} where ${isDueSql})`,
    ),
    db.run(sql`delete from ${messages}
      where enquiry_id in (select id from ${enquiries} where ${isDueSql} and (author = 'learner' or teacher_id is null))`),
    db.run(sql`delete from ${enquiries} where ${isDueSql} and teacher_id is null`),
    db.run(sql`update ${enquiries}
      set guest_name = null, guest_email = null, guest_locale = null, learner_read_ts = null
      where ${isDueSql}`),
  ]);
}

/** Written so that SQLite can use the index `enquiries_guest`. Unconfirmed enquiries are deleted earlier. */
const isExpiredSql = ({ now }: Ctx): SQL => sql`(guest_email is not null and confirmed_ts is not null
  and last_message_ts <= ${now - GUEST_RETENTION_MS}
  and not exists (select 1 from users where email = guest_email and email_verified_ts is not null))`;

/** Deletes guest enquiries left unconfirmed for a week. Only the guest ever saw them. */
export async function sweepUnconfirmed(ctx: Ctx): Promise<void> {
  // Written so that SQLite can use the index `enquiries_unconfirmed`.
  const isDueSql = sql`guest_email is not null and confirmed_ts is null and created_ts <= ${ctx.now - CONFIRMATION_PERIOD_MS}`;
  await ctx.commit([
    ctx.db.run(
      sql`delete from ${messages} where enquiry_id in (select id from ${enquiries} where ${isDueSql})`,
    ),
    ctx.db.run(sql`delete from ${enquiries} where ${isDueSql}`),
  ]);
}
