import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listings, users } from "@/db/schema";
import { queueMail } from "@/features/mail";
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

/** In one run: with its mail each is two of the thousand statements that a Worker may send. What is left comes next. */
const AT_ONCE = 300;
/** Statements of one batch. */
const BATCH = 50;

/**
 * Tells owners that a published listing ends in 14 days, in 3, or has ended, each once for these days; after a pause of
 * the job only what is true now. Each mail holds a link that renews. Returns how many were told.
 */
export async function remindExpiring(ctx: Ctx): Promise<number> {
  let told = 0;
  // The most urgent first, should there be more than fit.
  for (const reminder of REMINDERS.toReversed()) {
    for (const toldBefore of before(reminder)) {
      const due = await findDue(ctx, reminder, toldBefore, AT_ONCE - told);
      const statements = due.flatMap((one) => remind(ctx, reminder, toldBefore, one));
      for (let n = 0; n < statements.length; n += BATCH) await ctx.commit(statements.slice(n, n + BATCH));
      told += due.length;
    }
  }
  return told;
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

type Due = Awaited<ReturnType<typeof findDue>>[number];

/** No edit of the listing, so its version stays: a form that is open meanwhile can still be saved. */
function remind(ctx: Ctx, { daysLeft }: Reminder, toldBefore: number | null, one: Due): Statement[] {
  return [
    ctx.db
      .update(listings)
      .set({ expiryNotice: daysLeft })
      .where(and(eq(listings.id, one.id), eq(listings.expiresTs, one.expiresTs), lastTold(toldBefore))),
    queueMail(
      ctx,
      {
        template: daysLeft === 0 ? "listing_expired" : "listing_expiring",
        to: one.email,
        locale: one.locale,
        params: { name: one.firstName, title: one.title, date: formatDate(one.expiresTs, one.locale) },
        actionPath: paths.renewByLink(one.id, { token: renewalToken(ctx, one) }),
        linkEndsTs: one.expiresTs + RENEWAL_LINK_MS,
      },
      sql`changes() = 1`,
    ),
  ];
}
