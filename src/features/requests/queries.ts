import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { isAdmin } from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";
import { type PageCursors, paginateByTime } from "@/db/paginate-by-time";
import { enquiries, listings, requests, users } from "@/db/schema";
import { codeTerm } from "@/db/search-codes";
import { answerStatusSql, isBlockedPairSql } from "@/features/enquiries";
import { isVisibleListingSql, type ListingDetails, listVisibleListings } from "@/features/listings";
import { isMinor } from "@/shared/dates";
import { formatFullName } from "@/shared/format";
import { REQUEST_OPEN_MS } from "@/shared/request-limits";
import type { AnswerStatus } from "@/shared/schemas/request";

const PAGE_SIZE = 20;

export type LearnerRequest = typeof requests.$inferSelect;

/** Condition on `listings` joined with their owners in `users`: a visible listing that fits a row of `requests`. */
export const isFittingListingSql = (now: number): SQL => sql`(${isVisibleListingSql(now)}
  and ${listings.subject} = ${requests.subject}
  and (${listings.county} = ${requests.county} or (${requests.online} and ${listings.online})))`;

/** Condition on `requests`: it is open. The job that closes it after its time may be late. */
export const isOpenSql = (now: number): SQL =>
  sql`(${requests.state} = 'open' and ${requests.openedTs} > ${now - REQUEST_OPEN_MS})`;

/** A query of a teacher's answer to a row of `requests`, as the id of its enquiry. */
export const ownAnswerSql = (teacherId: SQL): SQL =>
  sql`select answer.id from enquiries answer where answer.request_id = requests.id and answer.teacher_id = ${teacherId}`;

/**
 * Condition on `requests`: it fits the teacher, whatever its state. The teacher has a visible listing of its subject in
 * its county, or online where both offer it, is not its author, and neither of the two blocked the other before the
 * teacher answered; the author's account is not closed. The only condition of what teachers see, are told of and may
 * answer. A block after the answer changes nothing that the blocked teacher sees.
 */
export const fitsTeacherSql = (now: number, teacherId: SQL): SQL => sql`(${requests.userId} <> ${teacherId}
  and exists (select 1 from ${users} where ${users.id} = ${requests.userId} and ${users.disabledTs} is null)
  and exists (select 1 from ${listings} inner join ${users} on ${users.id} = ${listings.ownerId}
    where ${listings.ownerId} = ${teacherId} and ${isFittingListingSql(now)})
  and (exists (${ownAnswerSql(teacherId)})
    or not ${isBlockedPairSql(emailSql(teacherId), emailSql(sql`${requests.userId}`))}))`;

const emailSql = (userId: SQL): SQL => sql`(select email from users person where person.id = ${userId})`;

type Place = Pick<LearnerRequest, "subject" | "county" | "online">;

/** Conditions on `requests`, one for each index: those of a listing's subject in its county, and online ones. */
export const toPlaceScopes = ({ subject, county, online }: Place): SQL[] => [
  ...(county ? [sql`${requests.subject} = ${subject} and ${requests.county} = ${county}`] : []),
  ...(online ? [sql`${requests.subject} = ${subject} and ${requests.online}`] : []),
];

/** A full text query of the listings that have the subject and place of a request. */
export function toListingMatch({ subject, county, online }: Place): string {
  const inCounty = county && `"${codeTerm.subjectInCounty(subject, county)}"`;
  const onlineOnes = online
    ? `("${codeTerm.code("subject", subject)}" AND "${codeTerm.flag("online")}")`
    : null;
  return [inCounty, onlineOnes].filter(Boolean).join(" OR ");
}

/** Whether visitors see a listing that has the subject and place of a request. */
export async function hasListingFor({ db, now }: Ctx, place: Place): Promise<boolean> {
  const { found } = await db.get<{ found: number }>(sql`
    select exists (select 1 from listings_fts matched cross join search_entries entry on entry.position = matched.rowid
      where matched.listings_fts match ${toListingMatch(place)} and entry.expires_ts > ${now}) as found`);
  return found === 1;
}

/** A request as the visitor may see it. */
export type RequestView =
  | { role: "author" | "admin"; request: LearnerRequest }
  /**
   * `enquiryId`: the teacher's answer, or null. `status`: of that answer. `isGone`: it is over, and the teacher did not
   * answer: nothing is shown.
   */
  | {
      role: "teacher";
      request: LearnerRequest;
      enquiryId: string | null;
      status: AnswerStatus;
      isGone: boolean;
    };

/**
 * A request for the visitor: its author, a teacher whom it fits, once it was open, or an admin. Null for all others, like
 * an unknown id.
 */
