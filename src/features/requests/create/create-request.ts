import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { hasAccountSql } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { listings, requests, users } from "@/db/schema";
import { findTextRule, isVisibleListingSql } from "@/features/listings";
import type { RequestHoldRule, Subject } from "@/shared/codes";
import { DAY_MS, isOfAge, toDay } from "@/shared/dates";
import { ok, type Result, refuse } from "@/shared/errors";
import { findIdentifyingText } from "@/shared/identifying-text";
import { ID_PATTERN } from "@/shared/ids";
import { MAX_REQUESTS } from "@/shared/request-limits";
import { MINIMUM_AGE } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { type RequestInput, requestSchema } from "@/shared/schemas/request";
import type { LearnerRequest } from "../queries";

/** Requests of an account, closed ones included: each may notify many teachers. */
const DAILY_LIMIT = defineLimit("requests_day");

/** Number of requests with one text, and period (ms), after which the next one is held. */
const SAME_TEXTS = 5;
const SAME_TEXT_MS = 30 * DAY_MS;

/**
 * Creates a request of the signed-in user: open, or pending if a rule holds it. The same `once`, an id from the form,
 * creates it once. Refuses `forbidden` (`email_unverified`, `under_16`), `invalid`, `conflict`: `request_exists` for a
 * second one of the subject, `too_many_requests` past three that are pending or open, and `too_many`.
 */
export async function createRequest(
  ctx: Ctx,
  { once, ...input }: { [field in keyof RequestInput]?: unknown } & { once?: string | undefined },
): Promise<Result<LearnerRequest>> {
  const user = requireUser(ctx);
  const refusal = findAuthorRefusal(ctx, user);
  if (refusal) return refuse("forbidden", { reason: refusal });
  const checked = validate(requestSchema, input);
  if (!checked.ok) return checked;
  const { subject, text } = checked.value;
  const id = once && ID_PATTERN.test(once) ? once : ctx.newId();
  const rule = await findRequestTextRule(ctx, checked.value);
  const hold = holdRuleSql(ctx, user.id, { subject, text, rule });
  const ifOpen = (value: SQL) => sql`iif(${hold} is null, ${value}, null)`;
  const limits = [[DAILY_LIMIT, user.id]] as const;
  const isCreated = await commitAudited(ctx, {
    action: "request.created",
    subject: auditSubject("request", id),
    statement: insertWhere(
      ctx.db,
      requests,
      {
        ...toColumns(checked.value),
        id,
        userId: user.id,
        locale: ctx.locale,
        state: sql`iif(${hold} is null, 'open', 'pending')`,
        holdRule: hold,
        createdTs: ctx.now,
        openedTs: ifOpen(sql`${ctx.now}`),
        notifiedPosition: ifOpen(sql`0`),
      },
      // The account may have been erased or closed since it was read.
      sql`${hasAccountSql(eq(users.id, user.id), isNotNull(users.emailVerifiedTs), isNull(users.disabledTs))}
        and ${countLiveSql(user.id)} < ${MAX_REQUESTS} and ${hasHitsLeftSql(limits, ctx.now)}`,
    )
      // A second one of the subject, or the same form again.
      .onConflictDoNothing()
      .returning({ id: requests.id }),
    furtherStatements: (guard) => countHitsStatements(ctx.db, limits, ctx.now, guard),
  });
  const [stored] = await ctx.db.select().from(requests).where(eq(requests.id, id));
  if (stored && (isCreated || isSameRequest(stored, user.id, checked.value))) return ok(stored);
  // The form's id belongs to another request: the page was restored after it was sent, or the id was made up.
  if (stored) return createRequest(ctx, input);
  if (isCreated) return refuse("unauthenticated");
  return explainLimits(ctx, user.id, subject, limits);
}

/**
 * Corrects a request that waits for an admin, who then decides about this `version`: it waits on, whatever its text is now.
 * A rejected one waits again, if a new one could be created. Refuses `not_found` to others, `invalid`, `conflict`:
 * `request_decided` for one that is open or closed, `datastale` if it changed after `version`, `request_exists` for another
 * one of the subject and `too_many_requests`; and `too_many`.
 */
