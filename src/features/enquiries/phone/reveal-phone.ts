import { eq } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx, SignedInUser } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { teacherInformation } from "@/db/schema";
import { findListingOwnerContact, findVisibleListing } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { isBlockedPair } from "../blocks";
import { isVisitorMinor } from "../form/message-hint";

/** Phone numbers shown to one account, or to one visitor's address. */
const PHONES_PER_DAY = defineLimit("phones_day");

/** A phone number (E.164), and whether it may be used on WhatsApp: never by learners under 18. */
type TeacherPhone = { number: string; whatsapp: boolean };

/**
 * Returns the phone number of a visible listing's teacher, within the limit `phones_day` of the visitor. The
 * audit log records the visitor, but not the number. `appCheck` is the widget's token, "" without one; accounts need
 * none. Refuses `not_found` without such a listing or number and after a block between the teacher and the
 * visitor, `forbidden` (`app_check`) and `too_many`.
 */
export async function revealPhone(
  ctx: Ctx,
  listingId: string,
  { appCheck }: { appCheck: string },
): Promise<Result<TeacherPhone>> {
  const listing = await findVisibleListing(ctx, listingId);
  const { user } = ctx;
  const phone = listing && (await findPhone(ctx, listing.ownerId));
  if (!listing || !phone || (user && (await isBlockedByEither(ctx, listingId, user))))
    return refuse("not_found");
  if (!user && !(await ctx.appCheck.verify(appCheck, ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const limits = [[PHONES_PER_DAY, user?.id ?? hashLimitKey(ctx, ctx.network)]] as const;
  const [recorded] = await ctx.commit([
    auditEventStatement(
      ctx,
      { action: "phone.revealed", subject: auditSubject("listing", listingId) },
      hasHitsLeftSql(limits, ctx.now),
    ),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
  ]);
  if (!hasRows(recorded)) {
    const retryAfter = (await findRetryAfter(ctx.db, limits, ctx.now)) ?? 1;
    return refuse("too_many", { reason: "too_many_phones", retryAfter });
  }
  if (user?.id !== listing.ownerId) ctx.statistics.record([{ listingId, kind: "reveal" }]);
  // The copies for a parent, and the warnings, end where the conversation leaves the site.
  return ok({ ...phone, whatsapp: phone.whatsapp && !isVisitorMinor(ctx) });
}

async function isBlockedByEither(ctx: Ctx, listingId: string, user: SignedInUser): Promise<boolean> {
  const owner = await findListingOwnerContact(ctx, listingId);
  return owner !== null && isBlockedPair(ctx, owner.email, user.email);
}

async function findPhone(ctx: Ctx, userId: string): Promise<TeacherPhone | null> {
  const { phoneNumber, whatsapp } = teacherInformation;
  const [row] = await ctx.db
    .select({ number: phoneNumber, whatsapp })
    .from(teacherInformation)
    .where(eq(teacherInformation.userId, userId))
    .limit(1);
  return row && row.number !== null ? { number: row.number, whatsapp: row.whatsapp } : null;
}
