import { sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { reports } from "@/db/schema";
import { findListing, findVisibleListing } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import type { ReportReason } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { reportSchema } from "@/shared/schemas/moderation";

export type Report = { listingId: string; reason: ReportReason; text: string };

/** The conversation that a report is about, with the address of a guest. */
type Conversation = { id: string; guestEmail: string | null };

/**
 * Reports a listing, or with `conversation` its owner's messages to the reporter; the owner can't. Mails a receipt to an
 * account or a guest. The listing must
 * be visible unless the report is about messages. A second report about the same is ignored and gets the same answer as
 * the first: on the same day from the same account or address, and from an account while its first report is open.
 * Refuses `not_found`, `forbidden` (`own_report`), `invalid`, and `too_many` past five a day.
 */
export async function reportListing(
  ctx: Ctx,
  listingId: string,
  input: unknown,
  conversation?: Conversation,
): Promise<Result<Report>> {
  const isAboutMessages = conversation !== undefined;
  const listing = await (isAboutMessages ? findListing : findVisibleListing)(ctx, listingId);
  if (!listing) return refuse("not_found");
  if (listing.ownerId === ctx.user?.id) return refuse("forbidden", { reason: "own_report" });
  const checked = validate(reportSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  const report = ok({ listingId, reason, text });

  const reporterId = ctx.user?.id ?? null;
  const reporterKey = reporterId ?? ctx.network;
  const subject = isAboutMessages ? `messages:${listingId}` : listingId;
  const listingLimit = [REPORTS_PER_LISTING, hashLimitKey(ctx, reporterKey, subject)] as const;
  const dailyLimit = [REPORTS_PER_DAY, reporterId ?? hashLimitKey(ctx, reporterKey)] as const;
  const isRepeatedSql = sql`(not ${hasHitsLeftSql([listingLimit], ctx.now)} or exists (
    select 1 from reports where listing_id = ${listingId} and reporter_id = ${reporterKey}
      and is_about_messages = ${isAboutMessages} and outcome is null))`;
  const id = ctx.newId();
  const to = ctx.user?.email ?? conversation?.guestEmail;
  // The mail of a guest is erased with the conversation.
  const about = ctx.user || !conversation ? {} : { about: auditSubject("enquiry", conversation.id) };
  const [written] = await ctx.commit([
    insertWhere(
      ctx.db,
      reports,
      { id, listingId, reporterId, reason, text, isAboutMessages, createdTs: ctx.now },
      // The listing's owner or the reporter may have been erased in the meantime.
      sql`exists (select 1 from listings where id = ${listingId})
        and (${reporterId} is null or exists (select 1 from users where id = ${reporterId}))
        and not ${isRepeatedSql} and ${hasHitsLeftSql([dailyLimit], ctx.now)}`,
    ).returning({ id: reports.id }),
    ...countHitsStatements(ctx.db, [listingLimit, dailyLimit], ctx.now, previousChanged),
    // The listing's owner can export this event, so it contains neither the reporter nor the text.
    auditEventStatement(
      ctx,
      { action: "listing.reported", subject: auditSubject("listing", listingId) },
      previousChanged,
    ),
    ...(to
      ? [
          queueMailStatement(
            ctx,
            { template: "report_received", to, locale: ctx.locale, params: {}, ...about },
            previousChanged,
          ),
        ]
      : []),
  ]);
  if (hasRows(written)) return report;
  const { repeated } = await ctx.db.get<{ repeated: number }>(sql`select ${isRepeatedSql} as repeated`);
  if (repeated === 1) return report;
  const retryAfter = await findRetryAfter(ctx.db, [dailyLimit], ctx.now);
  return retryAfter === null ? refuse("not_found") : refuse("too_many", { retryAfter });
}

/** Reports from one account, or for visitors from one address, about all listings. */
const REPORTS_PER_DAY = defineLimit("reports_day");
/**
 * Reports from one account or address about one listing. For visitors, the address is the only way to recognise a
 * second report.
 */
const REPORTS_PER_LISTING = defineLimit("reports_listing");
