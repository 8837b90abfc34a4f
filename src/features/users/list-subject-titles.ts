import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Locale } from "@/shared/i18n/locales";
import { splitAuditSubject } from "./audit-actions";
import type { AuditEvent } from "./list-audit-events";

const USER_NAME = sql`trim(users.first_name || ' ' || users.last_name)`;

/** The title of a subject, by the subject's kind: columns `id` and `title`. */
const TITLES: Record<string, (ids: SQL, locale: Locale) => SQL> = {
  user: (ids) => sql`select id, ${USER_NAME} as title from users where id in ${ids}`,
  listing: (ids) => sql`select id, title from listings where id in ${ids}`,
  order: (ids) => sql`select orders.id, listings.title from orders
    join listings on listings.id = orders.listing_id where orders.id in ${ids}`,
  enquiry: (ids) => sql`select enquiries.id, listings.title from enquiries
    join listings on listings.id = enquiries.listing_id where enquiries.id in ${ids}`,
  post: (ids) => sql`select id, title from posts where id in ${ids}`,
  category: (ids, locale) =>
    sql`select id, ${sql.raw(`name_${locale}`)} as title from blog_categories where id in ${ids}`,
  testimonial: (ids) => sql`select id, name as title from testimonials where id in ${ids}`,
  mail: (ids) => sql`select id, subject as title from mail_outbox where id in ${ids}`,
  alert: (ids) => sql`select alerts.id, coalesce(${USER_NAME}, alerts.email) as title from alerts
    left join users on users.id = alerts.user_id where alerts.id in ${ids}`,
  // The draft is deleted once the invitation ends.
  invitation: (ids) => sql`select invitations.id,
    coalesce(${USER_NAME}, trim(draft ->> '$.first_name' || ' ' || (draft ->> '$.last_name')), '') as title
    from invitations left join users on users.id = claimed_user_id where invitations.id in ${ids}`,
  contact: (ids) => sql`select id, name as title from contact_messages where id in ${ids}`,
  review: (ids) => sql`select reviews.id, ${USER_NAME} as title from reviews
    join users on users.id = reviews.teacher_id where reviews.id in ${ids}`,
  request: (ids) => sql`select requests.id, ${USER_NAME} as title from requests
    join users on users.id = requests.user_id where requests.id in ${ids}`,
  verification: (ids) => sql`select verifications.id, ${USER_NAME} as title from verifications
    join users on users.id = verifications.user_id where verifications.id in ${ids}`,
};

/**
 * What a person reads of the subjects of audit events: a title, or the name of the person concerned. A subject without
 * one, such as a deleted record, has no entry.
 */
export async function listSubjectTitles(
  ctx: Ctx,
  events: readonly AuditEvent[],
): Promise<ReadonlyMap<string, string>> {
  const subjects = events.map(({ subject }) => splitAuditSubject(subject));
  const kinds = [...new Set(subjects.map(({ kind }) => kind))].filter((kind) => TITLES[kind]);
  const queries = kinds.map((kind) => {
    const found = new Set(subjects.filter((subject) => subject.kind === kind).map(({ id }) => id));
    const values = sql`(${sql.join(
      [...found].map((id) => sql`${id}`),
      sql`, `,
    )})`;
    return ctx.db.all<{ subject: string; title: string }>(
      sql`select ${`${kind}:`} || id as subject, title from (${TITLES[kind]?.(values, ctx.locale)})`,
    );
  });
  const [first, ...others] = queries;
  if (!first) return new Map();
  // A batch, because D1 allows only five parts of a union.
  const rows = (await ctx.db.batch([first, ...others])).flat();
  return new Map(rows.filter(({ title }) => title !== "").map(({ subject, title }) => [subject, title]));
}
