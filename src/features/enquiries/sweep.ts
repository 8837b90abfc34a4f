import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { enquiries, messages } from "@/db/schema";
import { eraseMailsAbout } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { LINK_LIFE_MS } from "./guests/guest-token";
import { UNCONFIRMED_MS } from "./limits";

/** So long (ms) after a conversation's last message its guest is forgotten: every link is over by then, and a month more. */
const GUEST_RETENTION_MS = LINK_LIFE_MS + 30 * DAY_MS;
/** In one run; the others come next. */
const AT_ONCE = 500;

/**
 * Forgets the guests of conversations that no link opens any more, as they could have asked for: name, address and words.
 * What the teacher wrote stays the teacher's. Who has an account with the address keeps theirs, and finds it in the inbox.
 */
export async function sweepGuests(ctx: Ctx): Promise<void> {
  const { db } = ctx;
  const found = await db.select({ id: enquiries.id }).from(enquiries).where(isOver(ctx)).limit(AT_ONCE);
  if (found.length === 0) return;
  // Checks again: an account may have adopted an enquiry since the query.
  const over = sql`id in (select value from json_each(${JSON.stringify(found.map(({ id }) => id))})) and ${isOver(ctx)}`;
  await ctx.commit([
    ...eraseMailsAbout(
      ctx,
      sql`(select ${auditSubject("enquiry", enquiries.id)} from ${enquiries} where ${over})`,
    ),
    db.run(sql`delete from ${messages}
      where enquiry_id in (select id from ${enquiries} where ${over} and (author = 'learner' or teacher_id is null))`),
    db.run(sql`delete from ${enquiries} where ${over} and teacher_id is null`),
    db.run(sql`update ${enquiries}
      set guest_name = null, guest_email = null, guest_locale = null, learner_read_ts = null
      where ${over}`),
  ]);
}

/** Spelt out, so that the index of guests serves it: `enquiries_guest`. What waits for its guest goes sooner. */
const isOver = ({ now }: Ctx): SQL => sql`(guest_email is not null and confirmed_ts is not null
  and last_message_ts <= ${now - GUEST_RETENTION_MS}
  and not exists (select 1 from users where email = guest_email and email_verified_ts is not null))`;

/** Deletes guest enquiries left unconfirmed for a week. Only the guest ever saw them. */
export async function sweepUnconfirmed(ctx: Ctx): Promise<void> {
  // Spelt out, so that the index of what waits for its guest serves it: `enquiries_unconfirmed`.
  const over = sql`guest_email is not null and confirmed_ts is null and created_ts <= ${ctx.now - UNCONFIRMED_MS}`;
  await ctx.commit([
    ctx.db.run(sql`delete from ${messages} where enquiry_id in (select id from ${enquiries} where ${over})`),
    ctx.db.run(sql`delete from ${enquiries} where ${over}`),
  ]);
}
