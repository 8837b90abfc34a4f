import { type Locale, localizePathOnce } from "@/shared/i18n/locales";
import { isMachinePath, paths } from "@/shared/paths";
import { isPictureFile } from "@/shared/storage-path";

/** The post's context: the site's origin, the page's language, the post's id. */
export type PostContext = { site: string; locale: Locale; postId: string };

/**
 * A link's target: a URL of this site in the page's language, a web address or a mailbox; else null. `encodeURI` leaves
 * no white space, control character or backslash.
 */
export function toSafeHref(target: string, { site, locale }: PostContext): string | null {
  const href = encodeTarget(target);
  if (/^\/(?!\/)/.test(href)) {
    return isMachinePath(href) ? href : localizePathOnce(locale, href);
  }
  if (!/^(https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return null;
  return href.startsWith(`${site}/`) ? href.slice(site.length) : href;
}

/** The path of one of this post's pictures; null for any other target. */
export function toPostPicturePath(target: string, { site, postId }: PostContext): string | null {
  const href = encodeTarget(target);
  const path = href.startsWith(`${site}/`) ? href.slice(site.length) : href;
  return parsePicturePath(path, postId) === null ? null : path;
}

/** Keeps percent-encoded bytes. */
const encodeTarget = (target: string): string =>
  encodeURI(target.toWellFormed()).replace(/%25(?=[\da-f]{2})/gi, "%");

/** The file name in a URL of this post's pictures; null for any other URL. */
export function parsePicturePath(path: string, postId: string): string | null {
  const folder = paths.blogImage(postId, "");
  const file = path.startsWith(folder) ? path.slice(folder.length) : "";
  return isPictureFile(file) ? file : null;
}
