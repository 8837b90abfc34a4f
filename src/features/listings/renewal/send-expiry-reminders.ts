import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import type { Statement } from "@/db/client";
import { listings, users } from "@/db/schema";
import { queueMailsStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { createRenewalToken, RENEWAL_LINK_MS } from "./renew-by-link";

/** Days before the expiry when a reminder is due (`daysLeft`) and when it is no longer sent (`minDaysLeft`). */
const REMINDERS = [
  { daysLeft: 14, minDaysLeft: 3 },
  { daysLeft: 3, minDaysLeft: 0 },
  { daysLeft: 0, minDaysLeft: -7 },
] as const;
type Reminder = (typeof REMINDERS)[number];

/**
 * Reminders of one run. The job runs every five minutes, so it sends up to 576,000 a day: docs/capacity.md, Scheduled
 * jobs.
 */
const RUN_LIMIT = 2000;
/** Reminders of one batch. */
const BATCH_SIZE = 50;
/** A run starts no batch after this time (ms), so that it ends before the next run. */
const RUN_MS = 2 * 60_000;
/**
 * Time between the mails of one batch and of the next (ms), so that a run's mails are spread over five minutes. 2,000
 * mails at once would delay a password reset.
 */
const BATCH_INTERVAL_MS = 7500;

/**
 * Reminds owners that a published listing expires in 14 days, in 3 days, or has expired, each once in a period. After
 * an outage of the job, only the latest reminder is sent. Each mail has a renewal link. A batch writes its mails
 * together with `expiry_notice`, so the next run continues after an aborted one. Returns the number of queued
 * reminders.
 */
export async function sendExpiryReminders(ctx: Ctx): Promise<number> {
  const endTs = ctx.clock() + RUN_MS;
  let queued = 0;
  // The most urgent first, in case a run can't send all.
  for (const reminder of REMINDERS.toReversed()) {
    for (const previous of getPreviousNotices(reminder)) {
      let isBatchFull = true;
      while (isBatchFull) {
        const currentCtx = withCurrentTime(ctx);
        if (queued >= RUN_LIMIT || currentCtx.now >= endTs) return queued;
        const due = await findDue(ctx, reminder, previous, BATCH_SIZE);
        if (due.length > 0) {
          const notBeforeTs = currentCtx.now + Math.floor(queued / BATCH_SIZE) * BATCH_INTERVAL_MS;
          await currentCtx.commit(reminderStatements(currentCtx, reminder, previous, due, notBeforeTs));
        }
        queued += due.length;
        isBatchFull = due.length === BATCH_SIZE;
      }
    }
  }
  return queued;
}

/** Values of `expiry_notice` before this reminder: null, or an earlier reminder's days. */
const getPreviousNotices = ({ daysLeft }: Reminder): (number | null)[] => [
  null,
  ...REMINDERS.map((other) => other.daysLeft).filter((days) => days > daysLeft),
];

/** Written as one value with `=` or `is null`, so that the index `listings_reminders` is used. */
const hasExpiryNoticeSql = (days: number | null): SQL =>
  sql`${listings.state} = 'published' and ${listings.expiryNotice} ${days === null ? sql`is null` : sql`= ${days}`}`;

function findDue(ctx: Ctx, reminder: Reminder, previous: number | null, limit: number) {
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
        hasExpiryNoticeSql(previous),
        sql`${listings.expiresTs} > ${ctx.now + reminder.minDaysLeft * DAY_MS}`,
        sql`${listings.expiresTs} <= ${ctx.now + reminder.daysLeft * DAY_MS}`,
        isNull(users.disabledTs),
      ),
    )
    .orderBy(asc(listings.expiresTs))
    .limit(limit);
}

/** Without it, SQLite uses the index of reminders and reads all due listings for each mail. */
const BY_ID = sql.raw("indexed by listings_id_unique");

type DueListing = Awaited<ReturnType<typeof findDue>>[number];

/**
 * Queues the mails of listings that did not change since they were read, then sets `expiry_notice`. The version stays,
 * so that an open form can be saved.
 */
function reminderStatements(
  ctx: Ctx,
  { daysLeft }: Reminder,
  previous: number | null,
  due: readonly DueListing[],
  notBeforeTs: number,
): Statement[] {
  const mails = due.map(({ id, expiresTs, ownerId, title, email, locale, firstName }) => ({
    key: [id, expiresTs],
    mail: {
      template: daysLeft === 0 ? ("listing_expired" as const) : ("listing_expiring" as const),
      to: email,
      locale,
      params: { name: firstName, title, date: formatDate(expiresTs, locale) },
      actionPath: paths.renewByLink(id, {
        token: createRenewalToken(ctx, { id, ownerId, email, expiresTs }),
      }),
      linkExpiresTs: expiresTs + RENEWAL_LINK_MS,
      notBeforeTs,
    },
  }));
  const keys = JSON.stringify(mails.map(({ key }) => key));
  return [
    queueMailsStatement(
      ctx,
      mails,
      sql`exists (select 1 from ${listings} ${BY_ID} where ${listings.id} = key ->> 0 and ${listings.expiresTs} = key ->> 1
        and ${hasExpiryNoticeSql(previous)})`,
    ),
    ctx.db.run(sql`
      update ${listings} ${BY_ID} set expiry_notice = ${daysLeft} from json_each(${keys}) sent
      where ${listings.id} = sent.value ->> 0 and ${listings.expiresTs} = sent.value ->> 1
        and ${hasExpiryNoticeSql(previous)}`),
  ];
}
