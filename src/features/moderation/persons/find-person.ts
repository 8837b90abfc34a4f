import { and, desc, eq, ne, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { listings, promotions, reports, users } from "@/db/schema";
import { getListingState } from "@/features/listings";
import { paths } from "@/shared/paths";
import { toUndo } from "../frame/decision-notice";
import { isOwnReportSql } from "../frame/own-reports";
import { findUndo } from "../frame/undo-decision";
import { reportsAboutUserSql } from "../restrictions/list-open-reports";
import { listSuspendedTogether } from "./reinstate-user-listings";
import { isSuspendableListingSql } from "./suspend-user-listings";
import { USER_REINSTATEMENT_UNDO } from "./undo-user-reinstatement";
import { USER_SUSPENSION_UNDO } from "./undo-user-suspension";

const MAX_LISTINGS = 20;
const MAX_UPHELD = 20;

/** How many listings of a user can be suspended, and how many of their promotions have not ended. */
export const selectSuspendableCounts = ({ db, now }: Ctx, userId: string) =>
  db
    .select({
      suspendable: sql<number>`count(distinct ${listings.id})`,
      promotions: sql<number>`count(${promotions.id})`,
    })
    .from(listings)
    .leftJoin(
      promotions,
      sql`${promotions.listingId} = ${listings.id} and ${promotions.stoppedTs} is null and ${promotions.endsTs} > ${now}`,
    )
    .where(isSuspendableListingSql(userId));

/** The upheld reports that a suspension of all listings of a user can name, newest first. An admin's own are left out. */
const selectUpheldReports = (ctx: Ctx, userId: string) =>
  ctx.db
    .select({ id: reports.id, reason: reports.reason, createdTs: reports.createdTs })
    .from(reports)
    .innerJoin(listings, eq(listings.id, reports.listingId))
    .where(
      sql`${reports.id} in ${reportsAboutUserSql(userId)} and ${reports.outcome} = 'upheld'
        and (${reports.reportedSide} is 'teacher' or (${reports.reportedSide} is null and ${isSuspendableListingSql(userId)}))
        and not ${isOwnReportSql(requireAdmin(ctx))}`,
    )
    .orderBy(desc(reports.createdTs))
    .limit(MAX_UPHELD);

/** A user with their listings, and what suspending these means, for the forms of admins; null for an unknown id. */
export async function findPerson(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const { db, now } = ctx;
  const [[user], found, [counts], upheld, suspension, reinstatement, suspendedTogether] = await Promise.all([
    db
      .select({
        id: users.id,
        email: users.email,
        emailVerifiedTs: users.emailVerifiedTs,
        firstName: users.firstName,
        lastName: users.lastName,
        signupTs: users.signupTs,
        locale: users.locale,
        disabledTs: users.disabledTs,
        disabledBy: users.disabledBy,
        canCreateAdmin: users.canCreateAdmin,
      })
      .from(users)
      .where(eq(users.id, id)),
    db
      .select({
        id: listings.id,
        title: listings.title,
        subject: listings.subject,
        state: listings.state,
        expiresTs: listings.expiresTs,
      })
      .from(listings)
      .where(and(eq(listings.ownerId, id), ne(listings.state, "deleted")))
      .orderBy(desc(listings.updatedTs))
      .limit(MAX_LISTINGS + 1),
    selectSuspendableCounts(ctx, id),
    selectUpheldReports(ctx, id),
    findUndo(ctx, USER_SUSPENSION_UNDO, id),
    findUndo(ctx, USER_REINSTATEMENT_UNDO, id),
    listSuspendedTogether(ctx, id),
  ]);
  if (!user) return null;
  return {
    user,
    listings: found
      .slice(0, MAX_LISTINGS)
      .map((listing) => ({ ...listing, state: getListingState(listing, now) })),
    hasMoreListings: found.length > MAX_LISTINGS,
    suspendable: counts?.suspendable ?? 0,
    promotions: counts?.promotions ?? 0,
    upheld,
    suspendedTogether,
    /** The undo of the last decision about all listings. */
    undo: suspension.ok
      ? {
          ...toUndo(paths.adminUserAction(id, "undo-suspension"), suspension.value),
          label: "moderation.persons.undoSuspension",
        }
      : reinstatement.ok
        ? {
            ...toUndo(paths.adminUserAction(id, "undo-reinstatement"), reinstatement.value),
            label: "moderation.persons.undoReinstatement",
          }
        : null,
    /** The explanation that the form begins with, in the user's language. */
    preparedText: ctx.translator(user.locale)("moderation.persons.preparedText"),
  };
}

export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;
