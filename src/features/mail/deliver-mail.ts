import { and, asc, eq, gt, inArray, lte, min, ne, type SQL, sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { type DeliveryConditions, isStillDue } from "@/db/delivery-condition";
import { limitCounters, mailOutbox } from "@/db/schema";
import { MailQuotaReached, MailRefused, REPLY_TO } from "@/platform/mail";
import { DAY_MS } from "@/shared/dates";
import { UNDELIVERABLE_ERRORS } from "./classify-mail-error";
import { appendUnsubscribeLink, type ComposedMail } from "./compose-mail";
import { composeSiteMail, type SiteMail } from "./compose-site-mail";
import { findMailChoice } from "./find-mail-choice";
import type { MailTemplate } from "./mail-kinds";
import { MAIL_PRIORITY, REQUESTED_LINKS } from "./mail-priorities";

/**
 * Pauses after the first, second, … failure, in seconds; later pauses double, up to MAX_PAUSE_S. They grow slowly at
 * first: mail that waited through an outage of ten minutes leaves within two minutes of its end.
 */
const PAUSES_S = [5, 15, 60, 120, 180, 300, 600, 900, 1800, 3600];
const MAX_PAUSE_S = 6 * 3600;
const GIVE_UP_AFTER_MS = DAY_MS;
/** Least number of attempts (two hours), also for a mail that a quota kept from being tried for a day. */
const MIN_ATTEMPTS = 10;
/** How long (ms) the sender pauses after the mail service says that a quota is reached; then it tries again. */
const QUOTA_PAUSE_MS = 5 * 60_000;
/** The counter of `limit_counters` whose window begins when the quota was met last. */
const QUOTA_COUNTER = { name: "mail_quota", key: "" };
/** An address that returned a mail, or that the service no longer sends to, gets no bulk mail for this time (ms). */
const NO_BULK_MAIL_MS = 7 * DAY_MS;
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
 * Sends due mail whose condition holds, and drops the other. Returns the seconds until the next mail is due, 0 if
 * more is due already, or null if none waits. Runs may overlap: a mail is claimed by compare-and-set before it is
 * sent. When the service's quota is reached, all runs pause: the one that met it returns the pause, the others null.
 */
export async function deliverMail(
  ctx: Ctx,
  composers: MailComposers = {},
  conditions: DeliveryConditions = {},
): Promise<number | null> {
  const { clock } = ctx;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const mails = await listDueMails(ctx, clock());
    if (mails === null) return null;
    if (mails.length === 0) break;
    const results = await Promise.all(mails.map((mail) => claimAndSend(ctx, composers, conditions, mail)));
    if (results.includes("quota_reached")) {
      await pauseForQuota(ctx, clock());
      return QUOTA_PAUSE_MS / 1000;
    }
  }
  const nextTs = await findNextDueTs(ctx);
  return nextTs === null ? null : Math.max(0, Math.ceil((nextTs - clock()) / 1000));
}

/** Mails due at `now` (ms): those of the highest priority first, then the longest due. Null while the sender pauses. */
async function listDueMails(ctx: Ctx, now: number): Promise<DueMail[] | null> {
  const { urgent, normal, bulk } = MAIL_PRIORITY;
  const [paused, ...others] = await ctx.db.batch([
    ctx.db
      .select({ name: limitCounters.name })
      .from(limitCounters)
      .where(and(isQuotaCounterSql, gt(limitCounters.windowStartTs, now - QUOTA_PAUSE_MS))),
    selectDueMails(ctx, now, sql`priority < 2 and priority = ${urgent}`),
    selectDueMails(ctx, now, sql`priority < 2 and priority = ${normal}`),
  ]);
  if (paused.length > 0) return null;
  const first = others.flat().slice(0, BATCH_SIZE);
  // Only now, because this reads the other due mails too.
  const due =
    first.length < BATCH_SIZE
      ? [...first, ...(await selectDueMails(ctx, now, sql`priority = ${bulk}`))].slice(0, BATCH_SIZE)
      : first;
  // The mails of a batch are sent in parallel, those about one record to one recipient in their order.
  return due.filter(
    ({ about, recipient }, index) =>
      about === null ||
      due.findIndex((other) => other.about === about && other.recipient === recipient) === index,
  );
}

