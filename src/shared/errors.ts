/** The closed set of ways a call can be refused, and the HTTP status each one means. */
export const ERROR_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition: 412,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** What is wrong with one field: a code that `general.errors.<code>` says in words. */
export type FieldError = {
  field: string;
  code: string;
  params?: Record<string, string | number>;
  /** Whether `required` is about something to be chosen, not filled in. */
  choice?: true;
};

export type Refusal = {
  code: ErrorCode;
  /** A machine-readable cause within the code, such as `datastale`, `limit_reached`, `invalid_password`. */
  reason?: string;
  /** What the reason's text needs, such as the date from which something is free again. */
  params?: Record<string, string | number>;
  fields?: FieldError[];
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
};

/** What a verb answers: expected outcomes are returned, surprises are thrown. */
export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = (
  code: ErrorCode,
  more: Omit<Refusal, "code"> = {},
): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code, ...more },
});
export const invalid = (fields: FieldError[]) => refuse("invalid", { fields });

/** Thrown where a refusal has to leave a stack of calls, as a guard does; mapped to HTTP like a returned one. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason ?? refusal.code);
  }
}
