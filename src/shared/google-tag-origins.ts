/**
 * Origins of Google's tag for the content security policy.
 * https://developers.google.com/tag-platform/security/guides/csp
 */
export const GOOGLE_TAG_ORIGINS = {
  script: "https://www.googletagmanager.com",
  images: ["https://*.google-analytics.com", "https://*.googletagmanager.com"],
  calls: [
    "https://*.google-analytics.com",
    "https://*.analytics.google.com",
    "https://*.googletagmanager.com",
  ],
} as const;
