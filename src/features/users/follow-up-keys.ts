import { type SQL, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { isSentByUserSql } from "@/features/contact";
import { isEnquirySentBySql } from "@/features/enquiries";
import { invoiceLabelSql } from "@/features/invoices";
import { isReviewOfSql } from "@/features/reviews";
import type { FollowUpQueue } from "@/shared/codes";

export type FollowUpUser = Pick<SignedInUser, "id" | "email" | "emailVerified">;

/**
 * Selects the keys of notes on rows of `table` for which `where` holds. Starts from the notes, because a user may have
 * many rows and admins write few notes.
 */
const selectNotedKeysSql = (queues: FollowUpQueue[], table: string, where: SQL): SQL =>
  sql`select note.key from json_each(${JSON.stringify(queues)}) queues
    cross join follow_up_notes note on note.key between queues.value || ':' and queues.value || ';'
    cross join ${sql.raw(table)} on ${sql.raw(table)}.id = substr(note.key, length(queues.value) + 2) where ${where}`;

/**
 * Subqueries of the keys of the follow-up rows about a user and their data that may have notes. D1 allows
 * five terms in a compound select.
 * https://developers.cloudflare.com/d1/platform/limits/
 */
export function selectFollowUpKeysSql(ctx: Ctx, user: FollowUpUser): SQL[] {
  const { id } = user;
  return [
    [
      sql`select value || ${`:${id}`} from json_each('["profiles_incomplete", "suspensions"]')`,
      sql`select queues.value || ':' || listings.id from listings
        cross join json_each('["reports", "listings_pending", "listing_objections", "listings_expiring"]') queues
        where owner_id = ${id}`,
      sql`select queues.value || ':' || orders.id from orders
        cross join json_each('["payments", "promotions_ending", "checkouts_abandoned"]') queues where buyer_id = ${id}`,
      sql`select 'payments:' || payment_events.id from orders
        cross join payment_events on payment_events.order_id = orders.id where buyer_id = ${id}`,
      sql`select 'payments:' || disputes.id from orders
        cross join disputes on disputes.order_id = orders.id where buyer_id = ${id}`,
    ],
    [
      sql`select 'contact:' || id from contact_messages where ${isSentByUserSql(id)}`,
      sql`select 'testimonials:' || id from testimonials where user_id = ${id}`,
      selectNotedKeysSql(
        ["enquiries_unanswered", "conversation_reports"],
        "enquiries",
        sql`teacher_id = ${id} or ${isEnquirySentBySql(id)}`,
      ),
      selectNotedKeysSql(
        ["mail_undelivered"],
        "mail_outbox",
        sql`recipient = (select email from users where id = ${id})`,
      ),
      sql`select 'verifications_pending:' || id from verifications where user_id = ${id}`,
    ],
    [
      sql`select 'e_invoices:' || ${invoiceLabelSql}
        from orders cross join invoices on invoices.order_id = orders.id where buyer_id = ${id}`,
      sql`select queues.value || requests.id from requests
        cross join json_each('["requests_pending:", "requests_unanswered:"]') queues where user_id = ${id}`,
    ],
    [
      selectNotedKeysSql(
        ["reviews_pending", "review_reports", "review_objections"],
        "reviews",
        isReviewOfSql(ctx, user),
      ),
    ],
  ].map((terms) => sql`(${sql.join(terms, sql` union all `)})`);
}
