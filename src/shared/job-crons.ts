const EVERY_MINUTE = "* * * * *";
const EVERY_FIVE_MINUTES = "*/5 * * * *";
/** Jobs that write mails run separately: each invocation of the worker has its own limit of 1,000 D1 statements. */
const AFTER_TWO_MINUTES = "2-59/5 * * * *";
const EVERY_HOUR = "0 * * * *";
/** UTC: 3:00 in Romania, 4:00 in summer. The runs of an hour continue one another. */
const EVERY_NIGHT = "*/5 1 * * *";

/** The crons of wrangler.toml, with the minutes from one run, or one night of runs, to the next. */
export const CRON_MINUTES = {
  [EVERY_MINUTE]: 1,
  [EVERY_FIVE_MINUTES]: 5,
  [AFTER_TWO_MINUTES]: 5,
  [EVERY_HOUR]: 60,
  [EVERY_NIGHT]: 1440,
} as const;
export type JobCron = keyof typeof CRON_MINUTES;

/** Minutes from the beginning of a period (UTC) to its first run. */
const CRON_DELAYS: Partial<Record<JobCron, number>> = { [AFTER_TWO_MINUTES]: 2, [EVERY_NIGHT]: 60 };

/** When (ms) a cron's next period of runs begins. */
export function toNextRunTs(cron: JobCron, now: number): number {
  const periodMs = CRON_MINUTES[cron] * 60_000;
  const delayMs = (CRON_DELAYS[cron] ?? 0) * 60_000;
  return (Math.floor((now - delayMs) / periodMs) + 1) * periodMs + delayMs;
}

/** The scheduled jobs with their crons, in the order in which they run. `src/jobs/schedule.ts` runs them. */
export const JOB_CRONS = {
  "deliver-mail": EVERY_FIVE_MINUTES,
  "deliver-pushes": EVERY_FIVE_MINUTES,
  "reconcile-orders": EVERY_FIVE_MINUTES,
  "reconcile-events": EVERY_FIVE_MINUTES,
  "reconcile-refunds": EVERY_FIVE_MINUTES,
  "reconcile-fees": EVERY_FIVE_MINUTES,
  "register-invoices": EVERY_FIVE_MINUTES,
  "purge-invoice-buyers": EVERY_HOUR,
  "send-efactura": EVERY_FIVE_MINUTES,
  "aggregate-statistics": EVERY_MINUTE,
  "match-alerts": EVERY_MINUTE,
  "queue-alert-digests": EVERY_MINUTE,
  "sweep-alert-matches": EVERY_HOUR,
  "notify-requests": EVERY_MINUTE,
  "queue-request-digests": AFTER_TWO_MINUTES,
  "sweep-requests": EVERY_HOUR,
  "sweep-invitations": EVERY_HOUR,
  "sweep-mails": EVERY_HOUR,
  "sweep-decision-undos": EVERY_HOUR,
  "sweep-auth-rows": EVERY_HOUR,
  "sweep-expired-listings": EVERY_MINUTE,
  "reindex-outdated-listings": EVERY_MINUTE,
  "sweep-unused-pictures": EVERY_HOUR,
  "check-health": AFTER_TWO_MINUTES,
  "send-expiry-reminders": AFTER_TWO_MINUTES,
  "remind-unanswered": AFTER_TWO_MINUTES,
  "refresh-replies": EVERY_FIVE_MINUTES,
  "send-appointment-notices": AFTER_TWO_MINUTES,
  "pause-silent-teachers": EVERY_FIVE_MINUTES,
  "offer-teachers": AFTER_TWO_MINUTES,
  "reindex-ended-badges": EVERY_MINUTE,
  "send-badge-reminders": AFTER_TWO_MINUTES,
  "send-task-digests": EVERY_FIVE_MINUTES,
  "send-review-invitations": AFTER_TWO_MINUTES,
  "sweep-unconfirmed-enquiries": EVERY_HOUR,
  "sweep-guest-enquiries": EVERY_HOUR,
  "sweep-alerts": EVERY_HOUR,
  "sweep-contact-messages": EVERY_HOUR,
  "erase-reporters": EVERY_HOUR,
  "sweep-follow-up-notes": EVERY_HOUR,
  "send-ending-notices": AFTER_TWO_MINUTES,
  "send-ended-notices": AFTER_TWO_MINUTES,
  "erase-deleted-listings": EVERY_HOUR,
  "merge-text-indexes": EVERY_MINUTE,
  "sweep-statistics": EVERY_HOUR,
  "refresh-search-demand": EVERY_HOUR,
  "refresh-search-words": EVERY_HOUR,
  "sweep-search-days": EVERY_HOUR,
  "sweep-uploads": EVERY_HOUR,
  "process-media-deletions": EVERY_HOUR,
  backup: EVERY_NIGHT,
  "refresh-usual-prices": EVERY_NIGHT,
  "repeat-erasures": EVERY_FIVE_MINUTES,
  "sweep-orphans": EVERY_FIVE_MINUTES,
} as const satisfies Record<string, JobCron>;
export type JobName = keyof typeof JOB_CRONS;
export const JOB_NAMES = Object.keys(JOB_CRONS) as JobName[];