export async function editRequest(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  input: { [field in keyof RequestInput]?: unknown },
): Promise<Result<LearnerRequest>> {
  const user = requireUser(ctx);
  const ownSql = and(eq(requests.id, id), eq(requests.userId, user.id));
  const findOwn = async () => (await ctx.db.select().from(requests).where(ownSql))[0];
  const found = await findOwn();
  if (!found) return refuse("not_found");
  const checked = validate(requestSchema, input);
  if (!checked.ok) return checked;
  const { subject, text } = checked.value;
  const rule = await findRequestTextRule(ctx, checked.value);
  const isOtherSql = sql`exists (select 1 from requests other where other.user_id = ${user.id}
    and other.subject = ${subject} and other.state in ('pending', 'open') and other.id <> ${id})`;
  const limits = found.state === "rejected" ? ([[DAILY_LIMIT, user.id]] as const) : [];
  await commitAudited(ctx, {
    action: "request.edited",
    subject: auditSubject("request", id),
    statement: ctx.db
      .update(requests)
      .set({
        ...toColumns(checked.value),
        state: "pending",
        holdRule: sql`coalesce(${holdRuleSql(ctx, user.id, { subject, text, rule })}, hold_rule)`,
        reason: null,
        reasonText: "",
        decidedBy: null,
        closedTs: null,
        version: sql`${requests.version} + 1`,
      })
      .where(
        and(
          ownSql,
          eq(requests.state, found.state),
          inArray(requests.state, EDITABLE_STATES),
          eq(requests.version, version),
          sql`not ${isOtherSql}`,
          found.state === "rejected"
            ? sql`${countLiveSql(user.id)} < ${MAX_REQUESTS} and ${hasHitsLeftSql(limits, ctx.now)}`
            : undefined,
        ),
      )
      .returning({ id: requests.id }),
    furtherStatements: (guard) => countHitsStatements(ctx.db, limits, ctx.now, guard),
  });
  const stored = await findOwn();
  // Also if the same form was sent before.
  if (stored?.state === "pending" && isSameRequest(stored, user.id, checked.value)) return ok(stored);
  if (!stored || !isEditable(stored)) return refuse("conflict", { reason: "request_decided" });
  if (stored.version !== version) return refuse("conflict", { reason: "datastale" });
  return explainLimits(ctx, user.id, subject, limits);
}

/** The states in which the author may correct a request. */
const EDITABLE_STATES = ["pending", "rejected"] as const;

export const isEditable = ({ state }: Pick<LearnerRequest, "state">): boolean =>
  EDITABLE_STATES.some((editable) => editable === state);

/** Why a user may not have another request that waits or is open. */
async function explainLimits(
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
const toColumns = ({ learner, max_price: maxPrice, ...fields }: RequestInput) => ({
  ...fields,
  maxPrice,
  learnerWho: learner.who,
  learnerGrade: learner.grade ?? null,
});

/** Whether a stored request is what the user sent, so that a second submission of a form makes no second one. */
const isSameRequest = (stored: LearnerRequest, userId: string, sent: RequestInput): boolean =>
  stored.userId === userId &&
  Object.entries(toColumns(sent)).every(
    ([column, value]) => JSON.stringify(stored[column as keyof LearnerRequest]) === JSON.stringify(value),
  );

/** Why a user may not write requests: the reason of a `forbidden`, or null. An account without a birth date is of age. */
export function findAuthorRefusal(
  { now }: Pick<Ctx, "now">,
  { emailVerified, birthDate }: SignedInUser,
): "email_unverified" | "under_16" | null {
  if (!emailVerified) return "email_unverified";
  return birthDate !== null && !isOfAge(birthDate, MINIMUM_AGE.u, toDay(now)) ? "under_16" : null;
}

/** The number of a user's requests that are pending or open. */
const countLiveSql = (userId: string): SQL =>
  sql`(select count(*) from requests live where live.user_id = ${userId} and live.state in ('pending', 'open'))`;

/** The rule by which the text of a request waits for an admin; null if none applies. */
async function findRequestTextRule(
  ctx: Ctx,
  { text, learner }: RequestInput,
): Promise<RequestHoldRule | null> {
  if ((await findTextRule(ctx, { title: "", description: text })) !== null) return "banned_word";
  if (findIdentifyingText(text) !== null) return "names_school";
  return learner.who === "child" && text !== "" ? "child_text" : null;
}

/** The rule that holds a new request, as SQL: `rule` of its text, or what only the database knows. */
const holdRuleSql = (
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
