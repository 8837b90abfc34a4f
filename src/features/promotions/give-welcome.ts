import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { insertWhere } from "@/db/insert-where";
import { auditLog, listings, orders } from "@/db/schema";
import { findListing, type ListingDetails, listingOwnerContact, reindexListing } from "@/features/listings";
import { queueMail } from "@/features/mail";
import { type Package, packagesOnSale, readCaps, WELCOME_GIFT } from "@/features/pricing";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { formatDateTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import type { Caps } from "@/shared/schemas/pricing";
import { beginPromotion } from "./begin-promotion";
import { seatFree } from "./seats";

/** So long after its listing was submitted a gift still comes that found no seat, or whose moment was missed. */
const WAITS_MS = 30 * DAY_MS;
/** Gifts of one run of the job, and submissions that it looks at; what is left comes next. */
const AT_ONCE = 50;
const LOOKS_AT = 1000;
/** Where the runs of one hour after another begin, as a part of all: by it they come everywhere evenly. */
const GOLDEN_SECTION = (Math.sqrt(5) - 1) / 2;

/**
 * Whether a row of `listings` gets the gift: published, the first of a teacher's that readers ever saw, approved by an
 * admin, and not promoted otherwise now or later. One teacher gets one (`orders_one_welcome`), which is asked first,
 * since most have had theirs.
 */
const isDue = (now: number): SQL => sql`
  listings.state = 'published' and listings.expires_ts > ${now}
  and not exists (select 1 from orders o where o.buyer_id = listings.owner_id and o.origin = 'welcome')
  and exists (select 1 from users u where u.id = listings.owner_id and u.role = 't' and u.disabled_ts is null)
  and exists (
    select 1 from audit_log a
    where a.subject = ${auditSubject("listing", listings.id)} and a.action = 'listing.approved'
  )
  and not exists (
    select 1 from listings earlier where earlier.owner_id = listings.owner_id
      and (earlier.published_ts, earlier.num) < (listings.published_ts, listings.num)
  )
  and not exists (
    select 1 from promotions p
    where p.listing_id = listings.id and p.revoked_ts is null and p.ends_ts > ${now}
  )`;

/**
 * Promotes a teacher's first approved listing once for free, with the package as it is sold on that day, and tells them, if that is due and a seat is free. Call it
 * after an approval; the job comes back to what was missed.
 * @returns whether it was given now
 */
export async function giveWelcome(ctx: Ctx, listingId: string): Promise<boolean> {
  const [listing, owner, packages, caps] = await Promise.all([
    findListing(ctx, listingId),
    listingOwnerContact(ctx, listingId),
    packagesOnSale(ctx),
    readCaps(ctx),
  ]);
  const gift = packages.find(({ code }) => code === WELCOME_GIFT);
  if (!listing || !owner || !gift) return false;
  const orderId = ctx.newId();
  const made = sql`exists (select 1 from orders where id = ${orderId})`;
  const { email, locale } = owner;
  const mail = {
    template: "welcome_gift",
    params: {
      title: listing.title,
      starts: formatDateTime(ctx.now, locale),
      ends: formatDateTime(ctx.now + gift.days * DAY_MS, locale),
    },
    actionPath: paths.listing(listingId),
  };
  const audit = {
    id: ctx.newId(),
    ts: ctx.now,
    actorId: null,
    action: "order.given",
    subject: auditSubject("order", orderId),
    detail: {},
  };
  const [given] = (await ctx.commit([
    welcomeOrder(ctx, orderId, listing, gift, caps),
    insertWhere(ctx.db, auditLog, audit, made),
    ...beginPromotion(ctx, orderId, made),
    queueMail(ctx, { to: email, locale, ...mail }, made),
    ...reindexListing(ctx, listingId, made),
  ])) as [{ id: string }[]];
  return given.length > 0;
}

/** The statement that inserts the order, which nobody pays: the claim of the gift. */
function welcomeOrder({ db, now }: Ctx, id: string, listing: ListingDetails, gift: Package, caps: Caps) {
  const { code, days, placement, vatRate } = gift;
  const seat = placement === "results" ? seatFree(now, listing, caps) : sql`true`;
  const order: typeof orders.$inferInsert = {
    id,
    listingId: listing.id,
    buyerId: listing.ownerId,
    package: code,
    days,
    placement,
    amount: 0,
    vatAmount: 0,
    vatRate,
    origin: "welcome",
    state: "fulfilled",
    immediateStart: true,
    consentText: "",
    consentTs: now,
    createdTs: now,
  };
  return insertWhere(
    db,
    orders,
    order,
    sql`listings.id = ${listing.id} and ${isDue(now)} and ${seat}`,
    listings,
  )
    .onConflictDoNothing()
    .returning({ id: orders.id });
}

/**
 * Gives the gifts that are due: those that found no seat, and those whose approval ended halfway. In no order, so that
 * a place without seats keeps nobody else waiting. Returns how many were given.
 */
export async function giveWelcomes(ctx: Ctx): Promise<number> {
  const due = await ctx.db.all<{ id: string }>(dueGifts(ctx.now, LOOKS_AT));
  let given = 0;
  for (const { id } of due) if (await giveWelcome(ctx, id)) given++;
  return given;
}

/**
 * The query for the ids of listings whose gift is due, among `looksAt` submissions of the time that gifts wait: from
 * another moment of it each hour on, and round to its beginning. Without that end, a run would read all that was
 * published lately, however few gifts are missing.
 */
export function dueGifts(now: number, looksAt: number): SQL {
  const since = now - WAITS_MS;
  const start = since + Math.floor((((now / HOUR_MS) * GOLDEN_SECTION) % 1) * WAITS_MS);
  const submitted = (from: number, to: number) => sql`
      select * from (
        select num from listings where state = 'published' and submitted_ts > ${from} and submitted_ts <= ${to}
        order by submitted_ts limit ${looksAt}
      )`;
  return sql`
    select listings.id from (${submitted(start, now)} union all ${submitted(since, start)} limit ${looksAt}) looked
    cross join listings on listings.num = looked.num
    where ${isDue(now)}
    order by random() limit ${AT_ONCE}`;
}
