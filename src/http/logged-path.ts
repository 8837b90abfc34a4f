import { paths } from "@/shared/paths";

const FORGOTTEN = paths.authForgotPassword("");
/** A path segment that contains "@", with any number of encodings. */
const ADDRESS = /[^/]*(?:@|%(?:25)*40)[^/]*/gi;

/** A request's path for logs, without segments that are or look like an e-mail address. */
export function loggedPath(pathname: string): string {
  const place = pathname.toLowerCase().indexOf(FORGOTTEN);
  const known = place < 0 ? pathname : `${pathname.slice(0, place + FORGOTTEN.length)}…`;
  return known.replace(ADDRESS, "…");
}
