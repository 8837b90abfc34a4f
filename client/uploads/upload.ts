/** Files up to this many bytes go in one request, larger ones in parts that begin with this size. */
export const AT_ONCE_BYTES = 256 * 1024;

/** Why an upload does not go on: the status is 0 without an answer, `problem` what the server said. */
export class UploadFailed extends Error {
  constructor(
    readonly status: number,
    readonly problem: unknown,
    cause: unknown,
  ) {
    super(`upload failed: ${status || "no answer"}`, { cause });
    this.name = "UploadFailed";
  }

  /** Whether trying again may help. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500 || PASSING.has(this.status);
  }
}
const PASSING = new Set([408, 409, 423, 425, 429]);

/** What is told of an upload while it goes on. */
export type UploadEvents = {
  /** Bytes that have arrived, as far as is known. */
  progress(sent: number, total: number): void;
  /** The connection is gone; it goes on by itself. */
  waiting(): void;
  /** It waited long enough, and goes on when `resume` says so. */
  stuck(failure: UploadFailed): void;
};

/** An upload under way. */
export type Upload = {
  /** Once the file is stored. Rejects with an UploadFailed that trying again would not change. */
  finished: Promise<void>;
  /** Null for one that goes in a single request. */
  pause: (() => void) | null;
  resume(): void;
  /** Ends it, on the server too; false when the server could not be told. */
  cancel(): Promise<boolean>;
};

/** An upload that a page before this one did not finish. */
export type Interrupted = { name: string /** As `cancel`. */; forget(): Promise<boolean> };

/** A promise and what settles it. (Promise.withResolvers is younger than browsers that are still about.) */
export function ending() {
  let resolve = () => {};
  let reject = (_: UploadFailed) => {};
  const finished = new Promise<void>((kept, broken) => {
    resolve = kept;
    reject = broken;
  });
  return { finished, resolve, reject };
}
