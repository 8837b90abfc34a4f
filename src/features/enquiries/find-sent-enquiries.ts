import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { enquiries } from "@/db/schema";
import { hidesAnswer } from "./names";

/** The newest enquiry of the user about a listing, and whether the teacher replied. */
export type SentEnquiry = { id: string; isAnswered: boolean };

/** The user's enquiries about these listings, by listing; none without an account. */
export async function findSentEnquiries(
  { db, user }: Ctx,
  listingIds: readonly string[],
): Promise<Map<string, SentEnquiry>> {
  if (!user || listingIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: enquiries.id,
      listingId: enquiries.listingId,
      answeredTs: enquiries.answeredTs,
      learnerBlockedTs: enquiries.learnerBlockedTs,
    })
    .from(enquiries)
    .where(
      and(
        eq(enquiries.learnerId, user.id),
        inArray(enquiries.listingId, sql`(select value from json_each(${JSON.stringify(listingIds)}))`),
      ),
    )
    .orderBy(desc(enquiries.lastMessageTs));
  return new Map(
    rows
      .toReversed()
      .map((row) => [
        row.listingId ?? "",
        { id: row.id, isAnswered: row.answeredTs !== null && !hidesAnswer("learner", row) },
      ]),
  );
}
