import type { Ctx } from "@/context";
import type { Bindings } from "@/env";
import { sweepAuthRows } from "@/features/accounts";
import { matchAlerts, queueAlertDigests, sweepAlertMatches, sweepAlerts } from "@/features/alerts";
import { aggregateStatistics, sweepStatistics } from "@/features/analytics";
import { sweepContactMessages } from "@/features/contact";
import { refreshSearchDemand, sweepSearchDays } from "@/features/counted-searches";
import { remindUnanswered, sweepGuestEnquiries, sweepUnconfirmedEnquiries } from "@/features/enquiries";
import { sweepFollowUpNotes } from "@/features/follow-up";
import { registerInvoices } from "@/features/invoices";
import {
  eraseDeletedListings,
  mergeTextIndexes,
  reindexOutdatedListings,
  sendExpiryReminders,
  sweepExpiredListings,
  sweepUnusedPictures,
} from "@/features/listings";
import { deliverMail, sweepMails } from "@/features/mail";
import { sweepDecisionUndos } from "@/features/moderation";
import { deliverPushes } from "@/features/notifications";
import {
  reconcileEvents,
  reconcileOrders,
  reconcileRefunds,
  sendEndedNotices,
  sendEndingNotices,
} from "@/features/promotions";
import { sendReviewInvitations } from "@/features/reviews";
import { refreshSearchWords } from "@/features/search";
import { processMediaDeletions, sweepUploads } from "@/features/storage";
import { reindexEndedBadges, sendBadgeReminders } from "@/features/verifications";
import { MAIL_COMPOSERS } from "./mail-composers";

/**
 * Delivers mail that is due. When more is due than one run delivers, a queue message continues: the cron alone would
 * deliver 50 mails in five minutes.
 */
async function deliverDueMail(ctx: Ctx, { MAIL_QUEUE }: Pick<Bindings, "MAIL_QUEUE">): Promise<void> {
  const secondsUntilNext = await deliverMail(ctx, MAIL_COMPOSERS);
  if (secondsUntilNext === 0) await MAIL_QUEUE.send({ wake: "outbox" });
}

/** Sends due push messages. As with mail, a queue message continues when more are due than one run sends. */
async function deliverDuePushes(ctx: Ctx, { MAIL_QUEUE }: Pick<Bindings, "MAIL_QUEUE">): Promise<void> {
  const secondsUntilNext = await deliverPushes(ctx);
  if (secondsUntilNext === 0) await MAIL_QUEUE.send({ wake: "outbox" });
}

export type Job = {
  name: string;
  /** One of the crons in wrangler.toml. */
  cron: string;
  run(ctx: Ctx, bindings: Bindings): Promise<unknown>;
};

/** Jobs that write much run in small parts, so that other writers wait briefly. */
const EVERY_MINUTE = "* * * * *";
const EVERY_FIVE_MINUTES = "*/5 * * * *";
/** Jobs that write mails run separately: each invocation of the worker has its own limit of 1,000 D1 statements. */
const AFTER_TWO_MINUTES = "2-59/5 * * * *";
const EVERY_HOUR = "0 * * * *";

export const SCHEDULE: readonly Job[] = [
  { name: "deliver-mail", cron: EVERY_FIVE_MINUTES, run: deliverDueMail },
  { name: "deliver-pushes", cron: EVERY_FIVE_MINUTES, run: deliverDuePushes },
  { name: "reconcile-orders", cron: EVERY_FIVE_MINUTES, run: reconcileOrders },
  { name: "reconcile-events", cron: EVERY_FIVE_MINUTES, run: reconcileEvents },
  { name: "reconcile-refunds", cron: EVERY_FIVE_MINUTES, run: reconcileRefunds },
  { name: "register-invoices", cron: EVERY_FIVE_MINUTES, run: registerInvoices },
  { name: "aggregate-statistics", cron: EVERY_MINUTE, run: aggregateStatistics },
  { name: "match-alerts", cron: EVERY_MINUTE, run: matchAlerts },
  { name: "queue-alert-digests", cron: EVERY_MINUTE, run: queueAlertDigests },
  { name: "sweep-alert-matches", cron: EVERY_HOUR, run: sweepAlertMatches },
  { name: "sweep-mails", cron: EVERY_HOUR, run: sweepMails },
  { name: "sweep-decision-undos", cron: EVERY_HOUR, run: sweepDecisionUndos },
  { name: "sweep-auth-rows", cron: EVERY_HOUR, run: sweepAuthRows },
  { name: "sweep-expired-listings", cron: EVERY_MINUTE, run: sweepExpiredListings },
  { name: "reindex-outdated-listings", cron: EVERY_MINUTE, run: reindexOutdatedListings },
  { name: "sweep-unused-pictures", cron: EVERY_HOUR, run: sweepUnusedPictures },
  { name: "send-expiry-reminders", cron: AFTER_TWO_MINUTES, run: sendExpiryReminders },
  { name: "remind-unanswered", cron: AFTER_TWO_MINUTES, run: remindUnanswered },
  { name: "reindex-ended-badges", cron: EVERY_MINUTE, run: reindexEndedBadges },
  { name: "send-badge-reminders", cron: AFTER_TWO_MINUTES, run: sendBadgeReminders },
  { name: "send-review-invitations", cron: AFTER_TWO_MINUTES, run: sendReviewInvitations },
  { name: "sweep-unconfirmed-enquiries", cron: EVERY_HOUR, run: sweepUnconfirmedEnquiries },
  { name: "sweep-guest-enquiries", cron: EVERY_HOUR, run: sweepGuestEnquiries },
  { name: "sweep-alerts", cron: EVERY_HOUR, run: sweepAlerts },
  { name: "sweep-contact-messages", cron: EVERY_HOUR, run: sweepContactMessages },
  { name: "sweep-follow-up-notes", cron: EVERY_HOUR, run: sweepFollowUpNotes },
  { name: "send-ending-notices", cron: AFTER_TWO_MINUTES, run: sendEndingNotices },
  { name: "send-ended-notices", cron: AFTER_TWO_MINUTES, run: sendEndedNotices },
  { name: "erase-deleted-listings", cron: EVERY_HOUR, run: eraseDeletedListings },
  { name: "merge-text-indexes", cron: EVERY_MINUTE, run: mergeTextIndexes },
  { name: "sweep-statistics", cron: EVERY_HOUR, run: sweepStatistics },
  { name: "refresh-search-demand", cron: EVERY_HOUR, run: refreshSearchDemand },
  { name: "refresh-search-words", cron: EVERY_HOUR, run: refreshSearchWords },
  { name: "sweep-search-days", cron: EVERY_HOUR, run: sweepSearchDays },
  { name: "sweep-uploads", cron: EVERY_HOUR, run: sweepUploads },
  { name: "process-media-deletions", cron: EVERY_HOUR, run: processMediaDeletions },
];
