/** Why a mail was not sent, as admins read it: a key of `users.records.mailErrors`. */
export type MailErrorKind = "mailbox" | "refused" | "setup" | "limit" | "unreachable";

/** The kind of a stored `lastError`. Codes: https://developers.cloudflare.com/email-service/api/send-emails/workers-api/ */
export function classifyMailError(lastError: string): MailErrorKind {
  if (lastError.includes("SUPPRESSED")) return "mailbox";
  if (/^E_\w*(NOT_VERIFIED|NOT_ALLOWED|NOT_AVAILABLE|UNAUTHORIZED)/.test(lastError)) return "setup";
  if (/LIMIT|QUOTA|status 429/.test(lastError)) return "limit";
  return /^E_(VALIDATION|FIELD|TOO_MANY|CONTENT|HEADER)|status 4/.test(lastError) ? "refused" : "unreachable";
}
