import { sendAtOnce } from "./at-once";
import { AT_ONCE_BYTES, type Interrupted, type Upload, type UploadEvents } from "./upload";

export { type Interrupted, type Upload, UploadFailed } from "./upload";

/** Sends a file to a path of the storage calls. One that was begun before, here or on another page, goes on. */
export async function uploadFile(file: File, path: string, events: UploadEvents): Promise<Upload> {
  if (file.size <= AT_ONCE_BYTES) return sendAtOnce(file, path, events);
  const { sendInParts } = await import("./in-parts");
  return sendInParts(file, path, events);
}

/** An upload to this path that was left unfinished at this browser within the day; null when there is none. */
export async function findInterrupted(path: string): Promise<Interrupted | null> {
  if (!mayHaveOne()) return null;
  const { findUnfinished } = await import("./in-parts");
  return findUnfinished(path);
}

/** The names that tus-js-client gives what it keeps: without one there is no need to load it. */
function mayHaveOne(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("tus::"));
  } catch {
    // Storage is shut off, so nothing was kept.
    return false;
  }
}
