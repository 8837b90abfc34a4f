import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { Refused } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { toPlainDecimal } from "@/shared/numbers";
import { parseTypedDay } from "@/shared/typed-dates";

/** A submitted form: each name with all its values, in order. `parseBody` would keep only the last value. */
export type FormFields = {
  /** The first value, "" if the field is missing. */
  text(name: string): string;
  /** A date as `YYYY-MM-DD`, from a date input or typed in the page's language; other text stays unchanged. */
  day(name: string): string;
  /** A number as `toPlainDecimal` returns it, typed in the page's language. */
  decimal(name: string): string;
  all(name: string): string[];
  has(name: string): boolean;
  /** The chosen files; an untouched file input sends an empty one, which is left out. */
  files(name: string): File[];
  /** The text fields as a plain object, for re-rendering what was typed. */
  values(): Record<string, string[]>;
};

const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** The body's media type in lower case, without parameters; null without a Content-Type. */
export function findMediaType(c: Context<AppEnv>): string | null {
  const header = c.req.header("content-type");
  return header === undefined ? null : (header.split(";")[0] ?? "").trim().toLowerCase();
}

/** @throws Refused `unsupported` for another content type, `malformed` for an unreadable form. */
export async function readForm(c: Context<AppEnv>): Promise<FormFields> {
  if (!FORMS.includes(findMediaType(c) ?? "")) throw new Refused({ code: "unsupported" });
  let data: FormData;
  try {
    // Not `raw`: an error page reads the form again, from Hono's copy.
    data = await c.req.formData();
  } catch {
    throw new Refused({ code: "malformed" });
  }
  const all = (name: string) => data.getAll(name).filter((value) => typeof value === "string");
  const text = (name: string) => all(name)[0] ?? "";
  return {
    text,
    day: (name) => parseTypedDay(text(name), c.var.ctx.locale) ?? text(name),
    decimal: (name) => toPlainDecimal(text(name), c.var.ctx.locale),
    all,
    has: (name) => data.has(name),
    files: (name) => data.getAll(name).filter((value) => value instanceof File && value.size > 0) as File[],
    values: () => Object.fromEntries([...new Set(data.keys())].map((name) => [name, all(name)])),
  };
}

/** Parses a JSON body that is an object. @throws Refused `unsupported` or `malformed`. */
export async function readJson(c: Context<AppEnv>): Promise<Record<string, unknown>> {
  if (findMediaType(c) !== "application/json") throw new Refused({ code: "unsupported" });
  try {
    const body: unknown = await c.req.json();
    if (body !== null && typeof body === "object" && !Array.isArray(body))
      return body as Record<string, unknown>;
  } catch {
    // The parser's message describes bytes, not the call, so the refusal below replaces it.
  }
  throw new Refused({ code: "malformed" });
}

/** Like `readJson`, for an optional body: without a content type it is `{}`. */
export const readOptionalJson = async (c: Context<AppEnv>): Promise<Record<string, unknown>> =>
  findMediaType(c) === null ? {} : readJson(c);

/** The route's id. @throws Refused `not_found` for a malformed id. */
export function idParam(c: Context<AppEnv>, name = "id"): string {
  const id = c.req.param(name);
  if (!id || !ID_PATTERN.test(id)) throw new Refused({ code: "not_found" });
  return id;
}
