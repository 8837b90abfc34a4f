import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { commitAudited } from "@/db/commit-audited";
import { listings, users } from "@/db/schema";
import { listingEventsStatement, reindexListingsStatements } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { SUSPENDABLE_STATES } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { moderationReasonSchema } from "@/shared/schemas/moderation";
import { refuseOwnReports } from "../frame/own-reports";
import { storeUndoStatements } from "../frame/undo-decision";
import { prepareRestriction, type RestrictionOptions } from "../restrictions/prepare-restriction";
import { formatTitles } from "./format-titles";

/** Condition on `listings`: a user's listings that can be suspended. */
export const isSuspendableListingSql = (userId: string) =>
  and(eq(listings.ownerId, userId), inArray(listings.state, SUSPENDABLE_STATES)) as SQL;

/**
 * Suspends all listings of a user, and sends them the reason and the admin's explanation in one mail. Those of `readReports`
 * that are about these listings are upheld, others stay open. One that was upheld before is named as what led to the
 * suspension. Promotions keep their days and show nothing, as with `restrictListing`. Returns the ids of the listings.
 * Refuses `invalid`, `not_found`, `forbidden` (`own_account`, or as `refuseOwnReports`), and `conflict` (`wrong_state`) if
 * no listing can be suspended.
 */
export async function suspendUserListings(
  ctx: Ctx,
  userId: string,
  input: unknown,
  options: RestrictionOptions = {},
): Promise<Result<string[]>> {
  const admin = requireAdmin(ctx);
  const checked = validate(moderationReasonSchema, input);
  if (!checked.ok) return checked;
  if (userId === admin.id) return refuse("forbidden", { reason: "own_account" });
  const own = await refuseOwnReports(ctx, options.readReports ?? []);
  if (own) return own;
  const { reason, text } = checked.value;
  const { db, now } = ctx;
  const [[user], found] = await db.batch([
    db
      .select({ email: users.email, locale: users.locale, firstName: users.firstName })
      .from(users)
      .where(eq(users.id, userId)),
    db
      .select({
        id: listings.id,
        title: listings.title,
        holdRule: listings.holdRule,
        subject: listings.subject,
      })
      .from(listings)
      .where(isSuspendableListingSql(userId))
      .orderBy(asc(listings.num)),
  ]);
  if (!user) return refuse("not_found");
  const subject = auditSubject("user", userId);
  const detail = { reason, text };
  const restriction = { restriction: "suspended", reasons: [reason], text } as const;
  const restricted = await prepareRestriction(ctx, found, restriction, { readReports: [], ...options });
  const isSuspendedNowSql = sql`${listings.ownerId} = ${userId} and ${listings.state} = 'suspended'
    and ${listings.updatedTs} = ${now}`;
  const isSuspended = await commitAudited(ctx, {
    action: "user.listings_suspended",
    subject,
    detail,
    statement: db
      .update(listings)
      .set({
        state: "suspended",
        suspendedFrom: sql`${listings.state}`,
        stateReasons: [reason],
        stateNote: text,
        updatedTs: now,
        version: sql`${listings.version} + 1`,
      })
      .where(
        and(
          isSuspendableListingSql(userId),
          inArray(
            listings.id,
            sql`(select value from json_each(${JSON.stringify(found.map(({ id }) => id))}))`,
          ),
        ),
      )
      .returning({ id: listings.id }),
    furtherStatements: (guard): Statement[] => [
      listingEventsStatement(
        ctx,
        "listing.suspended",
        sql`${isSuspendedNowSql} and ${guard}`,
        sql`json_object('reason', ${reason}, 'text', ${text}, 'from', ${listings.suspendedFrom})`,
      ),
      ...restricted.statements(guard),
      queueMailStatement(
        ctx,
        {
          template: "listings_suspended",
          to: user.email,
          replyTo: ctx.config.CONTACT_EMAIL,
          locale: user.locale,
          params: { name: user.firstName, titles: formatTitles(ctx.translator(user.locale), found) },
          quote: text,
          tables: [restricted.composeTable(user.locale)],
          areTablesLast: true,
          actionPath: paths.ownListings(),
        },
        guard,
      ),
      ...storeUndoStatements(ctx, subject, {}, guard),
      ...reindexListingsStatements(ctx, sql`listings.owner_id = ${userId} and ${guard}`),
    ],
  });
  return isSuspended ? ok(found.map(({ id }) => id)) : refuse("conflict", { reason: "wrong_state" });
}
