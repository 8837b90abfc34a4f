import { createHash } from "node:crypto";

/** The ETag of a response with this text: 22 characters of its SHA-256. */
export const computeEtag = (text: string): string =>
  `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
