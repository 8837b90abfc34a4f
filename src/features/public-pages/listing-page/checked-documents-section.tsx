import type { CheckedDocument } from "@/features/listings";
import { formatDate, formatDay } from "@/shared/format";
import { usePage } from "@/ui/page-context";

/** Id of the section. */
export const DOCUMENTS_ID = "documents";

/** What was seen of the teacher's documents and when, and what that means. Renders nothing without documents. */
export function CheckedDocumentsSection({ documents }: { documents: readonly CheckedDocument[] }) {
  const { t } = usePage();
  if (documents.length === 0) return null;
  const hasIntegrity = documents.some(({ kind }) => kind === "integrity");
  return (
    <section className="section" id={DOCUMENTS_ID}>
      <h2>{t("verifications.listing.heading")}</h2>
      <div className="stack">
        <ul className="list-plain">
          {documents.map((document) => (
            <Document key={`${document.kind} ${document.checkedTs}`} document={document} />
          ))}
        </ul>
        <details>
          <summary>{t("verifications.listing.meaning")}</summary>
          <p className="small">{t("verifications.listing.meaningText")}</p>
          {hasIntegrity ? <p className="small">{t("verifications.listing.integrityText")}</p> : null}
        </details>
      </div>
    </section>
  );
}

function Document({ document }: { document: CheckedDocument }) {
  const { t, locale } = usePage();
  const { kind, proves, issuer, documentDate, checkedTs, endsTs } = document;
  const source = t("verifications.listing.source", { issuer, date: formatDay(documentDate, locale) });
  // The badge ends at the end of the day before `endsTs`.
  const until = endsTs === null ? null : formatDate(endsTs - 1, locale);
  const seen = t(`verifications.listing.seen.${kind}`, { checked: formatDate(checkedTs, locale), proves });
  const details = until === null ? source : `${source}; ${t("verifications.listing.until", { date: until })}`;
  return <li>{`${seen} (${details})`}</li>;
}
