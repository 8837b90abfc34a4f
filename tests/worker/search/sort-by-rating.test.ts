import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { refreshRatingsStatements } from "@/db/refresh-ratings-statements";
import { reviews } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import { runSchedule } from "@/jobs";

import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db } from "../../helpers/app";
import { refreshTeacher } from "../../helpers/derived-columns";
import { createListing, createTeacher, createUser } from "../../helpers/factories";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";

const { now } = app.clock;
const services = servicesAt(now, app.bindings);

/** Publishes reviews of a teacher, one for each rating, and reindexes the teacher's listings. */
async function publishReviews(teacherId: string, ratings: readonly number[]): Promise<void> {
  for (const rating of ratings) {
    const { id: learnerId } = await createUser();
    await db.insert(reviews).values({
      id: newId(),
      teacherId,
      learnerId,
      rating,
      subject: "m",
      text: "Explică pe înțelesul tuturor.",
      locale: "ro",
      lessons: "2-5",
      authorRole: "parent",
      state: "published",
      createdTs: now,
      publishedTs: now,
    });
  }
  await reindexRated(teacherId);
}

const reindexRated = (teacherId: string) =>
  services.commit([
    ...refreshRatingsStatements(services, sql`(${teacherId})`),
    ...reindexListingsStatements(services, sql`listings.owner_id = ${teacherId}`),
  ]);

async function listTitles({ sort = "rating", query = "" } = {}): Promise<string[]> {
  const answer = await app.get(`${paths.apiListings()}?sort=${sort}${query}`);
  const { content } = (await answer.json()) as { content: { title: string }[] };
  return content.map(({ title }) => title);
}

const readSiteRating = () => db.all(sql`select review_count, rating_sum from site_rating`);

test("sort=rating orders by the mean with five ratings of the site's mean, and follows the site's mean", async () => {
  const [single, many, none, poor] = await Promise.all([
    createTeacher(),
    createTeacher(),
    createTeacher(),
    createTeacher(),
  ]);
  await createListing(none, { title: "fără evaluări" });
  expect(await listTitles()).toEqual(["fără evaluări"]);

  await createListing(single, { title: "una de 5" });
  await createListing(many, { title: "multe de 5" });
  await createListing(poor, { title: "multe de 3" });
  await publishReviews(poor.id, [3, 3, 3, 3, 3, 3]);
  await publishReviews(single.id, [5]);
  await publishReviews(many.id, [5, 5, 5, 5, 5, 4]);
  // The site's mean is now (18 + 5 + 29) / 13 = 4.0. Teachers without new reviews still have the key of the old one.
  await runSchedule("reindex-outdated-listings", app.bindings, { waitUntil: () => {} }, undefined, () => now);
  await expectConsistentIndex(now);
  const keys = await db.all<{ key: number }>(
    sql`select rating_key as key from search_entries order by rating_key desc`,
  );
  expect(keys.map(({ key }) => key)).toEqual([4455, 4167, 4000, 3455]);
  expect(await listTitles()).toEqual(["multe de 5", "una de 5", "fără evaluări", "multe de 3"]);
  expect(await readSiteRating()).toEqual([{ review_count: 13, rating_sum: 52 }]);

  // Reviews that are no longer published count no more.
  await db.update(reviews).set({ state: "removed" }).where(eq(reviews.teacherId, many.id));
  await reindexRated(many.id);
  await db.delete(reviews).where(eq(reviews.teacherId, single.id));
  await refreshTeacher(single.id);
  expect(await readSiteRating()).toEqual([{ review_count: 6, rating_sum: 18 }]);
  await runSchedule("reindex-outdated-listings", app.bindings, { waitUntil: () => {} }, undefined, () => now);
  const [highest] = await db.all<{ key: number }>(sql`select max(rating_key) as key from search_entries`);
  expect(highest?.key).toBe(3000);
  await expectConsistentIndex(now);
});
