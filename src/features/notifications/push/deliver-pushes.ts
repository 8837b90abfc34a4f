import { and, asc, eq, lte, min, type SQL, sql } from "drizzle-orm";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { type DeliveryConditions, isStillDue } from "@/db/delivery-condition";
import { pushOutbox, pushSubscriptions } from "@/db/schema";
import type { PushOutcome, PushTransport } from "@/platform/push";
import { DAY_MS } from "@/shared/dates";
import { hashToId } from "@/shared/ids";
import type { PushPayload } from "./queue-push-statement";

/** Pauses after the first, second, … failure, in seconds; the last one repeats. */
const PAUSES_S = [10, 60, 300, 900, 3600] as const;
const LONGEST_PAUSE_S = 3600;
/** How long a message is useful (ms): retries end after it, and the push service drops it. */
const LIFETIME_MS = DAY_MS;
/** Messages sent in parallel. */
const BATCH_SIZE = 5;
/** Batches of one run, so that a run ends in minutes even if each message takes its ten seconds. */
const MAX_BATCHES = 10;
/** A push service that took longer (ms) gets no further message in the run, so that it delays the others at most once. */
const SLOW_MS = 2_000;
/** How long a sender claims a message (ms): three times the transport's timeout. */
const CLAIM_MS = 30_000;
/** Messages that `oldestPushSql` reads: those that are due first, or were. */
const OLDEST_AMONG = 1_000;

/**
 * Sends due push messages whose condition holds, and drops the others. Returns the seconds until the next one is due,
 * 0 if more are due already, or null if none waits. Runs may overlap: a message is claimed by compare-and-set before
 * it is sent.
 */
export async function deliverPushes(ctx: Ctx, conditions: DeliveryConditions = {}): Promise<number | null> {
  const { push } = ctx;
  if (push === null) {
    await ctx.db.delete(pushOutbox);
    return null;
  }
  const slowOrigins = new Set<string>();
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const messages = await listDuePushes(ctx, ctx.clock(), slowOrigins);
    if (messages.length === 0) break;
    await Promise.all(messages.map((message) => claimAndSend(ctx, push, conditions, message, slowOrigins)));
  }
  const [next] = await ctx.db.select({ ts: min(pushOutbox.nextAttemptTs) }).from(pushOutbox);
  return next?.ts == null ? null : Math.max(0, Math.ceil((next.ts - ctx.clock()) / 1000));
}

/** Messages due at `now` (ms), the longest due first, with their devices; none of these origins. */
const listDuePushes = ({ db }: Ctx, now: number, withoutOrigins: ReadonlySet<string>) =>
  db
    .select({
      id: pushOutbox.id,
      payload: pushOutbox.payload,
      condition: pushOutbox.condition,
      createdTs: pushOutbox.createdTs,
      attempts: pushOutbox.attempts,
      nextAttemptTs: pushOutbox.nextAttemptTs,
      subscriptionId: pushOutbox.subscriptionId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
    })
    .from(pushOutbox)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushOutbox.subscriptionId))
    .where(
      and(
        lte(pushOutbox.nextAttemptTs, now),
        sql`not exists (select 1 from json_each(${JSON.stringify([...withoutOrigins])})
          where substr(${pushSubscriptions.endpoint}, 1, length(value) + 1) = value || '/')`,
      ),
    )
    .orderBy(asc(pushOutbox.nextAttemptTs))
    .limit(BATCH_SIZE);

type DuePush = Awaited<ReturnType<typeof listDuePushes>>[number];

async function claimAndSend(
  ctx: Ctx,
  push: PushTransport,
  conditions: DeliveryConditions,
  message: DuePush,
  slowOrigins: Set<string>,
): Promise<void> {
  const now = ctx.clock();
  const [claimed] = await ctx.db
    .update(pushOutbox)
    .set({ nextAttemptTs: now + CLAIM_MS, attempts: message.attempts + 1 })
    .where(
      and(
        eq(pushOutbox.id, message.id),
        eq(pushOutbox.nextAttemptTs, message.nextAttemptTs),
        eq(pushOutbox.attempts, message.attempts),
      ),
    )
    .returning({ id: pushOutbox.id });
  if (!claimed) return;
  if (!(await isStillDue({ db: ctx.db, now }, conditions, message.condition))) {
    await ctx.db.delete(pushOutbox).where(eq(pushOutbox.id, message.id));
    return;
  }
  const ttlSeconds = Math.max(0, Math.floor((message.createdTs + LIFETIME_MS - now) / 1000));
  // Of several messages about one page, a device that was offline gets the newest one.
  const { path } = JSON.parse(message.payload) as PushPayload;
  const topic = hashToId(keyedHash(ctx, "push topic", path));
  const outcome = await push(message, { text: message.payload, topic, ttlSeconds, now });
  if (ctx.clock() - now > SLOW_MS) slowOrigins.add(new URL(message.endpoint).origin);
  await finish(ctx, message, outcome);
}

async function finish({ db, clock, log }: Ctx, message: DuePush, outcome: PushOutcome): Promise<void> {
  const isThisMessageSql = eq(pushOutbox.id, message.id);
  if (outcome.state === "sent") {
    await db.delete(pushOutbox).where(isThisMessageSql);
    return;
  }
  // The endpoint is a secret of the browser, so the log has only its host.
  const { host } = new URL(message.endpoint);
  if (outcome.state === "gone") {
    // With all messages that wait for it. The same endpoint may belong to a new subscription by now.
    const { id, endpoint, auth } = pushSubscriptions;
    await db
      .delete(pushSubscriptions)
      .where(and(eq(id, message.subscriptionId), eq(endpoint, message.endpoint), eq(auth, message.auth)));
    log.info("push_device_gone", { host });
    return;
  }
  const fields = { host, attempt: message.attempts + 1, error: outcome.error };
  const lastAttemptTs = message.createdTs + LIFETIME_MS;
  if (outcome.state === "refused" || clock() >= lastAttemptTs) {
    log.warn("push_given_up", fields);
    await db.delete(pushOutbox).where(isThisMessageSql);
    return;
  }
  log.warn("push_failed", fields);
  const pauseMs = Math.max((PAUSES_S[message.attempts] ?? LONGEST_PAUSE_S) * 1000, outcome.retryAfterMs);
  // Counts only while this claim holds, because another run may have claimed the message.
  await db
    .update(pushOutbox)
    .set({ nextAttemptTs: Math.min(clock() + pauseMs, lastAttemptTs) })
    .where(and(isThisMessageSql, eq(pushOutbox.attempts, message.attempts + 1)));
}

/** Since when (ms) the oldest message waits, or null: a subquery. */
export const oldestPushSql: SQL = sql`(
  select min(created_ts) from (select created_ts from push_outbox order by next_attempt_ts limit ${OLDEST_AMONG})
)`;
