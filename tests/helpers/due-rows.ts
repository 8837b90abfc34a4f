import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import * as t from "@/db/schema";
import { DAY_MS, HOUR_MS, toDay } from "@/shared/dates";
import {
  enquiryValues,
  guestValues,
  id,
  insertAlerts,
  insertBadges,
  insertEndingPromotions,
  insertForEachListing,
  insertMails,
  invoiceValues,
  messageValues,
  num,
  orderValues,
  owner,
} from "./listing-rows";

const ADDRESS = { name: "Ana Pop", street: "Str. Lungă 1", city: "1", county: "b", register_number: "" };
const PARTIES = {
  seller: JSON.stringify({ ...ADDRESS, tax_id: "RO12345674", exemption: "", vat_payer: true, series: "CAT" }),
  buyer: JSON.stringify({ ...ADDRESS, kind: "person", tax_id: null }),
};

/** A request for each listing, each of a user of its own, or for those that fulfil a condition. */
const insertRequests = (
  openedTs: number,
  values: Record<string, string | number | SQL>,
  isChosenSql = sql`true`,
): SQL =>
  sql`${insertForEachListing(t.requests, {
    id,
    user_id: owner,
    subject: sql`'s' || ${num}`,
    level: "h",
    county: "cj",
    online: 1,
    availability: "[]",
    learner_who: "me",
    text: "",
    locale: "ro",
    state: "open",
    created_ts: openedTs,
    opened_ts: openedTs,
    ...values,
  })} and ${isChosenSql}`;

const handledId = sql`'handled' || ${num}`;
/** Enquiries that wait for an answer, after the jobs about messages have handled them; or with other `values`. */
const insertHandledEnquiries = (now: number, values: Record<string, SQL> = {}): SQL =>
  insertForEachListing(t.enquiries, {
    ...enquiryValues(now - 4 * DAY_MS),
    ...guestValues,
    id: handledId,
    guest_email: sql`${handledId} || '@example.test'`,
    confirmed_ts: now - 4 * DAY_MS,
    reminded_ts: now - 2 * DAY_MS,
    offered_ts: now - 2 * DAY_MS,
    counts_from_ts: now - 2 * DAY_MS,
    is_counted: 1,
    ...values,
  });

