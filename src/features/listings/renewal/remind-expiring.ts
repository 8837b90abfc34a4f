import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { atPresent, type Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listings, users } from "@/db/schema";
import { queueMails } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { RENEWAL_LINK_MS, renewalToken } from "./renewal-token";

/** How many days before its end a listing's owner is told, and how many days behind the moment that is still worth it. */
const REMINDERS = [
  { daysLeft: 14, until: 3 },
  { daysLeft: 3, until: 0 },
  { daysLeft: 0, until: -7 },
] as const;
type Reminder = (typeof REMINDERS)[number];

/**
 * Reminders of one run. The job runs every five minutes, so 288,000 leave in a day; 1,000,000 listings of 90 days with
 * three reminders each need 33,334 on an average day.
 */
const RUN_LIMIT = 1000;
/** Reminders of one batch. */
const BATCH = 50;
/** A run begins no batch after this time (ms), so that it ends before the next run. */
const RUN_MS = 2 * 60_000;
/** Pause (ms) between the mails of one batch and of the next: 1,000 mails at once would delay a password reset. */
const SPACING_MS = 12_000;

/**
 * Reminds owners that a published listing ends in 14 days, in 3, or has ended, each once for these days; after a pause of
 * the job only what is true now. Each mail holds a link that renews. What one run leaves, or a killed run, is found by
 * the next: a batch writes its mails together with their marks. Returns how many reminders it queued.
 */
export async function remindExpiring(ctx: Ctx): Promise<number> {
  const endTs = ctx.clock() + RUN_MS;
  let queued = 0;
  // The most urgent first, should there be more than fit.
  for (const reminder of REMINDERS.toReversed()) {
    for (const toldBefore of before(reminder)) {
      let full = true;
      while (full) {
        const present = atPresent(ctx);
        if (queued >= RUN_LIMIT || present.now >= endTs) return queued;
        const due = await findDue(present, reminder, toldBefore, BATCH);
        if (due.length > 0) {
          const notBeforeTs = present.now + Math.floor(queued / BATCH) * SPACING_MS;
          await present.commit(remind(present, reminder, toldBefore, due, notBeforeTs));
        }
        queued += due.length;
        full = due.length === BATCH;
      }
    }
  }
  return queued;
}

/** What the owner may have been told last of these days: nothing, or a reminder that comes earlier. */
const before = ({ daysLeft }: Reminder): (number | null)[] => [
  null,
  ...REMINDERS.map((other) => other.daysLeft).filter((days) => days > daysLeft),
];

/** One value at a time and spelt out, so that the index of reminders serves it: `listings_reminders`. */
const lastTold = (days: number | null): SQL =>
  sql`${listings.state} = 'published' and ${listings.expiryNotice} ${days === null ? sql`is null` : sql`= ${days}`}`;

function findDue(ctx: Ctx, reminder: Reminder, toldBefore: number | null, limit: number) {
  return ctx.db
    .select({
      id: listings.id,
      ownerId: listings.ownerId,
      title: listings.title,
      expiresTs: sql<number>`${listings.expiresTs}`,
      email: users.email,
      locale: users.locale,
      firstName: users.firstName,
    })
    .from(listings)
    .innerJoin(users, eq(users.id, listings.ownerId))
    .where(
      and(
        lastTold(toldBefore),
        sql`${listings.expiresTs} > ${ctx.now + reminder.until * DAY_MS}`,
        sql`${listings.expiresTs} <= ${ctx.now + reminder.daysLeft * DAY_MS}`,
        isNull(users.disabledTs),
      ),
    )
    .orderBy(asc(listings.expiresTs))
    .limit(limit);
}

/** SQLite would take the index of reminders and read all that are due, for each mail. */
const BY_ID = sql.raw("indexed by listings_id_unique");

type Due = Awaited<ReturnType<typeof findDue>>[number];

/**
 * The mails, each if its listing is still as it was read, then their marks. No edit of the listing, so its version stays:
 * a form that is open meanwhile can still be saved.
 */
function remind(
  ctx: Ctx,
  { daysLeft }: Reminder,
  toldBefore: number | null,
  due: readonly Due[],
  notBeforeTs: number,
): Statement[] {
  const mails = due.map(({ id, expiresTs, ownerId, title, email, locale, firstName }) => ({
    key: [id, expiresTs],
    mail: {
      template: daysLeft === 0 ? "listing_expired" : "listing_expiring",
      to: email,
      locale,
      params: { name: firstName, title, date: formatDate(expiresTs, locale) },
      actionPath: paths.renewByLink(id, { token: renewalToken(ctx, { id, ownerId, email, expiresTs }) }),
      linkExpiresTs: expiresTs + RENEWAL_LINK_MS,
      notBeforeTs,
    },
  }));
  const keys = JSON.stringify(mails.map(({ key }) => key));
  return [
    queueMails(
      ctx,
      mails,
      sql`exists (select 1 from ${listings} ${BY_ID} where ${listings.id} = key ->> 0 and ${listings.expiresTs} = key ->> 1
        and ${lastTold(toldBefore)})`,
    ),
    ctx.db.run(sql`
      update ${listings} ${BY_ID} set expiry_notice = ${daysLeft} from json_each(${keys}) told
      where ${listings.id} = told.value ->> 0 and ${listings.expiresTs} = told.value ->> 1
        and ${lastTold(toldBefore)}`),
  ];
}
