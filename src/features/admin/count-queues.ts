import type { Ctx } from "@/context";
import { countFollowUp } from "@/features/follow-up";
import { countOpenTasks } from "./queries";

/** What waits for admins, in each queue. */
export async function countQueues(ctx: Ctx) {
  const [tasks, followUp] = await Promise.all([countOpenTasks(ctx), countFollowUp(ctx)]);
  return { tasks, followUp };
}

export type QueueCounts = Awaited<ReturnType<typeof countQueues>>;
