import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { enquiries } from "@/db/schema";
import type { OwnEnquiry } from "./queries";

/** Remembers how far one side has read: up to the newest message that the page shows. Never backwards. */
export async function markRead(
  ctx: Ctx,
  { id, side, lastMessageTs, teacherReadTs, learnerReadTs }: OwnEnquiry,
): Promise<void> {
  const readTs = side === "teacher" ? teacherReadTs : learnerReadTs;
  if (readTs !== null && readTs >= lastMessageTs) return;
  const column = side === "teacher" ? enquiries.teacherReadTs : enquiries.learnerReadTs;
  const furthest = sql`max(coalesce(${column}, 0), ${lastMessageTs})`;
  await ctx.commit([
    ctx.db
      .update(enquiries)
      .set(side === "teacher" ? { teacherReadTs: furthest } : { learnerReadTs: furthest })
      .where(and(eq(enquiries.id, id))),
  ]);
}
