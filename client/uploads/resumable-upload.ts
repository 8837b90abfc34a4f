import { getPageSession } from "@client/session";
import {
  type DetailedError,
  defaultOptions,
  type HttpRequest,
  type PreviousUpload,
  Upload as TusUpload,
} from "tus-js-client";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { readPageData } from "@/shared/page-data";
import { paths } from "@/shared/paths";
import {
  createDeferred,
  type InterruptedUpload,
  type RunningUpload,
  SINGLE_REQUEST_BYTES,
  type UploadEvents,
  UploadFailed,
} from "./upload";

/** Largest chunk of an upload. */
const MAX_CHUNK_BYTES = 32 * 1024 * 1024;
/** Pauses before retries (ms); they start again after each chunk. */
const RETRY_DELAYS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];
/** Lifetime of an upload on the server (ms). */
const LIFE_MS = 24 * 3600 * 1000;

/** Uploads a file by tus 1.0, in chunks that double after each success. */
export async function startResumableUpload(
  file: File,
  path: string,
  events: UploadEvents,
): Promise<RunningUpload> {
  const { finished, resolve, reject } = createDeferred();
  let isWaiting = false;
  const upload = new TusUpload(file, {
    endpoint: getEndpoint(),
    chunkSize: SINGLE_REQUEST_BYTES,
    retryDelays: RETRY_DELAYS,
    removeFingerprintOnSuccess: true,
    metadata: { path, filetype: file.type, filename: file.name },
    fingerprint: async () =>
      [getAccountId(), path, file.name, file.type, file.size, file.lastModified].join("/"),
    onBeforeRequest: authorise,
    // Ignores `navigator.onLine`, which is often wrong; the pauses are short.
    onShouldRetry: (error) => {
      isWaiting = readFailure(error).isRetryable;
      if (isWaiting) events.onOffline();
      return isWaiting;
    },
    onProgress: (sent, total) => {
      isWaiting = false;
      events.onProgress(sent, total);
    },
    onChunkComplete: () => {
      upload.options.chunkSize = Math.min(
        (upload.options.chunkSize ?? SINGLE_REQUEST_BYTES) * 2,
        MAX_CHUNK_BYTES,
      );
    },
    onSuccess: () => {
      removeEventListener("online", retryNow);
      resolve(true);
    },
    onError: (error) => {
      const failure = readFailure(error);
      isWaiting = failure.isRetryable;
      if (isWaiting) return events.onStuck(failure);
      removeEventListener("online", retryNow);
      reject(failure);
    },
  });
  /** Retries before the pause is over. */
  function retryNow(): void {
    if (isWaiting) void upload.abort().then(() => upload.start());
  }
  addEventListener("online", retryNow);

  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  upload.start();
  return {
    finished,
    pause: () => {
      isWaiting = false;
      void upload.abort();
    },
    resume: () => upload.start(),
    cancel: async () => {
      resolve(false);
      removeEventListener("online", retryNow);
      await upload.abort();
      return terminateUpload(upload.url, await upload.findPreviousUploads());
    },
  };
}

/** The newest unfinished upload to this path in this browser. */
export async function findInterruptedUpload(path: string): Promise<InterruptedUpload | null> {
  const all = await defaultOptions.urlStorage.findAllUploads();
  const isUnexpired = ({ creationTime }: PreviousUpload) => Date.now() - Date.parse(creationTime) < LIFE_MS;
  const upload = all.findLast((stored) => stored.metadata.path === path && isUnexpired(stored));
  if (!upload) return null;
  return { name: upload.metadata.filename ?? "", forget: () => terminateUpload(upload.uploadUrl, [upload]) };
}

const getAccountId = (): string => readPageData(document.body.dataset).visitor;

/** Absolute, since the server derives other URLs from it; in the page's locale, which the responses use. */
function getEndpoint(): string {
  const { lang } = document.documentElement;
  const base = readPageData(document.body.dataset).apiBase || location.origin;
  return base + localizePath(lang as Locale, paths.uploads());
}

async function authorise(request: HttpRequest): Promise<void> {
  const token = await getPageSession().accessToken();
  if (token) request.setHeader("Authorization", `Bearer ${token}`);
}

function readFailure(cause: Error | DetailedError): UploadFailed {
  const response = "originalResponse" in cause ? cause.originalResponse : null;
  return new UploadFailed(response?.getStatus() ?? 0, tryParseJson(response?.getBody()), cause);
}

function tryParseJson(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return null;
  }
}

/** Deletes an upload on the server and in the browser; false when the server could not be reached. */
async function terminateUpload(url: string | null, stored: readonly PreviousUpload[]): Promise<boolean> {
  for (const { urlStorageKey } of stored) await defaultOptions.urlStorage.removeUpload(urlStorageKey);
  if (!url) return true;
  try {
    await TusUpload.terminate(url, { onBeforeRequest: authorise, retryDelays: [0, 1000] });
    return true;
  } catch (error) {
    console.error("upload not terminated", error);
    return false;
  }
}
