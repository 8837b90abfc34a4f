import { listFilterLabels } from "@/features/search";
import type { Translator } from "@/shared/i18n/translator";
import type { SearchFilters } from "@/shared/schemas/search";

/** The filters of an alert in words: "Mathematics, Cluj, Up to 100 lei". */
export const formatAlertFilters = (t: Translator, filters: SearchFilters): string =>
  listFilterLabels(t, filters).join(", ") || t("alerts.allListings");

/** The same for a mailbox that may belong to another person: search words are mentioned, but not repeated. */
export const formatFiltersWithoutWords = (t: Translator, filters: SearchFilters): string =>
  filters.q
    ? [...listFilterLabels(t, { ...filters, q: "" }), t("alerts.searchWords")].join(", ")
    : formatAlertFilters(t, filters);
