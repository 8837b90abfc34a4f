import { sql } from "drizzle-orm";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { reports } from "@/db/schema";
import { findVisibleListing } from "@/features/listings";
import type { ReportReason } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { reportSchema } from "@/shared/schemas/moderation";

export type Report = { listingId: string; reason: ReportReason; text: string };

/**
 * Reports a visible listing; its owner can't. A second report about the same listing is ignored and gets the same
 * answer as the first: on the same day from the same account or address, and from an account while its first report is
 * open.
 * Refuses `not_found`, `forbidden` (`own_report`), `invalid`, and `too_many` past five a day.
 */
export async function reportListing(ctx: Ctx, listingId: string, input: unknown): Promise<Result<Report>> {
  const listing = await findVisibleListing(ctx, listingId);
  if (!listing) return refuse("not_found");
  if (listing.ownerId === ctx.user?.id) return refuse("forbidden", { reason: "own_report" });
  const checked = validate(reportSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  const report = ok({ listingId, reason, text });

  const reporterId = ctx.user?.id ?? null;
  const person = reporterId ?? ctx.network;
  const ofListing = [REPORTS_PER_LISTING, hashLimitKey(ctx, person, listingId)] as const;
  const ofDay = [REPORTS_PER_DAY, reporterId ?? hashLimitKey(ctx, person)] as const;
  const isRepeatedSql = sql`(not ${hasHitsLeftSql([ofListing], ctx.now)} or exists (
    select 1 from reports where listing_id = ${listingId} and reporter_id = ${person} and outcome is null))`;
  const [written] = await ctx.commit([
    insertWhere(
      ctx.db,
      reports,
      { id: ctx.newId(), listingId, reporterId, reason, text, createdTs: ctx.now },
      // The listing's owner or the reporter may have been erased in the meantime.
      sql`exists (select 1 from listings where id = ${listingId})
        and (${reporterId} is null or exists (select 1 from users where id = ${reporterId}))
        and not ${isRepeatedSql} and ${hasHitsLeftSql([ofDay], ctx.now)}`,
    ).returning({ id: reports.id }),
    ...countHitsStatements(ctx.db, [ofListing, ofDay], ctx.now, previousChanged),
    // The listing's owner can export this event, so it contains neither the reporter nor the text.
    auditEventStatement(
      ctx,
      { action: "listing.reported", subject: auditSubject("listing", listingId) },
      previousChanged,
    ),
  ]);
  if (hasRows(written)) return report;
  const { repeated } = await ctx.db.get<{ repeated: number }>(sql`select ${isRepeatedSql} as repeated`);
  if (repeated === 1) return report;
  const retryAfter = await findRetryAfter(ctx.db, [ofDay], ctx.now);
  return retryAfter === null ? refuse("not_found") : refuse("too_many", { retryAfter });
}

/**
 * Counter keys hold no address. A plain hash could be reversed, because there are few addresses, so this one is keyed.
 */
const hashLimitKey = (ctx: Ctx, ...parts: string[]): string =>
  keyedHash(ctx, "who reports", parts.join("\n")).toString("base64url");

/** Reports from one account, or for visitors from one address, about all listings. */
const REPORTS_PER_DAY = defineLimit("reports_day");
/**
 * Reports from one account or address about one listing. For visitors, the address is the only way to recognise a
 * second report.
 */
const REPORTS_PER_LISTING = defineLimit("reports_listing");
