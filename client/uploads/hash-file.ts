/**
 * A name that is the same for the same file, so that an interrupted upload resumes when the file is chosen again. It
 * reveals nothing of the file's own name.
 */
export async function hashFile({ name, size, lastModified, type }: File): Promise<string> {
  const properties = new TextEncoder().encode([name, size, lastModified, type].join("/"));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", properties));
  return [...hash.slice(0, 10)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
