import { and, eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";
import { MailRefused, REPLY_TO } from "@/platform/mail";
import { DAY_MS } from "@/shared/dates";
import { type DueMail, findDueMails, nextDueTs } from "./queries";

/**
 * Pauses after the first, second, … failure, in seconds; later pauses double, up to six hours. They grow slowly at
 * first: mail that waited through an outage of ten minutes leaves within two minutes of its end.
 */
const PAUSES_S = [5, 15, 60, 120, 180, 300, 600, 900, 1800, 3600];
const LONGEST_PAUSE_S = 6 * 3600;
const GIVE_UP_AFTER_MS = DAY_MS;
/** Mails sent in parallel; a worker may hold six connections at a time. */
const AT_ONCE = 5;
/** Rounds of one run, so that a run ends in minutes even if each mail takes its ten seconds. */
const ROUNDS = 10;
/** How long a sender claims a mail (ms): three times the transport's timeout. */
export const CLAIM_MS = 30_000;

/**
 * Sends due mail. Returns the seconds until the next mail is due, 0 if more is due already, or null if none waits.
 * Runs may overlap: a mail is claimed by compare-and-set before it is sent.
 */
export async function deliverMail(ctx: Ctx): Promise<number | null> {
  const now = ctx.clock;
  for (let round = 0; round < ROUNDS; round++) {
    const due = await findDueMails(ctx, now(), AT_ONCE);
    if (due.length === 0) break;
    await Promise.all(due.map((mail) => deliverOne(ctx, now, mail)));
  }
  const next = await nextDueTs(ctx);
  return next === null ? null : Math.max(0, Math.ceil((next - now()) / 1000));
}

async function deliverOne(ctx: Ctx, now: () => number, mail: DueMail): Promise<void> {
  const claimedUntil = now() + CLAIM_MS;
  const [claimed] = await ctx.db
    .update(mailOutbox)
    .set({ nextAttemptTs: claimedUntil, attempts: mail.attempts + 1 })
    .where(
      and(
        eq(mailOutbox.id, mail.id),
        eq(mailOutbox.state, "waiting"),
        eq(mailOutbox.nextAttemptTs, mail.nextAttemptTs),
        eq(mailOutbox.attempts, mail.attempts),
      ),
    )
    .returning({ id: mailOutbox.id });
  if (!claimed) return;
  const failure = await attempt(ctx, mail);
  const here = eq(mailOutbox.id, mail.id);
  // A failure counts only while this claim holds, because another run may have taken the mail over. A success always
  // counts.
  await (failure === null
    ? end(ctx, { state: "sent", sentTs: now(), lastError: "", text: "", html: "", replyTo: null }, here)
    : fail(ctx, mail, now(), failure, and(here, eq(mailOutbox.nextAttemptTs, claimedUntil))));
}

type Fields = Partial<typeof mailOutbox.$inferInsert>;

/**
 * A mail's final state. A sent mail loses its text and links; a mail with `kept` false is deleted. The statement reads
 * `kept` from the row, because an erasure may set it during the sending.
 */
async function end({ db }: Ctx, last: Fields, where: SQL | undefined): Promise<void> {
  await db.batch([
    db.delete(mailOutbox).where(and(where, eq(mailOutbox.kept, false))),
    db.update(mailOutbox).set(last).where(where),
  ]);
}

/** Tries to send a mail. Returns the error, or null if the mail was accepted. */
async function attempt(ctx: Ctx, mail: DueMail): Promise<Error | null> {
  try {
    await ctx.mail({
      messageId: `<${mail.id}@${new URL(ctx.config.SITE_URL).hostname}>`,
      from: ctx.config.MAIL_FROM,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: mail.replyTo === null ? {} : { [REPLY_TO]: mail.replyTo },
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Records a failure. The mail is retried until it is a day old; then, or if refused, it is marked as dead. */
async function fail(
  ctx: Ctx,
  mail: DueMail,
  now: number,
  failure: Error,
  where: SQL | undefined,
): Promise<void> {
  const lastTry = mail.createdTs + GIVE_UP_AFTER_MS;
  const error = failure.message;
  const fields = { mail: mail.id, template: mail.template, attempt: mail.attempts + 1, error };
  if (now >= lastTry || failure instanceof MailRefused) {
    ctx.log.warn("mail_given_up", fields);
    return end(ctx, { state: "dead", lastError: error }, where);
  }
  ctx.log.warn("mail_failed", fields);
  const nextAttemptTs = Math.min(now + pauseSeconds(mail.attempts) * 1000, lastTry);
  await ctx.db.update(mailOutbox).set({ nextAttemptTs, lastError: error }).where(where);
}

/** Seconds to wait after failure number `failures` (from 0). */
function pauseSeconds(failures: number): number {
  const known = PAUSES_S[failures];
  if (known !== undefined) return known;
  const last = PAUSES_S[PAUSES_S.length - 1] ?? LONGEST_PAUSE_S;
  return Math.min(last * 2 ** (failures - PAUSES_S.length + 1), LONGEST_PAUSE_S);
}
