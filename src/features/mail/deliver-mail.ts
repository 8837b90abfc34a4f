import { and, asc, eq, lte, min, type SQL, sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { mailOutbox } from "@/db/schema";
import { MailRefused, REPLY_TO } from "@/platform/mail";
import { DAY_MS } from "@/shared/dates";
import { appendUnsubscribeLink, type ComposedMail } from "./compose-mail";
import { composeSiteMail, type SiteMail } from "./compose-site-mail";
import { findMailChoice } from "./find-mail-choice";

/**
 * Pauses after the first, second, … failure, in seconds; later pauses double, up to MAX_PAUSE_S. They grow slowly at
 * first: mail that waited through an outage of ten minutes leaves within two minutes of its end.
 */
const PAUSES_S = [5, 15, 60, 120, 180, 300, 600, 900, 1800, 3600];
const MAX_PAUSE_S = 6 * 3600;
const GIVE_UP_AFTER_MS = DAY_MS;
/** Mails sent in parallel; a worker may have six open connections. */
const BATCH_SIZE = 5;
/** Batches of one run, so that a run ends in minutes even if each mail takes its ten seconds. */
const MAX_BATCHES = 10;
/** How long a sender claims a mail (ms): three times the transport's timeout. */
export const CLAIM_MS = 30_000;

/**
 * Composes a mail from the `payload` and recipient of its row when it is sent. Null if there is nothing to send any
 * more.
 */
export type MailComposer = (
  ctx: Ctx,
  mail: { payload: unknown; recipient: string },
) => Promise<SiteMail | null>;
/** The composers of mails with a payload, by template. */
type MailComposers = Readonly<Record<string, MailComposer>>;

/**
 * Sends due mail. Returns the seconds until the next mail is due, 0 if more is due already, or null if none waits.
 * Runs may overlap: a mail is claimed by compare-and-set before it is sent.
 */
export async function deliverMail(ctx: Ctx, composers: MailComposers = {}): Promise<number | null> {
  const now = ctx.clock;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const mails = await listDueMails(ctx, now());
    if (mails.length === 0) break;
    await Promise.all(mails.map((mail) => claimAndSend(ctx, composers, mail)));
  }
  const nextTs = await findNextDueTs(ctx);
  return nextTs === null ? null : Math.max(0, Math.ceil((nextTs - now()) / 1000));
}

/**
 * Mails due at `now` (ms), the longest due first. Mails that are composed at delivery come last, because there may be
 * many of them: a password reset does not wait for the digests of an evening.
 */
async function listDueMails(ctx: Ctx, now: number) {
  const first = await selectDueMails(ctx, now, sql`payload is null`, BATCH_SIZE);
  const remaining = BATCH_SIZE - first.length;
  return remaining > 0
    ? [...first, ...(await selectDueMails(ctx, now, sql`payload is not null`, remaining))]
    : first;
}

/** With all fields that sending needs. The literal state lets SQLite use the index `mail_outbox_first`. */
const selectDueMails = (ctx: Ctx, now: number, condition: SQL, limit: number) =>
  ctx.db
    .select({
      id: mailOutbox.id,
      template: mailOutbox.template,
      recipient: mailOutbox.recipient,
      replyTo: mailOutbox.replyTo,
      unsubscribeUrl: mailOutbox.unsubscribeUrl,
      subject: mailOutbox.subject,
      text: mailOutbox.text,
      html: mailOutbox.html,
      payload: mailOutbox.payload,
      createdTs: mailOutbox.createdTs,
      attempts: mailOutbox.attempts,
      nextAttemptTs: mailOutbox.nextAttemptTs,
    })
    .from(mailOutbox)
    .where(and(sql`${mailOutbox.state} = 'waiting'`, condition, lte(mailOutbox.nextAttemptTs, now)))
    .orderBy(asc(mailOutbox.nextAttemptTs))
    .limit(limit);

type DueMail = Awaited<ReturnType<typeof selectDueMails>>[number];

/** When (ms) the next unsent mail is due; null if none waits. */
async function findNextDueTs(ctx: Ctx): Promise<number | null> {
  const [row] = await ctx.db
    .select({ ts: min(mailOutbox.nextAttemptTs) })
    .from(mailOutbox)
    .where(eq(mailOutbox.state, "waiting"));
  return row?.ts ?? null;
}

