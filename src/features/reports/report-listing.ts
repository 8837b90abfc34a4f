import { sql } from "drizzle-orm";
import { auditRow } from "@/auth/audit-row";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { insertWhere } from "@/db/insert-where";
import { hitLimit, returnHit } from "@/db/limits";
import { reports } from "@/db/schema";
import { findVisibleListing } from "@/features/listings";
import type { ReportReason } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { check } from "@/shared/schemas/field-errors";
import { reportSchema } from "@/shared/schemas/report";
import { REPORTS_A_DAY, REPORTS_OF_LISTING } from "./limits";

export type Report = { listingId: string; reason: ReportReason; text: string };

/**
 * Says that something is wrong with a visible listing; anybody may, but for its owner. A second report about the same
 * listing counts for nothing and is answered like the first: one of the same day, from the same account or for visitors
 * the same address, and an account's while its first is open.
 * Refuses `not_found`, `forbidden` (`own_report`), `invalid`, and `too_many` past five a day.
 */
export async function reportListing(ctx: Ctx, listingId: string, input: unknown): Promise<Result<Report>> {
  const listing = await findVisibleListing(ctx, listingId);
  if (!listing) return refuse("not_found");
  if (listing.ownerId === ctx.user?.id) return refuse("forbidden", { reason: "own_report" });
  const checked = check(reportSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  const report = ok({ listingId, reason, text });

  const reporterId = ctx.user?.id ?? null;
  const person = reporterId ?? ctx.network;
  if (!(await isFirst(ctx, listingId, person))) return report;
  const { allowed, retryAfter } = await hitLimit(
    ctx.db,
    REPORTS_A_DAY,
    reporterId ?? hashed(ctx, person),
    ctx.now,
  );
  if (!allowed) {
    await ctx.commit([returnHit(ctx.db, REPORTS_OF_LISTING, hashed(ctx, person, listingId))]);
    return refuse("too_many", { retryAfter });
  }
  await ctx.commit([
    insertWhere(
      ctx.db,
      reports,
      { id: ctx.newId(), listingId, reporterId, reason, text, createdTs: ctx.now },
      // Its owner or the reporter may have been erased meanwhile.
      sql`exists (select 1 from listings where id = ${listingId})
        and (${reporterId} is null or exists (select 1 from users where id = ${reporterId}))`,
    ),
    // The listing's owner may ask for this row: what was said, and by whom, is not theirs to know.
    auditRow(ctx, { action: "listing.reported", subject: auditSubject("listing", listingId) }),
  ]);
  return report;
}

/** Whether this person, an account or an address, said nothing of the listing today; an account has no report of it open. */
async function isFirst(ctx: Ctx, listingId: string, person: string): Promise<boolean> {
  const once = await hitLimit(ctx.db, REPORTS_OF_LISTING, hashed(ctx, person, listingId), ctx.now);
  if (!once.allowed) return false;
  const { open } = await ctx.db.get<{ open: number }>(sql`select exists (
    select 1 from reports where listing_id = ${listingId} and reporter_id = ${person} and outcome is null) as open`);
  return open === 0;
}

/** Counters hold no address, nor a hash by which one could be found: there are few enough to hash them all. */
const hashed = (ctx: Ctx, ...parts: string[]): string =>
  keyedHash(ctx, "who reports", parts.join("\n")).toString("base64url");
