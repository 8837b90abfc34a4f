import { eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { boundSql, constantSql, joinSql } from "@/db/bound-sql";
import { teacherInformation, users } from "@/db/schema";
import { type ListingCardRow, type ListingDetails, loadListingCards } from "@/features/listings";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { buildSliceQuery } from "../matching/result-slices";

const MAX_SIMILAR = 4;

/**
 * Other visible listings, most similar first, then newest: same subject and county; same subject and first level; same
 * subject. Reads a few rows of each kind.
 */
export function listSimilarListings(
  ctx: Ctx,
  { num, subject, levels, county }: ListingDetails,
): Promise<ListingCardRow[]> {
  const kinds: Partial<SearchFilters>[] = [
    ...(county ? [{ county }] : []),
    { level: levels.slice(0, 1) },
    {},
  ];
  const queries = kinds.map((kindFilters, kind) => {
    const similar = { ...NO_FILTERS, ...kindFilters, subject: [subject] };
    // Reads one more, because the listing itself may be among them.
    const query = buildSliceQuery({
      filters: similar,
      now: ctx.now,
      from: null,
      backwards: false,
      limit: MAX_SIMILAR + 1,
    });
    return boundSql`select num, ${constantSql(kind)} as rank, position from (${query})`;
  });
  return loadListingCards(
    ctx,
    boundSql`select num, min(rank) as rank, position, null as meters from (${joinSql(queries, " union all ")})
      where num <> ${num} group by num order by 2, 3 limit ${constantSql(MAX_SIMILAR)}`,
  );
}

/** The teacher's data for a listing's page, without contact data. */
export async function findTeacherProfile(ctx: Ctx, userId: string) {
  const [row] = await ctx.db
    .select({
      signupTs: users.signupTs,
      profilePicture: users.profilePicture,
      pictureTs: users.pictureTs,
      replyMedianS: users.replyMedianS,
      hasPhone: sql<boolean>`${teacherInformation.phoneNumber} is not null`.mapWith(Boolean),
      qualifications: teacherInformation.qualifications,
      job: teacherInformation.job,
      employer: teacherInformation.employer,
      highSchool: teacherInformation.highSchool,
      bachelors: teacherInformation.bachelors,
      masters: teacherInformation.masters,
      doctorate: teacherInformation.doctorate,
      experienceJob: teacherInformation.experienceJob,
      experienceTeaching: teacherInformation.experienceTeaching,
    })
    .from(users)
    .leftJoin(teacherInformation, eq(teacherInformation.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  return row ?? null;
}

export type Teacher = NonNullable<Awaited<ReturnType<typeof findTeacherProfile>>>;
