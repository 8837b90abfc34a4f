import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { refreshRatingsStatements } from "@/db/refresh-ratings-statements";
import { refreshGuestReviewFlagsStatement } from "@/features/enquiries";
import { refreshCardsStatement } from "@/features/listings";
import { refreshBadgesStatement } from "@/features/verifications";
import { db } from "./app";

/** Computes what follows from rows about a teacher again, for tests that write these directly. */
export async function refreshTeacher(id: string): Promise<void> {
  await db.batch([
    refreshGuestReviewFlagsStatement({ db }, sql`(select enquiry_id from reviews where teacher_id = ${id})`),
    ...refreshRatingsStatements({ db }, sql`(${id})`),
    refreshBadgesStatement({ db }, sql`users.id = ${id}`),
    refreshCardsStatement({ db }, sql`listings.owner_id = ${id}`),
  ]);
}

/** Expects every column that follows from other rows to be what they give at `now` (ms), and the search tables. */
export async function expectDerivedColumns(now: number): Promise<void> {
  const wrongUsers =
    await db.all(sql`select * from (select id, review_count, rating_sum, star_counts, checked_until_ts, integrity_until_ts,
      (select count(*) from reviews where teacher_id = users.id and state = 'published') as reviews,
      (select coalesce(sum(rating), 0) from reviews where teacher_id = users.id and state = 'published') as ratings,
      (select json_group_array((select count(*) from reviews
        where teacher_id = users.id and state = 'published' and rating = star.value))
        from json_each('[1,2,3,4,5]') star) as stars,
      (select max(coalesce(ends_ts, 9007199254740991)) from verifications where user_id = users.id
        and state = 'approved' and kind <> 'integrity' and checked_name = trim(first_name || ' ' || last_name)) as badge,
      (select max(ends_ts) from verifications where user_id = users.id and state = 'approved' and kind = 'integrity'
        and checked_name = trim(first_name || ' ' || last_name)) as certificate
    from users) where review_count <> reviews or rating_sum <> ratings or star_counts <> stars
      or (checked_until_ts is not badge and not (checked_until_ts is null and badge <= ${now}))
      or (integrity_until_ts is not certificate and not (integrity_until_ts is null and certificate <= ${now}))`);
  expect(wrongUsers).toEqual([]);
  const wrongNames = await db.all(sql`select users.id from users
    left join user_search on user_id = users.id left join users_fts on users_fts.rowid = user_search.num
    where users_fts.name is not users.first_name || ' ' || users.last_name or users_fts.email is not users.email
    union all select user_id from user_search where user_id not in (select id from users)`);
  expect(wrongNames).toEqual([]);
  const totals =
    await db.all(sql`select coalesce(sum(review_count), 0) as reviews, coalesce(sum(rating_sum), 0) as ratings
    from site_rating`);
  expect(totals).toEqual(
    await db.all(sql`select count(*) as reviews, coalesce(sum(rating), 0) as ratings from reviews
      where state = 'published'`),
  );
  const wrongFlags =
    await db.all(sql`select id from enquiries where has_guest_review <> exists (select 1 from reviews
    where enquiry_id = enquiries.id and guest_key is not null and state <> 'withdrawn')`);
  expect(wrongFlags).toEqual([]);
  const unusedFilters = await db.all(sql`select id from alert_filters
    where id not in (select filters_id from alerts)`);
  expect(unusedFilters).toEqual([]);
}
