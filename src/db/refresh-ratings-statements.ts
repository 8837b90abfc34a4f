import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./client";
import { reviews, siteRating, users } from "./schema";

const isPublishedReviewSql = (teacher: SQL): SQL => sql`teacher_id ${teacher} and state = 'published'`;

/**
 * Counts the published reviews of teachers again, after reviews changed or before withdrawn ones are deleted: for each
 * teacher, and for the site. `teacherIds` is a list or a subquery. Search entries have to be reindexed after them.
 */
export const refreshRatingsStatements = ({ db }: { db: Db }, teacherIds: SQL): Statement[] => [
  db.run(sql`insert into ${siteRating} (id, review_count, rating_sum)
    select 1, counted.reviews - stored.reviews, counted.ratings - stored.ratings
    from (select count(*) as reviews, coalesce(sum(rating), 0) as ratings from ${reviews}
        where ${isPublishedReviewSql(sql`in ${teacherIds}`)}) counted,
      (select coalesce(sum(review_count), 0) as reviews, coalesce(sum(rating_sum), 0) as ratings from ${users}
        where id in ${teacherIds}) stored
    where true on conflict do update set
      review_count = review_count + excluded.review_count, rating_sum = rating_sum + excluded.rating_sum`),
  db.run(sql`update ${users} set (review_count, rating_sum, star_counts) = (
      select count(*), coalesce(sum(rating), 0), json_array(${sql.join(
        [1, 2, 3, 4, 5].map((rating) => sql`count(*) filter (where rating = ${rating})`),
        sql`, `,
      )})
      from ${reviews} where ${isPublishedReviewSql(sql`= ${users.id}`)})
    where id in ${teacherIds}`),
];
