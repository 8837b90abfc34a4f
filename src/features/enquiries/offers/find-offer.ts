import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isSameToken, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { boundSql } from "@/db/bound-sql";
import { enquiries, listings, messages, users } from "@/db/schema";
import { type ComparedListing, type ListingCardRow, listSimilarListings } from "@/features/listings";
import { DAY_MS } from "@/shared/dates";
import { toLearner } from "@/shared/format-learner";
import { paths } from "@/shared/paths";
import { isAnsweredElsewhereSql, isReportedSql } from "../blocks";
import { toLearnerSearch } from "../form/to-learner-search";
import { formatTeacherName } from "../names";
import { type EnquiryView, toRecipientsSql, toSenderSql } from "../queries";

/** An enquiry without an answer for this time (ms) is offered to other teachers, unless it is older than the second. */
export const OFFER_AFTER_MS = 2 * DAY_MS;
export const OFFER_UNTIL_MS = 14 * DAY_MS;
/** How long (ms) the link of the mail works. */
const LINK_MS = 14 * DAY_MS;
/** Teachers that one mail names. */
export const MAX_OFFERED = 3;

const learner = alias(users, "learner");
const teacher = alias(users, "teacher");

/**
 * Condition on `enquiries`: the sender, who still exists, has no answer in any conversation with the teacher and nobody
 * reported it, and the teacher did not close the conversation. A sender whom the teacher blocked is treated as all others.
 */
export const isUnansweredOfferSql: SQL = sql`(${enquiries.state} = 'new'
  and ${enquiries.listingId} is not null
  and not ${isReportedSql} and not ${isAnsweredElsewhereSql()}
  and (${enquiries.guestEmail} is not null or exists (select 1 from users sender where sender.id = ${enquiries.learnerId}
    and sender.disabled_ts is null and sender.email_verified_ts is not null)))`;

/** The token of the mailed link: a signature of the enquiry and the address of its sender, of which nothing is stored. */
export const createOfferToken = (ctx: Ctx, { id, email }: { id: string; email: string }): string =>
  keyedHash(ctx, "offer of teachers", JSON.stringify([id, email])).toString("base64url");

/** An enquiry with its listing, unless that is erased; null for an unknown id or a sender who is gone. */
export async function findOfferedEnquiry(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({
      id: enquiries.id,
      offeredTs: enquiries.offeredTs,
      isUnanswered: sql<number>`${isUnansweredOfferSql}`,
      guestName: enquiries.guestName,
      guestEmail: enquiries.guestEmail,
      guestLocale: enquiries.guestLocale,
      learnerWho: enquiries.learnerWho,
      learnerGrade: enquiries.learnerGrade,
      parentEmail: enquiries.parentEmail,
      message: sql<string>`coalesce((select ${messages.text} from ${messages} where ${messages.enquiryId} = ${enquiries.id}
        and ${messages.author} = 'learner' order by ${messages.createdTs} limit 1), '')`,
      listing: {
        id: listings.id,
        title: listings.title,
        subject: listings.subject,
        levels: listings.levels,
        county: listings.county,
        locations: listings.locations,
        online: listings.online,
        pricePerHour: sql<number>`${listings.pricePerHour}`,
      },
      teacher: { firstName: teacher.firstName, lastName: teacher.lastName },
      learner: {
        id: learner.id,
        email: learner.email,
        locale: learner.locale,
        firstName: learner.firstName,
        lastName: learner.lastName,
        birthDate: learner.birthDate,
      },
    })
    .from(enquiries)
    .leftJoin(listings, eq(listings.id, enquiries.listingId))
    .leftJoin(teacher, eq(teacher.id, listings.ownerId))
    .leftJoin(
      learner,
      and(
        eq(learner.id, enquiries.learnerId),
        sql`${learner.disabledTs} is null and ${learner.emailVerifiedTs} is not null`,
      ),
    )
    .where(eq(enquiries.id, id));
  const email = row?.guestEmail ?? row?.learner?.email;
  if (!row || !email) return null;
  return {
    ...row,
    email,
    locale: row.learner?.locale ?? row.guestLocale ?? "ro",
    about: toLearner(row),
    // The account in whose name the link sends, without a session. The query finds none without a verified address.
    sender: row.learner && { ...row.learner, emailVerified: true },
  };
}

export type OfferedEnquiry = NonNullable<Awaited<ReturnType<typeof findOfferedEnquiry>>>;

/** The offer for an enquiry; null if its listing is erased. */
export function toOffer({ listing, teacher, ...enquiry }: OfferedEnquiry) {
  return listing && teacher && { ...enquiry, listing, teacherName: formatTeacherName(teacher) };
}

export type Offer = NonNullable<ReturnType<typeof toOffer>>;

/** An enquiry whose sender is offered other teachers; null if it, its sender or its teacher is gone. */
export async function findOffer(ctx: Ctx, id: string): Promise<Offer | null> {
  const found = await findOfferedEnquiry(ctx, id);
  return found && toOffer(found);
}

