const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** A rate limit: `max` hits within `window_s` seconds. */
export type RateLimit = { max: number; window_s: number };

/**
 * The default rate limits by name. The settings document `settings/limits` overrides them. Each caller chooses what it
 * counts and by which key. The order is that of the settings form, which groups them by action.
 */
export const DEFAULT_LIMITS = {
  sign_in: { max: 10, window_s: 15 * MINUTE_S },
  sign_in_network: { max: 50, window_s: 15 * MINUTE_S },
  sign_in_code: { max: 5, window_s: 15 * MINUTE_S },
  sign_up: { max: 20, window_s: HOUR_S },
  sign_up_mail: { max: 3, window_s: HOUR_S },
  verification_mail: { max: 3, window_s: HOUR_S },
  reset_mail: { max: 3, window_s: HOUR_S },
  password_reset_network: { max: 30, window_s: HOUR_S },
  reactivation_mail: { max: 3, window_s: HOUR_S },
  email_change: { max: 3, window_s: HOUR_S },
  email_change_mail: { max: 3, window_s: HOUR_S },
  resent_mail: { max: 3, window_s: HOUR_S },
  listing_submissions: { max: 3, window_s: DAY_S },
  orders_hour: { max: 30, window_s: HOUR_S },
  withdrawal_links_network: { max: 20, window_s: HOUR_S },
  withdrawal_links_order: { max: 5, window_s: DAY_S },
  enquiries_hour: { max: 5, window_s: HOUR_S },
  enquiries_day: { max: 15, window_s: DAY_S },
  guest_enquiries_hour: { max: 20, window_s: HOUR_S },
  guest_enquiries_day: { max: 60, window_s: DAY_S },
  messages_hour: { max: 60, window_s: HOUR_S },
  guest_link_mail: { max: 3, window_s: DAY_S },
  guest_link_network: { max: 20, window_s: HOUR_S },
  calendar_feed: { max: 60, window_s: HOUR_S },
  phones_day: { max: 10, window_s: DAY_S },
  shortlist_hour: { max: 200, window_s: HOUR_S },
  shortlist_listing: { max: 1, window_s: DAY_S },
  alerts_network: { max: 20, window_s: HOUR_S },
  alerts_mailbox: { max: 5, window_s: DAY_S },
  reports_day: { max: 5, window_s: DAY_S },
  reports_listing: { max: 1, window_s: DAY_S },
  report_receipts: { max: 5, window_s: DAY_S },
  review_writes_day: { max: 5, window_s: DAY_S },
  review_edits_day: { max: 30, window_s: DAY_S },
  review_reports_day: { max: 5, window_s: DAY_S },
  review_reports_review: { max: 1, window_s: DAY_S },
  requests_day: { max: 6, window_s: DAY_S },
  testimonials_day: { max: 3, window_s: DAY_S },
  contact: { max: 10, window_s: HOUR_S },
  contact_copy: { max: 3, window_s: DAY_S },
  profile_pictures: { max: 120, window_s: HOUR_S },
  listing_pictures: { max: 120, window_s: HOUR_S },
  blog_pictures: { max: 120, window_s: HOUR_S },
  verification_files: { max: 60, window_s: HOUR_S },
  verifications_day: { max: 10, window_s: DAY_S },
  uploads: { max: 120, window_s: HOUR_S },
  export: { max: 5, window_s: HOUR_S },
  data_export: { max: 60, window_s: HOUR_S },
} as const satisfies Record<string, RateLimit>;
export type LimitName = keyof typeof DEFAULT_LIMITS;

/** How many listings a teacher may have at the same time. Active means pending, published or paused. */
export const DEFAULT_CEILINGS = { listings_active: 5, listings_drafts: 10 } as const;
export type CeilingName = keyof typeof DEFAULT_CEILINGS;

/** How many teachers of a subject a county should have: fewer are a gap on the admins' page of coverage. */
export const DEFAULT_COVERAGE_GOAL = 8;

/** Path of the settings document that overrides them. */
export const LIMITS_PATH = "settings/limits";

/** Allowed counts. At least one, so that a mistake can't lock everyone out, admins at the sign-in included. */
export const COUNT_RANGE = { min: 1, max: 100_000 } as const;
/** Allowed windows (s). At most a day, because counters are kept for a day. */
export const WINDOW_RANGE = { min: MINUTE_S, max: DAY_S } as const;
