import { apiFetch, CallFailed } from "@client/http";
import { paths } from "@/shared/paths";
import { createDeferred, type RunningUpload, type UploadEvents, UploadFailed } from "./upload";

/** Uploads a small file in one request, without progress. */
export function startSingleRequestUpload(file: File, path: string, events: UploadEvents): RunningUpload {
  const { finished, resolve, reject } = createDeferred();
  let stop = new AbortController();
  const start = () => {
    stop = new AbortController();
    const { signal } = stop;
    const failed = (cause: unknown) => {
      if (signal.aborted) return;
      const { status, problem } = cause instanceof CallFailed ? cause : { status: 0, problem: null };
      const failure = new UploadFailed(status, problem, cause);
      if (failure.isRetryable) events.onStuck(failure);
      else reject(failure);
    };
    apiFetch(paths.storage(path), { method: "PUT", file, signal }).then(() => resolve(true), failed);
  };
  start();
  return {
    finished,
    pause: null,
    resume: start,
    cancel: async () => {
      stop.abort();
      resolve(false);
      return true;
    },
  };
}
