import type { Ctx } from "@/context";
import { sweepExpired as sweepAccounts } from "@/features/accounts";
import { foldStatistics, sweepStatistics } from "@/features/analytics";
import { sweepContactMessages } from "@/features/contact";
import { remindUnanswered, sweepGuests, sweepUnconfirmed } from "@/features/enquiries";
import { sweepFollowUpNotes } from "@/features/follow-up";
import { mergeWords, purgeListings, remindExpiring, sweepExpired, sweepPictures } from "@/features/listings";
import { deliverMail, sweepMails } from "@/features/mail";
import { reconcileEvents, reconcileOrders, reconcileRefunds } from "@/features/promotions";
import { tellEnded, tellEnding } from "@/features/purchases";
import { registerPapers } from "@/features/receipts";
import { sweepStaleMedia, sweepUploads } from "@/features/storage";

export type Job = {
  name: string;
  /** One of the crons in wrangler.toml. */
  cron: string;
  run(ctx: Ctx): Promise<unknown>;
};

const EVERY_FIVE_MINUTES = "*/5 * * * *";
const EVERY_HOUR = "0 * * * *";

/** Everything that happens by the clock. Each job is one call into a feature. */
export const SCHEDULE: readonly Job[] = [
  { name: "deliver-mail", cron: EVERY_FIVE_MINUTES, run: deliverMail },
  { name: "reconcile-orders", cron: EVERY_FIVE_MINUTES, run: reconcileOrders },
  { name: "reconcile-events", cron: EVERY_FIVE_MINUTES, run: reconcileEvents },
  { name: "reconcile-refunds", cron: EVERY_FIVE_MINUTES, run: reconcileRefunds },
  { name: "register-papers", cron: EVERY_FIVE_MINUTES, run: registerPapers },
  { name: "fold-statistics", cron: EVERY_FIVE_MINUTES, run: foldStatistics },
  { name: "sweep-mail", cron: EVERY_HOUR, run: sweepMails },
  { name: "sweep-accounts", cron: EVERY_HOUR, run: sweepAccounts },
  { name: "sweep-expired", cron: EVERY_FIVE_MINUTES, run: sweepExpired },
  { name: "sweep-pictures", cron: EVERY_HOUR, run: sweepPictures },
  { name: "remind-expiring", cron: EVERY_HOUR, run: remindExpiring },
  { name: "remind-unanswered", cron: EVERY_HOUR, run: remindUnanswered },
  { name: "sweep-enquiries", cron: EVERY_HOUR, run: sweepUnconfirmed },
  { name: "sweep-guests", cron: EVERY_HOUR, run: sweepGuests },
  { name: "sweep-contact", cron: EVERY_HOUR, run: sweepContactMessages },
  { name: "sweep-follow-up", cron: EVERY_HOUR, run: sweepFollowUpNotes },
  { name: "tell-ending", cron: EVERY_HOUR, run: tellEnding },
  { name: "tell-ended", cron: EVERY_HOUR, run: tellEnded },
  { name: "purge-listings", cron: EVERY_HOUR, run: purgeListings },
  { name: "merge-words", cron: EVERY_HOUR, run: mergeWords },
  { name: "sweep-statistics", cron: EVERY_HOUR, run: sweepStatistics },
  { name: "sweep-uploads", cron: EVERY_HOUR, run: sweepUploads },
  { name: "sweep-media", cron: EVERY_HOUR, run: sweepStaleMedia },
];
