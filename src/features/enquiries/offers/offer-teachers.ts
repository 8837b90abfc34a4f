import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { enquiries } from "@/db/schema";
import { queueComposedMailsStatement } from "@/features/mail";
import { queuePushesStatement } from "@/features/notifications";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { formatTeacherName } from "../names";
import { createOfferToken, isUnansweredOfferSql, OFFER_AFTER_MS, OFFER_UNTIL_MS } from "./find-offer";

/** Enquiries of one run. The job runs every five minutes, so up to 144,000 a day. */
const MAX_PER_RUN = 500;
/** Enquiries of one batch. */
const BATCH_SIZE = 100;

/** Written as in the index `enquiries_to_offer`. */
const isOpenSql = sql`${enquiries.state} = 'new' and ${enquiries.offeredTs} is null
  and (${enquiries.learnerId} is not null or ${enquiries.confirmedTs} is not null)`;

/** Delivery condition of the push message. */
export const isOfferDueSql = (_now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${enquiries} where ${enquiries.id} = ${condition} ->> 1 and ${isUnansweredOfferSql})`;

type DueEnquiry = {
  id: string;
  learnerId: string | null;
  email: string | null;
  locale: Locale | null;
  firstName: string;
  lastName: string;
  isOffered: number;
};

/**
 * Offers other teachers to the senders of enquiries that have no answer for 48 hours, once for each enquiry. The mail is
 * composed when it is delivered; neither mail nor push message is sent if there is an answer by then. Returns the number of enquiries that were due.
 */
export async function offerTeachers(ctx: Ctx): Promise<number> {
  const { db, now } = ctx;
  const due = await db.all<DueEnquiry>(sql`
    select ${enquiries.id} as id, ${enquiries.learnerId} as learnerId, sender.email as email, sender.locale as locale,
      coalesce(owner.first_name, '') as firstName, coalesce(owner.last_name, '') as lastName,
      ${isUnansweredOfferSql} and ${enquiries.createdTs} > ${now - OFFER_UNTIL_MS} as isOffered
    from ${enquiries} indexed by enquiries_to_offer
    left join listings on listings.id = ${enquiries.listingId} left join users owner on owner.id = listings.owner_id
    left join users sender on sender.id = ${enquiries.learnerId}
    where ${isOpenSql} and ${enquiries.createdTs} <= ${now - OFFER_AFTER_MS}
    order by ${enquiries.createdTs} limit ${MAX_PER_RUN}`);
  for (let n = 0; n < due.length; n += BATCH_SIZE) await offerBatch(ctx, due.slice(n, n + BATCH_SIZE));
  return due.length;
}

/** Queues mails and push messages, then marks all enquiries, also those that get none, so that no run reads them again. */
async function offerBatch(ctx: Ctx, due: readonly DueEnquiry[]): Promise<void> {
  const { db, now, newId } = ctx;
  const offered = due.filter(({ isOffered }) => isOffered === 1);
  const mails = JSON.stringify(offered.map(({ id }) => [id, newId()]));
  const pushes = offered.flatMap(({ id, learnerId, email, locale, ...teacher }) => {
    if (!learnerId || !email || !locale) return [];
    const t = ctx.translator(locale);
    const push = {
      cause: `offer:${id}`,
      about: auditSubject("enquiry", id),
      condition: ["enquiry_offer", id] as const,
      userId: learnerId,
      kind: "enquiries" as const,
      title: t("notifications.messages.offer.title", { name: formatTeacherName(teacher) }),
      body: t("notifications.messages.offer.body"),
      locale,
      path: paths.enquiryOffer(id, { token: createOfferToken(ctx, { id, email }) }),
    };
    return [{ key: [id], push }];
  });
  const ids = sql`(select value from json_each(${JSON.stringify(due.map(({ id }) => id))}))`;
  await ctx.commit([
    queueComposedMailsStatement(
      ctx,
      "enquiry_offer",
      {
        id: sql`due.value ->> 1`,
        recipient: sql`coalesce(${enquiries.guestEmail}, sender.email)`,
        payload: sql`json_object('enquiryId', ${enquiries.id})`,
        about: auditSubject("enquiry", enquiries.id),
      },
      sql`json_each(${mails}) due cross join ${enquiries} on ${enquiries.id} = due.value ->> 0
        left join users sender on sender.id = ${enquiries.learnerId}
        where ${isOpenSql} and ${isUnansweredOfferSql}`,
    ),
    ...(pushes.length === 0
      ? []
      : [
          queuePushesStatement(
            ctx,
            pushes,
            sql`exists (select 1 from ${enquiries} where ${enquiries.id} = pushed.key ->> 0
              and ${isOpenSql} and ${isUnansweredOfferSql})`,
          ),
        ]),
    db.run(sql`update ${enquiries} set offered_ts = ${now} where id in ${ids} and ${isOpenSql}`),
  ]);
}
