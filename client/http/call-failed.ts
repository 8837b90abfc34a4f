import type * as z from "zod/mini";
import type { problemSchema } from "@/shared/schemas/json";

/** A refusal of the server (`application/problem+json`), with texts in the page's language. */
export type Problem = z.infer<typeof problemSchema>;

type FailureDetails = { problem?: Problem | null; retryAfterMs?: number | null; cause?: unknown };

/** A refused call. Without a response `status` is 0. */
export class CallFailed extends Error {
  readonly problem: Problem | null;
  /** How long the server asks to wait (ms); null if it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    readonly status: number,
    { problem = null, retryAfterMs = null, cause }: FailureDetails = {},
  ) {
    super(status === 0 ? "no response" : `${status} ${problem?.title ?? ""}`.trim(), { cause });
    this.name = "CallFailed";
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

export async function readFailure(response: Response): Promise<CallFailed> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  const problem = isProblem ? ((await response.json().catch(() => null)) as Problem | null) : null;
  return new CallFailed(response.status, {
    problem,
    retryAfterMs: parseRetryAfter(response.headers.get("retry-after"), Date.now()),
  });
}

/** `Retry-After` in ms from now: seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfter(header: string | null, now: number): number | null {
  if (!header) return null;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
