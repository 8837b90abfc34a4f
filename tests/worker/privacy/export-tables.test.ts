import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it, vi } from "vitest";
import * as schema from "@/db/schema";
import { exportSchema } from "@/shared/schemas/privacy";
import { app, db, expectNoText, expectText } from "../../helpers/app";
import { EXPORT, type Export } from "./export";
import { createTwoUsers } from "./two-users";

/**
 * The section of the export for each table with personal data, or the reason why there is none. A table that is
 * missing here fails the test.
 */
const EXPORT_SECTIONS: Record<string, { section: string } | { because: string }> = {
  users: { section: "profile" },
  teacher_information: { section: "profile.teacher_information" },
  sessions: { section: "sessions" },
  known_devices: { section: "known_devices" },
  one_time_tokens: { section: "one_time_tokens" },
  two_step: { section: "two_step" },
  listings: { section: "listings" },
  listing_revisions: { section: "listings.proposed" },
  listing_images: { section: "listings.images" },
  listing_decisions: { section: "listing_decisions" },
  enquiries: { section: "enquiries" },
  invitations: { section: "invitations" },
  requests: { section: "requests" },
  request_queue: { because: "listings to compare with the open requests" },
  request_notices: { section: "request_notices" },
  alerts: { section: "alerts" },
  alert_filters: { because: "filters that alerts share; each exported alert has its own" },
  alert_filter_keys: { because: "derived from the filters" },
  alert_matches: { because: "listings by the filters that they match" },
  alert_queue: { because: "listings to compare with the alerts" },
  messages: { section: "enquiries.messages" },
  appointments: { section: "enquiries.appointments" },
  orders: { section: "orders" },
  promotions: { section: "orders.promotion" },
  refunds: { section: "orders.refunds" },
  disputes: { because: "the payment events of the order contain its disputes" },
  invoices: { section: "invoices" },
  e_invoices: { because: "what became of the exported invoices at the tax authority" },
  e_factura_connection: { because: "the consent of the site's seller" },
  reports: { section: "reports" },
  shortlist_entries: { section: "shortlist" },
  testimonials: { section: "testimonials" },
  verifications: { section: "verifications" },
  contact_messages: { section: "contact_messages" },
  follow_up_notes: { section: "follow_up_notes" },
  posts: { section: "posts" },
  post_slugs: { because: "URLs of the posts" },
  blog_categories: { because: "belongs to the site" },
  statistics_days: { section: "statistics" },
  statistics_deltas: { section: "statistics" },
  statistics_batches: { section: "statistics" },
  search_days: { because: "numbers of searches, without visitors" },
  search_words: { because: "words that several listings have, without names" },
  search_demand: { because: "numbers of searches, without visitors" },
  usual_prices: { because: "quartiles of the prices of at least 10 teachers" },
  price_index: { because: "quartiles of the prices of at least 10 teachers" },
  payment_events: { section: "orders.payment_events" },
  mail_outbox: { section: "mails" },
  decision_undos: { because: "the former state of a listing or document, for an hour" },
  push_subscriptions: { section: "push_devices" },
  push_outbox: {
    because: "messages of the last day that a push service has not accepted; their causes are exported",
  },
  uploads: { section: "uploads" },
  reviews: { section: "reviews" },
  review_reports: { section: "review_reports" },
  teacher_sightings: { section: "teacher_sightings" },
  audit_log: { section: "audit_log" },
  limit_counters: { section: "limit_counters" },
  idempotency_keys: { section: "idempotency_keys" },
  user_search: { because: "an index number for each user; its terms come from the profile" },
  search_entries: { because: "derived from the listings" },
  site_rating: { because: "the number and sum of all ratings" },
  listing_counts: { because: "numbers of listings" },
  promotion_placements: { because: "derived from the promotions" },
  restores: { because: "times of a restore of the database" },
  job_runs: { because: "times of the scheduled jobs" },
  media_deletions: { because: "files to delete, which no longer belong to a user" },
  settings: { because: "belongs to the site" },
  setting_versions: { section: "setting_versions" },
};

