import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { reindexListingsStatements } from "@/features/listings";
import { deleteEntriesStatements } from "@/features/listings/search-index/search-index";
import { runSchedule } from "@/jobs";
import { app, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";

const RUN_INTERVAL_MS = 60_000;

it("job reindex-outdated-listings rebuilds entries that lack a new filter's bit, 700 listings a run", async () => {
  const teacher = await createTeacher();
  for (const [num, subject] of [
    [7, "m"],
    [1300, "ro"],
    [2099, "p"],
  ] as const) {
    const listing = await createListing(teacher, { online: true, subject, title: `Anunțul ${num}` });
    await db.batch(deleteEntriesStatements({ db }, sql`(select num from search_entries)`));
    await db.run(sql`update listings set num = ${num} where id = ${listing.id}`);
  }
  // As indexed by a worker that doesn't know the filter `online`.
  await db.run(sql`update listings set online = 0`);
  const { now } = app.clock;
  const services = servicesAt(now, app.bindings);
  await services.commit(reindexListingsStatements(services, sql`1`));
  await db.run(sql`update listings set online = 1`);

  const count = async () => {
    const { total } = (await (await app.request("/api/listings?online=1")).json()) as { total: number };
    return total;
  };
  const run = (at: number) =>
    runSchedule("reindex-outdated-listings", app.bindings, { waitUntil: () => {} }, undefined, () => at);
  const found = [await count()];
  for (let n = 0; n < 3; n++) {
    await run(now + n * RUN_INTERVAL_MS);
    found.push(await count());
  }
  expect(found).toEqual([0, 1, 2, 3]);
  await expectConsistentIndex(now);

  await db.batch(deleteEntriesStatements({ db }, sql`(1300)`));
  for (let n = 3; n < 6; n++) await run(now + n * RUN_INTERVAL_MS);
  expect(await count()).toBe(3);
  await expectConsistentIndex(now);
});
