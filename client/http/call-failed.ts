import type * as z from "zod";
import type { problemSchema } from "@/shared/schemas/problem";

/** `application/problem+json` as the server refuses; its texts are in the page's language. */
export type Problem = z.infer<typeof problemSchema>;

type Cause = { problem?: Problem | null; retryAfterMs?: number | null; cause?: unknown };

/** A call that was refused, or that got no answer: then `status` is 0. */
export class CallFailed extends Error {
  readonly problem: Problem | null;
  /** How long the server asks to wait, null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    readonly status: number,
    { problem = null, retryAfterMs = null, cause }: Cause = {},
  ) {
    super(status === 0 ? "no answer" : `${status} ${problem?.title ?? ""}`.trim(), { cause });
    this.name = "CallFailed";
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

/** What an answer that is no success says. */
export async function failureOf(answer: Response): Promise<CallFailed> {
  const told = answer.headers.get("content-type")?.startsWith("application/problem+json");
  const problem = told ? ((await answer.json().catch(() => null)) as Problem | null) : null;
  return new CallFailed(answer.status, {
    problem,
    retryAfterMs: waitOf(answer.headers.get("retry-after"), Date.now()),
  });
}

/** `Retry-After` in ms from now: seconds or a date (RFC 9110, 10.2.3). */
function waitOf(header: string | null, now: number): number | null {
  if (!header) return null;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
