import type { Ctx } from "@/context";
import { countFollowUp, listFollowUp } from "@/features/follow-up";
import { countOpenTasks } from "./queries";

/** What waits for admins, in each queue. */
export async function countQueues(ctx: Ctx) {
  const snoozedFilter = { queue: null, owner: null, view: "snoozed" } as const;
  const [tasks, followUp, snoozed] = await Promise.all([
    countOpenTasks(ctx),
    countFollowUp(ctx),
    listFollowUp(ctx, snoozedFilter, { after: undefined, size: 1 }),
  ]);
  return {
    tasks,
    followUp,
    hasSnoozed: snoozed.rows.length > 0,
    now: ctx.now,
    stripeUrl: ctx.payments.dashboardUrl,
  };
}

export type QueueCounts = Awaited<ReturnType<typeof countQueues>>;
