import { sql } from "drizzle-orm";
import type { VerificationKind } from "@/shared/codes";
import { type Day, toDay } from "@/shared/dates";
import type { CheckedDocumentJson } from "@/shared/schemas/listing-json";

/** A document of a listing's teacher that an admin checked. Times in ms. */
export type CheckedDocument = {
  kind: VerificationKind;
  proves: string;
  issuer: string;
  documentDate: Day;
  checkedTs: number;
  /** Null for a badge without an end. */
  endsTs: number | null;
};

/** The name of a row of `users` is that which was compared with a document. */
const HAS_CHECKED_NAME = "checked_name = trim(users.first_name || ' ' || users.last_name)";
export const hasCheckedNameSql = sql.raw(HAS_CHECKED_NAME);

/**
 * The documents of a row of `users` that were checked for the user's name, as JSON, ended ones included, the latest
 * check first. The plus prevents the use of the index of states, with which SQLite would read the documents of all
 * teachers.
 */
export const CHECKED_DOCUMENTS = `(
    select json_group_array(json_object('kind', kind, 'proves', proves, 'issuer', issuer, 'documentDate', document_date,
      'checkedTs', decided_ts, 'endsTs', ends_ts))
    from (select * from verifications where user_id = users.id and +state = 'approved'
      and ${HAS_CHECKED_NAME} order by decided_ts desc))`;

/** The documents whose badge has not ended at `now` (ms); of certificates of integrity, only the latest check. */
export function listCurrentDocuments(
  documents: readonly CheckedDocument[],
  now: number,
): readonly CheckedDocument[] {
  const current = documents.filter(({ endsTs }) => endsTs === null || endsTs > now);
  const latestIntegrity = current.find(({ kind }) => kind === "integrity");
  return current.filter((document) => document.kind !== "integrity" || document === latestIntegrity);
}

export const serializeCheckedDocument = (document: CheckedDocument): CheckedDocumentJson => ({
  kind: document.kind,
  proves: document.proves,
  document_date: document.documentDate,
  checked_date: toDay(document.checkedTs),
});
