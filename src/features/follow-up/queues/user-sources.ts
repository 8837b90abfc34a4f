import { sql } from "drizzle-orm";
import { isOpenContactMessageSql } from "@/features/contact";
import { isPendingTestimonialSql } from "@/features/testimonials";
import { isPendingVerificationSql } from "@/features/verifications";
import { DAY_MS, toDay } from "@/shared/dates";
import { fullNameSql, type RowSource } from "./row-source";

/** Open messages to the operator. */
export const contact: RowSource = {
  queue: "contact",
  indexedTablesSql: () => sql`contact_messages`,
  tables: sql`contact_messages`,
  id: sql`contact_messages.id`,
  orderTs: sql`contact_messages.created_ts`,
  leadMs: 0,
  isInQueueSql: () => isOpenContactMessageSql,
  texts: { title: sql`contact_messages.subject`, concerned: sql`contact_messages.name` },
};

/** Characters of a testimonial in the title of its row. */
const MAX_TITLE_LENGTH = 80;

/** Testimonials that wait for a decision. */
export const testimonialsPending: RowSource = {
  queue: "testimonials",
  indexedTablesSql: () => sql`testimonials`,
  tables: sql`testimonials`,
  id: sql`testimonials.id`,
  orderTs: sql`testimonials.created_ts`,
  leadMs: 0,
  isInQueueSql: () => isPendingTestimonialSql,
  texts: {
    title: sql`substr(testimonials.text, 1, ${MAX_TITLE_LENGTH}) || iif(length(testimonials.text) > ${MAX_TITLE_LENGTH}, '…', '')`,
    concerned: sql`testimonials.name`,
  },
};

const verificationTables = sql`verifications cross join users on users.id = verifications.user_id`;

/** Documents of teachers that wait for a decision. */
export const verificationsPending: RowSource = {
  queue: "verifications_pending",
  indexedTablesSql: () => verificationTables,
  tables: verificationTables,
  id: sql`verifications.id`,
  orderTs: sql`verifications.created_ts`,
  leadMs: 0,
  isInQueueSql: () => isPendingVerificationSql,
  texts: { title: fullNameSql("users"), code: sql`verifications.kind` },
};

const enquiryJoins = sql`left join listings on listings.id = enquiries.listing_id
  left join users teacher on teacher.id = enquiries.teacher_id`;

/** Enquiries that their teacher neither answered nor filed for two days, nor said that they need no answer. */
export const enquiriesUnanswered: RowSource = {
  queue: "enquiries_unanswered",
  indexedTablesSql: () => sql`enquiries indexed by enquiries_new ${enquiryJoins}`,
  tables: sql`enquiries ${enquiryJoins}`,
  id: sql`enquiries.id`,
  orderTs: sql`enquiries.created_ts`,
  leadMs: 0,
  // An enquiry that its guest has not confirmed hasn't reached the teacher yet.
  isInQueueSql: (now) => sql`enquiries.state = 'new' and enquiries.created_ts <= ${now - 2 * DAY_MS}
    and enquiries.teacher_id is not null and enquiries.listing_id is not null and enquiries.awaits_answer`,
  texts: {
    title: sql`listings.title`,
    taughtSubject: sql`listings.subject`,
    concerned: fullNameSql("teacher"),
    linkId: sql`enquiries.listing_id`,
  },
};

const isIncompleteProfileSql = sql`(teacher_information.county is null or teacher_information.phone_number is null)
  and users.role = 't' and users.disabled_ts is null`;
/**
 * Upper bound of the rows read. The index is not in the order of the list, so later pages can't continue from a cursor.
 */
const MAX_PROFILES = 300;
const profileKey = sql`'profiles_incomplete:' || teacher_information.user_id`;

/** Teachers without a county or a phone number. */
export const profilesIncomplete: RowSource = {
  queue: "profiles_incomplete",
  // Done and snoozed rows are filtered here as well, or they would use up the limit.
  indexedTablesSql: (
    now,
  ) => sql`(select teacher_information.* from teacher_information indexed by teacher_information_incomplete
      cross join users on users.id = teacher_information.user_id
      where ${isIncompleteProfileSql} and not exists (
        select 1 from follow_up_notes note
        where note.key = ${profileKey} and (note.outcome is not null or note.snoozed_until > ${toDay(now)}))
      limit ${MAX_PROFILES}) teacher_information
    cross join users on users.id = teacher_information.user_id`,
  tables: sql`teacher_information cross join users on users.id = teacher_information.user_id`,
  id: sql`teacher_information.user_id`,
  orderTs: sql`users.signup_ts`,
  leadMs: 0,
  isInQueueSql: () => isIncompleteProfileSql,
  texts: {
    title: fullNameSql("users"),
    code: sql`case when teacher_information.county is not null then 'phone'
      when teacher_information.phone_number is not null then 'county' else 'both' end`,
  },
};

/** Mail that failed for good. */
export const mailUndelivered: RowSource = {
  queue: "mail_undelivered",
  indexedTablesSql: () => sql`mail_outbox`,
  tables: sql`mail_outbox`,
  id: sql`mail_outbox.id`,
  // The last attempt: a mail that was retried and failed again is a new entry.
  orderTs: sql`mail_outbox.next_attempt_ts`,
  leadMs: 0,
  isInQueueSql: () => sql`mail_outbox.state = 'dead'`,
  texts: {
    title: sql`mail_outbox.subject`,
    concerned: sql`mail_outbox.recipient`,
    code: sql`mail_outbox.template`,
  },
};
