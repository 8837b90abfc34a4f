import type { enquiries } from "@/db/schema";

/** Same minimum as features/enquiries/threads/send-message. */
const LEAST = 5;

/** How soon each teacher of these enquiries usually answers, in seconds; those with too few answers are left out. */
export function replyMedians(rows: readonly (typeof enquiries.$inferInsert)[]): Map<string, number> {
  const medians = new Map<string, number>();
  for (const [teacherId, theirs] of Map.groupBy(rows, (row) => row.teacherId)) {
    const seconds = theirs
      .flatMap(({ answeredTs, createdTs }) => (answeredTs ? [(answeredTs - createdTs) / 1000] : []))
      .sort((a, b) => a - b);
    if (!teacherId || seconds.length < LEAST) continue;
    const middle = [seconds[(seconds.length - 1) >> 1] ?? 0, seconds[seconds.length >> 1] ?? 0] as const;
    medians.set(teacherId, Math.round((middle[0] + middle[1]) / 2));
  }
  return medians;
}
