import { formatMonth } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import type { Month } from "./price-index";

/** "October 2026" / "octombrie 2026". */
export const formatIndexMonth = (month: Month, locale: Locale): string =>
  formatMonth(Date.parse(`${month}-15T12:00:00Z`), locale);
