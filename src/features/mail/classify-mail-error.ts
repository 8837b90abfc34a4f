/** Why a mail did not arrive, as admins read it: a key of `users.records.mailErrors`. */
export type MailErrorKind =
  | "bounced"
  | "complaint"
  | "mailbox"
  | "refused"
  | "setup"
  | "limit"
  | "unreachable";

/** The `lastError` of a mail that came back after it was sent, by what `recordMailEvents` read. */
export const RETURNED_ERRORS = { bounced: "BOUNCED", complained: "COMPLAINT" } as const;

/** Each `lastError` that says of an address that mail does not reach it. */
export const UNDELIVERABLE_ERRORS: readonly string[] = [
  "E_RECIPIENT_SUPPRESSED",
  ...Object.values(RETURNED_ERRORS),
];

/** The kind of a stored `lastError`. Codes: https://developers.cloudflare.com/email-service/api/send-emails/workers-api/ */
export function classifyMailError(lastError: string): MailErrorKind {
  if (lastError === RETURNED_ERRORS.bounced) return "bounced";
  if (lastError === RETURNED_ERRORS.complained) return "complaint";
  if (lastError.includes("SUPPRESSED")) return "mailbox";
  if (/^E_\w*(NOT_VERIFIED|NOT_ALLOWED|NOT_AVAILABLE|UNAUTHORIZED)/.test(lastError)) return "setup";
  if (/LIMIT|QUOTA|status 429/.test(lastError)) return "limit";
  return /^E_(VALIDATION|FIELD|TOO_MANY|CONTENT|HEADER)|status 4/.test(lastError) ? "refused" : "unreachable";
}
