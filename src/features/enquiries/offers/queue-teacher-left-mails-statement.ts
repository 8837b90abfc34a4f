import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { enquiries } from "@/db/schema";
import type { ComparedListing } from "@/features/listings";
import { type MailComposer, queueComposedMailsStatement } from "@/features/mail";
import { paths } from "@/shared/paths";
import { toLearnerSearch } from "../form/to-learner-search";
import { formatTeacherName } from "../names";
import { toOfferTables } from "./compose-offer";
import { findOfferedEnquiry, isUnansweredOfferSql, listOffered, MAX_OFFERED } from "./find-offer";

/** What the outbox stores of the mail: what the erasure deletes. */
type TeacherLeftPayload = {
  enquiryId: string;
  teacher: { firstName: string; lastName: string };
  listing: ComparedListing;
};

/** Condition on `enquiries`: its offer of other teachers was not sent yet. `sender` is the row of its learner. */
const isOfferUnsentSql = sql`(${enquiries.offeredTs} is null or exists (
  select 1 from mail_outbox mail, json_each(mail.payload -> 'enquiryIds') offered
  where mail.recipient = coalesce(${enquiries.guestEmail}, sender.email) and mail.template = 'enquiry_offer'
    and mail.state = 'waiting' and offered.value = ${enquiries.id}))`;

/**
 * The statement that tells all learners who wait for an answer of a teacher, whose account is about to be erased, that
 * none will come, with other teachers: the erasure deletes the listing by which `offerTeachers` would find them. It runs
 * before the erasure, if `guard` holds. One mail for each learner, about the newest enquiry; it names the teacher, so its
 * row is deleted once it is sent.
 */
export const queueTeacherLeftMailsStatement = (ctx: Ctx, teacherId: string, guard: SQL): Statement =>
  queueComposedMailsStatement(
    ctx,
    "enquiry_teacher_left",
    {
      id: sql`lower(hex(randomblob(8)))`,
      recipient: sql`recipient`,
      payload: sql`payload`,
      deleteWhenDone: true,
    },
    sql`(select coalesce(${enquiries.guestEmail}, sender.email) as recipient,
        json_object('enquiryId', ${enquiries.id},
          'teacher', json_object('firstName', teacher.first_name, 'lastName', teacher.last_name),
          'listing', json_object('subject', about.subject, 'levels', json(about.levels), 'county', about.county,
            'locations', json(about.locations), 'online', json(iif(about.online, 'true', 'false')),
            'pricePerHour', about.price_per_hour)) as payload,
        row_number() over (partition by coalesce(${enquiries.guestEmail}, sender.email)
          order by ${enquiries.createdTs} desc) as turn
      from ${enquiries} join listings about on about.id = ${enquiries.listingId} join users teacher on teacher.id = ${teacherId}
      left join users sender on sender.id = ${enquiries.learnerId}
      where (${enquiries.teacherId} = ${teacherId} or ${enquiries.undeliveredTeacherId} = ${teacherId})
        and ${isUnansweredOfferSql} and ${isOfferUnsentSql})
    where turn = 1 and ${guard}`,
  );

/** Composes the mail when it is delivered. Null if the sender is gone or has another address. */
export const composeTeacherLeft: MailComposer = async (ctx, { payload, recipient }) => {
  const { enquiryId, teacher, listing } = payload as TeacherLeftPayload;
  const enquiry = await findOfferedEnquiry(ctx, enquiryId);
  if (enquiry?.email !== recipient) return null;
  const fitting = await listOffered(ctx, { ...enquiry, listing }, { max: MAX_OFFERED });
  return {
    template: "enquiry_teacher_left",
    locale: enquiry.locale,
    params: { teacher: formatTeacherName(teacher) },
    quote: enquiry.message,
    tables: toOfferTables(ctx, enquiry.locale, fitting),
    actionPath:
      fitting.length > 0
        ? paths.enquireSeveral({ listing_ids: fitting.map(({ id }) => id) })
        : paths.listings({ ...toLearnerSearch(listing, enquiry.learnerGrade), select: true }),
  };
};
