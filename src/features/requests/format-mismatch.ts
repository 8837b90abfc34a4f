import { formatHourlyLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { RequestMismatch } from "./queries";

/** "Below your price: 90 lei an hour" */
export const formatMismatch = (t: Translator, mismatch: RequestMismatch): string =>
  mismatch.name === "price"
    ? t("requests.mismatches.price", { price: formatHourlyLei(mismatch.pricePerHour, t.locale) })
    : t("requests.mismatches.level");
