import { COMMON_PASSWORDS } from "./common-password-list";

const COMMON: ReadonlySet<string> = new Set(COMMON_PASSWORDS.trim().split(/\s+/));

/** Whether a password is among the 10,000 most common ones, whatever its case. */
export const isCommonPassword = (password: string): boolean =>
  COMMON.has(password.normalize("NFC").toLowerCase());
