import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";

/** Selects the name of the user in a column. */
const userNameSql = (table: string, column: string, id: string): SQL =>
  sql`select trim(users.first_name || ' ' || users.last_name) as name from ${sql.raw(table)} decided
    cross join users on users.id = decided.${sql.raw(column)} where decided.id = ${id}`;

/** Selects the title of a listing. */
const listingTitleSql = (id: string): SQL => sql`select title as name from listings where id = ${id}`;
/** Selects the title of the listing of an order. */
const orderTitleSql = (id: string): SQL =>
  sql`select title as name from orders cross join listings on listings.id = orders.listing_id where orders.id = ${id}`;

/** Selects the title of the listing, or the order, of an event, a dispute or an order; of another event its type. */
const alertTitleSql = (id: string): SQL =>
  sql`select coalesce(nullif(listings.title, ''), orders.id, payment_events.type) as name from (select ${id} as id) alert
    left join payment_events on payment_events.id = alert.id left join disputes on disputes.id = alert.id
    left join orders on orders.id = coalesce(payment_events.order_id, disputes.order_id, alert.id)
    left join listings on listings.id = orders.listing_id`;

/** By the kind of an item, or the queue of a task. */
const NAMES: Readonly<Record<string, (id: string) => SQL>> = {
  conversations: (id) => userNameSql("enquiries", "teacher_id", id),
  requests: (id) => userNameSql("requests", "user_id", id),
  reviews: (id) => userNameSql("reviews", "teacher_id", id),
  testimonials: (id) => sql`select name from testimonials where id = ${id}`,
  verifications: (id) => userNameSql("verifications", "user_id", id),
  contact: (id) => sql`select name from contact_messages where id = ${id}`,
  enquiries_unanswered: (id) => userNameSql("enquiries", "teacher_id", id),
  profiles_incomplete: (id) => userNameSql("users", "id", id),
  reports: listingTitleSql,
  conversation_reports: (id) => userNameSql("enquiries", "teacher_id", id),
  listings_pending: listingTitleSql,
  listing_objections: listingTitleSql,
  listings_expiring: listingTitleSql,
  promotions_ending: orderTitleSql,
  checkouts_abandoned: orderTitleSql,
  reviews_pending: (id) => userNameSql("reviews", "teacher_id", id),
  review_reports: (id) => userNameSql("reviews", "teacher_id", id),
  review_objections: (id) => userNameSql("reviews", "teacher_id", id),
  requests_pending: (id) => userNameSql("requests", "user_id", id),
  requests_unanswered: (id) => userNameSql("requests", "user_id", id),
  verifications_pending: (id) => userNameSql("verifications", "user_id", id),
  mail_undelivered: (id) => sql`select subject as name from mail_outbox where id = ${id}`,
  payments: alertTitleSql,
  suspensions: (id) => userNameSql("users", "id", id),
};

/** Whom a decided item or closed task is about, for the notice about it; empty if it is erased or has no name. */
export async function findDecidedName({ db }: Pick<Ctx, "db">, kind: string, id: string): Promise<string> {
  const nameSql = Object.hasOwn(NAMES, kind) ? NAMES[kind]?.(id) : null;
  const [found] = nameSql ? await db.all<{ name: string | null }>(nameSql) : [];
  return found?.name ?? "";
}
