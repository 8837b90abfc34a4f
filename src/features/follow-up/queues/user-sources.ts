import { sql } from "drizzle-orm";
import { otherAdminExistsSql } from "@/auth/other-admins";
import { isOpenContactMessageSql } from "@/features/contact";
import { isPendingTestimonialSql } from "@/features/testimonials";
import { isPendingVerificationSql } from "@/features/verifications";
import { DAY_MS, toDay } from "@/shared/dates";
import { concernedSql, excerptSql, fullNameSql, type RowSource } from "./row-source";
import { CONTACT_TERM, SAFETY_CHECK_TERM, splitByTerm } from "./terms";

/** Open messages to the operator. */
const contact: RowSource = {
  queue: "contact",
  isClosable: true,
  table: "contact_messages",
  isInQueueSql: () => isOpenContactMessageSql,
  texts: {
    title: sql`contact_messages.subject`,
    concerned: sql`contact_messages.name`,
    concernedId: sql`contact_messages.user_id`,
  },
};

/** Testimonials that wait for a decision. */
const testimonialsPending: RowSource = {
  queue: "testimonials",
  table: "testimonials",
  isInQueueSql: () => isPendingTestimonialSql,
  texts: {
    title: excerptSql(sql`testimonials.text`),
    concerned: sql`testimonials.name`,
    concernedId: sql`testimonials.user_id`,
  },
};

/** Documents of teachers that wait for a decision. */
const verificationsPending: RowSource = {
  queue: "verifications_pending",
  table: "verifications",
  joins: sql`cross join users on users.id = verifications.user_id`,
  isInQueueSql: () => isPendingVerificationSql,
  isOwnSql: (_, admin) => sql`(verifications.user_id = ${admin.id} and ${otherAdminExistsSql})`,
  texts: { title: fullNameSql("users"), code: sql`verifications.kind` },
};

/** Enquiries that their teacher neither answered nor filed for two days, of senders who are not blocked. */
const enquiriesUnanswered: RowSource = {
  queue: "enquiries_unanswered",
  isClosable: true,
  table: "enquiries",
  index: "enquiries_new",
  joins: sql`left join listings on listings.id = enquiries.listing_id
    left join users teacher on teacher.id = enquiries.teacher_id`,
  // An enquiry that its guest has not confirmed hasn't reached the teacher yet.
  isInQueueSql: (now) => sql`enquiries.state = 'new' and enquiries.created_ts <= ${now - 2 * DAY_MS}
    and enquiries.teacher_id is not null and enquiries.listing_id is not null and enquiries.teacher_blocked_ts is null`,
  texts: {
    title: sql`listings.title`,
    taughtSubject: sql`listings.subject`,
    ...concernedSql("teacher"),
    linkId: sql`enquiries.listing_id`,
  },
};

const isIncompleteProfileSql = sql`teacher_information.county is null
  and users.role = 't' and users.disabled_ts is null`;
const profileJoin = sql`cross join users on users.id = teacher_information.user_id`;
/**
 * Upper bound of the rows read. The index is not in the order of the list, so later pages can't continue from a cursor.
 */
const MAX_PROFILES = 300;

/** Teachers without a county. A phone number is optional. */
const profilesIncomplete: RowSource = {
  queue: "profiles_incomplete",
  isClosable: true,
  table: "teacher_information",
  // Done and snoozed rows are filtered here as well, or they would use up the limit.
  rowsSql: (now, use) =>
    use === "ids"
      ? null
      : sql`(select teacher_information.*
          from teacher_information indexed by teacher_information_incomplete ${profileJoin}
          where ${isIncompleteProfileSql} and not exists (
            select 1 from follow_up_notes note where note.key = 'profiles_incomplete:' || teacher_information.user_id
              and (note.outcome is not null or note.snoozed_until > ${toDay(now)}))
          limit ${MAX_PROFILES})`,
  joins: profileJoin,
  id: "user_id",
  orderTs: sql`users.signup_ts`,
  isInQueueSql: () => isIncompleteProfileSql,
  texts: { title: fullNameSql("users"), code: sql`'no_county'` },
};

/**
 * Teachers whose listings are suspended as unsafe while the report is checked; each by the latest one. It ends when the
 * listings are reinstated, when the account is disabled, or once an admin has written to the teacher and closes it.
 */
const suspensions: RowSource = {
  queue: "suspensions",
  isClosable: true,
  table: "listings",
  index: "listings_changed",
  joins: sql`cross join users on users.id = listings.owner_id`,
  id: "owner_id",
  orderTs: sql`listings.updated_ts`,
  isInQueueSql:
    () => sql`listings.state = 'suspended' and listings.state_reasons ->> '$[0]' = 'unsafe' and users.disabled_ts is null
    and not exists (select 1 from listings later where later.owner_id = listings.owner_id
      and later.state = 'suspended' and later.state_reasons ->> '$[0]' = 'unsafe'
      and (later.updated_ts, later.id) > (listings.updated_ts, listings.id))`,
  isOwnSql: (_, admin) => sql`(listings.owner_id = ${admin.id} and ${otherAdminExistsSql})`,
  texts: { title: fullNameSql("users") },
};

/** Mail that failed for good. */
const mailUndelivered: RowSource = {
  queue: "mail_undelivered",
  isClosable: true,
  table: "mail_outbox",
  // The last attempt: a mail that was retried and failed again is a new entry.
  orderTs: sql`mail_outbox.next_attempt_ts`,
  isInQueueSql: () => sql`mail_outbox.state = 'dead'`,
  texts: {
    title: sql`mail_outbox.subject`,
    concerned: sql`mail_outbox.recipient`,
    code: sql`mail_outbox.last_error`,
  },
};

/** Users, and what they wrote or sent. */
export const USER_SOURCES: readonly RowSource[] = [
  ...splitByTerm(contact, CONTACT_TERM),
  testimonialsPending,
  verificationsPending,
  enquiriesUnanswered,
  profilesIncomplete,
  ...splitByTerm(suspensions, SAFETY_CHECK_TERM),
  mailUndelivered,
];
