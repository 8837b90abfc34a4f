import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { FaultInjector } from "../fault-injector";
import type { Collection } from "../store";
import type { Attempt, EventRecord } from "./events";

export type Dispatcher = {
  /** Sends a new event as soon as it is saved, subject to the faults. */
  announce(id: string): void;
  /** Sends an event again now, whatever its state. Resolves once it was answered. */
  send(id: string): Promise<void>;
  /** Resumes deliveries that an earlier run left open. */
  resume(): void;
  stop(): Promise<void>;
};

type Parts = {
  events: Collection<EventRecord>;
  faults: FaultInjector;
  url: string;
  secret: string;
  /** Milliseconds since the epoch. */
  now(): number;
};

// Stripe waits hours between attempts; on a developer's machine the worker is back within seconds.
const PAUSES_S = [1, 2, 5, 10, 30, 60];
const LATER_PAUSE_S = 300;
// https://docs.stripe.com/webhooks#automatic-retries: it gives up after three days.
const GIVE_UP_AFTER_S = 3 * 24 * 3600;
const ANSWER_TIMEOUT_MS = 20_000;
const STORED_ANSWER_LENGTH = 300;
const STORED_ATTEMPTS = 200;

/** `t=…,v1=…`: HMAC SHA-256 over `t.body`. https://docs.stripe.com/webhooks#verify-manually */
function sign(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}

export function createDispatcher({ events, faults, url, secret, now }: Parts): Dispatcher {
  const stopping = new AbortController();
  const timers = new Map<string, NodeJS.Timeout>();
  const pendingWork = new Set<Promise<unknown>>();

  const track = <T>(work: Promise<T>): Promise<T> => {
    pendingWork.add(work);
    return work.finally(() => pendingWork.delete(work));
  };

  const post = async (record: EventRecord): Promise<Attempt> => {
    const at = now();
    // Formatted like Stripe's bodies, so that verifying a re-serialised body fails here too.
    const body = JSON.stringify(record.event, null, 2);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": sign(body, secret, Math.floor(at / 1000)),
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        body,
        // A redirect is a failure: Stripe does not follow it.
        redirect: "manual",
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      return { at, status: response.status, answer: (await response.text()).slice(0, STORED_ANSWER_LENGTH) };
    } catch (error) {
      return { at, status: null, answer: describeFailure(error) };
    }
  };

  /** `exposed`: the configured faults apply. Events sent by hand always arrive. */
  const attempt = async (id: string, exposed = false): Promise<void> => {
    const before = events.get(id);
    if (!before || stopping.signal.aborted) return;
    if (exposed && faults.losesCopy()) return recordLostCopy(before);
    const result = await post(before);
    // Cut off by the end of the stubs: the next run tries again.
    if (stopping.signal.aborted) return;

    const record = events.get(id) ?? before;
    const attempts = [...record.attempts, result].slice(-STORED_ATTEMPTS);
    const delivered =
      record.delivered || (result.status !== null && result.status >= 200 && result.status < 300);
    const nextAttemptAt = delivered ? null : nextAttempt(record, attempts.length, now());
    events.put({ ...record, attempts, delivered, nextAttemptAt });
    scheduleAttempt(id);
  };

  /** A lost copy: the sender considers it delivered and does not send it again. */
  const recordLostCopy = (record: EventRecord): void => {
    const result = { at: now(), status: null, answer: "lost on the way" };
    const hasNextAttempt = record.nextAttemptAt !== null && record.nextAttemptAt > result.at;
    events.put({
      ...record,
      attempts: [...record.attempts, result].slice(-STORED_ATTEMPTS),
      nextAttemptAt: hasNextAttempt ? record.nextAttemptAt : null,
    });
  };

  const attemptDelivery = (id: string): void => {
    track(attempt(id, true)).catch((error: unknown) =>
      console.error(`stubs: event ${id} could not be sent:`, error),
    );
  };

  /** Sets the event's one timer to its next automatic attempt, if one is due. */
  const scheduleAttempt = (id: string): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const due = events.get(id)?.nextAttemptAt;
    if (due === null || due === undefined || stopping.signal.aborted) return;
    const run = () => {
      timers.delete(id);
      attemptDelivery(id);
    };
    timers.set(id, setTimeout(run, Math.max(0, due - now())).unref());
  };

  return {
    announce(id) {
      const delays = faults.copyDelays();
      const record = events.get(id);
      if (!record || (delays.length === 1 && delays[0] === 0)) return scheduleAttempt(id);
      // Each copy has its own timer; a failed copy schedules the next attempt.
      events.put({ ...record, nextAttemptAt: null });
      for (const ms of delays) setTimeout(() => attemptDelivery(id), ms).unref();
    },
    send: (id) => track(attempt(id)),
    resume() {
      for (const { id, nextAttemptAt } of events.all()) if (nextAttemptAt !== null) scheduleAttempt(id);
    },
    async stop() {
      stopping.abort();
      // Aborted requests may take a moment to end. The stubs wait no longer than this.
      await Promise.race([Promise.allSettled(pendingWork), pause(1000, undefined, { ref: false })]);
    },
  };
}

function nextAttempt(record: EventRecord, attemptsMade: number, now: number): number | null {
  if (now > (record.event.created + GIVE_UP_AFTER_S) * 1000) return null;
  return now + (PAUSES_S[attemptsMade - 1] ?? LATER_PAUSE_S) * 1000;
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
