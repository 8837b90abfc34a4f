import { inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { countRows } from "@/db/returned-rows";
import { enquiries, messages, reviews } from "@/db/schema";
import { eraseMailsAboutStatements } from "@/features/mail";
import { CONFIRMATION_PERIOD_MS } from "./confirmation/guest-mail";
import { deleteGuestReviewsStatements } from "./guests/delete-guest-reviews-statements";
import { eraseGuestsStatements } from "./guests/erase-guests-statements";
import { IS_STILL_COUNTED_SQL } from "./refresh-replies";
import { REVIEW_PERIOD_MS } from "./review-period";

/** Conversations in one batch, and batches in one run: up to 120,000 conversations a day. */
const BATCH_SIZE = 500;
const MAX_BATCHES = 10;

/**
 * Erases the data of guests who can no longer write a review and have none stored: name, address, messages and withdrawn
 * reviews. The teacher's messages stay. Conversations and withdrawn reviews of guests with an account at the address
 * move to the account, as when its inbox is opened.
 */
export async function sweepGuestEnquiries(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    // The index `enquiries_guest_last` has only conversations of guests without a stored review. Unconfirmed enquiries
    // are deleted earlier.
    const found = await ctx.db.all<DueEnquiry>(sql`
      select id, exists (select 1 from ${reviews} where enquiry_id = ${enquiries.id}) as has_review
      from ${enquiries} indexed by enquiries_guest_last where ${isExpiredSql(ctx)}
      order by last_message_ts limit ${BATCH_SIZE}`);
    if (found.length > 0) await ctx.commit(eraseGuestDataStatements(ctx, found));
    if (found.length < BATCH_SIZE) return;
  }
}

/** A review, withdrawn or not, was written in the conversation if `has_review` is 1. */
type DueEnquiry = { id: string; has_review: number };

const isExpiredSql = ({ now }: Ctx, lastMessageTs = sql`last_message_ts`): SQL =>
  sql`guest_email is not null and confirmed_ts is not null and has_guest_review = 0
    and ${lastMessageTs} < ${now - REVIEW_PERIOD_MS}`;

function eraseGuestDataStatements(ctx: Ctx, due: readonly DueEnquiry[]): Statement[] {
  const { db } = ctx;
  const ids = due.map(({ id }) => id);
  // Checks again: an account may have adopted an enquiry since the query. The unary plus keeps SQLite from the index of
  // the time, with which it would read all expired conversations for each id.
  const isDueSql = sql`id in (select value from json_each(${JSON.stringify(ids)}))
    and ${isExpiredSql(ctx, sql`+last_message_ts`)}`;
  const accountId = sql`(select users.id from users where users.email = guest_email
    and users.email_verified_ts is not null and users.id is not teacher_id)`;
  return [
    db.run(sql`update ${enquiries}
      set learner_id = ${accountId}, guest_name = null, guest_email = null, guest_locale = null,
        is_counted = ${IS_STILL_COUNTED_SQL}
      where ${isDueSql} and ${accountId} is not null`),
    // `or ignore`: an account has one live review about a teacher (index `reviews_learner`).
    db.run(sql`update or ignore ${reviews}
      set learner_id = (select learner_id from ${enquiries} where id = enquiry_id), guest_key = null
      where guest_key is not null and enquiry_id in (select id from ${enquiries}
        where id in (select value from json_each(${JSON.stringify(ids)})) and learner_id is not null)`),
    ...eraseMailsAboutStatements(
      ctx,
      sql`(select ${auditSubject("enquiry", enquiries.id)} from ${enquiries} where ${isDueSql})`,
    ),
    ...(due.some((enquiry) => enquiry.has_review)
      ? deleteGuestReviewsStatements(
          ctx,
          sql`guest_key is not null and enquiry_id in (select id from ${enquiries} where ${isDueSql})`,
        )
      : []),
    ...eraseGuestsStatements(ctx, isDueSql),
  ];
}

/** Deletes guest enquiries left unconfirmed for a week. Only the guest ever saw them. */
export async function sweepUnconfirmedEnquiries(ctx: Ctx): Promise<void> {
  // The index `enquiries_unconfirmed` has only these enquiries.
  const dueIds = sql`(select id from ${enquiries} indexed by enquiries_unconfirmed
    where guest_email is not null and confirmed_ts is null and created_ts <= ${ctx.now - CONFIRMATION_PERIOD_MS}
    order by created_ts, id limit ${BATCH_SIZE})`;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const results = await ctx.commit([
      ctx.db.delete(messages).where(inArray(messages.enquiryId, dueIds)),
      ctx.db.delete(enquiries).where(inArray(enquiries.id, dueIds)).returning({ id: enquiries.id }),
    ]);
    if (countRows(results.at(-1)) < BATCH_SIZE) return;
  }
}
