import { formatDate, formatDay } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { CheckedDocument } from "./checked-documents";

/**
 * What the public pages say of a checked document: what was seen and when, and who issued it. Only a badge that ends has
 * the date on the document, because the date of a diploma would tell the teacher's age.
 */
export function formatCheckedDocument(t: Translator, document: CheckedDocument): string {
  const { kind, proves, issuer, documentDate, checkedTs, endsTs } = document;
  const checked = formatDate(checkedTs, t.locale);
  const details =
    endsTs === null
      ? [issuer]
      : [
          t("verifications.listing.source", { issuer, date: formatDay(documentDate, t.locale) }),
          // The badge ends at the end of the day before `endsTs`.
          t("verifications.listing.until", { date: formatDate(endsTs - 1, t.locale) }),
        ];
  return `${t(`verifications.listing.seen.${kind}`, { checked, proves })} (${details.join("; ")})`;
}
