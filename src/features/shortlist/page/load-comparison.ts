import { inArray, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { teacherInformation } from "@/db/schema";
import {
  type BlockedUsers,
  findBlockedUsers,
  findSentEnquiries,
  type SentEnquiry,
} from "@/features/enquiries";
import type { ListingDetails } from "@/features/listings";

type Teacher = { experienceTeaching: number; qualifications: readonly string[] };

/** Listings to compare, with what is stored elsewhere about their teachers and the visitor's messages. */
export type Comparison = {
  listings: readonly ListingDetails[];
  /** By the id of the listing's owner. */
  teachers: ReadonlyMap<string, Teacher>;
  /** By listing. */
  sent: ReadonlyMap<string, SentEnquiry>;
  blocked: BlockedUsers;
};

export async function loadComparison(ctx: Ctx, listings: readonly ListingDetails[]): Promise<Comparison> {
  const ownerIds = listings.map(({ ownerId }) => ownerId);
  const { userId, experienceTeaching, qualifications } = teacherInformation;
  const [teachers, sent, blocked] = await Promise.all([
    ctx.db
      .select({ userId, experienceTeaching, qualifications })
      .from(teacherInformation)
      .where(inArray(userId, sql`(select value from json_each(${JSON.stringify(ownerIds)}))`)),
    findSentEnquiries(
      ctx,
      listings.map(({ id }) => id),
    ),
    findBlockedUsers(ctx, ownerIds),
  ]);
  return { listings, teachers: new Map(teachers.map((teacher) => [teacher.userId, teacher])), sent, blocked };
}
