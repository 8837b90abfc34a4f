import * as z from "zod/mini";
import { type FieldError, invalid, ok, type Result } from "@/shared/errors";

/** Validates input: returns the value, or every wrong field with a code (text in `general.errors`). */
export function validate<S extends z.core.$ZodType>(schema: S, input: unknown): Result<z.output<S>> {
  const parsed = z.safeParse(schema, input, { reportInput: true });
  return parsed.success ? ok(parsed.data) : invalid(toFieldErrors(parsed.error));
}

/**
 * Converts zod's issues to codes, at most one for each field. A message that is itself a code (`too_young`) is kept
 * with the issue's `params`. An error in a list's item counts as an error of the list. The schema was run with
 * `reportInput`, which tells a missing value from a wrong one.
 */
export function toFieldErrors(error: z.core.$ZodError): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const issue of error.issues) {
    // zod reports all unknown members in one issue of their object.
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
    const places = unknown.length > 0 ? unknown.map((key) => [...issue.path, key]) : [issue.path];
    for (const place of places) {
      const field = place
        .map(String)
        .join(".")
        .replace(/(\.\d+)+$/, "");
      if (!found.has(field)) found.set(field, { field, ...toErrorCode(issue) });
    }
  }
  return [...found.values()];
}

type Issue = z.core.$ZodIssue;
type CodedError = Omit<FieldError, "field">;

function toErrorCode(issue: Issue): CodedError {
  const named = /^[a-z]+(_[a-z]+)*$/.test(issue.message);
  if (isMissing(issue)) {
    if (issue.code !== "invalid_value") return { code: "required" };
    // A required checkbox may have its own code.
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

/** Whether a required value is missing. Empty number fields of forms arrive as NaN. */
function isMissing(issue: Issue): boolean {
  if (issue.code === "custom") return false;
  return "input" in issue && (issue.input === undefined || issue.input === null || issue.input === "");
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): CodedError {
  const min = Number(issue.minimum);
  if (issue.origin === "string")
    return min === 1 ? { code: "required" } : { code: "too_short", params: { min } };
  return { code: isList(issue.origin) ? "too_few" : "too_small", params: { min } };
}

function tooBig(issue: z.core.$ZodIssueTooBig): CodedError {
  const max = Number(issue.maximum);
  if (issue.origin === "string") return { code: "too_long", params: { max } };
  return { code: isList(issue.origin) ? "too_many" : "too_big", params: { max } };
}

const isList = (origin: string): boolean => origin === "array" || origin === "set";

/** The params of a custom issue, or the bound that zod reports. */
function withParams(code: string, issue: Issue): CodedError {
  const bounds =
    issue.code === "custom"
      ? (issue.params ?? {})
      : issue.code === "too_small"
        ? { min: Number(issue.minimum) }
        : issue.code === "too_big"
          ? { max: Number(issue.maximum) }
          : {};
  const params = Object.fromEntries(
    Object.entries(bounds).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === "string" || typeof entry[1] === "number",
    ),
  );
  return Object.keys(params).length > 0 ? { code, params } : { code };
}
