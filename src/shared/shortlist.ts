import { ID_PATTERN } from "./ids";

/** Longest shortlist of a visitor without an account, which is in a cookie. */
export const MAX_GUEST_SHORTLIST = 50;
/** Longest shortlist of an account. */
export const MAX_ACCOUNT_SHORTLIST = 200;

const SEPARATOR = ".";

/** The listing ids of a shortlist cookie, newest first. Repeated and malformed ids are left out. */
export const parseShortlist = (value: string): string[] =>
  [...new Set(value.split(SEPARATOR))].filter((id) => ID_PATTERN.test(id)).slice(0, MAX_GUEST_SHORTLIST);

export const formatShortlist = (ids: readonly string[]): string => ids.join(SEPARATOR);
