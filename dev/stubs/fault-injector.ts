import { z } from "zod";
import { createSeededRandom } from "./seeded-random";
import type { Collection } from "./store";

export const OUTAGES = ["none", "refuse", "cut", "error", "limit", "slow"] as const;
export type StripeOutage = (typeof OUTAGES)[number];

const probability = z.number().min(0).max(1);
const milliseconds = z.number().int().min(0).max(120_000);

/** Faults to inject. A field that is left out stays as it is. */
export const faultSettings = z.strictObject({
  /** Restarts the random number generator, so that a run can be repeated. */
  seed: z.number().int().optional(),
  api: z
    .strictObject({
      /**
       * `refuse` closes the connection, `cut` runs the call and closes the connection, `slow` runs it and responds
       * late, `error` and `limit` respond with 500 and 429 without running it.
       */
      outage: z.enum(OUTAGES).optional(),
      /** Probability of a fault in each call. */
      probability: probability.optional(),
      slow_ms: milliseconds.optional(),
    })
    .optional(),
  webhooks: z
    .strictObject({
      /** How many times each event is sent. */
      copies: z.number().int().min(1).max(20).optional(),
      /** Longest random delay of a copy, so that events arrive out of order. */
      delay_ms: milliseconds.optional(),
      /** Probability that a copy is lost. Lost copies are not sent again. */
      drop: probability.optional(),
    })
    .optional(),
});
export type FaultChanges = z.infer<typeof faultSettings>;

export type FaultState = {
  api: { outage: StripeOutage; probability: number; slow_ms: number };
  webhooks: { copies: number; delay_ms: number; drop: number };
};

export const NO_FAULTS: FaultState = {
  api: { outage: "none", probability: 1, slow_ms: 10_000 },
  webhooks: { copies: 1, delay_ms: 0, drop: 0 },
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
  const state = () => stored.get(KEY) ?? { id: KEY, ...NO_FAULTS };
  const randomDelay = () => Math.floor(random() * state().webhooks.delay_ms);
  return {
    current: () => ({ api: state().api, webhooks: state().webhooks }),
    change({ seed, api, webhooks }) {
      if (seed !== undefined) random = createSeededRandom(seed);
      const previous = state();
      stored.put({
        id: KEY,
        api: { ...previous.api, ...api },
        webhooks: { ...previous.webhooks, ...webhooks },
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
