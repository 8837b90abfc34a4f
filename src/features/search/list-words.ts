import { countyName, type Subject } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";

/** What a list calls itself: heading and title, a description for search engines, and the page that it belongs to. */
export type ListWords = { title: string; description: string; canonical: string; base: boolean };

/**
 * Each subject and county, alone and together, is a page of its own for search engines. Everything else that one can
 * choose narrows such a page, which stays the one to know (`base` is false then).
 */
export function listWords(t: Translator, filters: SearchFilters, first: boolean): ListWords {
  const [subject] = filters.subject.length === 1 ? filters.subject : [];
  const { county } = filters;
  const kind = subject ? (county ? "both" : "subject") : county ? "county" : "all";
  const params = {
    ...(subject ? subjectParams(t, subject) : {}),
    ...(county ? { county: countyName(county) } : {}),
  };
  const { q, level, location, online, min, max, sort } = filters;
  const narrowed =
    q !== "" ||
    online ||
    min !== null ||
    max !== null ||
    sort !== "newest" ||
    level.length + location.length > 0;
  return {
    title: t(`search.title.${kind}`, params),
    description: t(`search.description.${kind}`, params),
    canonical: paths.listings({ subject: subject ?? null, county }),
    base: first && !narrowed && filters.subject.length < 2,
  };
}

/** The subject's name, and the same within a sentence (Romanian writes it small, English does not). */
export function subjectParams(t: Translator, subject: Subject): { subject: string; topic: string } {
  const name = t(`general.subjects.${subject}`);
  return { subject: name, topic: name.toLocaleLowerCase(t.locale) };
}
