import type { Ctx } from "@/context";
import { countFollowUp, listDeadlines } from "@/features/follow-up";
import { countOpenTasks } from "./queries";

/** What waits for admins, in each queue, and the deadlines of Stripe and the tax authority. */
export async function countQueues(ctx: Ctx) {
  const [tasks, followUp, deadlines] = await Promise.all([
    countOpenTasks(ctx),
    countFollowUp(ctx),
    listDeadlines(ctx),
  ]);
  return { tasks, followUp, deadlines, stripeUrl: ctx.payments.dashboardUrl };
}

export type QueueCounts = Awaited<ReturnType<typeof countQueues>>;
