import { SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as t from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

type Values = Record<string, string | number | SQL>;

/** Inserts a row for each listing; the values may use columns of `listings`. */
export const insertForEachListing = (table: SQLiteTable, values: Values): SQL =>
  sql`insert into ${table} (${sql.raw(Object.keys(values).join(", "))})
    select ${sql.join(
      Object.values(values).map((value) => (value instanceof SQL ? value : sql`${value}`)),
      sql`, `,
    )} from listings where true`;

export const id = sql`listings.id`;
export const owner = sql`listings.owner_id`;
export const num = sql`listings.num`;

export const orderValues = (now: number): Values => ({
  id,
  listing_id: id,
  buyer_id: owner,
  package: "week",
  placement: "results",
  days: 7,
  amount: 1000,
  vat_amount: 100,
  vat_rate: 2100,
  state: "created",
  immediate_start: 1,
  consent_text: "",
  consent_ts: now,
  created_ts: now - DAY_MS,
});

export const invoiceValues: Values = {
  series: "CAT",
  number: num,
  kind: "invoice",
  order_id: id,
  amount: 1000,
  vat_amount: 100,
  vat_rate: 2100,
  currency: "RON",
  seller: "{}",
  paid_ts: 0,
};

export const enquiryValues = (createdTs: number): Values => ({
  id,
  listing_id: id,
  teacher_id: owner,
  state: "new",
  created_ts: createdTs,
  last_message_ts: createdTs,
});
export const guestValues: Values = {
  guest_email: sql`'guest' || ${num} || '@example.test'`,
  guest_name: "Ilinca",
};
export const messageValues = (now: number): Values => ({
  id,
  enquiry_id: id,
  author: "learner",
  text: "Bună ziua",
  created_ts: now,
});

export const insertEndingPromotions = (now: number, endsTs: number): SQL[] => [
  insertForEachListing(t.orders, { ...orderValues(now), state: "fulfilled" }),
  insertForEachListing(t.promotions, {
    id,
    order_id: id,
    listing_id: id,
    placement: "results",
    starts_ts: endsTs - 7 * DAY_MS,
    ends_ts: endsTs,
    rotation_key: num,
    created_ts: now - 8 * DAY_MS,
  }),
];

export const insertMails = (now: number, values: Values): SQL =>
  insertForEachListing(t.mailOutbox, {
    id,
    template: "listing_expired",
    recipient: "ana@example.test",
    subject: "",
    text: "",
    html: "",
    created_ts: now,
    next_attempt_ts: now,
    state: "waiting",
    ...values,
  });

/** Teachers without listings, each with a badge: a badge of a teacher with all listings would change all their cards. */
export const insertBadges = (endsTs: number): SQL[] => [
  sql`insert or ignore into users (id, email, role, signup_ts, integrity_until_ts)
    select 'badge' || num, num || '@badges.test', 't', 0, ${endsTs} from listings`,
  sql`insert into verifications (id, user_id, kind, state, checked_name, files, created_ts, ends_ts)
    select id, 'badge' || num, 'integrity', 'approved', '', '[]', 0, ${endsTs} from listings`,
];

/** Due alerts with different filters, each of which wants all listings. */
export const insertAlerts = (now: number): SQL[] => [
  insertForEachListing(t.alertFilters, { id: num, query: sql`'subject=m&max=' || (100 + ${num})` }),
  insertForEachListing(t.alertFilterKeys, { key: "m|*|*|*", filters_id: num }),
  insertForEachListing(t.alerts, {
    id,
    filters_id: num,
    email: sql`'guest' || ${num} || '@example.test'`,
    locale: "ro",
    frequency: "daily",
    created_ts: now,
    confirmed_ts: now,
    next_digest_ts: now,
    sent_seq: 0,
    opened_ts: now,
  }),
];
