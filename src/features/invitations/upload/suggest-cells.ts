import type { Ctx } from "@/context";
import { understandQuery } from "@/features/search";
import { COUNTY_CODES, countyName, SUBJECTS, type Subject } from "@/shared/codes";
import { findPlace } from "@/shared/codes/places";
import { formatList } from "@/shared/format";
import { LOCALES } from "@/shared/i18n/locales";
import { NO_FILTERS } from "@/shared/schemas/search";
import { isOneMistake } from "@/shared/suggest-address";
import { toSlug } from "@/shared/text";
import type { UploadProblem, UploadRow } from "./parse-upload";

/** The code of a place that is in another county than the row says. */
export const OTHER_COUNTY = "other_county";

/** Characters of a cell that the search is asked about: its time grows with the square of them. */
const MAX_UNDERSTOOD = 60;

/**
 * Adds to rows what their cells may mean: the name that a refused subject or county resembles, or what the search
 * understands of a subject, county or level (`params.meant`), and a warning about a place of another county.
 */
export async function suggestCells(ctx: Ctx, rows: readonly UploadRow[]): Promise<UploadRow[]> {
  const cache = new Map<string, ReturnType<typeof understandQuery>>();
  const understand = (q: string) => {
    const search = cache.get(q) ?? understandQuery({ filters: { ...NO_FILTERS, q }, exact: false }, ctx);
    cache.set(q, search);
    return search;
  };

  const addMeaning = async (problem: UploadProblem): Promise<UploadProblem> => {
    const { field, code, typed } = problem;
    if (
      !typed ||
      typed.length > MAX_UNDERSTOOD ||
      code !== "invalid_choice" ||
      !["subject", "county", "levels"].includes(field)
    )
      return problem;
    const similar = findSimilarName(field, typed);
    if (similar) return { ...problem, params: { meant: similar } };
    const { subject, county, level } = (await understand(typed)).filters;
    const names =
      field === "county"
        ? county
          ? [countyName(county)]
          : []
        : field === "subject"
          ? subject.map((code) => ctx.t(`general.subjects.${code}`))
          : level.map((code) => ctx.t(`general.levels.${code}`));
    return names.length > 0 ? { ...problem, params: { meant: formatList(names, ctx.t.locale) } } : problem;
  };

  const findSimilarName = (field: string, typed: string): string | undefined => {
    const isMeant = (name: string) => isOneMistake(toSlug(typed), toSlug(name));
    if (field === "county") return COUNTY_CODES.map(countyName).find(isMeant);
    if (field !== "subject") return undefined;
    const toKey = (code: Subject) => `general.subjects.${code}`;
    const subject = SUBJECTS.find((code) =>
      LOCALES.some((locale) => isMeant(ctx.translator(locale)(toKey(code)))),
    );
    return subject && ctx.t(toKey(subject));
  };

  const findOtherCounty = async ({ teacher }: UploadRow): Promise<UploadProblem[]> => {
    const { county, neighbourhood } = teacher?.draft.listing ?? {};
    if (!county || !neighbourhood || findPlace(county, neighbourhood)) return [];
    const { phrases } = await understand(neighbourhood);
    const [phrase] = phrases;
    const other = phrases.length === 1 ? phrase?.filters.county : undefined;
    if (!other || other === county || toSlug(phrase?.text ?? "") !== toSlug(neighbourhood)) return [];
    const params = { other: countyName(other), county: countyName(county) };
    return [{ field: "neighbourhood", code: OTHER_COUNTY, params, typed: neighbourhood }];
  };

  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      problems: await Promise.all(row.problems.map(addMeaning)),
      warnings: [...(await findOtherCounty(row)), ...row.warnings],
    })),
  );
}
