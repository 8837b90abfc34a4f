import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { sql } from "drizzle-orm";
import { connect } from "@/db/client";
import { refreshRatingsStatements } from "@/db/refresh-ratings-statements";
import {
  appointments,
  blogCategories,
  contactMessages,
  disputes,
  eInvoices,
  enquiries,
  followUpNotes,
  invoices,
  listingDecisions,
  listingImages,
  listingRevisions,
  listings,
  mailOutbox,
  messages,
  orders,
  paymentEvents,
  postSlugs,
  posts,
  priceIndex,
  promotions,
  refunds,
  reports,
  requests,
  reviewReports,
  reviews,
  settings,
  settingVersions,
  statisticsBatches,
  teacherInformation,
  testimonials,
  users,
  usualPrices,
  verifications,
} from "@/db/schema";
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
    `Seeded ${rows.users.length} users, ${rows.listings.length} listings, ${rows.images.length} pictures, ${rows.enquiries.length} enquiries and ${rows.reviews.length} reviews.`,
  );
  return rows;
}

export { storeStubPayments } from "./stub-payments";

async function storeRows(db: D1Database, rows: SeedRows, now: number): Promise<void> {
  await db.batch([
    ...insertRows(db, users, rows.users),
    ...insertRows(db, teacherInformation, rows.teacherInformation),
    ...insertRows(db, listings, rows.listings),
    ...insertRows(db, listingImages, rows.images),
    ...insertRows(db, listingRevisions, rows.listingRevisions),
    ...insertRows(db, listingDecisions, rows.listingDecisions),
    ...insertRows(db, orders, rows.orders),
    ...insertRows(db, invoices, rows.invoices),
    ...insertRows(db, eInvoices, rows.eInvoices),
    ...insertRows(db, promotions, rows.promotions),
    ...insertRows(db, disputes, rows.disputes),
    ...insertRows(db, refunds, rows.refunds),
    ...insertRows(db, paymentEvents, rows.paymentEvents),
    ...insertRows(db, requests, rows.requests),
    ...insertRows(db, enquiries, rows.enquiries),
    ...insertRows(db, messages, rows.messages),
    ...insertRows(db, reports, rows.reports),
    ...insertRows(db, appointments, rows.appointments),
    ...insertRows(db, reviews, rows.reviews),
    ...insertRows(db, reviewReports, rows.reviewReports),
    ...insertRows(db, verifications, rows.verifications),
    ...insertRows(db, settings, rows.settings),
    ...insertRows(db, settingVersions, rows.settingVersions),
    ...insertRows(db, blogCategories, rows.categories),
    ...insertRows(db, posts, rows.posts),
    ...insertRows(db, postSlugs, rows.postSlugs),
    ...rows.pairs.map(({ id, translationId }) =>
      db.prepare("update posts set other_id = ? where id = ?").bind(translationId, id),
    ),
    ...insertRows(db, statisticsBatches, rows.statistics),
    ...insertRows(db, testimonials, rows.testimonials),
    ...insertRows(db, contactMessages, rows.contactMessages),
    ...insertRows(db, mailOutbox, rows.mails),
    ...insertRows(db, followUpNotes, rows.followUpNotes),
  ]);
  const client = connect(db);
  await client.batch([
    refreshBadgesStatement({ db: client }, sql`1`),
    ...refreshRatingsStatements({ db: client }, sql`(select teacher_id from ${reviews})`),
    ...refreshRepliesStatements({ db: client, now }, sql`(select teacher_id from ${enquiries})`),
    ...reindexListingsStatements({ db: client, now }, sql`1`),
  ]);
  // As of tomorrow, when no batch of today is too young for it.
  await aggregateStatistics({ db: client, now: now + DAY_MS, newId });
  await refreshSearchDemand({ db: client, now });
  await storeSearchWords({ db: client });
  await refreshUsualPrices({ db: client, now });
  const months = buildPriceIndex(await client.select().from(usualPrices), now);
  // In the first days of a month, the job has published the newest one.
  for (const month of months) await client.insert(priceIndex).values(month).onConflictDoNothing();
}
