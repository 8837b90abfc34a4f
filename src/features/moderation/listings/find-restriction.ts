import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listingDecisions, listings } from "@/db/schema";
import type { ObjectionOutcome } from "@/shared/codes";

/** Condition on `listings`: an admin removed it, and its content is not erased yet. */
export const isRemovedSql: SQL = sql`(${listings.state} = 'deleted' and ${listings.erasedTs} is null and exists (
  select 1 from ${listingDecisions} where ${listingDecisions.listingId} = ${listings.id}
    and ${listingDecisions.restriction} = 'removed' and ${listingDecisions.decidedTs} = ${listings.deletedTs}))`;

/** Condition on joined rows of `listing_decisions` and `listings`: nothing has ended the restriction. */
const isInForceSql = sql<number>`(case ${listingDecisions.restriction}
    when 'suspended' then ${listings.state} = 'suspended'
    when 'rejected' then ${listings.state} = 'rejected'
    when 'removed' then ${listings.state} = 'deleted' and ${listingDecisions.decidedTs} = ${listings.deletedTs}
    else exists (select 1 from listing_revisions where listing_revisions.listing_id = ${listings.id}
      and listing_revisions.state_reasons is not null) end
  and not exists (select 1 from listing_decisions later where later.listing_id = ${listings.id}
    and later.decided_ts > ${listingDecisions.decidedTs}))`;

const { id, restriction, reasons, text, origin, decidedTs } = listingDecisions;
const { objectionTs, objectionText, objectionOutcome, objectionDecidedTs, objectionAnswer } =
  listingDecisions;

/** The last decision that restricted a listing, with the owner's objection; null without one. Times in ms. */
export async function findRestriction({ db }: Pick<Ctx, "db">, listingId: string) {
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
      /** Whether nothing has ended the restriction. */
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
    .where(eq(listingDecisions.listingId, listingId))
    .orderBy(desc(decidedTs), desc(id))
    .limit(1);
  return row ?? null;
}

export type StoredRestriction = NonNullable<Awaited<ReturnType<typeof findRestriction>>>;

/** Whether the owner can object: once, while the restriction lasts. */
export const canObject = ({ isInForce, objectionTs: objected }: StoredRestriction): boolean =>
  isInForce && objected === null;

/** Condition on `listing_decisions`: an objection that no admin has answered. Its index has these rows. */
export const isOpenObjectionSql = and(isNotNull(objectionTs), isNull(objectionDecidedTs)) as SQL;

/** Answers the open objections about a listing, if `guard` holds. Does nothing without one. */
export const settleObjectionStatement = (
  { db, now }: Pick<Ctx, "db" | "now">,
  listingId: string,
  { outcome, text: answer }: { outcome: ObjectionOutcome; text: string },
  guard: SQL,
): Statement =>
  db
    .update(listingDecisions)
    .set({ objectionOutcome: outcome, objectionDecidedTs: now, objectionAnswer: answer })
    .where(and(eq(listingDecisions.listingId, listingId), isOpenObjectionSql, guard))
    .returning({ id });
