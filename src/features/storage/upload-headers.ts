/** tus 1.0.0, https://tus.io/protocols/resumable-upload: what its headers say. */
export const TUS_VERSION = "1.0.0";
export const TUS_EXTENSIONS = "creation,termination,expiration";

/** A whole number of bytes; null for anything else. */
export function readBytes(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** What the client says of the file: keys with base64 values, separated by commas. Null when it can't be read. */
export function readMetadata(header: string | undefined): Map<string, string> | null {
  const found = new Map<string, string>();
  for (const pair of (header ?? "").split(",")) {
    const [key = "", value = "", ...rest] = pair.trim().split(" ");
    if (key === "" || rest.length > 0 || found.has(key)) return null;
    try {
      const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
      found.set(key, new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
    } catch {
      return null;
    }
  }
  return found;
}

export const writeMetadata = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${new TextEncoder().encode(value).toBase64()}`)
    .join(",");
