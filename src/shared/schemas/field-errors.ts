import type * as z from "zod";
import { type FieldError, invalid, ok, type Result } from "@/shared/errors";

/** What parsing gives: the value, or every field that is wrong with a code that `general.errors` says in words. */
export function check<S extends z.ZodType>(schema: S, input: unknown): Result<z.output<S>> {
  const parsed = schema.safeParse(input, { reportInput: true });
  return parsed.success ? ok(parsed.data) : invalid(fieldErrors(parsed.error));
}

/**
 * Turns zod's issues into codes, at most one for each field. A message that is itself a code (`too_young`) is passed
 * through with the issue's `params`; a wrong item of a list counts as the list being wrong.
 */
export function fieldErrors(error: z.ZodError): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const issue of error.issues) {
    // Members that nobody knows are told together by zod, of the object that they stand in.
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
    const places = unknown.length > 0 ? unknown.map((key) => [...issue.path, key]) : [issue.path];
    for (const place of places) {
      const field = place
        .map(String)
        .join(".")
        .replace(/(\.\d+)+$/, "");
      if (!found.has(field)) found.set(field, { field, ...codeOf(issue) });
    }
  }
  return [...found.values()];
}

type Issue = z.core.$ZodIssue;
type Named = Omit<FieldError, "field">;

function codeOf(issue: Issue): Named {
  const named = /^[a-z]+(_[a-z]+)*$/.test(issue.message);
  if (isMissing(issue)) {
    if (issue.code !== "invalid_value") return { code: "required" };
    // A box that has to be ticked may say so itself.
    const box = issue.values.length === 1;
    if (!box || !named) return { code: "required", choice: true };
  }
  if (named) return withParams(issue.message, issue);
  switch (issue.code) {
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_value":
      return { code: "invalid_choice" };
    case "invalid_format":
      return { code: issue.format === "email" ? "not_email" : "invalid" };
    default:
      return { code: "invalid" };
  }
}

/** Nothing was given, where something must be. Numbers typed into a form arrive as NaN when nothing was typed. */
function isMissing(issue: Issue): boolean {
  if (issue.code === "custom") return false;
  if ("input" in issue) return issue.input === undefined || issue.input === null || issue.input === "";
  return issue.code === "invalid_type" && /received (undefined|null)$/.test(issue.message);
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): Named {
  const minimum = Number(issue.minimum);
  if (issue.origin === "string")
    return minimum === 1 ? { code: "required" } : { code: "too_short", params: { minimum } };
  return { code: isList(issue.origin) ? "too_few" : "too_small", params: { minimum } };
}

function tooBig(issue: z.core.$ZodIssueTooBig): Named {
  const maximum = Number(issue.maximum);
  if (issue.origin === "string") return { code: "too_long", params: { maximum } };
  return { code: isList(issue.origin) ? "too_many" : "too_big", params: { maximum } };
}

const isList = (origin: string): boolean => origin === "array" || origin === "set";

/** A code's own params (`params` of a custom issue), or the bound that zod itself knows. */
function withParams(code: string, issue: Issue): Named {
  const given =
    issue.code === "custom"
      ? (issue.params ?? {})
      : issue.code === "too_small"
        ? { minimum: Number(issue.minimum) }
        : issue.code === "too_big"
          ? { maximum: Number(issue.maximum) }
          : {};
  const params = Object.fromEntries(
    Object.entries(given).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === "string" || typeof entry[1] === "number",
    ),
  );
  return Object.keys(params).length > 0 ? { code, params } : { code };
}
