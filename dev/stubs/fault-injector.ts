import * as z from "zod/mini";
import { createSeededRandom } from "./seeded-random";
import type { Collection } from "./store";

export const OUTAGES = ["none", "refuse", "cut", "error", "limit", "slow"] as const;
export type StripeOutage = (typeof OUTAGES)[number];

/** The status of every push message: accepted, or a fault. */
export const PUSH_STATUSES = [201, 404, 410, 429, 500] as const;
type PushStatus = (typeof PUSH_STATUSES)[number];

const probability = z.number().check(z.gte(0), z.lte(1));
const milliseconds = z.int().check(z.gte(0), z.lte(120_000));

/** Faults to inject. A field that is left out stays as it is. */
export const faultSettings = z.strictObject({
  /** Restarts the random number generator, so that a run can be repeated. */
  seed: z.optional(z.int()),
  api: z.optional(
    z.strictObject({
      /**
       * `refuse` closes the connection, `cut` runs the call and closes the connection, `slow` runs it and responds
       * late, `error` and `limit` respond with 500 and 429 without running it.
       */
      outage: z.optional(z.enum(OUTAGES)),
      /** Probability of a fault in each call. */
      probability: z.optional(probability),
      slow_ms: z.optional(milliseconds),
    }),
  ),
  webhooks: z.optional(
    z.strictObject({
      /** How many times each event is sent. */
      copies: z.optional(z.int().check(z.gte(1), z.lte(20))),
      /** Longest random delay of a copy, so that events arrive out of order. */
      delay_ms: z.optional(milliseconds),
      /** Probability that a copy is lost. Lost copies are not sent again. */
      drop: z.optional(probability),
    }),
  ),
  push: z.optional(
    z.strictObject({
      status: z.optional(z.literal(PUSH_STATUSES)),
      /** Retry-After of a fault; 0 for none. */
      retry_after_s: z.optional(z.int().check(z.gte(0), z.lte(86_400))),
    }),
  ),
});
type FaultChanges = z.infer<typeof faultSettings>;

export type FaultState = {
  api: { outage: StripeOutage; probability: number; slow_ms: number };
  webhooks: { copies: number; delay_ms: number; drop: number };
  push: { status: PushStatus; retry_after_s: number };
};

export const NO_FAULTS: FaultState = {
  api: { outage: "none", probability: 1, slow_ms: 10_000 },
  webhooks: { copies: 1, delay_ms: 0, drop: 0 },
  push: { status: 201, retry_after_s: 0 },
};

export type FaultInjector = {
  current(): FaultState;
  change(changes: FaultChanges): void;
  /** The fault for the current API call. */
  nextOutage(): StripeOutage;
  /** When to send each copy of a new event, in ms from now. */
  copyDelays(): number[];
  /** Whether the current copy is lost. */
  losesCopy(): boolean;
};

const KEY = "faults";

/** Stores the fault settings, also over restarts, and decides at random when a fault occurs. */
export function createFaultInjector(stored: Collection<FaultState & { id: string }>): FaultInjector {
  let random = createSeededRandom(Date.now());
  const state = () => ({ ...NO_FAULTS, id: KEY, ...stored.get(KEY) });
  const randomDelay = () => Math.floor(random() * state().webhooks.delay_ms);
  return {
    current() {
      const { api, webhooks, push } = state();
      return { api, webhooks, push };
    },
    change({ seed, api, webhooks, push }) {
      if (seed !== undefined) random = createSeededRandom(seed);
      const previous = state();
      stored.put({
        id: KEY,
        api: { ...previous.api, ...api },
        webhooks: { ...previous.webhooks, ...webhooks },
        push: { ...previous.push, ...push },
      });
    },
    nextOutage() {
      const { outage, probability } = state().api;
      return outage !== "none" && random() < probability ? outage : "none";
    },
    copyDelays: () => Array.from({ length: state().webhooks.copies }, randomDelay),
    losesCopy: () => random() < state().webhooks.drop,
  };
}
