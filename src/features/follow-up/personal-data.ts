import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { followUpNotes } from "@/db/schema";
import { isSentByUserSql } from "@/features/contact";
import { isEnquirySentBySql } from "@/features/enquiries";
import { invoiceLabelSql } from "@/features/invoices";
import { selectReviewSubjectsSql } from "@/features/reviews";

/** Rows that a user owned as an admin, as JSON for their export. */
export async function exportFollowUpNotes(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(followUpNotes)
    .where(eq(followUpNotes.ownerId, userId))
    .orderBy(asc(followUpNotes.updatedTs), asc(followUpNotes.key));
  return rows.map((note) => exportRow(followUpNotes, note, ["ownerId"]));
}

/**
 * Deletes notes about a user's data and removes the user as owner of other notes. Must run before that data is erased,
 * because it leads to the notes.
 */
export const eraseFollowUpNotesStatements = (
  ctx: Ctx,
  user: Pick<SignedInUser, "id" | "email" | "emailVerified">,
): Statement[] => {
  const { db } = ctx;
  const userId = user.id;
  return [
    db.run(
      sql`delete from ${followUpNotes} where key in (${sql.join(keysOfOwnRowsSql(userId), sql` union all `)})`,
    ),
    db.run(
      sql`delete from ${followUpNotes} where key in (${sql.join(keysOfMessagesSql(userId), sql` union all `)})`,
    ),
    db.run(
      sql`delete from ${followUpNotes} where key in (select 'e_invoices:' || ${invoiceLabelSql}
        from orders cross join invoices on invoices.order_id = orders.id where buyer_id = ${userId})`,
    ),
    db.run(sql`
      with subjects (subject) as ${selectReviewSubjectsSql(ctx, user)}
      delete from ${followUpNotes} where key in (
        select queues.value || substr(subject, length('review:')) from subjects
        cross join json_each('["reviews_pending", "review_reports", "review_objections"]') queues
      )`),
    db.run(sql`delete from ${followUpNotes} where key in (
        select queues.value || requests.id from requests
        cross join json_each('["requests_pending:", "requests_unanswered:"]') queues where user_id = ${userId})`),
    db.update(followUpNotes).set({ ownerId: null }).where(eq(followUpNotes.ownerId, userId)),
  ];
};

/** D1 allows five terms in a compound select. https://developers.cloudflare.com/d1/platform/limits/ */
const keysOfOwnRowsSql = (userId: string): SQL[] => [
  sql`select value || ${`:${userId}`} from json_each('["profiles_incomplete", "suspensions"]')`,
  sql`select queues.value || ':' || listings.id from listings
    cross join json_each('["reports", "listings_pending", "listing_objections", "listings_expiring"]') queues where owner_id = ${userId}`,
  sql`select queues.value || ':' || orders.id from orders
    cross join json_each('["payments", "promotions_ending", "checkouts_abandoned"]') queues where buyer_id = ${userId}`,
  sql`select 'payments:' || payment_events.id from orders
    cross join payment_events on payment_events.order_id = orders.id where buyer_id = ${userId}`,
  sql`select 'verifications_pending:' || id from verifications where user_id = ${userId}`,
];

const keysOfMessagesSql = (userId: string): SQL[] => [
  sql`select 'contact:' || id from contact_messages where ${isSentByUserSql(userId)}`,
  sql`select 'testimonials:' || id from testimonials where user_id = ${userId}`,
  sql`select queues.value || enquiries.id from enquiries cross join json_each('["enquiries_unanswered:", "conversation_reports:"]') queues
    where teacher_id = ${userId} or ${isEnquirySentBySql(userId)}`,
  sql`select 'mail_undelivered:' || id from mail_outbox
    where recipient = (select email from users where id = ${userId})`,
];
