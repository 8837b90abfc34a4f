import { eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { enquiries } from "@/db/schema";
import type { EnquiryView } from "../queries";

/**
 * Marks the messages of a page as read by one side, and lowers the visitor's count of conversations, so the same page
 * shows the new count.
 */
export async function markRead(ctx: Ctx, enquiry: EnquiryView): Promise<void> {
  const { id, side, lastMessageTs } = enquiry;
  const readTs = side === "teacher" ? enquiry.teacherReadTs : enquiry.learnerReadTs;
  if (ctx.config.MAINTENANCE || (readTs !== null && readTs >= lastMessageTs)) return;
  const column = side === "teacher" ? enquiries.teacherReadTs : enquiries.learnerReadTs;
  const latest = sql`max(coalesce(${column}, 0), ${lastMessageTs})`;
  await ctx.commit([
    ctx.db
      .update(enquiries)
      .set(side === "teacher" ? { teacherReadTs: latest } : { learnerReadTs: latest })
      .where(eq(enquiries.id, id)),
  ]);
  const reader = side === "teacher" ? enquiry.teacherId : enquiry.learnerId;
  // Conversations that the teacher marked as spam were never counted; those that wait for an answer still are.
  const counted = side === "learner" || (enquiry.state !== "spam" && !enquiry.isWaiting);
  if (ctx.user && ctx.user.id === reader && counted) ctx.user.unread = Math.max(0, ctx.user.unread - 1);
}
