import { z } from "zod";
import { createDice } from "./dice";
import type { Collection } from "./store";

export const OUTAGES = ["none", "refuse", "cut", "error", "limit", "slow"] as const;
export type Outage = (typeof OUTAGES)[number];

const share = z.number().min(0).max(1);
const milliseconds = z.number().int().min(0).max(120_000);

/** What goes wrong on purpose. Every field may be left out: it then stays as it is. */
export const faultSettings = z.strictObject({
  /** Draws begin anew with it, so that a run can be repeated. */
  seed: z.number().int().optional(),
  api: z
    .strictObject({
      /**
       * `refuse` hangs up at once, `cut` does what was asked and hangs up, `slow` does it and answers late, `error` and
       * `limit` answer 500 and 429 and do nothing.
       */
      outage: z.enum(OUTAGES).optional(),
      /** Of the calls, how many it strikes. */
      share: share.optional(),
      slow_ms: milliseconds.optional(),
    })
    .optional(),
  webhooks: z
    .strictObject({
      /** How often each event is sent. */
      copies: z.number().int().min(1).max(20).optional(),
      /** Each copy leaves at a moment of its own within so long, so that events overtake each other. */
      delay_ms: milliseconds.optional(),
      /** Of the copies, how many are lost on the way. Nobody sends those again. */
      drop: share.optional(),
    })
    .optional(),
});
export type FaultChanges = z.infer<typeof faultSettings>;

export interface FaultState {
  api: { outage: Outage; share: number; slow_ms: number };
  webhooks: { copies: number; delay_ms: number; drop: number };
}

export const NO_FAULTS: FaultState = {
  api: { outage: "none", share: 1, slow_ms: 10_000 },
  webhooks: { copies: 1, delay_ms: 0, drop: 0 },
};

export interface Faults {
  current(): FaultState;
  change(changes: FaultChanges): void;
  /** What strikes the call of the API that comes now. */
  strike(): Outage;
  /** After how many milliseconds each copy of a new event leaves. */
  departures(): number[];
  /** Whether the copy that leaves now is lost. */
  loses(): boolean;
}

const KEY = "faults";

/** Keeps the faults that were asked for, over restarts too, and draws whom they strike. */
export function createFaults(kept: Collection<FaultState & { id: string }>): Faults {
  let dice = createDice(Date.now());
  const state = () => kept.get(KEY) ?? { id: KEY, ...NO_FAULTS };
  const departure = () => Math.floor(dice() * state().webhooks.delay_ms);
  return {
    current: () => ({ api: state().api, webhooks: state().webhooks }),
    change({ seed, api, webhooks }) {
      if (seed !== undefined) dice = createDice(seed);
      const before = state();
      kept.put({
        id: KEY,
        api: { ...before.api, ...api },
        webhooks: { ...before.webhooks, ...webhooks },
      });
    },
    strike() {
      const { outage, share: struck } = state().api;
      return outage !== "none" && dice() < struck ? outage : "none";
    },
    departures: () => Array.from({ length: state().webhooks.copies }, departure),
    loses: () => dice() < state().webhooks.drop,
  };
}