/** For each job, statements that make a row for each listing due at `now` (ms). */
const DUE_ROWS: Record<string, (now: number) => SQL[]> = {
  "deliver-mail": (now) => [insertMails(now, {})],
  "deliver-pushes": (now) => [
    insertForEachListing(t.pushSubscriptions, {
      id,
      user_id: owner,
      endpoint: sql`'https://push.example.com/' || ${num}`,
      // The keys of the example of RFC 8291.
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
      session_id: id,
      created_ts: now,
    }),
    insertForEachListing(t.pushOutbox, {
      id,
      subscription_id: id,
      payload: `{"path":"/enquiries"}`,
      created_ts: now,
      next_attempt_ts: now,
    }),
  ],
  // Reads Stripe's events.
  "reconcile-events": () => [],
  // Read the bucket.
  "repeat-erasures": () => [],
  "sweep-orphans": () => [],
  // Read the listings themselves.
  backup: () => [],
  "merge-text-indexes": () => [],
  "refresh-search-words": () => [],
  "refresh-usual-prices": () => [],
  "sweep-decision-undos": (now) => [
    insertForEachListing(t.decisionUndos, {
      subject: id,
      version: 1,
      decision_id: id,
      state_before: "{}",
      expires_ts: now,
    }),
  ],
  "reconcile-orders": (now) => [insertForEachListing(t.orders, orderValues(now))],
  "reconcile-fees": (now) => [
    insertForEachListing(t.orders, {
      ...orderValues(now),
      state: "fulfilled",
      paid_ts: now,
      payment_intent_id: id,
    }),
  ],
  "reconcile-refunds": (now) => [
    insertForEachListing(t.orders, { ...orderValues(now), state: "fulfilled" }),
    insertForEachListing(t.refunds, {
      id,
      order_id: id,
      kind: "refund",
      amount: 1,
      state: "pending",
      created_ts: now - HOUR_MS,
    }),
  ],
  "check-health": (now) => [
    insertMails(now, {}),
    insertForEachListing(t.orders, { ...orderValues(now), state: "fulfilled" }),
    insertForEachListing(t.refunds, {
      id,
      order_id: id,
      kind: "refund",
      amount: 1,
      state: "pending",
      created_ts: now - 2 * HOUR_MS,
    }),
  ],
  "register-invoices": (now) => [
    insertForEachListing(t.orders, { ...orderValues(now), state: "fulfilled" }),
    insertForEachListing(t.invoices, {
      ...invoiceValues,
      issued_ts: now,
    }),
  ],
  "send-efactura": (now) => [
    insertForEachListing(t.orders, { ...orderValues(now), state: "fulfilled" }),
    insertForEachListing(t.invoices, { ...invoiceValues, ...PARTIES, issued_ts: now }),
    insertForEachListing(t.eInvoices, {
      label: sql`'CAT-' || printf('%06d', ${num})`,
      invoice_series: "CAT",
      invoice_number: num,
      state: sql`iif(${num} % 2, 'queued', 'uploading')`,
      due_ts: now,
      upload_ts: sql`iif(${num} % 2, null, ${now} - ${HOUR_MS})`,
      follow_up_ts: now,
      deadline_ts: now,
    }),
  ],
  "purge-invoice-buyers": (now) => [
    insertForEachListing(t.orders, { ...orderValues(now), state: "fulfilled", billing: "{}" }),
    insertForEachListing(t.invoices, { ...invoiceValues, buyer: "{}", issued_ts: now - 7 * 366 * DAY_MS }),
  ],
  "aggregate-statistics": (now) => [
    insertForEachListing(t.statisticsBatches, {
      id,
      created_ts: now - HOUR_MS,
      day: toDay(now),
      counts: sql`json_object(${id}, json('[1,0,0,0,0]'))`,
      searches: sql`json_object('m:cj:' || ${num} || ':0', json('[1,0]'))`,
    }),
  ],
  "match-alerts": (now) => [
    ...insertAlerts(now),
    insertForEachListing(t.alertQueue, { listing_num: num, published_ts: now }),
  ],
  "queue-alert-digests": (now) => [
    ...insertAlerts(now),
    insertForEachListing(t.alertMatches, { filters_id: num, listing_num: num, created_ts: now }),
  ],
  "sweep-alert-matches": (now) => [
    ...insertAlerts(now),
    insertForEachListing(t.alertMatches, {
      filters_id: num,
      listing_num: num,
      created_ts: now - 30 * DAY_MS,
    }),
    insertForEachListing(t.alertQueue, { listing_num: num, published_ts: now - 30 * DAY_MS }),
  ],
  // A third each: unconfirmed, to ask about, and not kept.
  "sweep-alerts": (now) => [
    ...insertAlerts(now - 200 * DAY_MS),
    sql`update alerts set confirmed_ts = null where filters_id % 3 = 1`,
    sql`update alerts set keep_asked_ts = opened_ts where filters_id % 3 = 2`,
  ],
  // One request that fits every listing of the site.
  "notify-requests": (now) => [
    insertRequests(now, { subject: "m", notified_position: 0 }, sql`${num} = 1`),
    insertForEachListing(t.requestQueue, { listing_num: num }),
  ],
  "queue-request-digests": (now) => [
    insertRequests(now, {}),
    insertForEachListing(t.requestNotices, {
      request_id: id,
      teacher_id: owner,
      created_ts: now - 2 * DAY_MS,
    }),
  ],
  // Half of them to close, half to erase, and old notices.
  "sweep-requests": (now) => [
    insertRequests(now - 200 * DAY_MS, {
      state: sql`iif(${num} % 2, 'open', 'rejected')`,
      closed_ts: sql`iif(${num} % 2, null, ${now - 200 * DAY_MS})`,
    }),
    insertForEachListing(t.requestNotices, {
      request_id: id,
      teacher_id: owner,
      created_ts: now - 200 * DAY_MS,
    }),
  ],
  // Each with its mail.
  "sweep-invitations": (now) => [
    insertForEachListing(t.invitations, {
      id,
      email: id,
      address_hash: id,
      locale: "ro",
      draft: "{}",
      source: "list",
      state: "invited",
      created_ts: 0,
      expires_ts: now,
    }),
    insertMails(now, { about: sql`'invitation:' || ${id}` }),
  ],
  "sweep-mails": (now) => [insertMails(now, { state: "sent", next_attempt_ts: now - 31 * DAY_MS })],
  "sweep-auth-rows": (now) => [
    insertForEachListing(t.sessions, {
      id,
      user_id: owner,
      token_hash: id,
      created_ts: 0,
      last_seen_ts: 0,
      idle_expires_ts: now - 1,
      absolute_expires_ts: now - 1,
      remember: 1,
    }),
    insertForEachListing(t.oneTimeTokens, {
      token_hash: id,
      purpose: "reset_password",
      user_id: owner,
      created_ts: 0,
      expires_ts: now - 40 * DAY_MS,
    }),
    insertForEachListing(t.limitCounters, {
      name: "sign_in",
      key: id,
      window_start_ts: now - 2 * DAY_MS,
      hits: 1,
    }),
    insertForEachListing(t.idempotencyKeys, {
      key: id,
      scope: owner,
      request_hash: "",
      created_ts: now - 2 * DAY_MS,
    }),
    insertForEachListing(t.teacherSightings, {
      user_id: owner,
      kind: "network",
      key: id,
      last_ts: now - 40 * DAY_MS,
    }),
  ],
  "sweep-expired-listings": (now) => [
    sql`update listings set expires_ts = ${now - 1}`,
    sql`update search_entries set expires_ts = ${now - 1}`,
  ],
  "reindex-outdated-listings": () => [sql`update listings set online = not online`],
  "sweep-unused-pictures": (now) => [
    insertForEachListing(t.listingImages, {
      id,
      listing_id: id,
      owner_id: owner,
      file: sql`${id} || '.webp'`,
      width: 1,
      height: 1,
      created_ts: now - 2 * DAY_MS,
    }),
  ],
  "send-expiry-reminders": (now) => [sql`update listings set expires_ts = ${now + 2 * DAY_MS}`],
  // Each of another sender.
  // Half of those handled before are answered in another conversation, and not reminded.
  "remind-unanswered": (now) => [
    insertHandledEnquiries(now, {
      reminded_ts: sql`iif(${num} % 2, ${now - 2 * DAY_MS}, null)`,
      full_answer_ts: sql`iif(${num} % 2, null, ${now - 2 * DAY_MS})`,
    }),
    insertForEachListing(t.enquiries, {
      ...enquiryValues(now - 2 * DAY_MS),
      ...guestValues,
      confirmed_ts: now - 2 * DAY_MS,
    }),
  ],
  "refresh-replies": (now) => [
    insertHandledEnquiries(now),
    sql`insert or ignore into users (id, email, role, signup_ts)
      select 'share' || num, num || '@share.test', 't', 0 from listings`,
    insertForEachListing(t.enquiries, {
      ...enquiryValues(now - 3 * DAY_MS),
      teacher_id: sql`'share' || ${num}`,
      counts_from_ts: now - DAY_MS,
    }),
  ],
  // Half of them reminders, half questions.
  "send-appointment-notices": (now) => [
    insertHandledEnquiries(now),
    // Each of another guest, as conversations of the same two persons are read together.
    insertForEachListing(t.enquiries, {
      ...enquiryValues(now - 2 * DAY_MS),
      ...guestValues,
      confirmed_ts: now - 2 * DAY_MS,
    }),
    ...[
      {
        id,
        time: sql`iif(${num} % 2, ${now + HOUR_MS}, ${now - 2 * DAY_MS})`,
        notice_ts: sql`iif(${num} % 2, ${now - HOUR_MS}, ${now})`,
      },
      // Not due yet.
      { id: handledId, time: now + 3 * DAY_MS, notice_ts: now + 2 * DAY_MS },
    ].map((values) =>
      insertForEachListing(t.appointments, {
        ...values,
        enquiry_id: values.id,
        proposed_by: "learner",
        state: "accepted",
        times: "[0]",
        minutes: 60,
        place: "online",
        created_ts: 0,
        updated_ts: 0,
      }),
    ),
  ],
  // Each of another sender.
  "offer-teachers": (now) => [
    insertHandledEnquiries(now),
    insertForEachListing(t.enquiries, {
      ...enquiryValues(now - 3 * DAY_MS),
      ...guestValues,
      confirmed_ts: now - 3 * DAY_MS,
    }),
  ],
  // Each teacher has five, which pause the listings.
  "pause-silent-teachers": (now) => [
    insertHandledEnquiries(now),
    sql`insert or ignore into users (id, email, role, signup_ts) select 'silent' || num, num || '@silent.test', 't', 0
      from listings`,
    sql`update users set answer_check_ts = ${now} where id glob 'silent*'`,
    insertForEachListing(t.enquiries, {
      ...enquiryValues(now - 9 * DAY_MS),
      teacher_id: sql`'silent' || (1 + ${num} / 5)`,
      counts_from_ts: sql`${now - 7 * DAY_MS} + ${num}`,
    }),
  ],
  "send-review-invitations": (now) => [
    insertForEachListing(t.enquiries, {
      ...enquiryValues(now - 15 * DAY_MS),
      ...guestValues,
      confirmed_ts: now - 15 * DAY_MS,
      state: "answered",
      answered_ts: now - 15 * DAY_MS,
      review_mail_ts: now,
    }),
  ],
  "reindex-ended-badges": (now) => insertBadges(now - 1),
  "send-task-digests": () => [sql`update users set role = 'a', task_digest_day = '2020-01-01'`],
  "send-badge-reminders": (now) => insertBadges(now + DAY_MS),
  "sweep-unconfirmed-enquiries": (now) => [
    insertForEachListing(t.enquiries, { ...enquiryValues(now - 30 * DAY_MS), ...guestValues }),
    insertForEachListing(t.messages, messageValues(now)),
  ],
  "sweep-guest-enquiries": (now) => [
    insertForEachListing(t.enquiries, {
      ...enquiryValues(now - 500 * DAY_MS),
      ...guestValues,
      confirmed_ts: 1,
    }),
    insertForEachListing(t.messages, messageValues(now)),
  ],
  "sweep-contact-messages": (now) => [
    insertForEachListing(t.contactMessages, {
      id,
      name: "Ana",
      email: "ana@example.test",
      subject: "",
      message: "",
      locale: "ro",
      created_ts: 0,
      closed_ts: now - 400 * DAY_MS,
    }),
  ],
  "erase-reporters": (now) => [
    insertForEachListing(t.reports, {
      id,
      listing_id: id,
      reason: "illegal",
      name: "Ana",
      email: "ana@example.test",
      created_ts: 0,
      outcome: "upheld",
      decided_ts: now - 200 * DAY_MS,
    }),
  ],
  "sweep-follow-up-notes": (now) => [
    insertForEachListing(t.followUpNotes, {
      key: sql`'contact:' || ${id}`,
      since_ts: 1,
      updated_ts: now - 100 * DAY_MS,
    }),
  ],
  "send-ending-notices": (now) => insertEndingPromotions(now, now + HOUR_MS),
  "send-ended-notices": (now) => insertEndingPromotions(now, now - HOUR_MS),
  "erase-deleted-listings": (now) => [
    sql`update listings set state = 'deleted', deleted_ts = ${now - 31 * DAY_MS}`,
  ],
  "sweep-statistics": () => [
    insertForEachListing(t.statisticsDays, {
      block: sql`${num} % 128`,
      day: sql`date('2020-01-01', (${num} / 128) || ' days')`,
      counts: "{}",
    }),
  ],
  "refresh-search-demand": (now) => [
    sql`insert into search_days (day, subject, counts)
      select date(${toDay(now)}, (-value) || ' days'), 'm',
        (select json_group_object('cj:' || num || ':0', json('[1,0]')) from listings where num <= 1000)
      from json_each(${JSON.stringify(Array.from({ length: 30 }, (_, day) => day))})`,
  ],
  "sweep-search-days": () => [
    insertForEachListing(t.searchDays, {
      day: sql`date('2020-01-01', (${num} / 20) || ' days')`,
      subject: sql`${num} % 20`,
      counts: "{}",
    }),
  ],
  "sweep-uploads": (now) => [
    insertForEachListing(t.uploads, {
      id,
      user_id: owner,
      path: id,
      length: 1,
      created_ts: now - 2 * DAY_MS,
      expires_ts: now - DAY_MS,
    }),
  ],
  "process-media-deletions": (now) => [
    insertForEachListing(t.mediaDeletions, { key: id, created_ts: now - HOUR_MS }),
  ],
};

