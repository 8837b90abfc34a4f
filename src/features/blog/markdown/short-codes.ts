import { COUNTY_CODES, type County, SUBJECTS, type Subject } from "@/shared/codes";

/** Listings embedded in a post: of a subject, in a county or anywhere. */
export type ShortCode = { subject: Subject; county: County | null; limit: number };

/** Most different short codes in a post. */
export const MAX_SHORT_CODES = 4;
/** The example that writers see. */
export const EXAMPLE_CODE = "{{listings subject=m county=cj limit=3}}";
const LIMIT = { least: 3, most: 6 } as const;

/** Matches a line that is meant as a short code. */
const LINE = /^[ ]{0,3}\{\{\s*listings\b([^{}]*)\}\}\s*$/;

/**
 * Parses a line such as `{{listings subject=m county=cj limit=3}}`.
 * @returns the code; "unknown" for an invalid short code; null for any other text
 */
export function parseShortCode(line: string): ShortCode | "unknown" | null {
  const [, said] = line.match(LINE) ?? [];
  if (said === undefined) return null;
  const pairs = said.trim().split(/\s+/).filter(Boolean);
  const given = new Map(pairs.map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1)]));
  const known = [...given.keys()].every(
    (name) => name === "subject" || name === "county" || name === "limit",
  );
  const subject = SUBJECTS.find((code) => code === given.get("subject"));
  const county = COUNTY_CODES.find((code) => code === given.get("county")) ?? null;
  if (!known || !subject || (given.has("county") && !county)) return "unknown";
  const limit = Number(given.get("limit") ?? LIMIT.least) || LIMIT.least;
  return { subject, county, limit: Math.min(Math.max(Math.round(limit), LIMIT.least), LIMIT.most) };
}

/** The short codes of a body by line: the first MAX_SHORT_CODES different ones. */
export function findShortCodes(body: string): Map<string, ShortCode> {
  const found = new Map<string, ShortCode>();
  for (const line of body.split(/\r?\n/)) {
    const code = parseShortCode(line);
    if (code && code !== "unknown" && found.size < MAX_SHORT_CODES) found.set(line.trim(), code);
  }
  return found;
}
