import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listingDecisions, listings } from "@/db/schema";

/** Condition on `listing_decisions`: it still restricts its listing. */
export const isInForceSql: SQL<number> = sql`(exists (
  select 1 from listings where listings.id = ${listingDecisions.listingId}
    and case ${listingDecisions.restriction}
      when 'suspended' then listings.state = 'suspended'
      when 'rejected' then listings.state = 'rejected'
      when 'removed' then listings.removed_from is not null
      else listings.state <> 'deleted' and exists (select 1 from listing_revisions where listing_revisions.listing_id = listings.id
        and listing_revisions.state_reasons is not null) end)
  and not exists (select 1 from listing_decisions later where later.listing_id = ${listingDecisions.listingId}
    and later.restriction = ${listingDecisions.restriction} and later.decided_ts > ${listingDecisions.decidedTs}))`;

const { id, restriction, reasons, text, origin, decidedTs } = listingDecisions;
const { objectionTs, objectionText, objectionOutcome, objectionDecidedTs, objectionAnswer } =
  listingDecisions;

/**
 * The decision that restricts a listing, with the owner's objection; without one in force the last one. Null if the
 * listing was never restricted. Times in ms.
 */
export const findRestriction = (ctx: Ctx, listingId: string) => findDecision(ctx, listingId, undefined);

/**
 * The restriction of a listing whose objection waits for an answer, which need not be the last one; with an id only that
 * restriction.
 */
export const findOpenObjection = (ctx: Ctx, listingId: string, restrictionId?: string) =>
  findDecision(
    ctx,
    listingId,
    and(isOpenObjectionSql, restrictionId === undefined ? undefined : eq(id, restrictionId)),
  );

async function findDecision({ db }: Ctx, listingId: string, condition: SQL | undefined) {
  const [row] = await db
    .select({
      id,
      restriction,
      reasons,
      text,
      origin,
      decidedTs,
      objectionTs,
      objectionText,
      objectionOutcome,
      objectionDecidedTs,
      objectionAnswer,
      isInForce: isInForceSql.mapWith(Boolean),
      listing: {
        id: listings.id,
        ownerId: listings.ownerId,
        title: listings.title,
        subject: listings.subject,
        erasedTs: listings.erasedTs,
      },
    })
    .from(listingDecisions)
    .innerJoin(listings, eq(listings.id, listingDecisions.listingId))
    .where(and(eq(listingDecisions.listingId, listingId), condition))
    .orderBy(desc(isInForceSql), desc(decidedTs), desc(id))
    .limit(1);
  return row ?? null;
}

export type StoredRestriction = NonNullable<Awaited<ReturnType<typeof findRestriction>>>;

/** Whether the owner can object: once, while the restriction lasts. */
export const canObject = ({ isInForce, objectionTs: objected }: StoredRestriction): boolean =>
  isInForce && objected === null;

/** Condition on `listing_decisions`: an objection that no admin has answered. Its index has these rows. */
export const isOpenObjectionSql = and(isNotNull(objectionTs), isNull(objectionDecidedTs)) as SQL;
