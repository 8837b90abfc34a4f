import type { Translator } from "@/shared/i18n/translator";

/** Changes whenever the words of `promotions.consent` do, in either language. */
const CONSENT_VERSION = "2026-11-22";

/** The consent question about an immediate start, as stored with the order: version, language and full text. */
export const consentText = (t: Translator): string =>
  `${CONSENT_VERSION} ${t.locale}: ${t("promotions.consent.label")} ${t("promotions.consent.explained")}`;
