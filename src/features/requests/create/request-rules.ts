import { eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { listings, users } from "@/db/schema";
import { findBannedWord, isVisibleListingSql, readBannedWords } from "@/features/listings";
import type { RequestHoldRule, Subject } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { type Result, refuse } from "@/shared/errors";
import { findIdentifyingTexts } from "@/shared/identifying-text";
import { MAX_REQUESTS } from "@/shared/request-limits";
import type { RequestInput } from "@/shared/schemas/request";
import type { LearnerRequest } from "../queries";

/** Requests of an account, closed ones included: each may notify many teachers. */
export const REQUESTS_A_DAY = defineLimit("requests_day");

/** Number of requests with one text, and period (ms), after which the next one is held. */
const SAME_TEXTS = 5;
const SAME_TEXT_MS = 30 * DAY_MS;

/** Why a user may not have another request that waits or is open. */
export async function explainLimits(
  ctx: Ctx,
  userId: string,
  subject: Subject,
  limits: Parameters<typeof findRetryAfter>[1],
): Promise<Result<never>> {
  const { live, sameSubject } = await ctx.db.get<{ live: number; sameSubject: number }>(sql`
    select count(*) as live, coalesce(sum(subject = ${subject}), 0) as sameSubject
    from requests where user_id = ${userId} and state in ('pending', 'open')`);
  if (sameSubject > 0) return refuse("conflict", { reason: "request_exists" });
  if (live >= MAX_REQUESTS)
    return refuse("conflict", { reason: "too_many_requests", params: { max: MAX_REQUESTS } });
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  return retryAfter === null
    ? refuse("unauthenticated")
    : refuse("too_many", { reason: "requests_of_a_day", retryAfter });
}

/** What the author says, as columns. */
export const toRequestColumns = ({ learner, max_price: maxPrice, ...fields }: RequestInput) => ({
  ...fields,
  maxPrice,
  learnerWho: learner.who,
  learnerGrade: learner.grade ?? null,
});

/** Whether a stored request is what the user sent, so that a second submission of a form makes no second one. */
export const isSameRequest = (stored: LearnerRequest, userId: string, sent: RequestInput): boolean =>
  stored.userId === userId &&
  Object.entries(toRequestColumns(sent)).every(
    ([column, value]) => JSON.stringify(stored[column as keyof LearnerRequest]) === JSON.stringify(value),
  );

/** Guard: the user may have another request. The account may have been erased or closed since it was read. */
export const mayCreateSql = (
  { now }: Ctx,
  userId: string,
  limits: Parameters<typeof hasHitsLeftSql>[0],
): SQL => sql`${hasAccountSql(eq(users.id, userId), isNotNull(users.emailVerifiedTs), isNull(users.disabledTs))}
  and (select count(*) from requests live where live.user_id = ${userId} and live.state in ('pending', 'open'))
    < ${MAX_REQUESTS}
  and ${hasHitsLeftSql(limits, now)}`;

/** A rule by which the text of a request waits for an admin, with the words that it found. */
export type TextHold = { rule: RequestHoldRule; found: readonly string[] };

/** The rules by which the text of a request waits for an admin. The first one is stored. */
export async function listRequestTextHolds(
  ctx: Ctx,
  { text, who }: { text: string; who: RequestInput["learner"]["who"] },
): Promise<TextHold[]> {
  const banned = findBannedWord({ title: "", description: text }, await readBannedWords(ctx));
  const identifying = findIdentifyingTexts(text);
  return [
    ...(banned === null ? [] : [{ rule: "banned_word" as const, found: [banned] }]),
    ...(identifying.length > 0 ? [{ rule: "names_school" as const, found: identifying }] : []),
    ...(who === "child" && text !== "" ? [{ rule: "child_text" as const, found: [] }] : []),
  ];
}

/** The rule by which the text of a request waits for an admin; null if none applies. */
export const findRequestTextRule = async (
  ctx: Ctx,
  { text, learner: { who } }: RequestInput,
): Promise<RequestHoldRule | null> => (await listRequestTextHolds(ctx, { text, who }))[0]?.rule ?? null;

/** The rule that holds a new request, as SQL: `rule` of its text, or what only the database knows. */
export const holdRuleSql = (
  { now }: Ctx,
  userId: string,
  { subject, text, rule }: { subject: string; text: string; rule: RequestHoldRule | null },
): SQL => sql`case
  when not exists (select 1 from requests earlier where earlier.user_id = ${userId} and earlier.opened_ts is not null)
    and not exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.hadRequestOpened})
    then 'first_request'
  when exists (select 1 from ${listings} inner join ${users} on ${users.id} = ${listings.ownerId}
    where ${listings.ownerId} = ${userId} and ${listings.subject} = ${subject} and ${isVisibleListingSql(now)})
    then 'own_subject'
  when ${text} <> '' and (select count(*) from requests other
    where other.text = ${text} and other.text <> '' and other.created_ts > ${now - SAME_TEXT_MS}) >= ${SAME_TEXTS}
    then 'same_text'
  else ${rule} end`;
