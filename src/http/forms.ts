import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { readTypedDay } from "@/shared/dates";
import { Refused } from "@/shared/errors";

/** A form as it came: each name with all its values, in order. `parseBody` would keep the last one only. */
export type FormFields = {
  /** The first value, "" when the field is missing. */
  text(name: string): string;
  /** A day that was typed in the page's language as `YYYY-MM-DD`, which date inputs send; anything else as it came. */
  day(name: string): string;
  all(name: string): string[];
  has(name: string): boolean;
  /** Files that were really chosen: an untouched file field sends an empty one. */
  files(name: string): File[];
  /** The text fields as a plain object, for re-rendering what was typed. */
  values(): Record<string, string[]>;
};

const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** What a body is said to be, without parameters; null where nothing is said. Names of types know no case. */
export function mediaType(c: Context<AppEnv>): string | null {
  const said = c.req.header("content-type");
  return said === undefined ? null : (said.split(";")[0] ?? "").trim().toLowerCase();
}

/** @throws Refused `unsupported` for another content type, `malformed` for a form that can't be read. */
export async function readForm(c: Context<AppEnv>): Promise<FormFields> {
  if (!FORMS.includes(mediaType(c) ?? "")) throw new Refused({ code: "unsupported" });
  let data: FormData;
  try {
    data = await c.req.raw.formData();
  } catch {
    throw new Refused({ code: "malformed" });
  }
  const all = (name: string) => data.getAll(name).filter((value) => typeof value === "string");
  const text = (name: string) => all(name)[0] ?? "";
  return {
    text,
    day: (name) => readTypedDay(text(name), c.var.ctx.locale) ?? text(name),
    all,
    has: (name) => data.has(name),
    files: (name) => data.getAll(name).filter((value) => value instanceof File && value.size > 0) as File[],
    values: () => Object.fromEntries([...new Set(data.keys())].map((name) => [name, all(name)])),
  };
}

/** A JSON body that is an object. @throws Refused `unsupported` or `malformed`. */
export async function readJson(c: Context<AppEnv>): Promise<Record<string, unknown>> {
  if (mediaType(c) !== "application/json") throw new Refused({ code: "unsupported" });
  try {
    const body: unknown = await c.req.json();
    if (body !== null && typeof body === "object" && !Array.isArray(body))
      return body as Record<string, unknown>;
  } catch {
    // falls through to the refusal: the parser's own words are about bytes, not about the call
  }
  throw new Refused({ code: "malformed" });
}

/** The same where a call needs no body: without a content type it is `{}`. */
export const readOptionalJson = async (c: Context<AppEnv>): Promise<Record<string, unknown>> =>
  mediaType(c) === null ? {} : readJson(c);