const isQuotaCounterSql = and(
  eq(limitCounters.name, QUOTA_COUNTER.name),
  eq(limitCounters.key, QUOTA_COUNTER.key),
);

/** The mails stay due, so the first attempt after the pause is again for the most urgent ones. */
async function pauseForQuota({ db, log }: Ctx, now: number): Promise<void> {
  log.alert("mail_quota_reached");
  await db
    .insert(limitCounters)
    .values({ ...QUOTA_COUNTER, windowStartTs: now, hits: 1 })
    .onConflictDoUpdate({
      target: [limitCounters.name, limitCounters.key],
      set: { windowStartTs: now, hits: sql`${limitCounters.hits} + 1` },
    });
}

/** With all fields that sending needs. Literals let SQLite use the index `mail_outbox_first`. */
const selectDueMails = (ctx: Ctx, now: number, isOfPrioritySql: SQL) =>
  ctx.db
    .select({
      id: mailOutbox.id,
      template: mailOutbox.template,
      priority: mailOutbox.priority,
      recipient: mailOutbox.recipient,
      replyTo: mailOutbox.replyTo,
      unsubscribeUrl: mailOutbox.unsubscribeUrl,
      subject: mailOutbox.subject,
      text: mailOutbox.text,
      html: mailOutbox.html,
      attachment: mailOutbox.attachment,
      payload: mailOutbox.payload,
      condition: mailOutbox.condition,
      about: mailOutbox.about,
      createdTs: mailOutbox.createdTs,
      attempts: mailOutbox.attempts,
      nextAttemptTs: mailOutbox.nextAttemptTs,
    })
    .from(mailOutbox)
    .where(and(sql`${mailOutbox.state} = 'waiting'`, isOfPrioritySql, lte(mailOutbox.nextAttemptTs, now)))
    .orderBy(asc(mailOutbox.nextAttemptTs))
    .limit(BATCH_SIZE);

type DueMail = Awaited<ReturnType<typeof selectDueMails>>[number];

/** When (ms) the next unsent mail is due; null if none waits. */
async function findNextDueTs(ctx: Ctx): Promise<number | null> {
  const [row] = await ctx.db
    .select({ ts: min(mailOutbox.nextAttemptTs) })
    .from(mailOutbox)
    .where(eq(mailOutbox.state, "waiting"));
  return row?.ts ?? null;
}

