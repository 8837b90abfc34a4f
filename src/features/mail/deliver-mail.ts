import { and, eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";
import { MailRefused, REPLY_TO } from "@/platform/mail";
import { DAY_MS } from "@/shared/dates";
import { type DueMail, findDueMails, nextDueTs } from "./queries";

/**
 * Pauses after the first, second, … failure, in seconds; then each is twice the one before, up to six hours. They grow
 * slowly at first: what waited through an outage of ten minutes leaves within two minutes of its end.
 */
const PAUSES_S = [5, 15, 60, 120, 180, 300, 600, 900, 1800, 3600];
const LONGEST_PAUSE_S = 6 * 3600;
const GIVE_UP_AFTER_MS = DAY_MS;
/** Handed over side by side; a Worker holds six connections at a time. */
const AT_ONCE = 5;
/** Rounds of one run, so that a run ends in minutes even where each mail takes its ten seconds. */
const ROUNDS = 10;
/** While a mail is being handed over, nobody else takes it for this long: three times what the transport waits. */
export const CLAIM_MS = 30_000;

/**
 * Hands over what is due and answers when the next mail will be: seconds from now, 0 when more is due already, or
 * null when none waits. Any number may run at once: a mail is claimed by compare-and-set before it is sent.
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
  // Only while the claim is still this one's: who took the mail over since knows better. One that was sent is sent.
  await (failure === null
    ? end(ctx, { state: "sent", sentTs: now(), lastError: "", text: "", html: "", replyTo: null }, here)
    : fail(ctx, mail, now(), failure, and(here, eq(mailOutbox.nextAttemptTs, claimedUntil))));
}

type Fields = Partial<typeof mailOutbox.$inferInsert>;

/**
 * A mail's last change: a sent one loses its words and links, and one that may leave no trace goes altogether. The row
 * itself says which, since whoever the mail tells of may be erased while it is handed over.
 */
async function end({ db }: Ctx, last: Fields, where: SQL | undefined): Promise<void> {
  await db.batch([
    db.delete(mailOutbox).where(and(where, eq(mailOutbox.kept, false))),
    db.update(mailOutbox).set(last).where(where),
  ]);
}

/** What went wrong, or null when the mail was taken. */
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

/** A mail after a failure: tried again later, the last time when it is a day old, then given up, or at once if refused. */
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

/** Seconds to wait after the failure number `failures` (counted from 0). */
function pauseSeconds(failures: number): number {
  const known = PAUSES_S[failures];
  if (known !== undefined) return known;
  const last = PAUSES_S[PAUSES_S.length - 1] ?? LONGEST_PAUSE_S;
  return Math.min(last * 2 ** (failures - PAUSES_S.length + 1), LONGEST_PAUSE_S);
}
