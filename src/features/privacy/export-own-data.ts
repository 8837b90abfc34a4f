import type { Ctx, Visitor } from "@/context";
import { accountExport } from "@/features/accounts";
import { statisticsExport } from "@/features/analytics";
import { postsExport } from "@/features/blog";
import { contactExport } from "@/features/contact";
import { enquiriesExport } from "@/features/enquiries";
import { followUpExport } from "@/features/follow-up";
import { invoicesExport } from "@/features/invoices";
import { listingsExport } from "@/features/listings";
import { mailsExport } from "@/features/mail";
import { reportsExport } from "@/features/moderation";
import { profileExport } from "@/features/profile";
import { ordersExport } from "@/features/promotions";
import { storageExport } from "@/features/storage";
import { testimonialsExport } from "@/features/testimonials";
import type { ConsentSettings } from "@/shared/consent";
import { isoTime } from "@/shared/format";
import { logExport, passingExport, settingsExport } from "./queries";

/**
 * Everything stored about a user, by section. Times that end in `_ts` are `{seconds, nanoseconds}`, money is in bani.
 * Without hashes and texts of unsent mails, because these would let a holder of the file sign in. `consent` comes from
 * the browser; it is stored nowhere else.
 */
export async function exportOwnData(ctx: Ctx, user: Visitor, consent: ConsentSettings | null) {
  const [
    profile,
    account,
    listings,
    enquiries,
    orders,
    invoices,
    reports,
    testimonials,
    contactMessages,
    followUpNotes,
    posts,
    statistics,
    mails,
    uploads,
    log,
    settings,
    passing,
  ] = await Promise.all([
    profileExport(ctx, user.id),
    accountExport(ctx, user.id),
    listingsExport(ctx, user.id),
    enquiriesExport(ctx, user.id),
    ordersExport(ctx, user.id),
    invoicesExport(ctx, user.id),
    reportsExport(ctx, user.id),
    testimonialsExport(ctx, user.id),
    contactExport(ctx, user.id),
    followUpExport(ctx, user.id),
    postsExport(ctx, user.id),
    statisticsExport(ctx, user.id),
    mailsExport(ctx, user),
    storageExport(ctx, user.id),
    logExport(ctx, user.id),
    settingsExport(ctx, user.id),
    passingExport(ctx, user),
  ]);
  return {
    exported_at: isoTime(ctx.now),
    profile,
    ...account,
    ...listings,
    enquiries,
    orders,
    invoices,
    reports,
    testimonials,
    contact_messages: contactMessages,
    follow_up_notes: followUpNotes,
    posts,
    statistics,
    mails,
    uploads,
    consent,
    audit_log: log,
    setting_versions: settings,
    ...passing,
  };
}
