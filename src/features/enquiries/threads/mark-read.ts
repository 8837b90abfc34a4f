import { eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { enquiries } from "@/db/schema";
import type { SeenEnquiry } from "../queries";

/**
 * Remembers how far one side has read: up to the newest message that the page shows. Never backwards. The visitor's
 * count of unread conversations goes down with it, so that the same page says so.
 */
export async function markRead(ctx: Ctx, enquiry: SeenEnquiry): Promise<void> {
  const { id, side, lastMessageTs } = enquiry;
  const readTs = side === "teacher" ? enquiry.teacherReadTs : enquiry.learnerReadTs;
  if (readTs !== null && readTs >= lastMessageTs) return;
  const column = side === "teacher" ? enquiries.teacherReadTs : enquiries.learnerReadTs;
  const furthest = sql`max(coalesce(${column}, 0), ${lastMessageTs})`;
  await ctx.commit([
    ctx.db
      .update(enquiries)
      .set(side === "teacher" ? { teacherReadTs: furthest } : { learnerReadTs: furthest })
      .where(eq(enquiries.id, id)),
  ]);
  const reader = side === "teacher" ? enquiry.teacherId : enquiry.learnerId;
  // Conversations that the teacher filed as spam were never counted.
  const counted = side === "learner" || enquiry.state !== "spam";
  if (ctx.user && ctx.user.id === reader && counted) ctx.user.unread = Math.max(0, ctx.user.unread - 1);
}
