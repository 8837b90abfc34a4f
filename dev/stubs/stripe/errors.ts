import { STATUS_CODES } from "node:http";

type Detail = {
  /** Whether the call started to run. Its error is then stored for its idempotency key. */
  hasStarted?: boolean;
  code?: string;
  param?: string;
};

/** An error of Stripe's API. https://docs.stripe.com/api/errors */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly type: "invalid_request_error" | "idempotency_error" | "api_error",
    message: string,
    readonly detail: Detail = {},
  ) {
    super(message);
    this.name = `StripeError ${status} ${STATUS_CODES[status]}`;
  }
}

export function invalidRequest(message: string, detail: Detail = {}): StripeError {
  return new StripeError(400, "invalid_request_error", message, detail);
}

/** `noun` as Stripe writes it in the message: "No such charge: 'ch_1'". */
export function noSuch(noun: string, id: string, param = "id"): StripeError {
  // 404 for a missing object in the path, 400 for one in a parameter.
  const status = param === "id" ? 404 : 400;
  return new StripeError(status, "invalid_request_error", `No such ${noun}: '${id}'`, {
    code: "resource_missing",
    param,
  });
}

/** The JSON body of an error answer. */
export function errorBody(error: StripeError): object {
  const { code, param } = error.detail;
  return {
    error: {
      ...(code && { code }),
      message: error.message,
      ...(param && { param }),
      type: error.type,
    },
  };
}
