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
    const due = await findDue(ctx, reminder, AT_ONCE - told);
    const statements = due.flatMap((one) => remind(ctx, reminder, one));
    for (let n = 0; n < statements.length; n += BATCH) await ctx.commit(statements.slice(n, n + BATCH));
    told += due.length;
  }
  return told;
}

/** Spelt out, so that the index of reminders serves it: `listings_reminders`. */
const notYetTold = ({ daysLeft }: Reminder): SQL =>
  sql`${listings.state} = 'published' and (${sql.join(
    [
      sql`${listings.expiryNotice} is null`,
      ...REMINDERS.filter((other) => other.daysLeft > daysLeft).map(
        (earlier) => sql`${listings.expiryNotice} = ${sql.raw(String(earlier.daysLeft))}`,
      ),
    ],
    sql` or `,
  )})`;

function findDue(ctx: Ctx, reminder: Reminder, limit: number) {
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
        notYetTold(reminder),
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
function remind(ctx: Ctx, reminder: Reminder, one: Due): Statement[] {
  const { daysLeft } = reminder;
  return [
    ctx.db
      .update(listings)
      .set({ expiryNotice: daysLeft })
      .where(and(eq(listings.id, one.id), eq(listings.expiresTs, one.expiresTs), notYetTold(reminder))),
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