async function claimAndSend(ctx: Ctx, composers: MailComposers, mail: DueMail): Promise<void> {
  const now = ctx.clock;
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
  const isThisMailSql = eq(mailOutbox.id, mail.id);
  // Counts only while this claim holds, because another run may have claimed the mail.
  const isStillClaimedSql = and(isThisMailSql, eq(mailOutbox.nextAttemptTs, claimedUntil));
  const content = await tryCompose(withCurrentTime(ctx), composers, mail);
  if (content === null) {
    await ctx.db.delete(mailOutbox).where(isStillClaimedSql);
    return;
  }
  if (content instanceof Error) return recordFailure(ctx, mail, content, now(), isStillClaimedSql);
  const error = await trySend(ctx, { ...mail, ...content });
  if (error !== null) return recordFailure(ctx, mail, error, now(), isStillClaimedSql);
  // Counts even if the claim expired during the sending. The text is deleted, because it may hold sign-in links.
  const sentColumns = {
    state: "sent",
    sentTs: now(),
    lastError: "",
    subject: content.subject,
    text: "",
    html: "",
    payload: null,
    replyTo: null,
    unsubscribeUrl: null,
  } as const;
  await finishMail(ctx, sentColumns, isThisMailSql);
}

type MailTexts = ComposedMail & Pick<DueMail, "unsubscribeUrl">;

/**
 * The texts of a mail, with the recipient's link that ends such mail if it has no other one. Null if there is nothing to
 * send any more, or the recipient turned off such mail.
 */
async function tryCompose(
  ctx: Ctx,
  composers: MailComposers,
  mail: DueMail,
): Promise<MailTexts | Error | null> {
  try {
    const { isOn, unsubscribe } = await findMailChoice(ctx, mail);
    if (!isOn) return null;
    const texts = await getTexts(ctx, composers, mail);
    return texts !== null && texts.unsubscribeUrl === null && unsubscribe !== null
      ? { ...appendUnsubscribeLink(texts, unsubscribe), unsubscribeUrl: unsubscribe.url }
      : texts;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The texts of a mail's row, or composed from its payload. */
async function getTexts(
  ctx: Ctx,
  composers: MailComposers,
  { payload, template, recipient, subject, text, html, unsubscribeUrl }: DueMail,
): Promise<MailTexts | null> {
  if (payload === null) return { subject, text, html, unsubscribeUrl };
  const compose = composers[template];
  if (!compose) throw new Error(`No composer for the mail template "${template}"`);
  const composed = await compose(ctx, { payload, recipient });
  return composed && composeSiteMail(ctx, composed);
}

type OutboxFields = Partial<typeof mailOutbox.$inferInsert>;

/**
 * Sets a mail's final state, or deletes a mail with `deleteWhenDone`. The statement reads `deleteWhenDone` from the
 * row, because an erasure may set it during the sending.
 */
async function finishMail({ db }: Ctx, fields: OutboxFields, where: SQL | undefined): Promise<void> {
  await db.batch([
    db.delete(mailOutbox).where(and(where, eq(mailOutbox.deleteWhenDone, true))),
    db.update(mailOutbox).set(fields).where(where),
  ]);
}

/** Tries to send a mail. Returns the error, or null if the mail was accepted. */
async function trySend(ctx: Ctx, mail: Omit<DueMail, "payload">): Promise<Error | null> {
  try {
    await ctx.mail({
      messageId: `<${mail.id}@${new URL(ctx.config.SITE_URL).hostname}>`,
      from: ctx.config.MAIL_FROM,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: getHeaders(mail),
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const getHeaders = ({
  replyTo,
  unsubscribeUrl,
}: Pick<DueMail, "replyTo" | "unsubscribeUrl">): Record<string, string> => ({
  ...(replyTo === null ? {} : { [REPLY_TO]: replyTo }),
  // RFC 8058: mail programs show their own button, which calls the URL by POST.
  ...(unsubscribeUrl === null
    ? {}
    : { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
});

/** The mail is retried until it is a day old. Then, or if the service refused it for good, it is dead. */
async function recordFailure(
  ctx: Ctx,
  mail: DueMail,
  error: Error,
  now: number,
  where: SQL | undefined,
): Promise<void> {
  const lastAttemptTs = mail.createdTs + GIVE_UP_AFTER_MS;
  const lastError = error.message;
  const fields = { mail: mail.id, template: mail.template, attempt: mail.attempts + 1, error: lastError };
  if (now >= lastAttemptTs || error instanceof MailRefused) {
    ctx.log.warn("mail_given_up", fields);
    return finishMail(ctx, { state: "dead", lastError }, where);
  }
  ctx.log.warn("mail_failed", fields);
  const nextAttemptTs = Math.min(now + getPauseSeconds(mail.attempts) * 1000, lastAttemptTs);
  await ctx.db.update(mailOutbox).set({ nextAttemptTs, lastError }).where(where);
}

/** Seconds to wait after failure number `failures` (from 0). */
function getPauseSeconds(failures: number): number {
  const pause = PAUSES_S[failures];
  if (pause !== undefined) return pause;
  const last = PAUSES_S[PAUSES_S.length - 1] ?? MAX_PAUSE_S;
  return Math.min(last * 2 ** (failures - PAUSES_S.length + 1), MAX_PAUSE_S);
}
