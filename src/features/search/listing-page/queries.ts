import { eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { teacherInformation, users } from "@/db/schema";
import { type ListingCardRow, type ListingDetails, loadListingCards } from "@/features/listings";
import { parseSearch, type SearchFilters } from "@/shared/schemas/search";
import { slice } from "../matching/match-rows";

const SHOWN = 4;

/**
 * Other visible listings like this one, the likest first and the newest of those: same subject and county, then same
 * subject and first level anywhere, then same subject. Reads a few rows of each.
 */
export function findSimilar(
  ctx: Ctx,
  { num, subject, levels, county }: ListingDetails,
): Promise<ListingCardRow[]> {
  const { filters } = parseSearch(new URLSearchParams());
  const likeness: Partial<SearchFilters>[] = [
    ...(county ? [{ county }] : []),
    { level: levels.slice(0, 1) },
    {},
  ];
  const kinds = likeness.map((like, kind) => {
    const alike = { ...filters, ...like, subject: [subject] };
    // One more than is shown: the listing itself may be among them.
    const found = slice({ filters: alike, now: ctx.now, from: null, backwards: false, limit: SHOWN + 1 });
    return sql`select num, ${sql.raw(String(kind))} as step, place from (${found})`;
  });
  return loadListingCards(
    ctx,
    sql`select num, min(step) as step, place, null as metres from (${sql.join(kinds, sql` union all `)})
      where num <> ${num} group by num order by 2, 3 limit ${SHOWN}`,
  );
}

/** What a listing's page says about its teacher; nothing by which to reach them. */
export async function findTeacher(ctx: Ctx, userId: string) {
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

export type Teacher = NonNullable<Awaited<ReturnType<typeof findTeacher>>>;