/**
 * The page of the offer for the reader of a conversation, its sender; null without an offer that is still open, and once
 * they reported the teacher: the page would offer nobody.
 */
export async function findOfferPath(
  ctx: Ctx,
  { id, offeredTs, guestEmail, learner }: EnquiryView,
): Promise<string | null> {
  const email = guestEmail ?? learner?.email;
  if (email === undefined || offeredTs === null || ctx.now >= offeredTs + LINK_MS) return null;
  const isOpen = (await ctx.db.$count(enquiries, and(eq(enquiries.id, id), isUnansweredOfferSql))) === 1;
  return isOpen ? paths.enquiryOffer(id, { token: createOfferToken(ctx, { id, email }) }) : null;
}

/** The enquiry of a mailed link; null if the link is wrong or out of date. Its listing may be erased. */
export async function findOfferByLink(ctx: Ctx, id: string, token: string): Promise<OfferedEnquiry | null> {
  const enquiry = await findOfferedEnquiry(ctx, id);
  if (enquiry?.offeredTs == null || ctx.now >= enquiry.offeredTs + LINK_MS) return null;
  return isSameToken(token, createOfferToken(ctx, enquiry)) ? enquiry : null;
}

/**
 * The page of the same mail's offer for another enquiry of the sender that still has no answer; null without one. Enquiries
 * of one mail were offered at the same time.
 */
export async function findOtherOfferPath(ctx: Ctx, offer: OfferedEnquiry): Promise<string | null> {
  const [other] = await ctx.db
    .select({ id: enquiries.id })
    .from(enquiries)
    .innerJoin(listings, eq(listings.id, enquiries.listingId))
    .where(
      and(
        offer.guestEmail === null
          ? eq(enquiries.learnerId, offer.sender?.id ?? "")
          : eq(enquiries.guestEmail, offer.guestEmail),
        eq(enquiries.offeredTs, offer.offeredTs ?? 0),
        offer.listing ? eq(listings.subject, offer.listing.subject) : undefined,
        isUnansweredOfferSql,
      ),
    )
    .limit(1);
  return other
    ? paths.enquiryOffer(other.id, { token: createOfferToken(ctx, { id: other.id, email: offer.email }) })
    : null;
}

/**
 * Other teachers for the sender of an enquiry: of the same subject and one of the levels, in the same county or online,
 * of those who answer at least 80 % of their messages in time or are new, without those whom the sender wrote to, who
 * blocked the sender or were blocked.
 */
export function listOffered(
  ctx: Ctx,
  {
    listing,
    learnerGrade,
    sender,
    guestEmail,
    email,
  }: Pick<Offer, "learnerGrade" | "sender" | "guestEmail" | "email"> & {
    listing: ComparedListing & { id?: string };
  },
  { max }: { max: number },
): Promise<ListingCardRow[]> {
  const recipients = toRecipientsSql({ user: sender }, guestEmail);
  const id = sender?.id ?? null;
  return listSimilarListings({ ...ctx, user: sender }, listing.id ? [listing.id] : [], max, {
    listing,
    fit: "any",
    levels: toLearnerSearch(listing, learnerGrade).level,
    excluded: boundSql`
      ${recipients ?? boundSql`select null where false`}
      union all select id from users where email = ${email}
      union all select learner_id from enquiries where teacher_id = ${id} and learner_id is not null
        and (teacher_blocked_ts is not null or learner_blocked_ts is not null)
      union all select id from users where id = card ->> 'ownerId' and replies ->> 'answered' * 5 < replies ->> 'of' * 4`,
  });
}

const writtenSinceSql = ({ offeredTs, sender, guestEmail }: Offer) =>
  boundSql`(select id, listing_id, created_ts, answered_ts from enquiries
    where ${toSenderSql({ user: sender }, guestEmail) ?? boundSql`false`} and created_ts >= ${offeredTs})`;

/** The enquiries that the sender wrote since the offer about listings of its subject, oldest first. */
export const listSentSince = (
  { db }: Ctx,
  offer: Offer,
): Promise<{ listingId: string; id: string; isAnswered: number }[]> =>
  db.read(boundSql`
    select about.id as listingId, written.id as id, written.answered_ts is not null as isAnswered
    from ${writtenSinceSql(offer)} written join listings about on about.id = written.listing_id
    where about.subject = ${offer.listing.subject} order by written.created_ts, written.id`);

/**
 * For these listings, the enquiries that the sender wrote to their teachers since the offer, each with its first
 * message.
 */
export const listWrittenSince = (
  { db }: Ctx,
  offer: Offer,
  listingIds: readonly string[],
): Promise<{ listingId: string; id: string; text: string | null }[]> =>
  db.read(boundSql`
    select chosen.id as listingId, written.id as id, (select text from messages where enquiry_id = written.id
      and author = 'learner' order by created_ts limit 1) as text
    from ${writtenSinceSql(offer)} written
    join listings about on about.id = written.listing_id join listings chosen on chosen.owner_id = about.owner_id
    where chosen.id in (select value from json_each(${JSON.stringify(listingIds)}))`);
