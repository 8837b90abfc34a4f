import type { Ctx } from "@/context";
import { type LearnerValues, toLearnerValues } from "@/features/enquiries";
import { listFilterLabels, understandQuery } from "@/features/search";
import { GRADES, isExamLevel, isLevelOf, type Level } from "@/shared/codes";
import { parseHundredths, toPlainHundredths } from "@/shared/numbers";
import { NO_FILTERS, parseTypedSearch } from "@/shared/schemas/search";
import type { LearnerRequest } from "../queries";

/** What the form of a request holds, as it was typed. `max_price` is in lei. */
export type RequestValues = Omit<LearnerValues, "parent_email"> & {
  subject: string;
  level: string;
  county: string;
  online: boolean;
  availability: readonly string[];
  max_price: string;
  text: string;
};

/**
 * The form for a search: its filters, and what its words mean. Of several levels it has the exam, or else the first. The
 * words that mean nothing, and filters about lessons that the form lacks, become the text. `otherFilters` has the labels
 * of the rest.
 */
export async function fillFromSearch(
  ctx: Ctx,
  query: URLSearchParams,
): Promise<{ values: RequestValues; otherFilters: string[] }> {
  const typed = parseTypedSearch(query, ctx.locale);
  const { filters, phrases } = await understandQuery(typed, ctx);
  const { subject, level, county, near, online, when, max, q, location, format, teaches_in } = filters;
  const grade = phrases.find((phrase) => phrase.grade !== undefined)?.grade;
  // A grade may mean several levels, of which none is named.
  const named = [
    typed.filters,
    ...phrases.flatMap((phrase) => (phrase.grade === undefined ? phrase.filters : [])),
  ];
  const namedLevels = level.filter((code) => named.some((words) => words.level?.includes(code)));
  const isPossible = (code: Level) => isLevelOf(code, subject.slice(0, 1));
  const possible = namedLevels.filter(isPossible);
  const chosen = possible.find(isExamLevel) ?? possible[0] ?? level.find(isPossible);
  const otherLevels = namedLevels.filter((code) => code !== chosen);
  const inText = { location, format, teaches_in, level: otherLevels };
  const text = [q, ...listFilterLabels(ctx.t, { ...NO_FILTERS, ...inText })].filter(Boolean).join(", ");
  const inFields = { q: "", county: null, online: false, when: [], max: null, subject: subject.slice(1) };
  const others = { ...filters, ...inFields, location: [], format: [], teaches_in: [], level: [] };
  const values = {
    subject: subject[0] ?? "",
    level: chosen ?? "",
    county: county ?? near?.county ?? "",
    online,
    availability: when,
    max_price: max === null ? "" : String(max),
    text,
    ...(grade !== undefined && GRADES.some((known) => known === grade)
      ? { "learner.who": "child", "learner.grade": String(grade) }
      : {}),
  };
  return { values, otherFilters: listFilterLabels(ctx.t, others) };
}

/** The form for another request like an earlier one. */
export const fillFromRequest = (request: LearnerRequest): RequestValues => ({
  subject: request.subject,
  level: request.level,
  county: request.county ?? "",
  online: request.online,
  availability: request.availability,
  max_price: request.maxPrice === null ? "" : toPlainHundredths(request.maxPrice),
  text: request.text,
  ...toLearnerValues(request),
});

/** The input of `createRequest`. */
export const toRequestInput = ({
  county,
  max_price,
  "learner.who": who = "",
  "learner.grade": grade,
  ...values
}: RequestValues) => ({
  ...values,
  county: county || null,
  max_price: parseHundredths(max_price) ?? null,
  learner: { who, grade },
});
