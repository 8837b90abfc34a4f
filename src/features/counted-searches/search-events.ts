import type { SearchEvent } from "@/db/statistics";
import type { SearchQuery } from "@/shared/schemas/search";

/**
 * The events that count a search: one for each subject, on the first page only. The key is
 * `subject:county:level:online`, empty for any and for several levels. Words, points and prices are left out, because
 * they could identify the visitor.
 *
 * @param total number of matches; null for more than are counted
 */
export function toSearchEvents({ filters, after, before }: SearchQuery, total: number | null): SearchEvent[] {
  if (after || before) return [];
  const county = filters.county ?? filters.near?.county ?? "";
  const level = filters.level.length === 1 ? filters.level[0] : "";
  const subjects = filters.subject.length > 0 ? filters.subject : [""];
  return subjects.map((subject) => ({
    search: [subject, county, level, Number(filters.online)].join(":"),
    isEmpty: total === 0,
  }));
}
