const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** How often something may be done: so many times in so many seconds. */
export type LimitTerms = { most: number; window_s: number };

/**
 * Every limit by the name that its counters have, as shipped: the product's section 15 where that names one. The settings
 * document `settings/limits` overrides each by its name. What is counted, and by which key, is said where it is counted.
 */
export const SHIPPED_LIMITS = {
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
} as const satisfies Record<string, LimitTerms>;
export type LimitName = keyof typeof SHIPPED_LIMITS;

/** How many a teacher may have at one time; no time is counted. Active ones are pending, published and paused. */
export const SHIPPED_CEILINGS = { listings_active: 5, listings_drafts: 10 } as const;
export type CeilingName = keyof typeof SHIPPED_CEILINGS;

/** Where the document is kept that overrides them. */
export const LIMITS_PATH = "settings/limits";

/** What the document may say. At least once, so that a slip locks nobody out: not an admin at the sign-in either. */
export const MOST_RANGE = { minimum: 1, maximum: 100_000 } as const;
/** Seconds. Counters are kept for a day, and nobody's comings and goings for longer. */
export const WINDOW_RANGE = { minimum: MINUTE_S, maximum: DAY_S } as const;
