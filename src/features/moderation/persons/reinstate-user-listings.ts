import { and, asc, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { commitAudited } from "@/db/commit-audited";
import { listingDecisions, listings, users } from "@/db/schema";
import {
  listingEventsStatement,
  queueForRequestsStatement,
  reindexListingsStatements,
} from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { storeUndoStatements } from "../frame/undo-decision";
import { isInForceSql } from "../restrictions/find-restriction";
import { isAboutListingsSql } from "../restrictions/list-open-reports";
import { settleObjectionStatement } from "../restrictions/settle-objection-statement";
import { prepareLiftedMails } from "../restrictions/settle-reports-statements";
import { formatTitles } from "./format-titles";
import { type BeforeReinstatement, REINSTATEMENT_VERSION } from "./undo-user-reinstatement";

/** Listings that one decision about a person suspended. */
export type SuspendedTogether = {
  /** When they were suspended (ms); names the decision. */
  decidedTs: number;
  listings: { id: string; title: string; subject: (typeof listings.$inferSelect)["subject"] }[];
};

/**
 * The listings of a user that are still suspended by a decision about several of them, by decision, the latest first. A
 * listing that was suspended alone, or again since, is in none.
 */
export async function listSuspendedTogether({ db }: Ctx, userId: string): Promise<SuspendedTogether[]> {
  const { decidedTs } = listingDecisions;
  const rows = await db
    .select({ decidedTs, id: listings.id, title: listings.title, subject: listings.subject })
    .from(listings)
    .innerJoin(listingDecisions, eq(listingDecisions.listingId, listings.id))
    .where(
      and(
        eq(listings.ownerId, userId),
        eq(listingDecisions.restriction, "suspended"),
        isInForceSql,
        sql`(select count(*) from listings same cross join listing_decisions batch on batch.listing_id = same.id
          where same.owner_id = ${userId} and batch.decided_ts = ${decidedTs} and batch.restriction = 'suspended') > 1`,
      ),
    )
    .orderBy(sql`${decidedTs} desc`, asc(listings.num));
  return [...Map.groupBy(rows, (row) => row.decidedTs)].map(([ts, found]) => ({
    decidedTs: ts,
    listings: found.map(({ id, title, subject }) => ({ id, title, subject })),
  }));
}

/** Attempts when some of the listings change at the same moment. */
const MAX_TRIES = 3;

/**
 * Reinstates the listings that a decision about a user suspended, each to its state before, with one mail to the user and
 * one undo (`USER_REINSTATEMENT_UNDO`). A listing that changed since stays as it is. Accepts open objections, and tells
 * the reporters whom the decision answered. Returns the number of listings. Refuses `not_found`, `forbidden`
 * (`own_account`), and `conflict` (`wrong_state`) if none is suspended by that decision any more.
 */
export async function reinstateUserListings(
  ctx: Ctx,
  userId: string,
  decidedTs: number,
): Promise<Result<number>> {
  requireAdmin(ctx);
  if (await isLeftToOthers(ctx, userId)) return refuse("forbidden", { reason: "own_account" });
  const { email, locale, firstName } = users;
  const [user] = await ctx.db.select({ email, locale, firstName }).from(users).where(eq(users.id, userId));
  if (!user) return refuse("not_found");
  for (let n = 0; n < MAX_TRIES; n++) {
    const groups = await listSuspendedTogether(ctx, userId);
    const together = groups.find((group) => group.decidedTs === decidedTs);
    if (!together) break;
    if (await reinstateTogether(ctx, { id: userId, ...user }, together)) return ok(together.listings.length);
  }
  return refuse("conflict", { reason: "wrong_state" });
}

/** Returns whether all listings were reinstated; none is if one of them changed. */
async function reinstateTogether(
  ctx: Ctx,
  user: { id: string; email: string; locale: Locale; firstName: string },
  { decidedTs, listings: found }: SuspendedTogether,
): Promise<boolean> {
  const { db, now } = ctx;
  const t = ctx.translator(user.locale);
  const subject = auditSubject("user", user.id);
  const idsSql = sql`(select value from json_each(${JSON.stringify(found.map(({ id }) => id))}))`;
  const isSuspendedSql = sql`${listings.id} in (select listing_id from ${listingDecisions}
    where listing_id in ${idsSql} and decided_ts = ${decidedTs} and restriction = 'suspended' and ${isInForceSql})`;
  const isReinstatedSql = sql`${listings.ownerId} = ${user.id} and ${listings.updatedTs} = ${now}
    and ${listings.id} in ${idsSql}`;
  const liftedMails = await prepareLiftedMails(ctx, {
    condition: isAboutListingsSql(idsSql),
    decidedTs,
    decision: "reinstated",
  });
  const { stateReasons, stateNote } = listings;
  const [before] = await db.select({ stateReasons, stateNote }).from(listings).where(isSuspendedSql).limit(1);
  const stateBefore: BeforeReinstatement = {
    suspendedTs: decidedTs,
    reasons: before?.stateReasons ?? null,
    text: before?.stateNote ?? "",
  };
  return commitAudited(ctx, {
    action: "user.listings_reinstated",
    subject,
    statement: db
      .update(listings)
      .set({
        state: sql`coalesce(${listings.suspendedFrom}, iif(${listings.publishedTs} is null, 'pending', 'published'))`,
        suspendedFrom: null,
        stateReasons: null,
        stateNote: "",
        updatedTs: now,
        version: sql`${listings.version} + 1`,
      })
      .where(
        and(
          isSuspendedSql,
          sql`(select count(*) from ${listings} where ${isSuspendedSql}) = ${found.length}`,
        ),
      )
      .returning({ id: listings.id }),
    furtherStatements: (guard): Statement[] => [
      listingEventsStatement(
        ctx,
        "listing.reinstated",
        sql`${isReinstatedSql} and ${guard}`,
        sql`json_object('to', ${listings.state})`,
      ),
      settleObjectionStatement(
        ctx,
        sql`listing_id in ${idsSql} and decided_ts = ${decidedTs}`,
        { outcome: "accepted", text: "" },
        guard,
      ),
      ...liftedMails(guard),
      queueMailStatement(
        ctx,
        {
          template: "listings_reinstated",
          to: user.email,
          locale: user.locale,
          params: {
            name: user.firstName,
            titles: formatTitles(t, found),
          },
          actionPath: paths.ownListings(),
        },
        guard,
      ),
      ...storeUndoStatements(ctx, subject, { version: REINSTATEMENT_VERSION, stateBefore }, guard),
      queueForRequestsStatement(ctx, sql`${isReinstatedSql} and ${guard}`),
      ...reindexListingsStatements(ctx, sql`listings.owner_id = ${user.id} and ${guard}`),
    ],
  });
}
