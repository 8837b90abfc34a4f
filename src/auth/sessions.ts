import { and, eq, getTableColumns, ne, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Ctx, SignedInUser } from "@/context";
import { type BoundSql, boundSql, compileCondition, constantSql, joinSql } from "@/db/bound-sql";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { isAwaitingAnswerSql, toAdultBirthday } from "@/db/is-awaiting-answer-sql";
import { pushSubscriptions, sessions, users } from "@/db/schema";
import { defineJoinedSelection } from "@/db/selection";
import type { Config } from "@/env";
import { LIMITS_PATH } from "@/shared/default-limits";
import { REQUEST_OPEN_MS } from "@/shared/request-limits";
import { createRefreshToken } from "./refresh-token";

const isAwaitingAnswer = compileCondition(isAwaitingAnswerSql);

/**
 * The number of conversations of a user with unread messages, or as a teacher that wait for an answer
 * (`isAwaitingAnswerSql`), without spam, as a column of a query on users. The conditions contain those of the indexes
 * `enquiries_unread_learner` and `enquiries_open_teacher`, so that it reads only these rows.
 */
const countUnreadConversations = (now: number): BoundSql => boundSql`(
  (select count(*) from enquiries
    where teacher_id = users.id and state <> 'spam' and (last_message_ts > coalesce(teacher_read_ts, 0)
      or (awaits_answer and coalesce(learner_id, guest_email) is not null))
      and (last_message_ts > coalesce(teacher_read_ts, 0) or ${isAwaitingAnswer(toAdultBirthday(now))}))
  + (select count(*) from enquiries
    where learner_id = users.id and last_message_ts > coalesce(learner_read_ts, 0))
)`;

/** The header shows no larger number than 99. */
const MAX_REQUESTS = 100;

/**
 * The number of open requests that fit a teacher (`fitsTeacherSql`) who has not answered them, as a column of a query on
 * users. For each listing the indexes have those of its subject in its county, and those online. It repeats the condition
 * of the list for one user, because every page of a teacher reads it; `visibility.test.ts` compares both.
 */
function countRequestsToAnswer(now: number): BoundSql {
  const fitting = (isOfPlace: string) => boundSql`
    select * from (select requests.id from listings
      cross join requests on requests.subject = listings.subject and ${constantSql(isOfPlace)}
      cross join users author on author.id = requests.user_id and author.disabled_ts is null
      where listings.owner_id = users.id and listings.state = 'published' and listings.expires_ts > ${now}
        and requests.state = 'open' and requests.opened_ts > ${now - REQUEST_OPEN_MS} and requests.user_id <> users.id
        and not exists (select 1 from enquiries where request_id = requests.id and teacher_id = users.id)
        and not exists (select 1 from enquiries where (learner_id = author.id or guest_email = author.email) and teacher_id = users.id
          and coalesce(teacher_blocked_ts, learner_blocked_ts) is not null)
        and not exists (select 1 from enquiries where (learner_id = users.id or guest_email = users.email) and teacher_id = author.id
          and coalesce(teacher_blocked_ts, learner_blocked_ts) is not null)
      limit ${constantSql(String(MAX_REQUESTS))})`;
  return boundSql`iif(users.role = 'u', 0, (select count(*) from (
    ${fitting("requests.county = listings.county")}
    union ${fitting("requests.online and listings.online")})))`;
}

/** Whether admins must have two-step sign-in and this user has none, as a column of a query on users. */
const LACKS_TWO_STEP = constantSql(`(
  users.role = 'a'
  and not exists (select 1 from two_step where user_id = users.id)
  and exists (
    select 1 from settings
    where path = '${LIMITS_PATH}' and case when json_valid(value) then json_extract(value, '$.admin_two_step') end
  )
)`);

/** The ids of a user's shortlist as JSON, newest first, as a column of a query on users. */
const SHORTLIST = constantSql(`(
  select json_group_array(listing_id order by created_ts desc, listing_id)
    from shortlist_entries where user_id = users.id
)`);

export const REFRESH_COOKIE = "refresh_token";
/** A second copy of the refresh cookie, which a failed refresh can't delete together with the first. */
export const REFRESH_COOKIE_COPY = "refresh_token_copy";

/**
 * The prefix of both names. Browsers accept `__Host-` only from this host over https (or from localhost), so no other host
 * of the domain can plant a session (RFC 6265bis, 4.1.3). With `API_BASE` the cookies may belong to a common domain.
 */
export const getSessionCookiePrefix = ({ API_BASE }: Pick<Config, "API_BASE">): string =>
  API_BASE === "" ? "__Host-" : "";
/** Without `remember_me` the cookie ends with the browser and the session after at most a day. */
const PLAIN_ABSOLUTE_S = 24 * 3600;

/** The browser of a sign-in; `key` by `toDeviceKey`. */
export type SignInDevice = { userAgent: string; country: string; key: string | null };

/**
 * A new session: its id, its refresh token for the cookie, and the statement that stores it. The statement inserts
 * only if `guard` holds when the batch runs, and returns the id.
 */
