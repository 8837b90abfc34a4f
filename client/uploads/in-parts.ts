import { pageSession } from "@client/session";
import {
  type DetailedError,
  defaultOptions,
  type HttpRequest,
  type PreviousUpload,
  Upload as TusUpload,
} from "tus-js-client";
import { type Locale, localised } from "@/shared/i18n/locales";
import { readFacts } from "@/shared/page-facts";
import { paths } from "@/shared/paths";
import {
  AT_ONCE_BYTES,
  ending,
  type Interrupted,
  type Upload,
  type UploadEvents,
  UploadFailed,
} from "./upload";

const LARGEST_CHUNK = 32 * 1024 * 1024;
/** Pauses (ms) before it is tried again; each part that arrives begins them anew. */
const RETRY_DELAYS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];
/** Uploads live for a day on the server. */
const LIFE_MS = 24 * 3600 * 1000;

/** Sends a file in parts (tus 1.0), which grow while all goes well. */
export async function sendInParts(file: File, path: string, events: UploadEvents): Promise<Upload> {
  const { finished, resolve, reject } = ending();
  let waiting = false;
  const upload = new TusUpload(file, {
    endpoint: endpoint(),
    chunkSize: AT_ONCE_BYTES,
    retryDelays: RETRY_DELAYS,
    removeFingerprintOnSuccess: true,
    metadata: { path, filetype: file.type, filename: file.name },
    fingerprint: async () => [path, file.name, file.type, file.size, file.lastModified].join("-"),
    onBeforeRequest: authorise,
    // Whether the browser thinks itself online does not count: it is often wrong, and the pauses are short.
    onShouldRetry: (error) => {
      waiting = failureOf(error).passing;
      if (waiting) events.waiting();
      return waiting;
    },
    onProgress: (sent, total) => {
      waiting = false;
      events.progress(sent, total);
    },
    onChunkComplete: () => {
      upload.options.chunkSize = Math.min((upload.options.chunkSize ?? AT_ONCE_BYTES) * 2, LARGEST_CHUNK);
    },
    onSuccess: () => {
      removeEventListener("online", goOn);
      resolve();
    },
    onError: (error) => {
      const failure = failureOf(error);
      waiting = failure.passing;
      if (waiting) return events.stuck(failure);
      removeEventListener("online", goOn);
      reject(failure);
    },
  });
  /** Sooner than the pause would be over. */
  function goOn(): void {
    if (waiting) void upload.abort().then(() => upload.start());
  }
  addEventListener("online", goOn);

  const [before] = await upload.findPreviousUploads();
  if (before) upload.resumeFromPreviousUpload(before);
  upload.start();
  return {
    finished,
    pause: () => {
      waiting = false;
      void upload.abort();
    },
    resume: () => upload.start(),
    cancel: async () => {
      removeEventListener("online", goOn);
      await upload.abort();
      return end(upload.url, await upload.findPreviousUploads());
    },
  };
}

/** The newest upload to this path that is kept here and not finished. */
export async function findUnfinished(path: string): Promise<Interrupted | null> {
  const all = await defaultOptions.urlStorage.findAllUploads();
  const young = ({ creationTime }: PreviousUpload) => Date.now() - Date.parse(creationTime) < LIFE_MS;
  const found = all.findLast((one) => one.metadata.path === path && young(one));
  if (!found) return null;
  return { name: found.metadata.filename ?? "", forget: () => end(found.uploadUrl, [found]) };
}

/** In the page's language, as the answers are to be; absolute, since other addresses are told from it. */
function endpoint(): string {
  const { lang } = document.documentElement;
  const base = readFacts(document.body.dataset).apiBase || location.origin;
  return base + localised(lang as Locale, paths.uploads());
}

async function authorise(request: HttpRequest): Promise<void> {
  const token = await pageSession().accessToken();
  if (token) request.setHeader("Authorization", `Bearer ${token}`);
}

function failureOf(cause: Error | DetailedError): UploadFailed {
  const answer = "originalResponse" in cause ? cause.originalResponse : null;
  return new UploadFailed(answer?.getStatus() ?? 0, parsed(answer?.getBody()), cause);
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return null;
  }
}

/** Ends an upload on the server and forgets it here, the latter even where the former fails: then it is false. */
async function end(url: string | null, kept: readonly PreviousUpload[]): Promise<boolean> {
  for (const { urlStorageKey } of kept) await defaultOptions.urlStorage.removeUpload(urlStorageKey);
  if (!url) return true;
  try {
    await TusUpload.terminate(url, { onBeforeRequest: authorise, retryDelays: [0, 1000] });
    return true;
  } catch (error) {
    console.error("upload not ended", error);
    return false;
  }
}
