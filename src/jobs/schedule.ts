import type { Ctx } from "@/context";
import type { Bindings } from "@/env";
import { sweepExpiredAuthRows as sweepAccounts } from "@/features/accounts";
import { foldStatistics, sweepStatistics } from "@/features/analytics";
import { sweepContactMessages } from "@/features/contact";
import { remindUnanswered, sweepGuests, sweepUnconfirmed } from "@/features/enquiries";
import { sweepFollowUpNotes } from "@/features/follow-up";
import { registerInvoices } from "@/features/invoices";
import {
  mergeTextIndexes,
  purgeListings,
  remindExpiring,
  sweepExpiredListings,
  sweepUnusedPictures,
} from "@/features/listings";
import { sweepMails } from "@/features/mail";
import {
  reconcileEvents,
  reconcileOrders,
  reconcileRefunds,
  sendEndedNotices,
  sendEndingNotices,
} from "@/features/promotions";
import { processMediaDeletions, sweepUploads } from "@/features/storage";
import { deliverDueMail } from "./deliver-due-mail";

export type Job = {
  name: string;
  /** One of the crons in wrangler.toml. */
  cron: string;
  run(ctx: Ctx, bindings: Bindings): Promise<unknown>;
};

const EVERY_FIVE_MINUTES = "*/5 * * * *";
/** Jobs that write mails run separately: each invocation of the worker has its own limit of 1,000 D1 statements. */
const FOR_NOTICES = "2-59/5 * * * *";
const EVERY_HOUR = "0 * * * *";

/** All scheduled jobs. Each job is one call into a feature. */
export const SCHEDULE: readonly Job[] = [
  { name: "deliver-mail", cron: EVERY_FIVE_MINUTES, run: deliverDueMail },
  { name: "reconcile-orders", cron: EVERY_FIVE_MINUTES, run: reconcileOrders },
  { name: "reconcile-events", cron: EVERY_FIVE_MINUTES, run: reconcileEvents },
  { name: "reconcile-refunds", cron: EVERY_FIVE_MINUTES, run: reconcileRefunds },
  { name: "register-invoices", cron: EVERY_FIVE_MINUTES, run: registerInvoices },
  { name: "fold-statistics", cron: EVERY_FIVE_MINUTES, run: foldStatistics },
  { name: "sweep-mail", cron: EVERY_HOUR, run: sweepMails },
  { name: "sweep-accounts", cron: EVERY_HOUR, run: sweepAccounts },
  { name: "sweep-expired", cron: EVERY_FIVE_MINUTES, run: sweepExpiredListings },
  { name: "sweep-pictures", cron: EVERY_HOUR, run: sweepUnusedPictures },
  { name: "remind-expiring", cron: FOR_NOTICES, run: remindExpiring },
  { name: "remind-unanswered", cron: FOR_NOTICES, run: remindUnanswered },
  { name: "sweep-enquiries", cron: EVERY_HOUR, run: sweepUnconfirmed },
  { name: "sweep-guests", cron: EVERY_HOUR, run: sweepGuests },
  { name: "sweep-contact", cron: EVERY_HOUR, run: sweepContactMessages },
  { name: "sweep-follow-up", cron: EVERY_HOUR, run: sweepFollowUpNotes },
  { name: "send-ending-notices", cron: FOR_NOTICES, run: sendEndingNotices },
  { name: "send-ended-notices", cron: FOR_NOTICES, run: sendEndedNotices },
  { name: "purge-listings", cron: EVERY_HOUR, run: purgeListings },
  { name: "merge-words", cron: EVERY_HOUR, run: mergeTextIndexes },
  { name: "sweep-statistics", cron: EVERY_HOUR, run: sweepStatistics },
  { name: "sweep-uploads", cron: EVERY_HOUR, run: sweepUploads },
  { name: "process-media-deletions", cron: EVERY_HOUR, run: processMediaDeletions },
];
