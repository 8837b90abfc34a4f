import type { Translator } from "@/shared/i18n/translator";

/** Changes whenever the words of `promotions.consent` do, in either language. */
const CONSENT_VERSION = "2026-11-22";

/** What the buyer was asked about an immediate start, as the order keeps it: version, language, and every word. */
export const consentText = (t: Translator): string =>
  `${CONSENT_VERSION} ${t.locale}: ${t("promotions.consent.label")} ${t("promotions.consent.explained")}`;
