import { type County, SUBJECTS, type Subject } from "@/shared/codes";
import type { SearchFilters } from "@/shared/schemas/search";

// A key of `alert_filter_keys` names a subject and a county; each may be open. A listing that matches a filter has one of
// its keys. Keys are stored: a change of their form requires that all are computed again.

/** Stands for any value in a key. */
const ANY = "*";

/** The keys of an alert's filters: one for each subject. */
export function computeFilterKeys({ subject, county }: SearchFilters): string[] {
  const subjects = subject.length > 0 && subject.length < SUBJECTS.length ? subject : [ANY];
  return subjects.map((code) => `${code}|${county ?? ANY}`);
}

/** The keys of all filters that a listing may match. */
export const computeListingKeys = ({ subject, county }: { subject: Subject; county: County }): string[] =>
  [subject, ANY].flatMap((subjectKey) => [county, ANY].map((countyKey) => `${subjectKey}|${countyKey}`));
