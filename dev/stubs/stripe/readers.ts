import { invalidRequest } from "./errors";
import type { Fields, FormValue } from "./params";

/** Turns a parameter into its value, or throws the StripeError that Stripe answers. `path` is its name in messages. */
type Reader<T> = (value: FormValue, path: string) => T;

type Shape = Record<string, Reader<unknown> | { optional: Reader<unknown> }>;
type Values<S extends Shape> = {
  [K in keyof S as S[K] extends Reader<unknown> ? K : never]: S[K] extends Reader<infer T> ? T : never;
} & {
  [K in keyof S as S[K] extends Reader<unknown> ? never : K]?:
    | (S[K] extends { optional: Reader<infer T> } ? T : never)
    | undefined;
};

export function optional<T>(reader: Reader<T>): { optional: Reader<T> } {
  return { optional: reader };
}

/** An object of parameters. A parameter that `shape` does not name is an error, as at Stripe. */
export function readFields<S extends Shape>(shape: S): Reader<Values<S>> {
  return (value, path) => {
    if (typeof value === "string") throw invalidRequest(`Invalid object: ${value}`, { param: path });
    const unknown = Object.keys(value)
      .filter((name) => !Object.hasOwn(shape, name))
      .map((name) => toPath(path, name));
    if (unknown.length > 0) {
      const noun = unknown.length === 1 ? "parameter" : "parameters";
      throw invalidRequest(`Received unknown ${noun}: ${unknown.join(", ")}`, {
        code: "parameter_unknown",
        param: unknown[0],
      });
    }
    const values: Record<string, unknown> = {};
    for (const [name, entry] of Object.entries(shape)) {
      const parameter = value[name];
      const parameterPath = toPath(path, name);
      if (parameter !== undefined)
        values[name] = (typeof entry === "function" ? entry : entry.optional)(parameter, parameterPath);
      else if (typeof entry === "function") throw missingParam(parameterPath);
    }
    return values as Values<S>;
  };
}

export function missingParam(path: string): Error {
  return invalidRequest(`Missing required param: ${path}.`, { code: "parameter_missing", param: path });
}

function toPath(path: string, name: string): string {
  return path === "" ? name : `${path}[${name}]`;
}

export function readText(maxLength = 5000): Reader<string> {
  return (value, path) => {
    if (typeof value !== "string")
      throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, { param: path });
    if (value === "") {
      throw invalidRequest(
        `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
        { code: "parameter_invalid_empty", param: path },
      );
    }
    if (value.length > maxLength) {
      throw invalidRequest(`Invalid string: must be at most ${maxLength} characters`, { param: path });
    }
    return value;
  };
}

export function readInteger(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value, path) => {
    const input = readText()(value, path);
    const invalidInteger = (message: string) =>
      invalidRequest(message, { code: "parameter_invalid_integer", param: path });
    if (!/^-?\d{1,15}$/.test(input)) throw invalidInteger(`Invalid integer: ${input}`);
    const number = Number(input);
    if (number < min) throw invalidInteger(`This value must be greater than or equal to ${min}.`);
    if (number > max) throw invalidInteger(`This value must be less than or equal to ${max}.`);
    return number;
  };
}

export const readFlag: Reader<boolean> = (value, path) => {
  if (value === "true") return true;
  if (value === "false") return false;
  throw invalidRequest(`Invalid boolean: ${String(value)}`, { param: path });
};

export function readChoice<const T extends string>(...choices: T[]): Reader<T> {
  return (value, path) => {
    const input = readText()(value, path);
    const known = choices.find((choice) => choice === input);
    if (known === undefined)
      throw invalidRequest(`Invalid ${path}: must be one of ${choices.join(", ")}`, { param: path });
    return known;
  };
}

export function readList<T>(reader: Reader<T>, maxItems = 100): Reader<T[]> {
  return (value, path) => {
    if (typeof value === "string") throw invalidRequest("Invalid array", { param: path });
    const entries = Object.entries(value);
    if (entries.some(([name]) => !/^\d+$/.test(name))) throw invalidRequest("Invalid array", { param: path });
    if (entries.length > maxItems)
      throw invalidRequest(`Array must contain at most ${maxItems} items.`, { param: path });
    return entries.map(([name, entry]) => reader(entry, toPath(path, name)));
  };
}

/** An absolute http(s) address. */
export const readUrl: Reader<string> = (value, path) => {
  const input = readText()(value, path);
  if (!/^https?:\/\//i.test(input) || !URL.canParse(input)) {
    throw invalidRequest("Not a valid URL", { code: "url_invalid", param: path });
  }
  return input;
};

export const readEmail: Reader<string> = (value, path) => {
  const input = readText(512)(value, path);
  if (!/^[^\s@]+@[^\s@]+$/.test(input)) {
    throw invalidRequest(`Invalid email address: ${input}`, { code: "email_invalid", param: path });
  }
  return input;
};

/** A currency code in any case. https://docs.stripe.com/currencies */
export const readCurrency: Reader<string> = (value, path) => {
  const code = readText()(value, path).toLowerCase();
  if (!Intl.supportedValuesOf("currency").includes(code.toUpperCase())) {
    throw invalidRequest(`Invalid currency: ${code}.`, { param: path });
  }
  return code;
};

/** Names to texts, within Stripe's limits; a name with an empty text is left out. https://docs.stripe.com/metadata */
export const readMetadata: Reader<Record<string, string>> = (value, path) => {
  if (value === "") return {};
  const entries = Object.entries(value as Fields);
  if (typeof value === "string") throw invalidRequest("Invalid object", { param: path });
  if (entries.length > 50)
    throw invalidRequest("You can only specify up to 50 metadata keys.", { param: path });
  for (const [name, entry] of entries) {
    if (typeof entry !== "string")
      throw invalidRequest(`Invalid string: ${JSON.stringify(entry)}`, { param: toPath(path, name) });
    if (name.length > 40)
      throw invalidRequest("Metadata keys can have up to 40 characters.", { param: path });
    if (entry.length > 500)
      throw invalidRequest("Metadata values can have up to 500 characters.", { param: toPath(path, name) });
  }
  return Object.fromEntries(entries.filter(([, entry]) => entry !== "")) as Record<string, string>;
};

type Range = {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
};

/** `created=1700000000` or `created[gte]=…&created[lt]=…`, in seconds. */
export const readRange: Reader<Range> = (value, path) => {
  if (typeof value === "string") {
    const seconds = readInteger()(value, path);
    return { gte: seconds, lte: seconds };
  }
  const bound = optional(readInteger());
  return readFields({ gt: bound, gte: bound, lt: bound, lte: bound })(value, path);
};

export function isInRange(seconds: number, { gt, gte, lt, lte }: Range = {}): boolean {
  return (
    (gt === undefined || seconds > gt) &&
    (gte === undefined || seconds >= gte) &&
    (lt === undefined || seconds < lt) &&
    (lte === undefined || seconds <= lte)
  );
}
