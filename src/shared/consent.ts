/** What a visitor may allow beside what the site needs, as consent mode names it; nothing of it without their word. */
export const CHOSEN_CATEGORIES = [
  "analytics_storage",
  "personalization_storage",
  "ad_storage",
  "ad_user_data",
  "ad_personalization",
] as const;
/** What Google's tag is for. */
const TAG_CATEGORIES = ["analytics_storage", "ad_storage", "ad_user_data", "ad_personalization"] as const;
/** What the site needs to work: always granted. */
const NEEDED_CATEGORIES = ["functionality_storage", "security_storage"] as const;

export type ChosenCategory = (typeof CHOSEN_CATEGORIES)[number];
type Category = ChosenCategory | (typeof NEEDED_CATEGORIES)[number];
export type ConsentSettings = Record<Category, "granted" | "denied">;

export const CONSENT_COOKIE = "user_consent_settings";

/** Every category, those granted that are allowed and those that are needed. */
export function consentSettings(allowed: (category: ChosenCategory) => boolean): ConsentSettings {
  return Object.fromEntries([
    ...CHOSEN_CATEGORIES.map((category) => [category, allowed(category) ? "granted" : "denied"]),
    ...NEEDED_CATEGORIES.map((category) => [category, "granted"]),
  ]) as ConsentSettings;
}

/** Whether Google's tag may run: it measures visits, or what advertisements brought. */
export const allowsTag = (settings: ConsentSettings | null): boolean =>
  settings !== null && TAG_CATEGORIES.some((category) => settings[category] === "granted");

/** What a cookie holds; null without one, or for one that holds something else. What it does not name is denied. */
export function readConsent(text: string | undefined): ConsentSettings | null {
  if (!text) return null;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null) return null;
    return consentSettings((category) => (stored as Record<string, unknown>)[category] === "granted");
  } catch {
    return null;
  }
}
