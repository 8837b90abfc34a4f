/** All error codes of calls, each with its HTTP status. */
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

/** An error of one field: a code with its text in `general.errors.<code>`. */
export type FieldError = {
  field: string;
  code: string;
  params?: Record<string, string | number>;
  /** Whether `required` concerns a choice instead of a text. */
  choice?: true;
};

export type Refusal = {
  code: ErrorCode;
  /** A machine-readable cause such as `datastale`, `limit_reached`, `invalid_password`. */
  reason?: string;
  /** Parameters of the reason's text, such as a date. */
  params?: Record<string, string | number>;
  fields?: FieldError[];
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
};

/** The result of an action: expected errors are returned, unexpected ones thrown. */
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

/** A refusal that is thrown, for example by an access check; mapped to HTTP like a returned one. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason ?? refusal.code);
  }
}

/** The value that was found. @throws Refused `not_found` for none */
export function getFound<T>(value: T): NonNullable<T> {
  if (!value) throw new Refused({ code: "not_found" });
  return value;
}

/** The value of a result. @throws Refused for a refusal, which the error handler answers */
export function getOrThrow<T>(result: Result<T>): T {
  if (!result.ok) throw new Refused(result.refusal);
  return result.value;
}
