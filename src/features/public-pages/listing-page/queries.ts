import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql, joinSql } from "@/db/bound-sql";
import { teacherInformation, users } from "@/db/schema";
import { codeTerm } from "@/db/search-codes";
import { defineSelection } from "@/db/selection";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import { buildSliceQuery, MATCH_NOTHING } from "@/features/search";
import type { County, Level, Subject } from "@/shared/codes";
import { NO_FILTERS } from "@/shared/schemas/search";

const MAX_SIMILAR = 4;

/** Columns of a listing as terms of its full text query. */
const SUBJECT_TERM = `'"${codeTerm.code("subject", "" as Subject)}' || subject || '"'`;
const SUBJECT_IN_COUNTY_TERM = `'"${codeTerm.code("subject", "" as Subject)}' || subject || '${codeTerm.county("" as County)}' || county || '"'`;
const FIRST_LEVEL_TERM = `'"${codeTerm.code("level", "" as Level)}' || (levels ->> 0) || '"'`;
/** The kinds of similar listings, most similar first. */
const SIMILAR = [
  SUBJECT_IN_COUNTY_TERM,
  `${SUBJECT_TERM} || ' AND ' || ${FIRST_LEVEL_TERM}`,
  SUBJECT_TERM,
].map(constantSql);

/**
 * Other visible listings, most similar first, then newest: same subject and county; same subject and first level; same
 * subject. Reads a few rows of each kind. The listing is known by its id only, so that it is read in the same batch.
 */
export function listSimilarListings(ctx: Ctx, listingId: string): Promise<ListingCardRow[]> {
  const select = (expression: BoundSql) =>
    boundSql`(select ${expression} from listings where id = ${listingId})`;
  const queries = SIMILAR.map((terms, kind) => {
    // Reads one more, because the listing itself may be among them.
    const query = buildSliceQuery({
      filters: NO_FILTERS,
      // A draft may have no county or level.
      match: boundSql`coalesce(${select(terms)}, ${MATCH_NOTHING})`,
      now: ctx.now,
      cursor: null,
      isBackwards: false,
      limit: MAX_SIMILAR + 1,
    });
    return boundSql`select num, ${constantSql(kind)} as rank, position, card from (${query})`;
  });
  return loadListingCards(
    ctx,
    boundSql`select num, min(rank) as rank, position, null as meters, card from (${joinSql(queries, " union all ")})
      where num <> ${select(constantSql("num"))} group by num order by 2, 3 limit ${constantSql(MAX_SIMILAR)}`,
  );
}

export const TEACHER = defineSelection({
  signupTs: users.signupTs,
  profilePicture: users.profilePicture,
  pictureTs: users.pictureTs,
  replyMedianS: users.replyMedianS,
  reviewCount: users.reviewCount,
  ratingSum: users.ratingSum,
  about: teacherInformation.about,
  qualifications: teacherInformation.qualifications,
  job: teacherInformation.job,
  employer: teacherInformation.employer,
  highSchool: teacherInformation.highSchool,
  bachelors: teacherInformation.bachelors,
  masters: teacherInformation.masters,
  doctorate: teacherInformation.doctorate,
  experienceJob: teacherInformation.experienceJob,
  experienceTeaching: teacherInformation.experienceTeaching,
});

/** A teacher's public data, without contact data. */
export type TeacherFacts = ReturnType<typeof TEACHER.parse>;
export type Teacher = TeacherFacts & { hasPhone: boolean };

export const findTeacherProfile = (ctx: Ctx, userId: string): Promise<Teacher | null> =>
  findTeacher(ctx, boundSql`${userId}`);

/** The profile of a listing's owner, for a listing that is read in the same batch. */
export const findTeacherOfListing = (ctx: Ctx, listingId: string): Promise<Teacher | null> =>
  findTeacher(ctx, boundSql`(select owner_id from listings where id = ${listingId})`);

async function findTeacher({ db }: Ctx, userId: BoundSql): Promise<Teacher | null> {
  const [row] = await db.read<{ hasPhone: number }>(boundSql`
    select ${TEACHER.columns}, phone_number is not null as "hasPhone"
    from users left join teacher_information on teacher_information.user_id = users.id where users.id = ${userId}`);
  return row ? { ...TEACHER.parse(row), hasPhone: row.hasPhone === 1 } : null;
}
