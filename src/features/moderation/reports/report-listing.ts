import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { defineLimit } from "@/db/rate-limits";
import { reports } from "@/db/schema";
import { findListing, findVisibleListing } from "@/features/listings";
import type { ReportReason } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { reportSchema } from "@/shared/schemas/moderation";
import { commitReport } from "./commit-report";

export type Report = { listingId: string; reason: ReportReason; text: string };

/** The conversation that a report is about, with the address of a guest, and further statements of `commitReport`. */
type Conversation = {
  id: string;
  guestEmail: string | null;
  furtherStatements?: ((guard: SQL) => Statement[]) | undefined;
};

/**
 * Reports a listing, or with `conversation` its owner's messages to the reporter; the owner can't. Mails a receipt to an
 * account or a guest. The listing must be visible unless the report is about messages. A second report about the same is
 * ignored and gets the same answer as the first: on the same day from the same account or address, and from an account
 * while its first report is open.
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
  const reporterId = ctx.user?.id ?? null;
  const to = ctx.user?.email ?? conversation?.guestEmail;
  // The mail of a guest is erased with the conversation.
  const about = ctx.user || !conversation ? {} : { about: auditSubject("enquiry", conversation.id) };
  const refusal = await commitReport(ctx, {
    target: isAboutMessages ? `messages:${listingId}` : listingId,
    targetLimit: REPORTS_PER_LISTING,
    dailyLimit: REPORTS_PER_DAY,
    hasReportedSql: sql`exists (select 1 from reports where listing_id = ${listingId}
      and reporter_id = ${reporterId} and is_about_messages = ${isAboutMessages} and outcome is null)`,
    insert: (guard) =>
      insertWhere(
        ctx.db,
        reports,
        { id: ctx.newId(), listingId, reporterId, reason, text, isAboutMessages, createdTs: ctx.now },
        // The listing's owner or the reporter may have been erased in the meantime.
        sql`exists (select 1 from listings where id = ${listingId})
          and (${reporterId} is null or exists (select 1 from users where id = ${reporterId})) and ${guard}`,
      ).returning({ id: reports.id }),
    event: { action: "listing.reported", subject: auditSubject("listing", listingId) },
    mail: to ? { template: "report_received", to, locale: ctx.locale, params: {}, ...about } : null,
    furtherStatements: conversation?.furtherStatements,
  });
  return refusal ?? ok({ listingId, reason, text });
}

/** Reports from one account, or for visitors from one address, about all listings. */
const REPORTS_PER_DAY = defineLimit("reports_day");
/**
 * Reports from one account or address about one listing. For visitors, the address is the only way to recognise a
 * second report.
 */
const REPORTS_PER_LISTING = defineLimit("reports_listing");
