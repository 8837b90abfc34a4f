import { paths } from "@/shared/paths";

const FORGOTTEN = paths.authForgotPassword("");
/** A segment with "@", encoded however often. */
const ADDRESS = /[^/]*(?:@|%(?:25)*40)[^/]*/gi;

/** A request's path as logs may hold it: what stands in the place of an e-mail address, or looks like one, is left out. */
export function loggedPath(pathname: string): string {
  const place = pathname.toLowerCase().indexOf(FORGOTTEN);
  const known = place < 0 ? pathname : `${pathname.slice(0, place + FORGOTTEN.length)}…`;
  return known.replace(ADDRESS, "…");
}
