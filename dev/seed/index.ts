import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { sql, type Table } from "drizzle-orm";
import { connect } from "@/db/client";
import { refreshRatingsStatements } from "@/db/refresh-ratings-statements";
import * as schema from "@/db/schema";
import { aggregateStatistics } from "@/features/analytics/statistics-jobs";
import { refreshSearchDemand } from "@/features/counted-searches";
import { refreshRepliesStatements } from "@/features/enquiries/refresh-replies";
import { reindexListingsStatements } from "@/features/listings/search-index/search-index";
import { refreshUsualPrices } from "@/features/prices";
import { storeSearchWords } from "@/features/search/correction/refresh-search-words";
import { refreshBadgesStatement } from "@/features/verifications/badges/refresh-badges-statement";
import { createPasswordHasher } from "@/platform/password-hasher";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { loadArgon2Module } from "../launch/argon2-module";
import { DEMO_PASSWORD } from "./accounts";
import { buildRows, type SeedRows } from "./build";
import { insertRows } from "./insert";
import { storeDocuments, storePictures } from "./pictures";
import { buildPriceIndex } from "./price-index";

export type SeedTarget = {
  db: D1Database;
  media: R2Bucket;
  /** ms since the epoch; every time of the seed counts back from it. */
  now: number;
  log(line: string): void;
};

/**
 * Fills an empty, migrated local database and its bucket with the demonstration site. Throws if it has rows
 * already. All rows are inserted in a single batch, so a failed seed leaves none.
 */
export async function seed({ db, media, now, log }: SeedTarget): Promise<SeedRows> {
  const rows = buildRows(
    now,
    await createPasswordHasher({ loadModule: loadArgon2Module }).hash(DEMO_PASSWORD),
  );
  await Promise.all([
    storeRows(db, rows, now),
    storePictures(media, rows.copies),
    storeDocuments(media, rows.documents),
  ]);
  log(
    `Seeded ${rows.users.length} users, ${rows.listings.length} listings, ${rows.listingImages.length} pictures, ${rows.enquiries.length} enquiries and ${rows.reviews.length} reviews.`,
  );
  return rows;
}

export { storeStubPayments } from "./stub-payments";

async function storeRows(db: D1Database, rows: SeedRows, now: number): Promise<void> {
  const tables: Record<string, unknown> = { ...schema };
  const inserts = Object.entries(rows).flatMap(([name, list]) =>
    name in tables ? insertRows(db, tables[name] as Table, list as Table["$inferInsert"][]) : [],
  );
  const pairs = rows.pairs.map(({ id, translationId }) =>
    db.prepare("update posts set other_id = ? where id = ?").bind(translationId, id),
  );
  await db.batch([...inserts, ...pairs]);
  const client = connect(db);
  await client.batch([
    refreshBadgesStatement({ db: client }, sql`1`),
    ...refreshRatingsStatements({ db: client }, sql`(select teacher_id from reviews)`),
    ...refreshRepliesStatements({ db: client, now }, sql`(select teacher_id from enquiries)`),
    ...reindexListingsStatements({ db: client, now }, sql`1`),
  ]);
  // As of tomorrow, when no batch of today is too young for it.
  await aggregateStatistics({ db: client, now: now + DAY_MS, newId });
  await refreshSearchDemand({ db: client, now });
  await storeSearchWords({ db: client });
  await refreshUsualPrices({ db: client, now });
  const months = buildPriceIndex(await client.select().from(schema.usualPrices), now);
  // In the first days of a month, the job has published the newest one.
  for (const month of months) await client.insert(schema.priceIndex).values(month).onConflictDoNothing();
}
