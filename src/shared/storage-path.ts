import { ok, type Result, refuse } from "./errors";
import { ID_PATTERN } from "./ids";

/** A path in the bucket that callers may name. Without the extension, which the server decides. */
export type StoragePath =
  | { kind: "profile-picture"; userId: string }
  | { kind: "listing-picture"; listingId: string; name: string }
  | { kind: "blog-picture"; postId: string; name: string }
  | { kind: "verification-file"; userId: string; name: string };

const LONGEST_PATH = 200;
const EXTENSION = /\.(jpe?g|png|webp|avif)$/;
const DOCUMENT_EXTENSION = /\.(jpe?g|png|webp|pdf)$/;
/** Names of listing and post pictures. */
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
/** Suffix of a picture's thumbnail, so no picture's own name may end in it. */
const THUMBNAIL_SUFFIX = "-480";

/** Whether a file name (with extension) is valid for a picture or its thumbnail. */
export const isPictureFile = (file: string): boolean => {
  const name = file.match(/^([^.]+)\.webp$/)?.[1];
  return (
    name !== undefined &&
    NAME.test(name.endsWith(THUMBNAIL_SUFFIX) ? name.slice(0, -THUMBNAIL_SUFFIX.length) : name)
  );
};

/**
 * Parses a path of the storage calls, `images/…` or `private/verifications/…`; `encoded` if it comes from a URL. Refuses
 * `malformed` for an invalid path, and `forbidden` for a path outside these folders.
 */
export function parseStoragePath(text: string, encoded: boolean): Result<StoragePath> {
  const segments = splitPath(text, encoded);
  if (!segments) return refuse("malformed", { reason: "storage_path" });
  const [root, folder, id = "", file, ...rest] = segments;
  if (root === "private") return parsePrivatePath(segments);
  const last = folder === "profile-pictures" ? id : file;
  if (root !== "images" || last === undefined || rest.length > 0 || !EXTENSION.test(last))
    return PATH_NOT_ALLOWED;
  const name = last.replace(EXTENSION, "");
  if (folder === "profile-pictures") {
    return file === undefined && ID_PATTERN.test(name)
      ? ok({ kind: "profile-picture", userId: name })
      : PATH_NOT_ALLOWED;
  }
  if ((folder !== "listings" && folder !== "blog") || !ID_PATTERN.test(id)) return PATH_NOT_ALLOWED;
  if (!NAME.test(name) || name.endsWith(THUMBNAIL_SUFFIX))
    return refuse("malformed", { reason: "storage_path" });
  return ok(
    folder === "listings"
      ? { kind: "listing-picture", listingId: id, name }
      : { kind: "blog-picture", postId: id, name },
  );
}

/** `private/verifications/{user id}/{name}.{ext}`: written by its user, never readable by its path. */
function parsePrivatePath([, folder, userId = "", file = "", ...rest]: string[]): Result<StoragePath> {
  const name = file.replace(DOCUMENT_EXTENSION, "");
  if (folder !== "verifications" || !ID_PATTERN.test(userId) || rest.length > 0 || name === file)
    return PATH_NOT_ALLOWED;
  if (!NAME.test(name)) return refuse("malformed", { reason: "storage_path" });
  return ok({ kind: "verification-file", userId, name });
}

const PATH_NOT_ALLOWED = refuse("forbidden", { reason: "storage_path_not_allowed" });

/** The path's segments, decoded once; null if one could be read as another path. */
function splitPath(text: string, encoded: boolean): string[] | null {
  if (text.length > LONGEST_PATH) return null;
  try {
    const segments = text.split("/").map((segment) => (encoded ? decodeURIComponent(segment) : segment));
    const plain = (segment: string) =>
      segment !== "" && !/^\.\.?$/.test(segment) && !/[/\\%\p{Cc}]/u.test(segment);
    return segments.every(plain) ? segments : null;
  } catch {
    return null;
  }
}
