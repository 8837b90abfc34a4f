/**
 * Where Google's tag comes from and what it calls, as a security policy names origins.
 * https://developers.google.com/tag-platform/security/guides/csp
 */
export const GOOGLE_TAG = {
  script: "https://www.googletagmanager.com",
  images: ["https://*.google-analytics.com", "https://*.googletagmanager.com"],
  calls: [
    "https://*.google-analytics.com",
    "https://*.analytics.google.com",
    "https://*.googletagmanager.com",
  ],
} as const;