/** Columns that are not exported. */
const NOT_EXPORTED: Record<string, readonly string[]> = {
  // A credential: anyone with the file could use it. The ends of badges follow from the documents.
  users: ["password_hash", "answer_check_ts", "checked_until_ts", "integrity_until_ts"],
  sessions: ["token_hash", "spent_tokens", "user_id", "device_key"],
  teacher_sightings: ["user_id", "key"],
  one_time_tokens: ["token_hash", "user_id"],
  // Anyone with them could make codes, or knows which were used.
  two_step: ["user_id", "key", "used_steps", "recovery_hashes"],
  // Mail bodies contain links. The rest is internal to the mailer.
  mail_outbox: [
    "text",
    "html",
    "id",
    "attempts",
    "priority",
    "next_attempt_ts",
    "last_error",
    "delete_when_done",
    "decision_id",
    "link_expires_ts",
    "reply_to",
    "unsubscribe_url",
    "attachment",
    // The alert of a digest; the export has the alerts.
    "payload",
    // What must hold at the delivery, internal to the mailer.
    "condition",
  ],
  // Anyone with them could send to the browser. The session is exported as such.
  push_subscriptions: ["id", "user_id", "endpoint", "p256dh", "auth", "session_id"],
  // Implied by whose export it is, or by the section.
  teacher_information: ["user_id"],
  known_devices: ["user_id"],
  // The last two are internal to the jobs.
  listings: ["num", "owner_id", "expiry_notice", "erased_ts"],
  listing_revisions: ["listing_id"],
  listing_images: ["listing_id", "owner_id", "file", "version"],
  // The user's own block is exported as `blocked_ts`; that of the other side is not the user's to know. The last three are
  // computed by the app.
  enquiries: [
    "teacher_id",
    "learner_id",
    "undelivered_teacher_id",
    "teacher_blocked_ts",
    "learner_blocked_ts",
    "teacher_read_ts",
    "learner_read_ts",
    "has_guest_review",
    "is_counted",
    "parent_stop_key",
  ],
  // The author may not know of the block.
  messages: ["enquiry_id", "is_undelivered"],
  // The last is internal to the job.
  appointments: ["enquiry_id", "is_undelivered", "notice_ts", "event_number", "earlier_count"],
  // The account's digests; the last is internal to the jobs.
  alerts: ["user_id", "sent_seq"],
  // The admin who decided; the others are internal to the jobs and decisions.
  // Of a refused address, which then is no column of the row.
  invitations: ["address_hash", "claimed_user_id"],
  requests: ["user_id", "decided_by", "notified_position", "version"],
  request_notices: ["teacher_id"],
  orders: ["buyer_id"],
  promotions: ["order_id", "listing_id", "rotation_key"],
  // The decision was made by another user, and is in that user's log.
  refunds: ["order_id", "actor_id", "attempt"],
  setting_versions: ["actor_id"],
  // The last was written to the other side.
  reports: ["reporter_id", "decided_by", "measure_text"],
  listing_decisions: ["decided_by"],
  // The last counts the saves of the note.
  shortlist_entries: ["user_id", "version"],
  testimonials: ["user_id", "decided_by"],
  // Which admins opened the files.
  verifications: ["user_id", "decided_by", "opened_files"],
  // The other side, and the admin who decided.
  reviews: ["teacher_id", "learner_id", "guest_key", "decided_by"],
  review_reports: ["reporter_id", "decided_by"],
  contact_messages: ["user_id"],
  follow_up_notes: ["owner_id"],
  posts: ["author_id"],
  // Exported as counters, each by its name.
  statistics_days: ["block", "counts"],
  statistics_deltas: ["block", "id", "counts"],
  statistics_batches: ["id", "created_ts", "counts", "searches"],
  payment_events: ["order_id", "checkout_session_id", "closed_ts"],
  uploads: ["user_id", "parts"],
  audit_log: ["id", "actor_id"],
  limit_counters: ["key"],
  // The request is stored as a keyed hash; the response is exported as its status.
  idempotency_keys: ["scope", "request_hash", "body"],
};

