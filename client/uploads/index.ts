import { apiFetch } from "@client/http";
import { paths } from "@/shared/paths";
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
  const { findUnfinished } = await import("./in-parts");
  return findUnfinished(path);
}

/** Where on this site a stored file is shown. */
export async function addressOf(path: string): Promise<string> {
  const { content } = await apiFetch<{ content: { download_url: string } }>(paths.storage(path));
  const { pathname, search } = new URL(content.download_url);
  return pathname + search;
}
