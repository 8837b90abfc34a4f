const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** A rate limit: `most` hits within `window_s` seconds. */
export type RateLimit = { most: number; window_s: number };

/**
 * The default rate limits by name. The settings document `settings/limits` overrides them. Each caller chooses what it
 * counts and by which key.
 */
export const DEFAULT_LIMITS = {
  sign_in: { most: 10, window_s: 15 * MINUTE_S },
  sign_in_address: { most: 50, window_s: 15 * MINUTE_S },
  sign_up: { most: 20, window_s: HOUR_S },
  sign_up_mail: { most: 3, window_s: HOUR_S },
  verification_mail: { most: 3, window_s: HOUR_S },
  reset_mail: { most: 3, window_s: HOUR_S },
  reset_asker: { most: 30, window_s: HOUR_S },
  reactivation_mail: { most: 3, window_s: HOUR_S },
  email_change: { most: 3, window_s: HOUR_S },
  email_change_mail: { most: 3, window_s: HOUR_S },
  resent_mail: { most: 3, window_s: HOUR_S },
  orders_hour: { most: 30, window_s: HOUR_S },
  listing_submissions: { most: 3, window_s: DAY_S },
  enquiries_hour: { most: 5, window_s: HOUR_S },
  enquiries_day: { most: 15, window_s: DAY_S },
  messages_hour: { most: 60, window_s: HOUR_S },
  phones_day: { most: 10, window_s: DAY_S },
  reports_day: { most: 5, window_s: DAY_S },
  reports_listing: { most: 1, window_s: DAY_S },
  testimonials_day: { most: 3, window_s: DAY_S },
  contact: { most: 10, window_s: HOUR_S },
  contact_copy: { most: 3, window_s: DAY_S },
  profile_pictures: { most: 120, window_s: HOUR_S },
  listing_pictures: { most: 120, window_s: HOUR_S },
  blog_pictures: { most: 120, window_s: HOUR_S },
  uploads: { most: 120, window_s: HOUR_S },
  export: { most: 5, window_s: HOUR_S },
  data_export: { most: 60, window_s: HOUR_S },
} as const satisfies Record<string, RateLimit>;
export type LimitName = keyof typeof DEFAULT_LIMITS;

/** How many listings a teacher may have at the same time. Active means pending, published or paused. */
export const DEFAULT_CEILINGS = { listings_active: 5, listings_drafts: 10 } as const;
export type CeilingName = keyof typeof DEFAULT_CEILINGS;

/** Path of the settings document that overrides them. */
export const LIMITS_PATH = "settings/limits";

/** Allowed counts. At least one, so that a mistake can't lock everyone out, admins at the sign-in included. */
export const COUNT_RANGE = { minimum: 1, maximum: 100_000 } as const;
/** Allowed windows (s). At most a day, because counters are kept for a day. */
export const WINDOW_RANGE = { minimum: MINUTE_S, maximum: DAY_S } as const;
