import type { Ctx } from "@/context";
import { countFollowUp } from "@/features/follow-up";
import { countReportedListings } from "@/features/moderation";
import { countReviewQueues } from "@/features/reviews";
import { countPendingTestimonials } from "@/features/testimonials";
import { countPendingVerifications } from "@/features/verifications";
import { countOpenTasks } from "./queries";

/** What waits for admins, in each queue. */
export async function countQueues(ctx: Ctx) {
  const [tasks, followUp, testimonials, verifications, reported, reviews] = await Promise.all([
    countOpenTasks(ctx),
    countFollowUp(ctx),
    countPendingTestimonials(ctx),
    countPendingVerifications(ctx),
    countReportedListings(ctx),
    countReviewQueues(ctx),
  ]);
  return { tasks, followUp, testimonials, verifications, reported, reviews };
}

export type QueueCounts = Awaited<ReturnType<typeof countQueues>>;
