import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";
import { RETURNED_ERRORS } from "./classify-mail-error";

/** The part of an event that is read: https://developers.cloudflare.com/email-service/platform/event-subscriptions/ */
const eventSchema = z.object({
  type: z.enum(["cf.email.sending.message.bounced", "cf.email.sending.message.complained"]),
  payload: z.object({ recipient: z.string() }),
  metadata: z.object({ eventTimestamp: z.iso.datetime() }),
});

/**
 * Records that mails bounced or that their recipients marked them as spam: Cloudflare sends such events to the queue of
 * the mail sender. An event does not name our mail, so it counts for the last one sent to its recipient before.
 * `messages` may hold anything else. An event may arrive twice.
 */
export async function recordMailEvents({ db, log }: Ctx, messages: readonly unknown[]): Promise<void> {
  for (const message of messages) {
    const event = eventSchema.safeParse(message);
    if (!event.success) continue;
    const { type, payload, metadata } = event.data;
    const recipients = JSON.stringify([payload.recipient, payload.recipient.toLowerCase()]);
    const ts = Date.parse(metadata.eventTimestamp);
    const reason = type.endsWith("bounced") ? "bounced" : "complained";
    log.warn("mail_returned", { reason });
    const isToRecipientSql = sql`${mailOutbox.recipient} in (select value from json_each(${recipients}))`;
    await db.run(sql`
      update ${mailOutbox} set state = 'dead', last_error = ${RETURNED_ERRORS[reason]}, next_attempt_ts = ${ts}
      where id = (
        select id from ${mailOutbox}
        where ${isToRecipientSql} and state = 'sent' and sent_ts <= ${ts} order by sent_ts desc limit 1
      ) and not exists (
        select 1 from ${mailOutbox}
        where ${isToRecipientSql} and last_error = ${RETURNED_ERRORS[reason]} and next_attempt_ts = ${ts}
      )`);
  }
}