async function claimAndSend(
  ctx: Ctx,
  composers: MailComposers,
  conditions: DeliveryConditions,
  mail: DueMail,
): Promise<"quota_reached" | undefined> {
  const { clock } = ctx;
  const claimedUntil = clock() + CLAIM_MS;
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
    // Read again: until now, others could join the mail.
    .returning({ payload: mailOutbox.payload });
  if (!claimed) return;
  const isThisMailSql = eq(mailOutbox.id, mail.id);
  // Counts only while this claim holds, because another run may have claimed the mail.
  const isStillClaimedSql = and(isThisMailSql, eq(mailOutbox.nextAttemptTs, claimedUntil));
  const content = await tryCompose(withCurrentTime(ctx), composers, conditions, { ...mail, ...claimed });
  if (content === null) {
    await ctx.db.delete(mailOutbox).where(isStillClaimedSql);
    return;
  }
  if (content instanceof Error) {
    await recordFailure(ctx, mail, content, clock(), isStillClaimedSql);
    return;
  }
  const error = await trySend(ctx, { ...mail, ...content });
  if (error instanceof MailQuotaReached) {
    // As before the claim: a quota is no failure of this mail.
    const { attempts, nextAttemptTs } = mail;
    await ctx.db
      .update(mailOutbox)
      .set({ attempts, nextAttemptTs, lastError: error.message })
      .where(isStillClaimedSql);
    return "quota_reached";
  }
  if (error !== null) {
    await recordFailure(ctx, mail, error, clock(), isStillClaimedSql);
    return;
  }
  // Counts even if the claim expired during the sending. The text is deleted, because it may hold sign-in links.
  const sentColumns = {
    state: "sent",
    sentTs: clock(),
    lastError: "",
    subject: content.subject,
    text: "",
    html: "",
    attachment: null,
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
  conditions: DeliveryConditions,
  mail: DueMail,
): Promise<MailTexts | Error | null> {
  try {
    if (mail.priority === MAIL_PRIORITY.bulk && (await hasReturnedMail(ctx, mail))) return null;
    if (REQUESTED_LINKS.includes(mail.template as MailTemplate) && (await isRequestedAgain(ctx, mail)))
      return null;
    if (!(await isStillDue(ctx, conditions, mail.condition))) return null;
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

/**
 * Whether the recipient asked for the same link again before this mail left, as after an error page: then only the newer
 * one is sent.
 */
async function isRequestedAgain({ db }: Ctx, mail: DueMail): Promise<boolean> {
  const { id, recipient, template, about, state } = mailOutbox;
  const [row] = await db
    .select({ id })
    .from(mailOutbox)
    .where(
      and(
        eq(recipient, mail.recipient),
        eq(template, mail.template),
        sql`${about} is ${mail.about}`,
        ne(state, "dead"),
        sql`${mailOutbox}.rowid > (select rowid from mail_outbox where id = ${mail.id})`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Whether the recipient's address returned a mail lately, or the service no longer sends to it. */
async function hasReturnedMail({ db, now }: Ctx, { recipient }: DueMail): Promise<boolean> {
  const [row] = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.recipient, recipient),
        inArray(mailOutbox.lastError, [...UNDELIVERABLE_ERRORS]),
        gt(mailOutbox.nextAttemptTs, now - NO_BULK_MAIL_MS),
      ),
    )
    .limit(1);
  return row !== undefined;
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
      from: getSender(ctx.config, mail),
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: getHeaders(mail),
      ...(mail.attachment === null ? {} : { attachments: [mail.attachment] }),
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const getSender = (
  { MAIL_FROM, MAIL_FROM_DIGESTS }: Ctx["config"],
  { priority }: Pick<DueMail, "priority">,
) => (priority === MAIL_PRIORITY.bulk ? (MAIL_FROM_DIGESTS ?? MAIL_FROM) : MAIL_FROM);

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

/**
 * The mail is retried until it is a day old and was tried enough. Then, or if the service refused it for good, it is
 * dead.
 */
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
  const isTriedEnough = now >= lastAttemptTs && fields.attempt >= MIN_ATTEMPTS;
  if (isTriedEnough || error instanceof MailRefused) {
    ctx.log.warn("mail_given_up", fields);
    return finishMail(ctx, { state: "dead", lastError }, where);
  }
  ctx.log.warn("mail_failed", fields);
  const pausedUntilTs = now + getPauseSeconds(mail.attempts) * 1000;
  const nextAttemptTs = now < lastAttemptTs ? Math.min(pausedUntilTs, lastAttemptTs) : pausedUntilTs;
  await ctx.db.update(mailOutbox).set({ nextAttemptTs, lastError }).where(where);
}

/** Seconds to wait after failure number `failures` (from 0). */
function getPauseSeconds(failures: number): number {
  const pause = PAUSES_S[failures];
  if (pause !== undefined) return pause;
  const last = PAUSES_S[PAUSES_S.length - 1] ?? MAX_PAUSE_S;
  return Math.min(last * 2 ** (failures - PAUSES_S.length + 1), MAX_PAUSE_S);
}