export function createSession(
  ctx: Ctx,
  user: { id: string },
  remember: boolean,
  device: SignInDevice,
  guard: SQL,
) {
  const token = createRefreshToken(ctx.newSecret);
  const lifetime = remember ? ctx.config.REFRESH_REMEMBER_S : PLAIN_ABSOLUTE_S;
  const session = {
    id: token.sessionId,
    userId: user.id,
    tokenHash: token.hash,
    createdTs: ctx.now,
    lastSeenTs: ctx.now,
    absoluteExpiresTs: ctx.now + lifetime * 1000,
    idleExpiresTs: ctx.now + getIdleSeconds(ctx, remember) * 1000,
    remember,
    userAgent: device.userAgent.slice(0, 300),
    country: device.country.slice(0, 2),
    deviceKey: device.key,
  };
  return {
    sessionId: session.id,
    refreshToken: token.value,
    statement: insertWhere(ctx.db, sessions, session, guard).returning({ id: sessions.id }),
  };
}

/** A remembered session ends only at its absolute limit; any other also ends when idle. */
export const getIdleSeconds = (ctx: Ctx, remember: boolean) =>
  remember ? ctx.config.REFRESH_REMEMBER_S : ctx.config.REFRESH_IDLE_S;

const SESSION = defineJoinedSelection({
  session: getTableColumns(sessions),
  user: {
    id: users.id,
    email: users.email,
    emailVerifiedTs: users.emailVerifiedTs,
    role: users.role,
    firstName: users.firstName,
    lastName: users.lastName,
    canCreateAdmin: users.canCreateAdmin,
    birthDate: users.birthDate,
    profilePicture: users.profilePicture,
    pictureTs: users.pictureTs,
  },
});

/** One indexed read: the live sessions among these ids with their users, without disabled users. */
export async function listSessions({ db, now }: Ctx, sessionIds: readonly string[]) {
  const ids = joinSql(
    sessionIds.map((id) => boundSql`${id}`),
    ", ",
  );
  const rows = await db.read<{
    unread: number;
    requestsToAnswer: number;
    shortlist: string;
    lacksTwoStep: number;
  }>(boundSql`
    select ${SESSION.columns}, ${countUnreadConversations(now)} as unread,
      ${countRequestsToAnswer(now)} as requestsToAnswer, ${SHORTLIST} as shortlist,
      ${LACKS_TWO_STEP} as lacksTwoStep
    from sessions cross join users on users.id = sessions.user_id
    where sessions.id in (${ids}) and idle_expires_ts > ${now} and absolute_expires_ts > ${now}
      and disabled_ts is null`);
  return rows.map((row) => {
    const { session, user } = SESSION.parse(row);
    const { unread, requestsToAnswer } = row;
    const shortlist: readonly string[] = JSON.parse(row.shortlist);
    return {
      session,
      user: { ...user, unread, requestsToAnswer, shortlist, lacksTwoStep: row.lacksTwoStep === 1 },
    };
  });
}

/** The live session of an id with its user; null if it has ended. */
export async function findSession(ctx: Ctx, sessionId: string): Promise<SessionWithUser | null> {
  const [liveSession] = await listSessions(ctx, [sessionId]);
  return liveSession ?? null;
}

export type SessionWithUser = Awaited<ReturnType<typeof listSessions>>[number];

export function toSignedInUser({ session, user }: SessionWithUser): SignedInUser {
  const { emailVerifiedTs, ...rest } = user;
  return { ...rest, sessionId: session.id, emailVerified: emailVerifiedTs !== null };
}

/** The visitor of an access token's claims; null if the session has ended since. */
export async function findUserByToken(
  ctx: Ctx,
  claims: { userId: string; sessionId: string },
): Promise<SignedInUser | null> {
  const liveSession = await findSession(ctx, claims.sessionId);
  return liveSession && liveSession.user.id === claims.userId ? toSignedInUser(liveSession) : null;
}

/** Ends a session; true if it existed. Its device gets no push messages any more. */
export async function endSession({ db }: Ctx, sessionId: string): Promise<boolean> {
  const [, ended] = await db.batch([
    db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId)),
    db.delete(sessions).where(eq(sessions.id, sessionId)).returning({ id: sessions.id }),
  ]);
  return ended.length > 0;
}

/**
 * Statements that end all sessions of a user, except the session `except`, and the push messages to their devices. Also
 * to devices whose session has expired. With `guard`, only if that holds when the batch runs.
 */
export function endSessionsStatements(
  { db }: Ctx,
  userId: string,
  except?: string,
  guard?: SQL,
): Statement[] {
  const isOther = (id: SQLiteColumn) => (except === undefined ? undefined : ne(id, except));
  return [
    db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, userId), isOther(pushSubscriptions.sessionId), guard)),
    db.delete(sessions).where(and(eq(sessions.userId, userId), isOther(sessions.id), guard)),
  ];
}
