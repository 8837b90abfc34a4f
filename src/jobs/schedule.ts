import type { Ctx } from "@/context";
import type { Bindings } from "@/env";
import { sweepAuthRows } from "@/features/accounts";
import { matchAlerts, queueAlertDigests, sweepAlertMatches, sweepAlerts } from "@/features/alerts";
import { aggregateStatistics, sweepStatistics } from "@/features/analytics";
import { backUp } from "@/features/backups";
import { sweepContactMessages } from "@/features/contact";
import { refreshSearchDemand, sweepSearchDays } from "@/features/counted-searches";
import { sendEInvoices } from "@/features/e-factura";
import {
  offerTeachers,
  pauseSilentTeachers,
  refreshReplies,
  remindUnanswered,
  sendAppointmentNotices,
  sweepGuestEnquiries,
  sweepUnconfirmedEnquiries,
} from "@/features/enquiries";
import { sendTaskDigests, sweepFollowUpNotes } from "@/features/follow-up";
import { reportAlerts } from "@/features/health";
import { sweepInvitations } from "@/features/invitations";
import { purgeInvoiceBuyers, registerInvoices } from "@/features/invoices";
import {
  eraseDeletedListings,
  mergeTextIndexes,
  reindexOutdatedListings,
  sendExpiryReminders,
  sweepExpiredListings,
  sweepUnusedPictures,
} from "@/features/listings";
import { deliverMail, sweepMails } from "@/features/mail";
import { eraseReporters, sweepDecisionUndos } from "@/features/moderation";
import { deliverPushes } from "@/features/notifications";
import { refreshUsualPrices } from "@/features/prices";
import { repeatErasures } from "@/features/privacy";
import {
  reconcileEvents,
  reconcileFees,
  reconcileOrders,
  reconcileRefunds,
  sendEndedNotices,
  sendEndingNotices,
} from "@/features/promotions";
import { notifyTeachersOfRequests, queueRequestDigests, sweepRequests } from "@/features/requests";
import { sendReviewInvitations } from "@/features/reviews";
import { refreshSearchWords } from "@/features/search";
import { processMediaDeletions, sweepOrphans, sweepUploads } from "@/features/storage";
import { reindexEndedBadges, sendBadgeReminders } from "@/features/verifications";
import { getVersion } from "@/http/client-build";
import { JOB_CRONS, JOB_NAMES, type JobCron, type JobName } from "@/shared/job-crons";
import { ALL_DELIVERY_CONDITIONS } from "./delivery-conditions";
import { MAIL_COMPOSERS } from "./mail-composers";

/**
 * Delivers mail that is due. When more is due than one run delivers, a queue message continues: the cron alone would
 * deliver 50 mails in five minutes.
 */
async function deliverDueMail(ctx: Ctx, { MAIL_QUEUE }: Pick<Bindings, "MAIL_QUEUE">): Promise<void> {
  const secondsUntilNext = await deliverMail(ctx, MAIL_COMPOSERS, ALL_DELIVERY_CONDITIONS);
  if (secondsUntilNext === 0) await MAIL_QUEUE.send({ wake: "outbox" });
}

/** Sends due push messages. As with mail, a queue message continues when more are due than one run sends. */
async function deliverDuePushes(ctx: Ctx, { MAIL_QUEUE }: Pick<Bindings, "MAIL_QUEUE">): Promise<void> {
  const secondsUntilNext = await deliverPushes(ctx, ALL_DELIVERY_CONDITIONS);
  if (secondsUntilNext === 0) await MAIL_QUEUE.send({ wake: "outbox" });
}

type RunJob = (ctx: Ctx, bindings: Bindings) => Promise<unknown>;

/** Jobs that write much run in small parts, so that other writers wait briefly. */
const RUN_JOB: Record<JobName, RunJob> = {
  "deliver-mail": deliverDueMail,
  "deliver-pushes": deliverDuePushes,
  "reconcile-orders": reconcileOrders,
  "reconcile-events": reconcileEvents,
  "reconcile-refunds": reconcileRefunds,
  "reconcile-fees": reconcileFees,
  "register-invoices": registerInvoices,
  "purge-invoice-buyers": purgeInvoiceBuyers,
  "send-efactura": sendEInvoices,
  "aggregate-statistics": aggregateStatistics,
  "match-alerts": matchAlerts,
  "queue-alert-digests": queueAlertDigests,
  "sweep-alert-matches": sweepAlertMatches,
  "notify-requests": notifyTeachersOfRequests,
  "queue-request-digests": queueRequestDigests,
  "sweep-requests": sweepRequests,
  "sweep-invitations": sweepInvitations,
  "sweep-mails": sweepMails,
  "sweep-decision-undos": sweepDecisionUndos,
  "sweep-auth-rows": sweepAuthRows,
  "sweep-expired-listings": sweepExpiredListings,
  "reindex-outdated-listings": reindexOutdatedListings,
  "sweep-unused-pictures": sweepUnusedPictures,
  "check-health": (ctx, bindings) => reportAlerts(ctx, getVersion(bindings).timestamp),
  "send-expiry-reminders": sendExpiryReminders,
  "remind-unanswered": remindUnanswered,
  "refresh-replies": refreshReplies,
  "send-appointment-notices": sendAppointmentNotices,
  "pause-silent-teachers": pauseSilentTeachers,
  "offer-teachers": offerTeachers,
  "reindex-ended-badges": reindexEndedBadges,
  "send-badge-reminders": sendBadgeReminders,
  "send-task-digests": sendTaskDigests,
  "send-review-invitations": sendReviewInvitations,
  "sweep-unconfirmed-enquiries": sweepUnconfirmedEnquiries,
  "sweep-guest-enquiries": sweepGuestEnquiries,
  "sweep-alerts": sweepAlerts,
  "sweep-contact-messages": sweepContactMessages,
  "erase-reporters": eraseReporters,
  "sweep-follow-up-notes": sweepFollowUpNotes,
  "send-ending-notices": sendEndingNotices,
  "send-ended-notices": sendEndedNotices,
  "erase-deleted-listings": eraseDeletedListings,
  "merge-text-indexes": mergeTextIndexes,
  "sweep-statistics": sweepStatistics,
  "refresh-search-demand": refreshSearchDemand,
  "refresh-search-words": refreshSearchWords,
  "sweep-search-days": sweepSearchDays,
  "sweep-uploads": sweepUploads,
  "process-media-deletions": processMediaDeletions,
  backup: backUp,
  "refresh-usual-prices": refreshUsualPrices,
  "repeat-erasures": repeatErasures,
  "sweep-orphans": sweepOrphans,
};

export type Job = { name: JobName; cron: JobCron; run: RunJob };

export const SCHEDULE: readonly Job[] = JOB_NAMES.map((name) => ({
  name,
  cron: JOB_CRONS[name],
  run: RUN_JOB[name],
}));