/** Columns that are exported under another name. */
const RENAMED: Record<string, string> = {
  id: "_id",
  latitude: "point",
  longitude: "point",
  high_school: "studies",
  bachelors: "studies",
  masters: "studies",
  doctorate: "studies",
  experience_job: "experience",
  experience_teaching: "experience",
  picture_ts: "profile_picture_ts",
  guest_name: "guest",
  guest_email: "guest",
  guest_locale: "guest",
  filters_id: "filters",
  teacher_took_place: "took_place",
  learner_took_place: "took_place",
};

const tables = Object.values(schema).flatMap((value) =>
  is(value, SQLiteTable) ? [value as SQLiteTable] : [],
);

describe("completeness of the export", () => {
  it("every table has a section, or a reason for having none", () => {
    expect(tables.map((table) => getTableConfig(table).name).sort()).toEqual(
      Object.keys(EXPORT_SECTIONS).sort(),
    );
  });

  it("covers every table that references users", () => {
    const personalColumn =
      /^(user|owner|buyer|learner|teacher|actor|author|sender|admin)_id$|^recipient$|email/;
    for (const table of tables) {
      const { name, foreignKeys } = getTableConfig(table);
      const columns = Object.values(getTableColumns(table));
      const points =
        columns.some((column) => personalColumn.test(column.name)) ||
        foreignKeys.some((key) => getTableConfig(key.reference().foreignTable).name === "users");
      // A table with only its own key and the owner's id contains nothing about the user.
      const says = columns.some((column) => !column.primary && !personalColumn.test(column.name));
      if (points && says) expect(EXPORT_SECTIONS[name], name).toHaveProperty("section");
    }
  });

  it("contains every column of a user who used every feature, except those listed here", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { teacher, learner, teacherToken, learnerToken } = await createTwoUsers();
    await db.insert(schema.idempotencyKeys).values({
      key: "key",
      scope: `${teacher.id} POST /auth/users/signup`,
      requestHash: "hash",
      createdTs: app.clock.now,
    });
    const data = (await (await app.get(`${EXPORT}&auth=${teacherToken}`)).json()) as Export;
    expect(Object.keys(data)).toEqual(Object.keys(exportSchema.parse(data)));
    for (const table of tables) {
      const { name } = getTableConfig(table);
      const exported = EXPORT_SECTIONS[name];
      if (!exported || !("section" in exported)) continue;
      const rows = exported.section
        .split(".")
        .reduce<unknown[]>((values, key) => values.flatMap((value) => (value as Export)[key] ?? []), [data]);
      expect(rows, exported.section).not.toEqual([]);
      for (const { name: column } of Object.values(getTableColumns(table))) {
        if (NOT_EXPORTED[name]?.includes(column)) continue;
        expect(Object.keys(rows[0] as Export), `${name}.${column}`).toContain(RENAMED[column] ?? column);
      }
    }
    const text = JSON.stringify(data);
    const mine = [
      "wqteacherone",
      "wqplacetwo",
      "wqtitleone",
      "wqtitletwo",
      "wqtitlethree",
      "wqnoteone",
      "wqpainting",
      "wqdecisionone",
      "wqobjectionone",
      "wqreportone",
      "wqsaidone",
      "wqcontactone",
      "wqrefundone",
      "wqtransferone",
      "wqreplyone",
      "wqdocumentone",
      "wqreviewone",
      "wqreviewreport",
      "wqalertone",
      "wqrequestone",
      "wqinvitationone",
      "+40722334455",
    ];
    expectText(text, ...mine, "Wqdoctor", "Wqquarter", "46.77123");
    // The other side's messages, with the name that a teacher sees.
    expectText(text, "wqlearnerone", "Xilofon Ș.");
    expectNoText(text, learner.email, learner.id, "Șkwarna", "wqlearnertwo", "bystanderword", "wqreviewtwo");
    const learners = await app.read(`${EXPORT}&auth=${learnerToken}`);
    const theirs = ["wqlearnerone", "wqlearnertwo", "wqteacherone", "bystanderword", "Zvonka Țzmeura"];
    // Enquiries sent as a guest are included, matched by the mailbox.
    expectText(
      learners,
      ...theirs,
      "wqguestone",
      "wqguesttwo",
      "wqcontactguest",
      "wqreviewone",
      "wqreviewtwo",
    );
    expectNoText(learners, teacher.email, teacher.id, "+40722334455", '"won"');
  });
});
