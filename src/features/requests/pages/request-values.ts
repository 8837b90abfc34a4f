import type { Ctx } from "@/context";
import { type LearnerValues, toLearnerValues } from "@/features/enquiries";
import { listFilterLabels, understandQuery } from "@/features/search";
import { GRADES } from "@/shared/codes";
import { parseHundredths, toPlainHundredths } from "@/shared/numbers";
import { REQUEST_TEXT_LENGTH } from "@/shared/schemas/request";
import { NO_FILTERS, parseTypedSearch } from "@/shared/schemas/search";
import type { LearnerRequest } from "../queries";

/** What the form of a request holds, as it was typed. `max_price` is in lei. */
export type RequestValues = LearnerValues & {
  subject: string;
  level: string;
  county: string;
  online: boolean;
  availability: readonly string[];
  max_price: string;
  text: string;
};

/**
 * The form for a search: its filters, and what its words mean. The words that mean nothing, and filters about lessons that
 * the form lacks, become the text. `left` has the labels of the other filters.
 */
export async function fillFromSearch(
  ctx: Ctx,
  query: URLSearchParams,
): Promise<{ values: RequestValues; left: string[] }> {
  const { filters, phrases } = await understandQuery(parseTypedSearch(query, ctx.locale), ctx);
  const { subject, level, county, near, online, when, max, q, location, format, teaches_in } = filters;
  const grade = phrases.find((phrase) => phrase.grade !== undefined)?.grade;
  const carried = { q: "", county: null, online: false, when: [], max: null, location: [], format: [] };
  const left = {
    ...filters,
    ...carried,
    teaches_in: [],
    subject: subject.slice(1),
    // A grade may mean several levels.
    level: grade === undefined ? level.slice(1) : [],
  };
  const others = listFilterLabels(ctx.t, { ...NO_FILTERS, location, format, teaches_in });
  const values = {
    subject: subject[0] ?? "",
    level: level[0] ?? "",
    county: county ?? near?.county ?? "",
    online,
    availability: when,
    max_price: max === null ? "" : String(max),
    text: [q, ...others].filter(Boolean).join(", ").slice(0, REQUEST_TEXT_LENGTH),
    ...(grade !== undefined && GRADES.some((known) => known === grade)
      ? { "learner.who": "child", "learner.grade": String(grade) }
      : {}),
  };
  return { values, left: listFilterLabels(ctx.t, left) };
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
  ...toLearnerValues({ ...request, parentEmail: null }),
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
