import * as z from "zod/mini";
import { createSeededRandom } from "./seeded-random";

const OUTAGES = ["none", "refuse", "cut", "error", "limit", "slow"] as const;
export type OutageKind = (typeof OUTAGES)[number];

const probability = z.number().check(z.gte(0), z.lte(1));
const milliseconds = z.int().check(z.gte(0), z.lte(120_000));

const outageSettings = {
  /**
   * `refuse` closes the connection, `cut` runs the call and closes the connection, `slow` runs it and responds late,
   * `error` and `limit` respond with 500 and 429 without running it.
   */
  outage: z.optional(z.enum(OUTAGES)),
  /** Probability of a fault in each call. */
  probability: z.optional(probability),
  slow_ms: z.optional(milliseconds),
};

/** Faults to inject. A field that is left out stays as it is. */
export const faultSettings = z.strictObject({
  /** Restarts the random number generator, so that a run can be repeated. */
  seed: z.optional(z.int()),
  api: z.optional(z.strictObject(outageSettings)),
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
  e_factura: z.optional(
    z.strictObject({
      ...outageSettings,
      /** How long the authority processes a document. */
      processing_s: z.optional(z.int().check(z.gte(0), z.lte(86_400))),
      /** Lifetime of a new consent. */
      consent_days: z.optional(z.int().check(z.gte(1), z.lte(365))),
    }),
  ),
});
type FaultChanges = z.infer<typeof faultSettings>;

type Outage = { outage: OutageKind; probability: number; slow_ms: number };

type FaultState = {
  api: Outage;
  webhooks: { copies: number; delay_ms: number; drop: number };
  e_factura: Outage & { processing_s: number; consent_days: number };
};

export const NO_FAULTS: FaultState = {
  api: { outage: "none", probability: 1, slow_ms: 10_000 },
  webhooks: { copies: 1, delay_ms: 0, drop: 0 },
  e_factura: { outage: "none", probability: 1, slow_ms: 10_000, processing_s: 10, consent_days: 365 },
};

export type FaultInjector = {
  current(): FaultState;
  change(changes: FaultChanges): void;
  /** The fault for the current call of Stripe's API or of the tax authority's. */
  nextOutage(service: "api" | "e_factura"): OutageKind;
  /** When to send each copy of a new event, in ms from now. */
  copyDelays(): number[];
  /** Whether the current copy is lost. */
  losesCopy(): boolean;
};

/** Decides at random when a fault occurs. Faults end with the stubs. */
export function createFaultInjector(): FaultInjector {
  let random = createSeededRandom(Date.now());
  let state = NO_FAULTS;
  return {
    current: () => state,
    change({ seed, api, webhooks, e_factura }) {
      if (seed !== undefined) random = createSeededRandom(seed);
      state = {
        api: { ...state.api, ...api },
        webhooks: { ...state.webhooks, ...webhooks },
        e_factura: { ...state.e_factura, ...e_factura },
      };
    },
    nextOutage(service) {
      const { outage, probability } = state[service];
      return outage !== "none" && random() < probability ? outage : "none";
    },
    copyDelays: () =>
      Array.from({ length: state.webhooks.copies }, () => Math.floor(random() * state.webhooks.delay_ms)),
    losesCopy: () => random() < state.webhooks.drop,
  };
}
