import type { Ctx, SignedInUser } from "@/context";
import { defineLimit, hitLimit } from "@/db/rate-limits";
import { exportAccount, exportTemporaryRows } from "@/features/accounts";
import { exportAlerts } from "@/features/alerts";
import { exportStatistics } from "@/features/analytics";
import { exportPosts } from "@/features/blog";
import { exportContactMessages } from "@/features/contact";
import { exportEnquiries } from "@/features/enquiries";
import { exportFollowUpNotes } from "@/features/follow-up";
import { exportInvoices } from "@/features/invoices";
import { exportListings } from "@/features/listings";
import { exportMails } from "@/features/mail";
import { exportReports } from "@/features/moderation";
import { exportPushDevices } from "@/features/notifications";
import { exportProfile } from "@/features/profile";
import { exportOrders } from "@/features/promotions";
import { exportReviews } from "@/features/reviews";
import { exportShortlist } from "@/features/shortlist";
import { exportStorage } from "@/features/storage";
import { exportTestimonials } from "@/features/testimonials";
import { exportVerifications } from "@/features/verifications";
import type { ConsentSettings } from "@/shared/consent";
import { ok, type Result, refuse } from "@/shared/errors";
import { toIsoTime } from "@/shared/format";
import { exportAuditLog, exportSettingVersions } from "./queries";

/** Exports by one user; each reads all of the user's data. */
const EXPORTS = defineLimit("export");

/** Exports the data of a user, within a limit. `consent` comes from the browser, which alone stores it. */
export async function exportOwnData(
  ctx: Ctx,
  user: SignedInUser,
  consent: ConsentSettings | null,
): Promise<Result<Awaited<ReturnType<typeof collectOwnData>>>> {
  const { allowed, retryAfter } = await hitLimit(ctx.db, EXPORTS, user.id, ctx.now);
  return allowed
    ? ok(await collectOwnData(ctx, user, consent))
    : refuse("too_many", { reason: "too_many_exports", retryAfter });
}

/**
 * Everything stored about a user, by section. Times that end in `_ts` are `{seconds, nanoseconds}`, money is in bani.
 * Leaves out hashes and texts of unsent mails, because a holder of the file could sign in with them.
 */
async function collectOwnData(ctx: Ctx, user: SignedInUser, consent: ConsentSettings | null) {
  const [
    profile,
    account,
    listings,
    enquiries,
    alerts,
    orders,
    invoices,
    reports,
    reviewRows,
    shortlist,
    testimonials,
    verifications,
    contactMessages,
    followUpNotes,
    posts,
    statistics,
    mails,
    pushDevices,
    uploads,
    log,
    settings,
    temporaryRows,
  ] = await Promise.all([
    exportProfile(ctx, user.id),
    exportAccount(ctx, user.id),
    exportListings(ctx, user.id),
    exportEnquiries(ctx, user.id),
    exportAlerts(ctx, user),
    exportOrders(ctx, user.id),
    exportInvoices(ctx, user.id),
    exportReports(ctx, user.id),
    exportReviews(ctx, user),
    exportShortlist(ctx, user.id),
    exportTestimonials(ctx, user.id),
    exportVerifications(ctx, user.id),
    exportContactMessages(ctx, user.id),
    exportFollowUpNotes(ctx, user.id),
    exportPosts(ctx, user.id),
    exportStatistics(ctx, user.id),
    exportMails(ctx, user),
    exportPushDevices(ctx, user),
    exportStorage(ctx, user.id),
    exportAuditLog(ctx, user),
    exportSettingVersions(ctx, user.id),
    exportTemporaryRows(ctx, user),
  ]);
  return {
    exported_at: toIsoTime(ctx.now),
    profile,
    ...account,
    ...listings,
    enquiries,
    alerts,
    orders,
    invoices,
    reports,
    ...reviewRows,
    shortlist,
    testimonials,
    verifications,
    contact_messages: contactMessages,
    follow_up_notes: followUpNotes,
    posts,
    statistics,
    mails,
    push_devices: pushDevices,
    uploads,
    consent,
    audit_log: log,
    setting_versions: settings,
    ...temporaryRows,
  };
}
