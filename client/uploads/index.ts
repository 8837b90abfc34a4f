import { apiFetch } from "@client/http";
import { paths } from "@/shared/paths";
import { startSingleRequestUpload } from "./single-request-upload";
import {
  type InterruptedUpload,
  type RunningUpload,
  SINGLE_REQUEST_BYTES,
  type UploadEvents,
} from "./upload";

export { type InterruptedUpload, type RunningUpload, UploadFailed } from "./upload";

/** Uploads a file to a storage path. Resumes an interrupted upload of the same file. */
export async function uploadFile(file: File, path: string, events: UploadEvents): Promise<RunningUpload> {
  if (file.size <= SINGLE_REQUEST_BYTES) return startSingleRequestUpload(file, path, events);
  const { startResumableUpload } = await import("./resumable-upload");
  return startResumableUpload(file, path, events);
}

/** An upload to this path that this browser interrupted within the last day; null when there is none. */
export async function findInterrupted(path: string): Promise<InterruptedUpload | null> {
  const { findInterruptedUpload } = await import("./resumable-upload");
  return findInterruptedUpload(path);
}

/** Path and query at which a stored file is served. */
export async function getDownloadPath(path: string): Promise<string> {
  const { content } = await apiFetch<{ content: { download_url: string } }>(paths.storage(path));
  const { pathname, search } = new URL(content.download_url);
  return pathname + search;
}
