/** Optional categories of consent mode; denied until the visitor allows them. */
export const OPTIONAL_CATEGORIES = [
  "analytics_storage",
  "personalization_storage",
  "ad_storage",
  "ad_user_data",
  "ad_personalization",
] as const;
/** The categories of Google's tag. */
const TAG_CATEGORIES = ["analytics_storage", "ad_storage", "ad_user_data", "ad_personalization"] as const;
/** Categories that the site needs; always granted. */
const REQUIRED_CATEGORIES = ["functionality_storage", "security_storage"] as const;

export type OptionalCategory = (typeof OPTIONAL_CATEGORIES)[number];
type Category = OptionalCategory | (typeof REQUIRED_CATEGORIES)[number];
export type ConsentSettings = Record<Category, "granted" | "denied">;

export const CONSENT_COOKIE = "user_consent_settings";

/** All categories: granted if allowed or necessary, else denied. */
export function createConsentSettings(allowed: (category: OptionalCategory) => boolean): ConsentSettings {
  return Object.fromEntries([
    ...OPTIONAL_CATEGORIES.map((category) => [category, allowed(category) ? "granted" : "denied"]),
    ...REQUIRED_CATEGORIES.map((category) => [category, "granted"]),
  ]) as ConsentSettings;
}

/** Whether Google's tag may load: analytics or advertising is allowed. */
export const allowsGoogleTag = (settings: ConsentSettings | null): boolean =>
  settings !== null && TAG_CATEGORIES.some((category) => settings[category] === "granted");

/** Parses the consent cookie; null if it is missing or malformed. Missing categories are denied. */
export function parseConsent(text: string | undefined): ConsentSettings | null {
  if (!text) return null;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null) return null;
    return createConsentSettings((category) => (stored as Record<string, unknown>)[category] === "granted");
  } catch {
    return null;
  }
}