export async function findRequest(ctx: Ctx, id: string): Promise<RequestView | null> {
  const { db, now, user } = ctx;
  if (!user) return null;
  const [row] = await db
    .select({
      request: requests,
      enquiryId: enquiries.id,
      status: answerStatusSql("teacher"),
      fits: sql<number>`${fitsTeacherSql(now, sql`${user.id}`)}`,
      isOpen: sql<number>`${isOpenSql(now)}`,
    })
    .from(requests)
    .leftJoin(enquiries, and(eq(enquiries.requestId, requests.id), eq(enquiries.teacherId, user.id)))
    .where(eq(requests.id, id));
  if (!row) return null;
  const { request, enquiryId, status, fits, isOpen } = row;
  if (request.userId === user.id) return { role: "author", request };
  const isGone = enquiryId === null && isOpen === 0;
  if (request.openedTs !== null && fits === 1 && !(isGone && isAdmin(user)))
    return { role: "teacher", request, enquiryId, status, isGone };
  return isAdmin(user) ? { role: "admin", request } : null;
}

/** A user's own requests in every state, the newest first. */
export async function listOwnRequests(ctx: Ctx, userId: string, cursors: PageCursors) {
  const page = paginateByTime({ ts: requests.createdTs, id: requests.id, size: PAGE_SIZE }, cursors);
  const rows = await ctx.db
    .select()
    .from(requests)
    .where(and(eq(requests.userId, userId), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.toPage(rows, ({ createdTs, id }) => ({ ts: createdTs, id }));
}

/** An open request that fits, and what of it does not. */
export type FittingRequest = { request: LearnerRequest; mismatches: readonly RequestMismatch[] };

/** `pricePerHour`: the lowest of the listings that fit (bani). */
export type RequestMismatch = { name: "level" } | { name: "price"; pricePerHour: number };

/** What of a request none of the teacher's listings that fit it offers. */
export const listMismatches = (
  { level, maxPrice }: LearnerRequest,
  own: readonly Pick<typeof listings.$inferSelect, "levels" | "pricePerHour">[],
): RequestMismatch[] => {
  const pricePerHour = Math.min(...own.map((listing) => listing.pricePerHour ?? 0));
  return [
    ...(own.some(({ levels }) => levels.includes(level)) ? [] : [{ name: "level" } as const]),
    ...(maxPrice !== null && pricePerHour > maxPrice ? [{ name: "price", pricePerHour } as const] : []),
  ];
};

/** A teacher's visible listings, as far as they decide what fits. */
export const listOwnOffers = ({ db, now }: Ctx, teacherId: string) =>
  db
    .select({
      subject: listings.subject,
      county: listings.county,
      online: listings.online,
      levels: listings.levels,
      pricePerHour: listings.pricePerHour,
    })
    .from(listings)
    .innerJoin(users, eq(users.id, listings.ownerId))
    .where(and(eq(listings.ownerId, teacherId), isVisibleListingSql(now)));

/** A request with what of it the teacher's listings do not offer. */
export const markMismatches = (
  request: LearnerRequest,
  own: Awaited<ReturnType<typeof listOwnOffers>>,
): FittingRequest => {
  const fitting = own.filter(
    ({ subject, county, online }) =>
      subject === request.subject &&
      ((county !== null && county === request.county) || (online && request.online)),
  );
  return { request, mismatches: listMismatches(request, fitting) };
};

/**
 * Open requests that fit a teacher who did not answer them, the last opened first. For each of the teacher's few listings,
 * an index has those of its subject in its county, and those online, in this order: only a page of each is read.
 * `hasListing`: whether the teacher has a visible listing.
 */
export async function listFittingRequests(ctx: Ctx, user: Pick<SignedInUser, "id">, cursors: PageCursors) {
  const { db, now } = ctx;
  const page = paginateByTime({ ts: requests.openedTs, id: requests.id, size: PAGE_SIZE }, cursors);
  const fits = sql`${fitsTeacherSql(now, sql`${user.id}`)} and not exists (${ownAnswerSql(sql`${user.id}`)})`;
  const own = await listOwnOffers(ctx, user.id);
  const pages = own.flatMap(toPlaceScopes).map((scope) =>
    db
      .select()
      .from(requests)
      .where(and(isOpenSql(now), scope, fits, page.within))
      .orderBy(...page.orderBy)
      .limit(page.limit),
  );
  const [first, ...rest] = pages;
  const found = first ? (await db.batch([first, ...rest])).flat() : [];
  const rows = [...new Map(found.map((request) => [request.id, request])).values()]
    .sort((one, other) => compareOpened(one, other) * (page.isReversed ? -1 : 1))
    .slice(0, page.limit);
  const marked = rows.map((request) => markMismatches(request, own));
  return {
    ...page.toPage(marked, ({ request: { openedTs, id } }) => ({ ts: openedTs ?? 0, id })),
    hasListing: own.length > 0,
  };
}

/** A teacher's answer to a request, with what became of both. */
export type AnsweredRequest = {
  request: LearnerRequest;
  enquiryId: string;
  createdTs: number;
  status: AnswerStatus;
};

/** The requests that a teacher answered, the last answer first, until they are rejected or erased. */
export async function listAnsweredRequests({ db }: Ctx, teacherId: string, cursors: PageCursors) {
  const page = paginateByTime({ ts: enquiries.createdTs, id: enquiries.id, size: PAGE_SIZE }, cursors);
  const rows: AnsweredRequest[] = await db
    .select({
      request: requests,
      enquiryId: enquiries.id,
      createdTs: enquiries.createdTs,
      status: answerStatusSql("teacher"),
    })
    .from(enquiries)
    .innerJoin(requests, eq(requests.id, enquiries.requestId))
    // A rejected one, which its author may be correcting, is shown to nobody.
    .where(and(eq(enquiries.teacherId, teacherId), isNotNull(requests.openedTs), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.toPage(rows, ({ createdTs, enquiryId }) => ({ ts: createdTs, id: enquiryId }));
}

/** The last opened first. */
export const compareOpened = (one: LearnerRequest, other: LearnerRequest): number =>
  (other.openedTs ?? 0) - (one.openedTs ?? 0) || (other.id > one.id ? 1 : -1);

/** Whether the author of a request is under 18. */
export async function isAuthorMinor({ db, now }: Ctx, id: string): Promise<boolean> {
  const [author] = await db
    .select({ birthDate: users.birthDate })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .where(eq(requests.id, id));
  return isMinor(author?.birthDate ?? null, now);
}

/** A teacher's listings that fit a request, for its answer: those of its level first, then the newest. */
export async function listFittingListings(ctx: Ctx, requestId: string, teacherId: string) {
  const rows = await ctx.db
    .select({
      id: listings.id,
      title: listings.title,
      levels: listings.levels,
      pricePerHour: listings.pricePerHour,
    })
    .from(requests)
    .innerJoin(listings, eq(listings.subject, requests.subject))
    .innerJoin(users, eq(users.id, listings.ownerId))
    .where(and(eq(requests.id, requestId), eq(listings.ownerId, teacherId), isFittingListingSql(ctx.now)))
    .orderBy(
      sql`exists (select 1 from json_each(${listings.levels}) where value = ${requests.level}) desc`,
      desc(listings.publishedTs),
      asc(listings.id),
    );
  return rows;
}

/** An answer to a request for its author. */
export type ComparedAnswer = {
  enquiryId: string;
  teacher: string;
  message: string;
  createdTs: number;
  status: AnswerStatus;
  /** Null once visitors may not see it. */
  listing: ListingDetails | null;
};

/** The answers to a request that its author sees, the first one first: not those of teachers whom the author blocked. */
export async function listAnswers(ctx: Ctx, requestId: string): Promise<ComparedAnswer[]> {
  const rows = await ctx.db
    .select({
      enquiryId: enquiries.id,
      listingId: enquiries.listingId,
      firstName: users.firstName,
      lastName: users.lastName,
      createdTs: enquiries.createdTs,
      status: answerStatusSql("learner"),
      message: sql<string>`(select text from messages where messages.enquiry_id = ${enquiries.id}
        and messages.author = 'teacher' order by messages.created_ts limit 1)`,
    })
    .from(enquiries)
    .innerJoin(users, eq(users.id, enquiries.teacherId))
    .where(
      and(
        eq(enquiries.requestId, requestId),
        isNotNull(enquiries.requestId),
        isNull(enquiries.learnerBlockedTs),
      ),
    )
    .orderBy(asc(enquiries.createdTs), asc(enquiries.id));
  const visible = new Map(
    (
      await listVisibleListings(
        ctx,
        rows.flatMap(({ listingId }) => listingId ?? []),
      )
    ).map((listing) => [listing.id, listing]),
  );
  return rows.map(({ enquiryId, listingId, firstName, lastName, message, createdTs, status }) => ({
    enquiryId,
    teacher: formatFullName({ firstName, lastName }),
    message,
    createdTs,
    status,
    listing: visible.get(listingId ?? "") ?? null,
  }));
}

/** Requests in any state, in the order of the ids, without an access check. */
export async function listRequests({ db }: Ctx, ids: readonly string[]): Promise<LearnerRequest[]> {
  const rows = await db
    .select()
    .from(requests)
    .where(inArray(requests.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
