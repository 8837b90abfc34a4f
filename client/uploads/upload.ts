/** Largest file that is uploaded in a single request, and the first chunk of a resumable upload (bytes). */
export const SINGLE_REQUEST_BYTES = 256 * 1024;

/** A failed upload: `status` is 0 without a response, `problem` is the server's problem document. */
export class UploadFailed extends Error {
  constructor(
    readonly status: number,
    readonly problem: unknown,
    cause: unknown,
  ) {
    super(`upload failed: ${status || "no response"}`, { cause });
    this.name = "UploadFailed";
  }

  /** Whether a retry may succeed. */
  get isRetryable(): boolean {
    return this.status === 0 || this.status >= 500 || RETRYABLE_STATUSES.has(this.status);
  }
}
const RETRYABLE_STATUSES = new Set([408, 409, 423, 425, 429]);

/** Callbacks of a running upload. */
export type UploadEvents = {
  /** Bytes that the server has. */
  onProgress(sent: number, total: number): void;
  /** The connection is lost; the upload retries automatically. */
  onOffline(): void;
  /** All retries failed; `resume` starts the upload again. */
  onStuck(failure: UploadFailed): void;
};

/** A running upload. */
export type RunningUpload = {
  /** True once the file is stored, false once it is canceled; rejects with an UploadFailed that no retry would change. */
  finished: Promise<boolean>;
  /** Null for a single-request upload. */
  pause: (() => void) | null;
  resume(): void;
  /** Cancels the upload, on the server too; false when the server could not be reached. */
  cancel(): Promise<boolean>;
};

/** An upload that an earlier page did not finish. */
export type InterruptedUpload = {
  name: string;
  /** Deletes it; false when the server could not be reached. */
  forget(): Promise<boolean>;
};

/** A promise and its resolvers. Some supported browsers lack Promise.withResolvers. */
export function createDeferred() {
  let resolve = (_: boolean) => {};
  let reject = (_: UploadFailed) => {};
  const finished = new Promise<boolean>((fulfil, fail) => {
    resolve = fulfil;
    reject = fail;
  });
  return { finished, resolve, reject };
}
