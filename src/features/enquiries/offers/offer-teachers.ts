import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { enquiries } from "@/db/schema";
import { queueComposedMailsStatement } from "@/features/mail";
import { queuePushesStatement } from "@/features/notifications";
import { HOUR_MS } from "@/shared/dates";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { createOfferToken, isUnansweredOfferSql, OFFER_AFTER_MS, OFFER_UNTIL_MS } from "./find-offer";

/** Enquiries of one run. The job runs every five minutes, so up to 144,000 a day. */
const MAX_PER_RUN = 500;
/** Senders of one batch. */
const BATCH_SIZE = 100;
/** An offer waits for the sender's next enquiry if that was written within this time (ms), for one mail about both. */
const TOGETHER_MS = HOUR_MS;

/** Written as in the index `enquiries_to_offer`. */
const isOpenSql = sql`${enquiries.state} = 'new' and ${enquiries.offeredTs} is null
  and (${enquiries.learnerId} is not null or ${enquiries.confirmedTs} is not null)`;

/** A query of the ids, in this JSON list, of the enquiries that are still to offer, oldest first. */
const selectToOffer = (idsSql: SQL): SQL => sql`select id from ${enquiries}
  where id in (select value from json_each(${idsSql})) and ${isOpenSql} and ${isUnansweredOfferSql} order by created_ts`;

/** Delivery condition of the push message, with its enquiries. */
export const isOfferDueSql = (_now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${enquiries} where ${enquiries.id} in (select value from json_each(${condition} ->> 1))
    and ${isUnansweredOfferSql})`;

/** What the outbox stores of an offer. */
export type OfferPayload = { enquiryIds: string[] };

type DueEnquiry = {
  id: string;
  learnerId: string | null;
  guestEmail: string | null;
  email: string | null;
  locale: Locale | null;
  subject: string | null;
  isOffered: number;
};

/**
 * Offers other teachers to the senders of enquiries that have no answer for 48 hours, once for each enquiry. Enquiries of
 * one sender about one subject that are due together get one mail. It is composed when it is delivered; neither mail nor
 * push message is sent if there is an answer by then. Returns the number of enquiries that were due.
 */
export async function offerTeachers(ctx: Ctx): Promise<number> {
  const { db, now } = ctx;
  const dueTs = now - OFFER_AFTER_MS;
  const due = await db.all<DueEnquiry>(sql`
    select ${enquiries.id} as id, ${enquiries.learnerId} as learnerId, ${enquiries.guestEmail} as guestEmail,
      sender.email as email, sender.locale as locale, listings.subject as subject,
      ${isUnansweredOfferSql} and ${enquiries.createdTs} > ${now - OFFER_UNTIL_MS} as isOffered
    from ${enquiries} indexed by enquiries_to_offer
    left join listings on listings.id = ${enquiries.listingId}
    left join users sender on sender.id = ${enquiries.learnerId}
    where ${isOpenSql} and ${enquiries.createdTs} <= ${dueTs}
      and not (${enquiries.createdTs} > ${dueTs - TOGETHER_MS} and exists (select 1 from enquiries next
        where (next.learner_id = ${enquiries.learnerId} or next.guest_email = ${enquiries.guestEmail})
          and next.state = 'new' and next.offered_ts is null and next.created_ts > ${dueTs}
          and next.created_ts <= ${enquiries.createdTs} + ${TOGETHER_MS}))
    order by ${enquiries.createdTs} limit ${MAX_PER_RUN}`);
  const groups = [
    ...Map.groupBy(due, ({ learnerId, guestEmail, subject }) =>
      JSON.stringify([learnerId, guestEmail, subject]),
    ).values(),
  ];
  for (let n = 0; n < groups.length; n += BATCH_SIZE) await offerBatch(ctx, groups.slice(n, n + BATCH_SIZE));
  return due.length;
}

/** Queues mails and push messages, then marks all enquiries, also those that get none, so that no run reads them again. */
async function offerBatch(ctx: Ctx, groups: readonly DueEnquiry[][]): Promise<void> {
  const { db, now, newId } = ctx;
  const offered = groups
    .map((group) => group.filter(({ isOffered }) => isOffered === 1))
    .filter(({ length }) => length > 0);
  const toIds = (group: readonly DueEnquiry[]) => group.map(({ id }) => id);
  const mails = JSON.stringify(offered.map((group) => [toIds(group), newId()]));
  const pushes = offered.flatMap((group) => {
    const [first] = group;
    if (!first?.learnerId || !first.email || !first.locale) return [];
    const { id, learnerId, email, locale } = first;
    const t = ctx.translator(locale);
    const ids = JSON.stringify(toIds(group));
    const push = {
      cause: `offer:${id}`,
      about: auditSubject("enquiry", id),
      condition: ["enquiry_offer", ids] as const,
      userId: learnerId,
      kind: "enquiries" as const,
      // Without names: one of these teachers may answer before it is delivered.
      title: t("notifications.messages.offer.title"),
      body: t("notifications.messages.offer.body"),
      locale,
      path: paths.enquiryOffer(id, { token: createOfferToken(ctx, { id, email }) }),
    };
    return [{ key: [ids], push }];
  });
  const ids = sql`(select value from json_each(${JSON.stringify(groups.flatMap(toIds))}))`;
  await ctx.commit([
    queueComposedMailsStatement(
      ctx,
      "enquiry_offer",
      {
        id: sql`due.value ->> 1`,
        recipient: sql`coalesce(${enquiries.guestEmail}, sender.email)`,
        payload: sql`json_object('enquiryIds', json(due.value -> 0))`,
        about: auditSubject("enquiry", enquiries.id),
      },
      sql`json_each(${mails}) due
        cross join ${enquiries} on ${enquiries.id} = (${selectToOffer(sql`due.value -> 0`)} limit 1)
        left join users sender on sender.id = ${enquiries.learnerId} where true`,
    ),
    ...(pushes.length === 0
      ? []
      : [queuePushesStatement(ctx, pushes, sql`exists (${selectToOffer(sql`pushed.key ->> 0`)})`)]),
    db.run(sql`update ${enquiries} set offered_ts = ${now} where id in ${ids} and ${isOpenSql}`),
  ]);
}
