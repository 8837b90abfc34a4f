import type { County, Subject } from "@/shared/codes";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";

/** The subject and county of a list that search engines may index; null for all. */
export type Scope = { subject: Subject | null; county: County | null };

/** The scope of a search: its county, and its subject if it has exactly one. */
export function toScope({ subject, county }: SearchFilters): Scope {
  const [onlySubject = null] = subject.length === 1 ? subject : [];
  return { subject: onlySubject, county };
}

/** Whether a search has no filters besides one subject and a county, so its page is the list of its scope. */
export function isScopeOnly(filters: SearchFilters): boolean {
  // Without `near`, the radius has no effect.
  const withoutScope = { ...filters, subject: [], county: null, radius: NO_FILTERS.radius };
  return filters.subject.length < 2 && JSON.stringify(withoutScope) === JSON.stringify(NO_FILTERS);
}
