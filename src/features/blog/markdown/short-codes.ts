import { COUNTY_CODES, type County, SUBJECTS, type Subject } from "@/shared/codes";

/** Listings embedded in a post: of a subject, in a county or anywhere. */
export type ShortCode = { subject: Subject; county: County | null; limit: number };

/** The most different short codes of one post; further ones show nothing. */
const MAX_SHORT_CODES = 4;
/** The example that the editor shows. */
export const EXAMPLE_CODE = "{{listings subject=m county=cj limit=3}}";
const LIMIT = { min: 3, max: 6 } as const;

/** Matches a line that is meant as a short code. */
const LINE = /^[ ]{0,3}\{\{\s*listings\b([^{}]*)\}\}\s*$/;

/**
 * Parses a line such as `{{listings subject=m county=cj limit=3}}`.
 * @returns the code; "unknown" for an invalid short code; null for any other text
 */
export function parseShortCode(line: string): ShortCode | "unknown" | null {
  const [, parameters] = line.match(LINE) ?? [];
  if (parameters === undefined) return null;
  const pairs = parameters.trim().split(/\s+/).filter(Boolean);
  const values = new Map(pairs.map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1)]));
  const hasOnlyKnownNames = [...values.keys()].every(
    (name) => name === "subject" || name === "county" || name === "limit",
  );
  const subject = SUBJECTS.find((code) => code === values.get("subject"));
  const county = COUNTY_CODES.find((code) => code === values.get("county")) ?? null;
  if (!hasOnlyKnownNames || !subject || (values.has("county") && !county)) return "unknown";
  const limit = Number(values.get("limit") ?? LIMIT.min) || LIMIT.min;
  return { subject, county, limit: Math.min(Math.max(Math.round(limit), LIMIT.min), LIMIT.max) };
}

/** The short codes of a body by line: the first MAX_SHORT_CODES different ones. */
export function parseShortCodes(body: string): Map<string, ShortCode> {
  const codes = new Map<string, ShortCode>();
  for (const line of body.split(/\r?\n/)) {
    const code = parseShortCode(line);
    if (code && code !== "unknown" && codes.size < MAX_SHORT_CODES) codes.set(line.trim(), code);
  }
  return codes;
}