/** The tables with due rows; a table follows those that refer to it. */
const TABLES = [
  t.alerts,
  t.alertFilters,
  t.alertQueue,
  t.messages,
  t.appointments,
  t.enquiries,
  t.requestNotices,
  t.requestQueue,
  t.requests,
  t.refunds,
  t.eInvoices,
  t.invoices,
  t.promotionPlacements,
  t.promotions,
  t.orders,
  t.invitations,
  t.mailOutbox,
  t.statisticsBatches,
  t.statisticsDeltas,
  t.statisticsDays,
  t.searchDays,
  t.searchDemand,
  t.sessions,
  t.oneTimeTokens,
  t.limitCounters,
  t.idempotencyKeys,
  t.teacherSightings,
  t.reports,
  t.listingImages,
  t.contactMessages,
  t.verifications,
  t.followUpNotes,
  t.uploads,
  t.mediaDeletions,
  t.pushOutbox,
  t.pushSubscriptions,
  t.decisionUndos,
];

/** Replaces the due rows of all jobs by one for each listing. */
export async function replaceDueRows(db: Db, job: string, now: number): Promise<void> {
  for (const table of TABLES) await db.delete(table);
  const toStatements = DUE_ROWS[job];
  if (!toStatements) throw new Error(`no due rows for ${job}`);
  for (const statement of toStatements(now)) await db.run(statement);
}
