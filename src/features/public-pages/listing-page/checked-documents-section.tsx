import { type CheckedDocument, formatCheckedDocument } from "@/features/listings";
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
            <li key={`${document.kind} ${document.checkedTs}`}>{formatCheckedDocument(t, document)}</li>
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
