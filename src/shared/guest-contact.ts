/** The name and e-mail address that a visitor without an account asked this browser to remember. */
export type GuestContact = { name: string; email: string };

/** Characters of a name or an address in the cookie. More is not from the form, which allows fewer. */
const MAX_LENGTH = 254;

export const formatGuestContact = ({ name, email }: GuestContact): string => JSON.stringify([name, email]);

/** The contact in a cookie's value; null for any other text. */
export function parseGuestContact(value: string): GuestContact | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    return null;
  }
  if (!Array.isArray(parsed) || parsed.length !== 2) return null;
  const [name, email]: unknown[] = parsed;
  return isShortText(name) && isShortText(email) ? { name, email } : null;
}

const isShortText = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_LENGTH;
